# What is included must be an ordinary file, and is quoted only if it lies in the model's folder.
--- file sub/m.mln
#include "../secret"
P(t)
--- file secret
root:$6$hash:19000
word
Predicate(x, y) => Undeclared(x)
--- file sub/near.mln
#include "more/bad.mln"
P(t)
--- file sub/more/bad.mln
root:$6$hash:19000
--- file sub/good.mln
#include "../common.mln"
1 P(x)
--- file common.mln
P(t)
t = {A}
--- file sub/clash.mln
#include "../common.mln"
#include "../other.mln"
P(t, t)
--- file other.mln
Q(s)
1 Q(x) ^ R(x)
05 Q(x)
--- run kerf check --quiet sub/m.mln
--- stderr
sub/../secret:1:6: error: there is a mistake here; files outside the model's folder are not quoted
  hint: kerf check sub/../secret tells more
1 error
--- exit 3
--- run-sh kerf check --quiet "$PWD/sub/m.mln"
--- stderr
$TMP/sub/../secret:1:6: error: there is a mistake here; files outside the model's folder are not quoted
  hint: kerf check $TMP/sub/../secret tells more
1 error
--- exit 3
--- run-sh cd sub && kerf check --quiet m.mln
--- stderr
../secret:1:6: error: there is a mistake here; files outside the model's folder are not quoted
  hint: kerf check ../secret tells more
1 error
--- exit 3
--- run-sh printf '#include "../secret"\n' | (cd sub && kerf check --quiet -)
--- stderr
../secret:1:6: error: there is a mistake here; files outside the model's folder are not quoted
  hint: kerf check ../secret tells more
1 error
--- exit 3
--- run kerf check --quiet sub/near.mln
--- stderr
sub/more/bad.mln:1:6: error: this character has no meaning here
  root:$6$hash:19000
       ^
  hint: a weight has a name ($w = 1.5); atoms as arguments are not supported
1 error
--- exit 3
--- run kerf show --quiet sub/good.mln
--- stdout
type t
  listed (1) A
predicate P(t)
formula
  P(x)
  weight: 1
  free: x t
--- run kerf check --quiet sub/clash.mln
--- stderr
sub/../other.mln:3:1: warning: there is something to note here; files outside the model's folder are not quoted
  hint: kerf check sub/../other.mln tells more
sub/../other.mln:2:10: error: there is a mistake here; files outside the model's folder are not quoted
  hint: kerf check sub/../other.mln tells more
sub/clash.mln:3:1: error: P takes 1 argument, 2 given
  P(t, t)
  ^~~~~~~
  hint: declared at sub/../common.mln:1
2 errors, 1 warning
--- exit 3

# A link within the folder leads out of it.
--- run-sh ln -s ../secret sub/link.mln && echo '#include "link.mln"' > sub/l.mln && kerf check --quiet sub/l.mln
--- stderr
sub/link.mln:1:6: error: there is a mistake here; files outside the model's folder are not quoted
  hint: kerf check sub/link.mln tells more
1 error
--- exit 3

# The file itself may be asked for.
--- run kerf check --quiet secret
--- stderr
secret:1:6: error: this character has no meaning here
  root:$6$hash:19000
       ^
  hint: a weight has a name ($w = 1.5); atoms as arguments are not supported
1 error
--- exit 3

# Not a pipe, nor a device.
--- run-sh mkfifo sub/pipe && echo '#include "pipe"' > sub/p.mln && kerf check --quiet sub/p.mln
--- stderr
sub/p.mln:1:10: error: cannot read sub/pipe: it is not an ordinary file
  #include "pipe"
           ^~~~~~
1 error
--- exit 3
--- run-sh echo '#include "/dev/zero"' | kerf check --quiet -
--- stderr
standard input:1:10: error: cannot read /dev/zero: it is not an ordinary file
  #include "/dev/zero"
           ^~~~~~~~~~~
1 error
--- exit 3
--- run-sh echo '#include "sub"' | kerf check --quiet -
--- stderr
standard input:1:10: error: cannot read sub: is a directory
  #include "sub"
           ^~~~~
1 error
--- exit 3
--- run-sh mkfifo common.weights && kerf check --quiet common.mln
--- stderr
kerf: error: cannot read common.weights: it is not an ordinary file
1 error
--- exit 3

# Evidence may come through a pipe.
--- run-sh rm common.weights; echo 'P(A)' > e.db; mkfifo q; cat e.db > q & kerf map --quiet -q P sub/good.mln q
--- stdout
P(A)
