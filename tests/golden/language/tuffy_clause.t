# Tuffy's clauses: a comma is "and", [ ] holds conditions, EXIST stands in front.
--- file n.mln
*wrote(author, paper)
*refers(paper, paper)
cat(paper, category)
1 wrote(a1, p1), wrote(a1, p2), cat(p1, c), [p1 != p2] => cat(p2, c)
2 refers(p1, p2), cat(p1, c) => cat(p2, c) v cat(p2, "Other")
-3 cat(p, c)
EXIST c cat(p, c).
4 EXIST c wrote(a, p), cat(p, c)
5 !wrote(a, p) v cat(p, "AI")
6 cat(p, c1), cat(p, c2) => c1 = c2
7 cat(p, c1), cat(p, c2), [c1 = c2 v c1 = "AI"]
  => cat(p, "None")
--- run kerf check n.mln
--- stdout
dialect  tuffy
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  author    0  from evidence
  paper     0  from evidence
  category  3  from formulas and evidence

predicates
  *wrote(author, paper)  observed  by the * in declarations
  *refers(paper, paper)  observed  by the * in declarations
  cat(paper, category)   hidden    by the * in declarations

formulas
  F1  1     line 4   !wrote(a1, p1) v !wrote(a1, p2) v !cat(p1, c) v p1 = p2 v cat(p2, c)
  F2  2     line 5   !refers(p1, p2) v !cat(p1, c) v cat(p2, c) v cat(p2, Other)
  F3  -3    line 6   cat(p, c)
  F4  hard  line 7   EXIST c cat(p, c)
  F5  4     line 8   EXIST c (wrote(a, p) ^ cat(p, c))
  F6  5     line 9   !wrote(a, p) v cat(p, AI)
  F7  6     line 10  !cat(p, c1) v !cat(p, c2) v c1 = c2
  F8  7     line 11  !cat(p, c1) v !cat(p, c2) v (c1 != c2 ^ c1 != AI) v cat(p, None)
--- stderr
n.mln:4:16: note: read as tuffy because of `,`
  1 wrote(a1, p1), wrote(a1, p2), cat(p1, c), [p1 != p2] => cat(p2, c)
                 ^
  hint: --dialect=NAME overrides this
--- run kerf show --quiet n.mln
--- stdout
type author
type category
  named by formulas (3) AI, None, Other
type paper
predicate *wrote(author, paper)
  observed: by the * in declarations
predicate *refers(paper, paper)
  observed: by the * in declarations
predicate cat(paper, category)
  hidden: by the * in declarations
formula
  !wrote(a1, p1) v !wrote(a1, p2) v !cat(p1, c) v p1 = p2 v cat(p2, c)
  weight: 1
  free: a1 author, p1 paper, p2 paper, c category
formula
  !refers(p1, p2) v !cat(p1, c) v cat(p2, c) v cat(p2, Other)
  weight: 2
  free: p1 paper, p2 paper, c category
formula
  cat(p, c)
  weight: -3
  free: p paper, c category
formula
  EXIST c cat(p, c)
  hard
  free: p paper
  bound: c category
formula
  EXIST c (wrote(a, p) ^ cat(p, c))
  weight: 4
  free: a author, p paper
  bound: c category
formula
  !wrote(a, p) v cat(p, AI)
  weight: 5
  free: a author, p paper
formula
  !cat(p, c1) v !cat(p, c2) v c1 = c2
  weight: 6
  free: p paper, c1 category, c2 category
formula
  !cat(p, c1) v !cat(p, c2) v (c1 != c2 ^ c1 != AI) v cat(p, None)
  weight: 7
  free: p paper, c1 category, c2 category
--- run-sh kerf show --quiet --dialect=tuffy n.mln >t; for d in auto kerf lomrf rockit pracmln; do kerf show --quiet --dialect=$d n.mln | diff -q - t >/dev/null && echo $d reads the same || echo $d differs; done
--- stdout
auto reads the same
kerf reads the same
lomrf reads the same
rockit reads the same
pracmln reads the same
