# Models of thebeast (.pml): types, predicates, weight functions, factors. Commands are skipped.
--- file model.pml
include "words.pml";
include $1;
/* Chunks
   of words. */
type Inset: Yes, No;
predicate rare: Int x Inset;
predicate span: Int x Int x Int;
index: pos(*,_);
hidden: pos, head;
observed: word, rare, span;
global: coarse;

weight w_word: Word x Pos -> Double;
factor: for Int t, Word w, Pos p
  if word(t,w) add [pos(t,p)] * w_word(w,p);

weight w_bias: Double-;
factor bias: for Int t, Pos p if word(t,_) & !rare(t,'Yes') add [pos(t,p)] * w_bias;

weight w_pair: Pos x Pos -> Double+;
factor pair[1]: for Int a, Int b, Pos p, Pos q if word(a,_) & word(b,_) & b == a + 1
  add [pos(a,p) & pos(b,q)] * w_pair(p,q);

factor: for Int t, Pos p if word(t,_) add [pos(t,p) => head(t)] * 0.5;

// hard
factor one: for Int t if word(t,_): |Pos p: pos(t,p)| <= 1;
factor some: for Int t if word(t,_): head(t) => |Pos p: pos(t,p)| >= 1;
factor: |Int t: head(t)| >= 1;
factor overlap: for Int a, Int b, Int c, Int d, Int e, Int f
  if span(a,c,d) & span(b,e,f) & c < e & d >= e : !(head(a) & head(b));

set collector.all.w_bias = true;
load corpus from "train.crp";
solve;
--- file words.pml
type Pos: Noun, 'Verb', "Adverb", ...;
type Cpos: N, V;
predicate word: Int x Word;
predicate pos: Int x Pos;
predicate head: Int;
predicate coarse: Pos x Cpos;
--- run kerf check model.pml
--- stdout
dialect  thebeast
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  Pos    3  listed
  Cpos   2  listed
  Inset  2  listed
  Int    0  from evidence
  Word   0  from evidence

predicates
  *word(Int, Word)      observed  by the * in declarations
  pos(Int, Pos)         hidden    by the * in declarations
  head(Int)             hidden    by the * in declarations
  *coarse(Pos, Cpos)    observed  by the * in declarations
  *rare(Int, Inset)     observed  by the * in declarations
  *span(Int, Int, Int)  observed  by the * in declarations

formulas
  w_word  learn       model.pml:15  word(t, +w) ^ pos(t, +p)
  w_bias  @<=0 learn  model.pml:18  (EXIST _1 word(t, _1)) ^ !rare(t, Yes) ^ pos(t, p)
  w_pair  @>=0 learn  model.pml:22  (EXIST _2 word(a, _2)) ^ (EXIST _3 word(b, _3)) ^ b = a + 1 ^ pos(a, +p) ^ pos(b, +q)
  F4      0.5         model.pml:24  (EXIST _4 word(t, _4)) ^ (!pos(t, p) v head(t))
  F5      hard        model.pml:27  |p : word(t, _5) ^ pos(t, p)| <= 1
  F6      hard        model.pml:28  (FORALL _6 !word(t, _6)) v !head(t) v EXIST p pos(t, p)
  F7      hard        model.pml:29  |t : head(t)| >= 1
  F8      hard        model.pml:31  !span(a, c, d) v !span(b, e, f) v c >= e v d < e v !head(a) v !head(b)

decisions
  3 formulas have no weight: to be learned, not for map
--- stderr
model.pml: note: read as thebeast because of its ending
  hint: --dialect=NAME overrides this
model.pml:2:9: note: a file that thebeast's command line names: it is not read
  include $1;
          ^
model.pml:33:1: note: a command of thebeast's shell: such are skipped
  set collector.all.w_bias = true;
  ^~~
--- file m.weights
w_word	dog	Noun	2
w_word	runs	Verb	3
w_bias	-0.5
w_pair	Noun	Verb	1
--- file m.db
word(1, dog)
word(2, runs)
span(1, 1, 2)
span(2, 2, 3)
--- run kerf map --quiet --weights=m.weights model.pml m.db
--- stdout
head(1)
head(3)
pos(1, Noun)
pos(2, Verb)
--- run kerf check --quiet --dialect=thebeast -
--- stdin
predicate p: Int;
hidden: p;
factor: for Int x add [p(x)] * -1;
--- stdout
dialect  thebeast
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  Int  0  from evidence

predicates
  p(Int)  not settled yet

formulas
  F1  -1  line 3  p(x)
