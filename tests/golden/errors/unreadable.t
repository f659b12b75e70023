# Files without permission (root may read everything).
--- skip-if root
--- file m.mln
#include "secret.mln"
--- file secret.mln
P(t)
--- run-sh chmod 0 secret.mln; kerf check --quiet m.mln
--- stderr
m.mln:1:10: error: cannot read secret.mln: permission denied
  #include "secret.mln"
           ^~~~~~~~~~~~
1 error
--- exit 3
--- run kerf check --quiet secret.mln
--- stderr
kerf: error: cannot read secret.mln: permission denied
1 error
--- exit 3
