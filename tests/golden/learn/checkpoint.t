# A run that goes on from its checkpoint ends as one that was never stopped.
--- file m.mln
tag = {D, N, V}
*Word(place, word)
*Next(place, place)
Tag(place, tag!)
w: Word(p,+w) ^ Tag(p,+t)
n: Next(p,q) ^ Tag(p,+s) ^ Tag(q,+t)
--- file t.db
>> 1
Word(1,the) Tag(1,D) Word(2,run) Tag(2,N) Next(1,2)
>> 2
Word(1,they) Tag(1,N) Word(2,run) Tag(2,V) Next(1,2)
>> 3
Word(1,the) Tag(1,D) Word(2,the) Tag(2,N) Word(3,run) Tag(3,V) Next(1,2) Next(2,3)
--- run kerf learn --quiet m.mln t.db --epochs=6 -o whole.mln
--- run kerf learn --quiet m.mln t.db --epochs=2 -o part.mln --checkpoint=c
--- run kerf learn m.mln t.db --epochs=6 -o part.mln --checkpoint=c
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
c: note: learning goes on after 2 epochs
epoch 3: loss 2, 1 update, margin 2.5 missing, F1 0.8571, [[\d+\.\d+]] s
epoch 4: loss 8, 2 updates, margin 11.17 missing, F1 0.4286, [[\d+\.\d+]] s
epoch 5: loss 12, 3 updates, margin 14.82 missing, F1 0.1429, [[\d+\.\d+]] s
epoch 6: loss 0, 0 updates, margin 0 missing, F1 1.0000, [[\d+\.\d+]] s
7 weights from 3 worlds, 6 epochs, [[\d+\.\d+]] s
--- run-sh cmp whole.mln part.mln && cmp whole.weights part.weights && echo same
--- stdout
same
--- run head -4 c
--- stdout
kerf checkpoint 1
method=mira k=1 loss-augmented=0 average=1 shuffle=1 seed=1 all=0 min-count=1 solver=auto effort=rising cost= C=1 worlds=3 dev=0 model=2b313ce90b2a5bc6 data=c574fec2028003da
6	0	18	7	0	0
0	0	0	0	0	0	0
--- exit 0

# What does not fit is refused.
--- run kerf learn --quiet m.mln t.db --epochs=6 --C=0.5 -o part.mln --checkpoint=c
--- stderr
c:2: error: the checkpoint was made with other settings, another model or other worlds
  hint: remove the file to begin anew
kerf: note: there method=mira k=1 loss-augmented=0 average=1 shuffle=1 seed=1 all=0 min-count=1 solver=auto effort=rising cost= C=1 worlds=3 dev=0 model=2b313ce90b2a5bc6 data=c574fec2028003da
kerf: note: here  method=mira k=1 loss-augmented=0 average=1 shuffle=1 seed=1 all=0 min-count=1 solver=auto effort=rising cost= C=0.5 worlds=3 dev=0 model=2b313ce90b2a5bc6 data=c574fec2028003da
1 error
--- exit 3
--- run-sh sed 's/^kerf .*/something/' c >d; kerf learn --quiet m.mln t.db -o p.mln --checkpoint=d
--- stderr
d:1: error: this is no checkpoint of kerf
  hint: remove the file to begin anew
1 error
--- exit 3
--- run-sh sed '3s/.*/one/' c >d; kerf learn --quiet m.mln t.db -o p.mln --checkpoint=d
--- stderr
d:3: error: the checkpoint is damaged here
  hint: remove the file to begin anew
1 error
--- exit 3
--- run-sh sed '4s/.*/one/' c >d; kerf learn --quiet m.mln t.db -o p.mln --checkpoint=d
--- stderr
d:4: error: the checkpoint is damaged here
  hint: remove the file to begin anew
1 error
--- exit 3
--- run-sh sed '6s/[0-9.-]*$/1e999/' c >d; kerf learn --quiet m.mln t.db -o p.mln --checkpoint=d
--- stderr
d:6: error: the checkpoint is damaged here
  hint: remove the file to begin anew
1 error
--- exit 3
--- run-sh sed '/^w:/s/w:/w: @>=0/' m.mln >s.mln; kerf learn --quiet s.mln t.db --epochs=1 -o p.mln --checkpoint=signs
--- run-sh awk -F'\t' -vOFS='\t' 'NR == 5 { $4 = -1 } 1' signs >f; kerf learn --quiet s.mln t.db -o p.mln --checkpoint=f
--- stderr
f:5: error: the checkpoint is damaged here
  hint: remove the file to begin anew
1 error
--- exit 3
--- run-sh sed '5s/^w/v/' c >d; kerf learn --quiet m.mln t.db -o p.mln --checkpoint=d
--- stderr
d:5: error: this weight is not one of those to be learned
  hint: remove the file to begin anew
1 error
--- exit 3
--- run-sh sed '6s/[0-9.-]*$/x/' c >d; kerf learn --quiet m.mln t.db -o p.mln --checkpoint=d
--- stderr
d:6: error: the checkpoint is damaged here
  hint: remove the file to begin anew