--- file wrong.pml
predicate p: Int x Int;
predicate q: Int;
hidden: r;
weight w: Int -> Double;
factor: for Int x add [p(x,x)] * u(x);
factor: for Int x add [p(x,x)] * w(x, x);
weight v: Int -> Double;
factor: for Int x add [q(x)] * v(bins(2, x));
factor: for Int x add [q(x)] * w(x);
factor: for Int x if q(x): |Int y: p(x,y)| >= 2;
factor: for Int x: p(x
;
factor: for Int x add q(x) * 2;
factor: for Int x add [q(x)];
factor: for Int x, Int y if p(x,y) add [q(x)] * v(x-y);
predicate s Int;
--- run kerf check --quiet wrong.pml
--- stderr
wrong.pml:5:34: error: this weight function is not declared
  factor: for Int x add [p(x,x)] * u(x);
                                   ^
  hint: declare it before: weight w: Type -> Double;
wrong.pml:6:34: error: this weight function takes 1 argument, 2 given
  factor: for Int x add [p(x,x)] * w(x, x);
                                   ^
wrong.pml:11:21: error: this parenthesis is not closed
  factor: for Int x: p(x
                      ^
wrong.pml:13:23: error: expected `[` and a formula, found `q`
  factor: for Int x add q(x) * 2;
                        ^
wrong.pml:14:29: error: expected `*` and a weight, found `;`
  factor: for Int x add [q(x)];
                              ^
wrong.pml:15:49: error: two factors share a weight function, which is not supported
  factor: for Int x, Int y if p(x,y) add [q(x)] * v(x-y);
                                                  ^
  hint: give each factor a weight function of its own
wrong.pml:16:13: error: expected `:`, found `Int`
  predicate s Int;
              ^~~
7 errors
--- exit 3

# A weight function belongs to one factor.
--- file shared.pml
predicate q: Int;
hidden: q;
weight v: Int -> Double;
factor: for Int x add [q(x)] * v(x);
factor: for Int x add [!q(x)] * v(x);
--- run kerf check shared.pml
--- stderr
shared.pml: note: read as thebeast because of its ending
  hint: --dialect=NAME overrides this
shared.pml:5:33: error: two factors share a weight function, which is not supported
  factor: for Int x add [!q(x)] * v(x);
                                  ^
  hint: give each factor a weight function of its own
1 error
--- exit 3

# An underscore below a negation says that there is none: no such condition before a count. Nor may
# the condition have what is counted, nor a weight be infinite.
--- file condition.pml
predicate word: Int x Word;
predicate tag: Int x Word;
predicate link: Int x Int;
hidden: link;
factor: for Int t if !word(t, _): link(t, t);
factor: for Int t if word(t, _) & tag(t, _): |Int h: link(h, t)| <= 1;
factor: for Int t if !word(t, _): |Int h: link(h, t)| <= 1;
factor: for Int t if tag(t, _) | word(t, _): |Int h: link(h, t)| <= 1;
factor: for Int x if word(x, _): |Int x: link(x, x)| <= 1;
factor: for Int t if word(t, _) add [link(t, t)] * -float('inf');
--- run kerf check --quiet condition.pml
--- stderr
condition.pml:9:39: error: this variable is counted, and stands in the condition, too
  factor: for Int x if word(x, _): |Int x: link(x, x)| <= 1;
                                        ^
  hint: use another variable in one of the two places
condition.pml:10:52: error: a weight must be a finite number
  factor: for Int t if word(t, _) add [link(t, t)] * -float('inf');
                                                     ^
  hint: write a hard factor: for Type x if condition: formula
2 errors
--- exit 3
--- file open.pml
predicate word: Int x Word;
predicate tag: Int x Word;
predicate link: Int x Int;
hidden: link;
factor: for Int t if !word(t, _): link(t, t);
factor: for Int t if word(t, _) & tag(t, _): |Int h: link(h, t)| <= 1;
factor: for Int t if !word(t, _): |Int h: link(h, t)| <= 1;
--- run kerf check --quiet open.pml
--- stdout
dialect  thebeast
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  Int   0  from evidence
  Word  0  from evidence

predicates
  *word(Int, Word)  observed  by the * in declarations
  *tag(Int, Word)   observed  by the * in declarations
  link(Int, Int)    hidden    by the * in declarations

formulas
  F1  hard  line 5  (EXIST _1 word(t, _1)) v link(t, t)
  F2  hard  line 6  |h : word(t, _2) ^ tag(t, _3) ^ link(h, t)| <= 1
  F3  hard  line 7  |h : (FORALL _4 !word(t, _4)) ^ link(h, t)| <= 1
