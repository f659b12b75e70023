# Development data choose the epoch; what they have and training has not is pointed out. A log has
# a line for every epoch.
--- file m.mln
tag = {D, N, V}
*Word(place, word)
Tag(place, tag)
Word(p,+w) ^ Tag(p,+t)
Tag(p,t) ^ Tag(p,u) => t = u.
--- file t.db
>> one
Word(1,the) Tag(1,D)
Word(2,dog) Tag(2,N)
>> two
Word(1,runs) Tag(1,V)
--- file d.db
Word(1,the) Tag(1,D)
Word(2,dog) Tag(2,V)
Word(3,ah) Tag(3,N)
--- run kerf learn m.mln t.db --dev=d.db --log=log --epochs=3 -o l.mln
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
epoch 1: loss 3, 2 updates, margin 3 missing, F1 0.0000, development F1 0.4000, [[\d+\.\d+]] s
epoch 2: loss 0, 0 updates, margin 0 missing, F1 1.0000, development F1 0.4000, [[\d+\.\d+]] s
kerf: note: epoch 2 has moved no weight: those that are left would not, either
3 weights from 2 worlds, 2 epochs, the best of them 1, [[\d+\.\d+]] s
--- run-sh sed 's/"seconds":[0-9.e-]*/"seconds":0/' log
--- stdout
{"epoch":1,"worlds":2,"parameters":3,"updates":2,"loss":3,"violated":3,"right":0,"wrong":0,"missed":3,"f1":0,"dev_f1":0.40000000000000002,"proven":2,"seconds":0}
{"epoch":2,"worlds":2,"parameters":3,"updates":0,"loss":0,"violated":0,"right":3,"wrong":0,"missed":0,"f1":1,"dev_f1":0.40000000000000002,"proven":2,"seconds":0}
--- run cat l.weights
--- stdout
F1	dog	N	0.5
F1	runs	V	1
F1	the	D	0.5
--- file open.mln
*Word(place, word)
Tag(place, tag)
Word(p,+w) ^ Tag(p,+t)
--- file d2.db
Word(1,the) Tag(1,X)
Word(2,dog) Tag(2,Y)
--- run kerf learn open.mln t.db --dev=d2.db --epochs=1 -o l.mln
--- stderr
open.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: 2 true atoms of the development data name what no training world has: X, ...
  hint: no weight can be learned for them
open.mln:2:12: warning: constants of type tag are named by the truth alone in 2 training worlds, and are not there without it
  Tag(place, tag)
             ^~~
  hint: list them in the model: tag = {A, B, ...}
epoch 1: loss 3, 2 updates, margin 3 missing, F1 0.0000, development F1 0.0000, [[\d+\.\d+]] s
3 weights from 2 worlds, 1 epoch, the best of them 1, [[\d+\.\d+]] s
--- file d3.db
Word(1,the) Tag(1,X)
--- run kerf learn --quiet open.mln t.db --dev=d3.db --epochs=1 -o l.mln
--- stderr
kerf: warning: 1 true atom of the development data names what no training world has: X
  hint: no weight can be learned for them
open.mln:2:12: warning: constants of type tag are named by the truth alone in 2 training worlds, and are not there without it
  Tag(place, tag)
             ^~~
  hint: list them in the model: tag = {A, B, ...}
--- file bad.db
Wrd(1,the)
--- run kerf learn m.mln t.db --dev=bad.db -o l.mln
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
bad.db:1:1: error: predicate Wrd is not declared
  Wrd(1,the)
  ^~~
  hint: did you mean Word?
1 error
--- exit 3
--- run kerf learn m.mln t.db --dev=none.db -o l.mln
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: error: cannot read none.db: no such file or directory
1 error
--- exit 3
--- run kerf learn --quiet m.mln t.db --log=/dev/full -o l.mln
--- stderr
kerf: error: the log /dev/full could not be written
--- exit 6
--- run kerf learn --quiet m.mln t.db --log=no/such/log -o l.mln
--- stderr
kerf: error: cannot write no/such/log: No such file or directory
--- exit 6
--- run kerf learn --quiet m.mln t.db --log=t.db -o l.mln
--- stderr
kerf: 't.db' is an input: it will not be overwritten
Try 'kerf learn -h'.
--- exit 2
