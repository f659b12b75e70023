# Underscores in counts, beside numbers, and types whose constants come from data.
--- file m.pml
type Word: ... "-END-";
predicate word: Int x Word;
predicate score: Int x Word x Double;
predicate link: Int x Int;
hidden: link;
observed: word, score;

factor: for Int h if word(h, _): |Int m: word(m, _) & link(h, m)| <= 1;
factor: for Int h if score(h, _, _): |Int m: word(m, _) & link(h, m)| >= 1;
factor: for Int h, Double s if score(h, _, s) add [link(h, h)] * s;
factor: for Int h, Int m if word(h, _) & word(m, _) add [link(h, m)] * -0.1;
--- file m.db
word(1, A)
word(1, B)
word(2, C)
Int = {1, 2, 3}
score(1, A, 0.5)
score(1, B, -0.2)
--- run kerf check --quiet m.pml m.db
--- stdout
dialect  thebeast
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 5 atoms of evidence

types
  Word  4  listed
  Int   3  from evidence

predicates
  *word(Int, Word)           observed  by the * in declarations  3 true
  *score(Int, Word, double)  observed  by the * in declarations  2 true
  link(Int, Int)             hidden    by the * in declarations

formulas
  F1  hard           line 8   |m : word(h, _2) ^ (EXIST _1 word(m, _1)) ^ link(h, m)| <= 1
  F2  hard           line 9   (FORALL _4,_5 !score(h, _4, _5)) v EXIST m ((EXIST _3 word(m, _3)) ^ link(h, m))
  F3  from data (s)  line 10  score(h, _6, s) ^ link(h, h)
  F4  -0.1           line 11  (EXIST _7 word(h, _7)) ^ (EXIST _8 word(m, _8)) ^ link(h, m)
--- run kerf map --quiet m.pml m.db
--- stdout
link(1, 1)
--- exit 0

# A count that is compared wrongly, or with a variable.
--- file wrong.pml
predicate word: Int x Word;
predicate link: Int x Int;
hidden: link;
factor: for Int h if word(h, _): |Int m: link(h, m)| => 1;
factor: for Int h if word(h, _): |Int m: link(h, m)| <= h;
--- run kerf check --quiet wrong.pml
--- stderr
wrong.pml:4:54: error: a count is compared by <=, >= or =, not by =>
  factor: for Int h if word(h, _): |Int m: link(h, m)| => 1;
                                                       ^~
  hint: write >= for at least
wrong.pml:5:57: error: a count is compared with an integer from 0 to 4294967295
  factor: for Int h if word(h, _): |Int m: link(h, m)| <= h;
                                                          ^
  hint: write a formula for each number
2 errors
--- exit 3
