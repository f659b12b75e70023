# thebeast's files of weights.
--- file m.pml
predicate word: Int x Word;
predicate pos: Int x Pos;
hidden: pos;
observed: word;
type Pos: Noun, Verb;
weight w_1: Double-;
factor: for Int t, Pos p if word(t, _) add [pos(t, p)] * w_1;
weight w_pos: Pos -> Double;
factor: for Int t, Pos p if word(t, _) add [pos(t, p)] * w_pos(p);
--- file m.weights
>w_1
-0.25   

//>w_2
>w_pos
"Noun" 1.5
Verb	0.125
--- file m.db
word(1, "dogs")
word(2, "bark")
--- run kerf map --quiet --weights=m.weights m.pml m.db
--- stdout
pos(1, Noun)
pos(2, Noun)
--- run-sh { cat m.pml; printf "weight w_word: Word x Pos -> Double;\nfactor: for Int t, Word w, Pos p if word(t, w) add [pos(t, p)] * w_word(w, p);\n"; } > w.pml
--- file bad.weights
>w_2
7
>w_1
1.5
>w_pos
Noun
>w_word
dogs Noun 2
--- run kerf check --quiet --weights=bad.weights w.pml m.db
--- stderr
bad.weights:1:2: error: no formula is called w_2
  >w_2
   ^~~
  hint: did you mean w_1?
bad.weights:4:1: error: w_1 keeps its weight <= 0
  1.5
  ^~~
bad.weights:6:1: error: w_pos has 1 parameter, so 3 fields are expected, not 2
  hint: a line is label, constants and weight, separated by tabs
bad.weights:7:2: error: w_word has 2 parameters: below a line with > there can be one
  >w_word
   ^~~~~~
  hint: write label, constants and weight, separated by tabs, on each line
4 errors
--- exit 3
