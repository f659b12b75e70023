# Pseudo-likelihood: weights, what is said of them, signs, sampling, what cannot be done.
--- skip-if no-lbfgs
--- file m.mln
*Friends(person, person)
Smokes(person)
Cancer(person)
s: Smokes(x)
c: Smokes(x) => Cancer(x)
f: @>=0 Friends(x,y) ^ Smokes(x) => Smokes(y)
Friends(x,y) => Friends(y,x).
--- file w.db
>> one
Friends(A,B) Friends(B,A) Friends(C,D) Friends(D,C)
Smokes(A) Smokes(B) Cancer(A)
>> two
Friends(E,F) Friends(F,E) Friends(F,G) Friends(G,F)
Smokes(E) Smokes(G) Cancer(E) Cancer(F)
--- run kerf learn m.mln w.db --method=pll --sigma=10
--- stdout
*Friends(person, person)
Smokes(person)
Cancer(person)
s: 0.399[[\d+]] Smokes(x)
c: 0.198[[\d+]] Smokes(x) => Cancer(x)
f: @>=0 0 Friends(x,y) ^ Smokes(x) => Smokes(y)
Friends(x,y) => Friends(y,x).
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
log pseudo-likelihood -9.6036[[\d+]], with prior -9.6045[[\d+]]: 14 hidden atoms of 10 kinds; 1 hard formula left out
3 weights from 2 worlds, [[\d+]] steps, [[\d+\.\d+]] s
--- run kerf learn m.mln w.db --method=pll --sigma=0.5 --negatives=0.5 --log=log -o out.mln
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
log pseudo-likelihood [[-\d+\.\d+]], standard error [[\d+\.\d+]], with prior [[-\d+\.\d+]]: 14 hidden atoms of 9 kinds; 1 hard formula left out
3 weights from 2 worlds, [[\d+]] steps, [[\d+\.\d+]] s
--- run head -n 1 log
--- stdout
{"step":1,"worlds":2,"parameters":3,"objective":[[-\d+\.\d+]],"seconds":[[[\d.e-]+]]}
--- run tail -n 1 log
--- stdout
{"steps":[[\d+]],"groups":9,"hard_left_out":1,"atoms":14,"log_pseudo_likelihood":[[-\d+\.\d+]],"standard_error":[[\d+\.\d+]],"objective":[[-\d+\.\d+]],"dev_f1":null,"seconds":[[[\d.e-]+]]}
--- run kerf learn m.mln w.db --method=pll --sigma=10 --max-iterations=1 -o out.mln
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: the weights still moved after 1 iteration
  hint: --max-iterations allows more
log pseudo-likelihood -9.632[[\d+]], with prior -9.632[[\d+]]: 14 hidden atoms of 10 kinds; 1 hard formula left out
3 weights from 2 worlds, 1 step, [[\d+\.\d+]] s
--- file apart.mln
*Q(t)
P(t)
Q(x) => P(x)
--- file apart.db
Q(A) P(A)
--- run kerf learn apart.mln apart.db --method=pll --sigma=0
--- stderr
apart.mln: note: read as kerf; nothing in it calls for another dialect
kerf: error: no atom of the training worlds speaks against some weights, so that these grow without end
  hint: give weights a prior: --sigma=2
1 error
--- exit 3
--- run kerf learn apart.mln apart.db --method=pll --sigma=10 -o out.mln
--- stderr
apart.mln: note: read as kerf; nothing in it calls for another dialect
log pseudo-likelihood [[-0\.\d+]], with prior [[-0\.\d+]]: 1 hidden atom of 1 kind
1 weight from 1 world, [[\d+]] steps, [[\d+\.\d+]] s
--- file large.mln
*R(t, double)
P(t)
w: R(x,w) ^ P(x)
P(x)
--- file large.db
R(A,1e308) R(A,1.5e308) R(B,1) P(B)
--- run kerf learn large.mln large.db --method=pll --sigma=10
--- stderr
large.mln: note: read as kerf; nothing in it calls for another dialect
kerf: error: the pseudo-likelihood grew beyond all numbers
  hint: are weights in the data, or fixed ones, too large?
1 error
--- exit 3
--- run kerf learn m.mln w.db --method=pll --sigma=10 --checkpoint=c -o out.mln
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: option --checkpoint: method pll keeps none, it is soon done
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn m.mln w.db --method=pll --sigma=10 --dev=w.db -o out.mln
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
log pseudo-likelihood [[-\d+\.\d+]], development F1 0.6667, with prior [[-\d+\.\d+]]: 14 hidden atoms of 10 kinds; 1 hard formula left out
3 weights from 2 worlds, [[\d+]] steps, [[\d+\.\d+]] s
--- run kerf learn m.mln w.db --method=pll --sigma=10 --negatives=0 -o out.mln
--- stderr
kerf: bad value '0' for option --negatives: it must be from 1e-09 to 1
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn m.mln w.db --method=pll --sigma=-1 -o out.mln
--- stderr
kerf: bad value '-1' for option --sigma: it must be at least 0
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln w.db --method=pll --sigma=10 --epochs=3 -o out.mln
--- stderr
kerf: option --epochs: it belongs to the methods mira and perceptron, and the method is pll
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln w.db --method=pll --sigma=10 --no-average -o out.mln
--- stderr
kerf: option --average: it belongs to the methods mira and perceptron, and the method is pll
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln w.db --method=pll --sigma=10 --C=1 -o out.mln
--- stderr
kerf: option --C: it belongs to method mira, and the method is pll
Try 'kerf learn -h'.
--- exit 2
