# What is read, with a doubt.
--- file m.mln
person = {Anna}
P(person)
Q(person)
1 P(x) ^ Q(x) v P(y)
1 P(x) v Q(x) ^ P(y)
1 (P(x) ^ Q(x)) v P(y)
1 Anna = Anna
1 P(x) v Anna != Anna
1 Anna = Bob
--- run kerf check --quiet m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  person  1  listed

predicates
  P(person)  not settled yet
  Q(person)  not settled yet

formulas
  F1  1  line 4  (P(x) ^ Q(x)) v P(y)
  F2  1  line 5  P(x) v (Q(x) ^ P(y))
  F3  1  line 6  (P(x) ^ Q(x)) v P(y)
  F4  1  line 7  0 = 0
  F5  1  line 8  P(x)
  F6  1  line 9  0 != 0
--- stderr
m.mln:4:3: warning: ^ and v are mixed without parentheses; ^ binds tighter here (not so in pracmln)
  1 P(x) ^ Q(x) v P(y)
    ^~~~~~~~~~~
  hint: write the parentheses to be safe
m.mln:5:10: warning: ^ and v are mixed without parentheses; ^ binds tighter here (not so in pracmln)
  1 P(x) v Q(x) ^ P(y)
           ^~~~~~~~~~~
  hint: write the parentheses to be safe
m.mln:7:3: warning: this formula is always true
  1 Anna = Anna
    ^~~~~~~~~~~
m.mln:9:3: warning: this formula is always false
  1 Anna = Bob
    ^~~~~~~~~~
--- exit 0

# No warning where the dialect settles it.
--- run kerf check --quiet --dialect=kerf m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  person  1  listed

predicates
  P(person)  not settled yet
  Q(person)  not settled yet

formulas
  F1  1  line 4  (P(x) ^ Q(x)) v P(y)
  F2  1  line 5  P(x) v (Q(x) ^ P(y))
  F3  1  line 6  (P(x) ^ Q(x)) v P(y)
  F4  1  line 7  0 = 0
  F5  1  line 8  P(x)
  F6  1  line 9  0 != 0
--- stderr
m.mln:7:3: warning: this formula is always true
  1 Anna = Anna
    ^~~~~~~~~~~
m.mln:9:3: warning: this formula is always false
  1 Anna = Bob
    ^~~~~~~~~~
--- run kerf check --quiet --dialect=pracmln m.mln
--- stdout
dialect  pracmln
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  person  1  listed

predicates
  P(person)  not settled yet
  Q(person)  not settled yet

formulas
  F1  1  line 4  P(x) ^ (Q(x) v P(y))
  F2  1  line 5  (P(x) v Q(x)) ^ P(y)
  F3  1  line 6  (P(x) ^ Q(x)) v P(y)
  F4  1  line 7  0 = 0
  F5  1  line 8  P(x)
  F6  1  line 9  0 != 0
--- stderr
m.mln:7:3: warning: this formula is always true
  1 Anna = Anna
    ^~~~~~~~~~~
m.mln:9:3: warning: this formula is always false
  1 Anna = Bob
    ^~~~~~~~~~
--- exit 0

# Fifty warnings are shown, all are counted.
--- run-sh { echo 'P(t)'; for i in $(seq 60); do echo "0$i P(x$i)"; done; } >many.mln; kerf check --quiet many.mln 2>&1 >/dev/null | tail -n 5
--- stdout
many.mln:51:1: warning: the weight 050 is read as 50
  050 P(x50)
  ^~~
  hint: write 0.5 if a fraction is meant
60 warnings (50 shown)
