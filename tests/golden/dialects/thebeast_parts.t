# thebeast keeps models in parts, and makes types and predicates from a corpus: a file that declares no
# predicate, or includes one that is not there, is read by the types of its variables.
--- file part.pml
weight w_word: Word x Pos -> Double;
factor: for Int i, Pos p, Word w if word(i,w) & !rare(w) & word(i-1,_) add [pos(i,p)] * w_word(w,p);
factor: for Int i if word(i,_): |Pos p: pos(i,p)| <= 1;
factor: for Int i, Double s if sure(i,s) add [tagged(i)] * s;
factor: for Int i, Pos p if seen(_,'yes') : pos(i,p) => tagged(i);
--- run kerf check part.pml
--- stdout
dialect  thebeast
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  Int     0  from evidence
  Word    0  from evidence
  Pos     0  from evidence
  seen_1  0  from evidence
  seen_2  1  from formulas and evidence

predicates
  word(Int, Word)       not settled yet
  rare(Word)            not settled yet
  pos(Int, Pos)         not settled yet
  sure(Int, double)     not settled yet
  tagged(Int)           not settled yet
  seen(seen_1, seen_2)  not settled yet

formulas
  w_word  learn          line 2  word(i, +w) ^ !rare(+w) ^ (EXIST _1 word(i - 1, _1)) ^ pos(i, +p)
  F2      hard           line 3  |p : word(i, _2) ^ pos(i, p)| <= 1
  F3      from data (s)  line 4  sure(i, s) ^ tagged(i)
  F4      hard           line 5  (FORALL _3 !seen(_3, "yes")) v !pos(i, p) v tagged(i)

decisions
  1 formula has no weight: to be learned, not for map
--- stderr
part.pml: note: read as thebeast because of its ending
  hint: --dialect=NAME overrides this
part.pml:2:37: warning: word and 5 others are not declared: read from use
  factor: for Int i, Pos p, Word w if word(i,w) & !rare(w) & word(i-1,_) add [pos(i,p)] * w_word(w,p);
                                      ^~~~~~~~~
  hint: read the model that includes this file, or see below what was understood
--- file run.pml
include "types.pml";
include "predicates.pml";
include $1;
include "part.pml";
hidden: pos, tagged;
observed: word, rare, sure;
load corpus from "test.atoms";
solve;
--- run kerf check run.pml
--- stdout
dialect  thebeast
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  Int     0  from evidence
  Word    0  from evidence
  Pos     0  from evidence
  seen_1  0  from evidence
  seen_2  1  from formulas and evidence

predicates
  *word(Int, Word)       observed  by the * in declarations
  *rare(Word)            observed  by the * in declarations
  pos(Int, Pos)          hidden    by the * in declarations
  *sure(Int, double)     observed  by the * in declarations
  tagged(Int)            hidden    by the * in declarations
  *seen(seen_1, seen_2)  observed  by the * in declarations

formulas
  w_word  learn          part.pml:2  word(i, +w) ^ !rare(+w) ^ (EXIST _1 word(i - 1, _1)) ^ pos(i, +p)
  F2      hard           part.pml:3  |p : word(i, _2) ^ pos(i, p)| <= 1
  F3      from data (s)  part.pml:4  sure(i, s) ^ tagged(i)
  F4      hard           part.pml:5  (FORALL _3 !seen(_3, "yes")) v !pos(i, p) v tagged(i)

decisions
  1 formula has no weight: to be learned, not for map
--- stderr
run.pml: note: read as thebeast because of its ending
  hint: --dialect=NAME overrides this
run.pml:1:9: warning: cannot read types.pml: no such file or directory; it is left out
  include "types.pml";
          ^~~~~~~~~~~
  hint: types come from evidence; predicates that it declares are read from their use
run.pml:2:9: warning: cannot read predicates.pml: no such file or directory; it is left out
  include "predicates.pml";
          ^~~~~~~~~~~~~~~~
  hint: types come from evidence; predicates that it declares are read from their use
run.pml:3:9: note: a file that thebeast's command line names: it is not read
  include $1;
          ^
run.pml:7:1: note: a command of thebeast's shell: such are skipped
  load corpus from "test.atoms";
  ^~~~
part.pml:2:37: warning: word and 5 others are not declared: read from use
  factor: for Int i, Pos p, Word w if word(i,w) & !rare(w) & word(i-1,_) add [pos(i,p)] * w_word(w,p);
                                      ^~~~~~~~~
  hint: read the model that includes this file, or see below what was understood
--- file words.db
word(1, "the")
word(2, "dog")
sure(2, 0.5)
--- file words.weights
w_word	the	Det	1
--- run-sh sed 's/!rare(w) & word(i-1,_)/word(i,_)/' part.pml > p2.pml; sed 's/part/p2/' run.pml > r2.pml; kerf map --quiet --weights=words.weights r2.pml words.db
--- stdout
tagged(2)
--- stderr
r2.pml:1:9: warning: cannot read types.pml: no such file or directory; it is left out
  include "types.pml";
          ^~~~~~~~~~~
  hint: types come from evidence; predicates that it declares are read from their use
r2.pml:2:9: warning: cannot read predicates.pml: no such file or directory; it is left out
  include "predicates.pml";
          ^~~~~~~~~~~~~~~~
  hint: types come from evidence; predicates that it declares are read from their use
