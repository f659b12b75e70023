# Trap 3: hard is infinite, in every dialect; a large weight is a weight.
--- file m.mln
P(t)
Q(t)
P(x) => Q(x).
1000000 Q(x)
--- run-sh for d in auto kerf alchemy tuffy rockit lomrf pracmln; do kerf check --quiet --dialect=$d m.mln | grep F; done
--- stdout
  F1  hard     line 3  !P(x) v Q(x)
  F2  1000000  line 4  Q(x)
  F1  hard     line 3  !P(x) v Q(x)
  F2  1000000  line 4  Q(x)
  F1  hard     line 3  !P(x) v Q(x)
  F2  1000000  line 4  Q(x)
  F1  hard     line 3  !P(x) v Q(x)
  F2  1000000  line 4  Q(x)
  F1  hard     line 3  !P(x) v Q(x)
  F2  1000000  line 4  Q(x)
  F1  hard     line 3  !P(x) v Q(x)
  F2  1000000  line 4  Q(x)
  F1  hard     line 3  !P(x) v Q(x)
  F2  1000000  line 4  Q(x)
