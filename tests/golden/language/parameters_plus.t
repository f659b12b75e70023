# +x: one weight per constant, per tuple if there are several; one formula with a weight table.
--- file m.mln
word = {Ab, Bc}
topic = {T1, T2, T3}
Has(page, word)
Topic(page, topic)
Has(p, +w) => Topic(p, +t)
Has(p, +w)
2 Has(p, w) ^ Topic(p, +t)
Has(+p, w) ^ Has(p, +w2) ^ w != w2
--- run kerf show --quiet m.mln
--- stdout
type page
type topic
  listed (3) T1, T2, T3
type word
  listed (2) Ab, Bc
predicate Has(page, word)
predicate Topic(page, topic)
formula
  !Has(p, +w) v Topic(p, +t)
  weight: to be learned
  free: p page, w word, t topic
formula
  Has(p, +w)
  weight: to be learned
  free: p page, w word
formula
  Has(p, w) ^ Topic(p, +t)
  weight: 2
  free: p page, w word, t topic
formula
  Has(+p, w) ^ Has(+p, +w2) ^ w != w2
  weight: to be learned
  free: p page, w word, w2 word
--- run kerf check --quiet m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  word   2  listed
  topic  3  listed
  page   0  from evidence

predicates
  Has(page, word)     not settled yet
  Topic(page, topic)  not settled yet

formulas
  F1  learn  line 5  !Has(p, +w) v Topic(p, +t)
  F2  learn  line 6  Has(p, +w)
  F3  2      line 7  Has(p, w) ^ Topic(p, +t)
  F4  learn  line 8  Has(+p, w) ^ Has(+p, +w2) ^ w != w2

decisions
  3 formulas have no weight: to be learned, not for map
--- exit 0

# Marked once is marked everywhere.
--- file once.mln
Has(page, word)
Has(p, +w) => Has(q, w)
--- run kerf show --quiet once.mln
--- stdout
type page
type word
predicate Has(page, word)
formula
  !Has(p, +w) v Has(q, +w)
  weight: to be learned
  free: p page, w word, q page
--- exit 0

# Where it cannot stand.
--- file bad.mln
Has(page, word)
1 Has(p, +w).
+w = A
1 Has(p, +"w")
1 Has(p, +f(x))
--- run kerf check --quiet bad.mln
--- stderr
bad.mln:2:13: error: this formula has a weight and the dot of a hard one
  1 Has(p, +w).
              ^
  hint: remove one of them
bad.mln:3:2: error: expected a weight, found `w`
  +w = A
   ^
bad.mln:4:11: error: expected a variable, found `"w"`
  1 Has(p, +"w")
            ^~~
bad.mln:5:10: error: `+` stands before a variable only
  1 Has(p, +f(x))
           ^
4 errors
--- exit 3
--- file bad2.mln
Has(page, word)
EXIST w Has(p, +w)
|w : Has(p, +w)| <= 1
--- run kerf check --quiet bad2.mln
--- stderr
bad2.mln:2:16: error: a quantified variable cannot have a weight of its own
  EXIST w Has(p, +w)
                 ^~
bad2.mln:3:1: error: a counted variable cannot be a parameter
  |w : Has(p, +w)| <= 1
  ^~~~~~~~~~~~~~~~~~~~~
2 errors
--- exit 3