p2.pml:2:37: warning: word and 4 others are not declared: read from use
  factor: for Int i, Pos p, Word w if word(i,w) & word(i,_) add [pos(i,p)] * w_word(w,p);
                                      ^~~~~~~~~
  hint: read the model that includes this file, or see below what was understood
words.weights:1:1: warning: no weight of a table is for constants that the first world has
  hint: it has no constant of type Pos: list them, as in Pos = {A, B}
--- exit 0

# A name that no factor uses is a warning if a file is missing. Where all are there it is a mistake, and so is any
# undeclared name.
--- file alone.pml
include "types.pml";
hidden: tga;
factor: for Int i : tag(i) => tag(i);
--- run kerf check --quiet alone.pml
--- stdout
dialect  thebeast
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  Int  0  from evidence

predicates
  *tag(Int)  observed  by the * in declarations

formulas
  F1  hard  line 3  !tag(i) v tag(i)
--- stderr
alone.pml:1:9: warning: cannot read types.pml: no such file or directory; it is left out
  include "types.pml";
          ^~~~~~~~~~~
  hint: types come from evidence; predicates that it declares are read from their use
alone.pml:3:21: warning: tag is not declared: read from use
  factor: for Int i : tag(i) => tag(i);
                      ^~~~~~
  hint: read the model that includes this file, or see below what was understood
alone.pml:2:9: warning: predicate tga is not declared
  hidden: tga;
          ^~~
  hint: declare it: predicate p: Int x Int;
--- file typo.pml
predicate tag: Int;
hidden: tag;
factor: for Int i if tga(i) : tag(i);
--- file unused.pml
predicate tag: Int;
hidden: tag, tga;
--- run kerf check --quiet typo.pml
--- stderr
typo.pml:3:22: error: predicate tga is not declared
  factor: for Int i if tga(i) : tag(i);
                       ^~~~~~
  hint: did you mean tag?
1 error
--- exit 3
--- run kerf check --quiet unused.pml
--- stderr
unused.pml:2:14: error: predicate tga is not declared
  hidden: tag, tga;
               ^~~
  hint: declare it: predicate p: Int x Int;
1 error
--- exit 3

# A part of a model that says of no predicate that it is hidden: settled by the evidence, or by -q.
--- file open.pml
predicate source: Int x Word;
predicate follows: Int x Int;
factor: for Int b, Int e: follows(b, e) => source(e, _);
factor: follows acyclic;
--- file open.db
source(1, Milk)
--- run kerf check --quiet open.pml open.db
--- stdout
dialect  thebeast
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  Int   1  from evidence
  Word  1  from evidence

predicates
  source(Int, Word)  observed  has evidence     1 true
  follows(Int, Int)  hidden    has no evidence

formulas
  F1  hard  line 3  !follows(b, e) v EXIST _1 source(e, _1)
  F2  hard  line 4  acyclic follows
--- stderr
kerf: warning: assumed from the evidence: hidden follows; observed source
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- run kerf check --quiet -q source open.pml
--- stderr
open.pml:4:9: error: follows is observed; only a hidden predicate can be kept acyclic
  factor: follows acyclic;
          ^~~~~~~
  hint: -q NAMES says which predicates are hidden
1 error
--- exit 3
--- file told.pml
predicate source: Int x Word;
predicate follows: Int x Int;
observed: source;
factor: follows acyclic;
--- run-sh kerf check --quiet told.pml | grep 'Int)'
--- stdout
  follows(Int, Int)   hidden    by the * in declarations
--- file softcount.pml
predicate q: Int x Int;
hidden: q;
weight w: Double+;
factor: for Int s add [|Int t: q(s, t)| <= 5] * w;
--- run kerf check --quiet softcount.pml
--- stderr
softcount.pml:4:24: error: a count in a soft factor is >= 1 or <= 0
  factor: for Int s add [|Int t: q(s, t)| <= 5] * w;
                         ^
  hint: models of kerf have them: 0.5 |t : p(s, t)| <= 5
1 error
--- exit 3

# There is one, or there is none: these counts can be in soft factors.
--- file some.pml
type Voice: Active, Passive;
predicate pred: Int x Pred x Voice;
predicate arg: Int;
predicate begin: Int x Int;
hidden: arg;
observed: pred, begin;
weight w_right: Pred -> Double+;
factor: for Pred p, Int t if pred(t, p, Active)
  add [|Int c, Int b: arg(c) & begin(c, b) & b > t| >= 1] * w_right(p);
factor: for Int t if pred(t, _, _) add [|Int c: arg(c) & begin(c, _)| <= 0] * 0.5;
--- run kerf show some.pml
--- stdout
type Int
type Pred
type Voice
  listed (2) Active, Passive
predicate *pred(Int, Pred, Voice)
  observed: by the * in declarations
predicate arg(Int)
  hidden: by the * in declarations
predicate *begin(Int, Int)
  observed: by the * in declarations
formula w_right
  pred(t, +p, Active) ^ EXIST c,b (arg(c) ^ begin(c, b) ^ b > t)
  weight: to be learned
  learning keeps it >= 0
  free: t Int, p Pred
  bound: c Int, b Int
formula
  (EXIST _2,_3 pred(t, _2, _3)) ^ FORALL c (!arg(c) v FORALL _1 !begin(c, _1))
  weight: 0.5
  free: t Int
  bound: _2 Pred, _3 Voice, c Int, _1 Int
--- stderr
some.pml: note: read as thebeast because of its ending
  hint: --dialect=NAME overrides this
