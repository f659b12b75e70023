# What goes into the answers while learning; a time limit. Easy worlds are proven with any effort.
--- file m.mln
*Next(place, place)
*Word(place, word)
Tag(place)
w: Word(p,+w) ^ Tag(p)
n: Next(p,q) ^ Tag(p) => Tag(q)
--- file t.db
>> one
Word(1,a) Word(2,b) Word(3,c) Next(1,2) Next(2,3) Tag(1) Tag(2)
>> two
Word(1,b) Word(2,a) Word(3,a) Next(1,2) Next(2,3) Tag(2) Tag(3)
--- run kerf learn --quiet m.mln t.db -o rising.mln
--- run kerf learn --quiet m.mln t.db -o near.mln --effort=near
--- run kerf learn --quiet m.mln t.db -o exact.mln --effort=exact
--- run-sh cmp rising.mln exact.mln && cmp rising.weights exact.weights && cmp near.weights exact.weights
--- run kerf learn m.mln t.db -o walk.mln --effort=near --solver=mws --epochs=3
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
epoch 1: loss 3, 2 updates, margin 3 missing, F1 0.4000, [[\d+\.\d\d]] s
epoch 2: loss 1, 1 update, margin 2 missing, F1 0.8889, [[\d+\.\d\d]] s
epoch 3: loss 2, 2 updates, margin 3 missing, F1 0.7500, [[\d+\.\d\d]] s
3 weights from 2 worlds, 3 epochs, [[\d+\.\d\d]] s
--- run kerf learn --quiet m.mln t.db --effort=some
--- stderr
kerf: bad value 'some' for option --effort: expected one of exact|rising|near
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln t.db -o late.mln --method=pll --effort=near
--- stderr
kerf: option --effort: it belongs to the methods mira and perceptron, and the method is pll
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn m.mln t.db -o late.mln --time-limit=1e-9
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
3 weights from 2 worlds, 0 epochs, [[\d+\.\d\d]] s, stopped by --time-limit
--- run cat late.mln
--- stdout
*Next(place, place)
*Word(place, word)
Tag(place)
w: Word(p,+w) ^ Tag(p)
n: 0 Next(p,q) ^ Tag(p) => Tag(q)
--- run kerf learn --quiet m.mln t.db -o late.mln --time-limit=3600
--- run-sh cmp late.weights rising.weights
--- run kerf learn m.mln t.db -o late.mln --method=pll --time-limit=1e-9
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
3 weights from 2 worlds, 0 steps, [[\d+\.\d\d]] s, stopped by --time-limit
--- file f.mln
*Near(node, node)
*Far(node, node)
Same(node, node)
1 Near(x,y) => Same(x,y)
1 Far(x,y) => !Same(x,y)
Same(x,y) ^ Same(y,z) => Same(x,z).
--- file f.db
Near(A,B) Near(B,C) Far(A,C)
Same(A,B)
--- run kerf learn --quiet f.mln f.db -o out.mln --solver=mws --epochs=1 --log=log
--- run-sh sed 's/"seconds":.*}/"seconds":0}/' log
--- stdout
{"epoch":1,"worlds":1,"parameters":2,"updates":0,"loss":0,"violated":0,"right":1,"wrong":0,"missed":0,"f1":1,"dev_f1":null,"proven":0,"seconds":0}
--- run kerf learn --quiet f.mln f.db -o out.mln --epochs=1 --log=log
--- stderr
kerf: warning: no answer of the last epoch has a true atom right: F1 is 0
  hint: try --loss-augmented, more --epochs, or a formula for each hidden predicate
--- run-sh sed 's/"seconds":.*}/"seconds":0}/' log
--- stdout
{"epoch":1,"worlds":1,"parameters":2,"updates":0,"loss":2,"violated":2,"right":0,"wrong":1,"missed":1,"f1":0,"dev_f1":null,"proven":1,"seconds":0}
--- run-sh kerf learn f.mln f.db -o out.mln --solver=mws --epochs=1 2>&1 | grep "^epoch"
--- stdout
epoch 1: loss 0, 0 updates, margin 0 missing, F1 1.0000, 0 of 1 answers proven, [[\d+\.\d\d]] s
