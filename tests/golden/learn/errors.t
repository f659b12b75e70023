# What cannot be learned from, and what the command line gets wrong.
--- file m.mln
tag = {D, N}
*Word(place, word)
Tag(place, tag)
Other(place)
Word(p,w) ^ Tag(p,t)
--- file t.db
>> one
Word(1,the) Tag(1,D)
>> two
Word(1,a)
--- run kerf learn m.mln t.db --epochs=1
--- stdout
tag = {D, N}
*Word(place, word)
Tag(place, tag)
Other(place)
0.5 Word(p,w) ^ Tag(p,t)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: 1 of 2 training worlds have no true atom of a hidden predicate; the first is world 2, two
kerf: warning: Other is hidden, but no training world has a true atom of it
  hint: without truth all its atoms count as false
epoch 1: loss 1, 1 update, margin 1 missing, F1 0.0000, [[\d+\.\d+]] s
1 weight from 2 worlds, 1 epoch, [[\d+\.\d+]] s
--- file none.db
Word(1,the)
--- run kerf learn --quiet m.mln none.db
--- stderr
kerf: error: no training world has a true atom of a hidden predicate
  hint: the atoms of hidden predicates that are true belong into the training files
1 error
--- exit 3
--- run kerf learn --quiet --query=Word m.mln none.db
--- stdout
// written by kerf for kerf
tag = {D, N}
Word(place, word)
*Tag(place, tag)
*Other(place)

0 Word(p, w) ^ Tag(p, t)
--- stderr
m.mln:2:7: warning: constants of type place are named by the truth alone in 1 training world, and are not there without it
  *Word(place, word)
        ^~~~~
  hint: list them in the model: place = {A, B, ...}
m.mln:2:14: warning: constants of type word are named by the truth alone in 1 training world, and are not there without it
  *Word(place, word)
               ^~~~
  hint: list them in the model: word = {A, B, ...}
kerf: warning: no answer of the last epoch has a true atom right: F1 is 0
  hint: try --loss-augmented, more --epochs, or a formula for each hidden predicate
--- file observed.mln
Word(place, word)
Tag(place, tag)
1 Word(p,w) ^ Tag(p,t)
--- run-sh sed 1d t.db >merged.db; kerf learn --quiet observed.mln merged.db
--- stderr
kerf: warning: assumed from the evidence: hidden none; observed Word, Tag
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
kerf: error: no predicate is hidden, so there is nothing to learn
  hint: name what is to be predicted with --query
1 error, 1 warning
--- exit 3
--- file fixed.mln
*Word(place, word)
Tag(place, tag)
@1 Word(p,w) ^ Tag(p,t)
Tag(p,t) => Word(p,"the").
--- run kerf learn --quiet fixed.mln t.db
--- stderr
kerf: error: no formula has a weight that may be learned
  hint: give formulas weights without @, or none
1 error
--- exit 3
--- file hard.mln
*Word(place, word)
Tag(place, tag)
Word(p,w) ^ Tag(p,t)
Word(p,"the").
--- run kerf learn --quiet hard.mln t.db
--- stderr
hard.mln:2:12: warning: constants of type tag are named by the truth alone in 1 training world, and are not there without it
  Tag(place, tag)
             ^~~
  hint: list them in the model: tag = {A, B, ...}
kerf: warning: 1 of 2 training worlds have no true atom of a hidden predicate; the first is world 2, two
hard.mln:4:1: warning: the truth of 1 of 2 training worlds breaks a hard formula; the first is world 2, two, which breaks this one
  Word(p,"the").
  ^~~~~~~~~~~~~
  hint: no answer can be as the truth there: correct it, or give the formula a weight
kerf: error: the hard formulas contradict the evidence of training world 2, two
  hint: 'kerf map' with this world's evidence says which contradict each other
1 error, 3 warnings
--- exit 4
--- run kerf learn --quiet m.mln
--- stderr
kerf: which training worlds? Name their files after the model
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln t.db -o out
--- stderr
kerf: 'out' does not end in .mln, so that no file with weights can stand beside it
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln t.db -o m.mln
--- stderr
kerf: 'm.mln' is an input: it will not be overwritten
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln t.db --cost=Tag
--- stderr
kerf: option --cost: expected PREDICATE=X with X at least 0, not 'Tag'
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln t.db --cost=Tag=-1
--- stderr
kerf: option --cost: expected PREDICATE=X with X at least 0, not 'Tag=-1'
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln t.db --cost=Tg=1
--- stderr
kerf: option --cost: there is no predicate Tg
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln t.db --method=svm
--- stderr
kerf: bad value 'svm' for option --method: expected one of mira|perceptron|pll
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln t.db --epochs=0
--- stderr
kerf: bad value '0' for option --epochs: it must be from 1 to 1e+06
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln t.db --gap=0.1
--- stderr
kerf: 'kerf learn' has no option --gap
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln t.db -o no/such/folder/x.mln
--- stderr
kerf: error: cannot write no/such/folder/x.mln: no such file or directory
1 error
--- exit 6

# Weights that no number can hold.
--- file large.mln
*Word(place, word)
Tag(place, tag)
@1e308 Word(p,w) ^ Tag(p,t)
Word(p,w) => Tag(p,t)
--- file large.db
Word(1,a) Word(2,b) Word(3,c)
Tag(1,x)
--- run kerf learn --quiet large.mln large.db --C=1e308
--- stderr
large.mln:2:12: warning: constants of type tag are named by the truth alone in 1 training world, and are not there without it
  Tag(place, tag)
             ^~~
  hint: list them in the model: tag = {A, B, ...}
large.mln:3:8: error: the weights add up to more than 1e304 over all groundings, with those of this formula
  @1e308 Word(p,w) ^ Tag(p,t)
         ^~~~~~~~~~~~~~~~~~~~
  hint: divide all weights by the same number: that changes no answer
1 error, 1 warning
--- exit 3
--- file step.mln
tag = {x, y, z}
*Word(place, word)
Tag(place, tag)
1 Word(p,w) => Tag(p,t)
--- run kerf learn --quiet step.mln large.db --cost=Tag=1e308 --C=1e308
--- stderr
kerf: error: a weight grew beyond all numbers in epoch 1
  hint: choose a smaller --C
1 error
--- exit 3
