# A product with a negative weight: giving up the group that costs less is better than giving up both.
--- file m.mln
x = {1, ..., 1100}
y = {2001, ..., 3100}
p(x)
q(y)
-1 p(x) ^ q(y)
400 p(x)
450 q(y)
--- run kerf map -q p,q -o a.db m.mln
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
m.mln:5:4: warning: F1 is counted, not ground: the bound takes all of it for satisfied
  -1 p(x) ^ q(y)
     ^~~~~~~~~~~
  hint: a condition that relates its variables makes it one that is ground
bounded: score 495000, at most 935000 (gap 440000), cost 440000, 1 iteration, [[[\d.]+]] s