1 error
--- exit 3
--- run-sh (cat c; echo more) >d; kerf learn --quiet m.mln t.db -o p.mln --checkpoint=d
--- stderr
d:11: error: the checkpoint has more weights than there are to be learned
  hint: remove the file to begin anew
1 error
--- exit 3
--- file less.mln
tag = {D, N, V}
*Word(place, word)
*Next(place, place)
Tag(place, tag!)
w: Word(p,+w) ^ Tag(p,+t)
--- run kerf learn --quiet less.mln t.db -o p.mln --checkpoint=c
--- stderr
c:2: error: the checkpoint was made with other settings, another model or other worlds
  hint: remove the file to begin anew
kerf: note: there method=mira k=1 loss-augmented=0 average=1 shuffle=1 seed=1 all=0 min-count=1 solver=auto effort=rising cost= C=1 worlds=3 dev=0 model=2b313ce90b2a5bc6 data=c574fec2028003da
kerf: note: here  method=mira k=1 loss-augmented=0 average=1 shuffle=1 seed=1 all=0 min-count=1 solver=auto effort=rising cost= C=1 worlds=3 dev=0 model=2e47f0366f78c0db data=c574fec2028003da
1 error
--- exit 3
--- run-sh sed '3s/\t7\t/\t6\t/' c >d; kerf learn --quiet m.mln t.db -o p.mln --checkpoint=d
--- stderr
d:3: error: the checkpoint has another number of weights
  hint: remove the file to begin anew
1 error
--- exit 3
--- run kerf learn --quiet m.mln t.db -o p.mln --checkpoint=t.db
--- stderr
kerf: 't.db' is an input: it will not be overwritten
Try 'kerf learn -h'.
--- exit 2
--- run-sh mkdir e; kerf learn --quiet m.mln t.db -o p.mln --checkpoint=e
--- stderr
kerf: error: cannot read e: is a directory
1 error
--- exit 3

# One that cannot be written does not stop learning.
--- run kerf learn m.mln t.db --epochs=2 -o p.mln --checkpoint=no/such/folder
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
epoch 1: loss 12, 3 updates, margin 17 missing, F1 0.1429, [[\d+\.\d+]] s
kerf: warning: cannot write the checkpoint no/such/folder: no such file or directory
  hint: learning goes on without it
epoch 2: loss 8, 2 updates, margin 10.33 missing, F1 0.4286, [[\d+\.\d+]] s
7 weights from 3 worlds, 2 epochs, [[\d+\.\d+]] s
--- file other.db
Word(P1, "the") Tag(P1, D) Word(P2, "dog") Tag(P2, N) Next(P1, P2)
--- run kerf learn --quiet m.mln other.db other.db other.db -o p.mln --checkpoint=c
--- stderr
c:2: error: the checkpoint was made with other settings, another model or other worlds
  hint: remove the file to begin anew
kerf: note: there method=mira k=1 loss-augmented=0 average=1 shuffle=1 seed=1 all=0 min-count=1 solver=auto effort=rising cost= C=1 worlds=3 dev=0 model=2b313ce90b2a5bc6 data=c574fec2028003da
kerf: note: here  method=mira k=1 loss-augmented=0 average=1 shuffle=1 seed=1 all=0 min-count=1 solver=auto effort=rising cost= C=1 worlds=3 dev=0 model=2b313ce90b2a5bc6 data=2d0e53999d371104
1 error
--- exit 3
--- run kerf learn --quiet m.mln t.db -o p.mln --checkpoint=/dev/zero
--- stderr
kerf: error: cannot read /dev/zero: it is not an ordinary file
1 error
--- exit 3
--- run kerf learn --quiet m.mln t.db -o p.mln --log=p.weights
--- stderr
kerf: --log and the weights beside --output cannot go to one file, 'p.weights'
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln t.db -o p.mln --log=x --checkpoint=x
--- stderr
kerf: --log and --checkpoint cannot go to one file, 'x'
Try 'kerf learn -h'.
--- exit 2
--- file notruth.db
Word(P1, "the")
--- run kerf learn --quiet m.mln t.db -o p.mln --dev=notruth.db
--- stderr
kerf: error: the development data have no true atom of a hidden predicate
  hint: their truth belongs into the same file, as in training files
1 error
--- exit 3
--- file signed.mln
*P(t)
Q(t)
some: @>=0 P(x) ^ Q(x)
each: @<=0 P(+x) ^ Q(x)
--- file signed.weights
some	-3
each	A	2
--- run kerf check --quiet signed.mln
--- stderr
signed.weights:1:6: error: some keeps its weight >= 0
  some -3
       ^~
signed.weights:2:8: error: each keeps its weight <= 0
  each A 2
         ^
2 errors
--- exit 3
# A log goes on where learning does.
--- run-sh kerf learn --quiet m.mln t.db --epochs=2 -o p.mln --log=log --checkpoint=k; kerf learn --quiet m.mln t.db --epochs=3 -o p.mln --log=log --checkpoint=k; sed 's/,.*//' log
--- stdout
{"epoch":1
{"epoch":2
{"epoch":3
