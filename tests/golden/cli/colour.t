# Colours on a terminal only, and not with NO_COLOR.
--- file m.mln
Smokes(person)
05 Smokes(x)
1 Smoks(x)
--- run kerf check m.mln
--- tty
--- stderr
␛[1mm.mln: ␛[1;36mnote: ␛[0m␛[1mread as kerf; nothing in it calls for another dialect␛[0m
␛[1mm.mln:2:1: ␛[1;35mwarning: ␛[0m␛[1mthe weight 05 is read as 5␛[0m
  05 Smokes(x)
  ␛[1;32m^~␛[0m
  hint: write 0.5 if a fraction is meant
␛[1mm.mln:3:3: ␛[1;31merror: ␛[0m␛[1mpredicate Smoks is not declared␛[0m
  1 Smoks(x)
    ␛[1;32m^~~~~~~~␛[0m
  hint: did you mean Smokes?
1 error, 1 warning
--- exit 3
--- run env NO_COLOR=1 kerf check m.mln
--- tty
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
m.mln:2:1: warning: the weight 05 is read as 5
  05 Smokes(x)
  ^~
  hint: write 0.5 if a fraction is meant
m.mln:3:3: error: predicate Smoks is not declared
  1 Smoks(x)
    ^~~~~~~~
  hint: did you mean Smokes?
1 error, 1 warning
--- exit 3
--- run env NO_COLOR= kerf check --quiet m.mln
--- tty
--- stderr
␛[1mm.mln:2:1: ␛[1;35mwarning: ␛[0m␛[1mthe weight 05 is read as 5␛[0m
  05 Smokes(x)
  ␛[1;32m^~␛[0m
  hint: write 0.5 if a fraction is meant
␛[1mm.mln:3:3: ␛[1;31merror: ␛[0m␛[1mpredicate Smoks is not declared␛[0m
  1 Smoks(x)
    ␛[1;32m^~~~~~~~␛[0m
  hint: did you mean Smokes?
1 error, 1 warning
--- exit 3
--- run env TERM=dumb kerf check --quiet m.mln
--- tty
--- stderr
m.mln:2:1: warning: the weight 05 is read as 5
  05 Smokes(x)
  ^~
  hint: write 0.5 if a fraction is meant
m.mln:3:3: error: predicate Smoks is not declared
  1 Smoks(x)
    ^~~~~~~~
  hint: did you mean Smokes?
1 error, 1 warning
--- exit 3
--- run kerf check --quiet m.mln
--- stderr
m.mln:2:1: warning: the weight 05 is read as 5
  05 Smokes(x)
  ^~
  hint: write 0.5 if a fraction is meant
m.mln:3:3: error: predicate Smoks is not declared
  1 Smoks(x)
    ^~~~~~~~
  hint: did you mean Smokes?
1 error, 1 warning
--- exit 3

# On a terminal source lines are cut to its width.
--- run-sh { echo 'P(t)'; printf '1 '; printf 'P(x%d) v ' $(seq 30); echo 'Q(y)'; } >long.mln
--- run kerf check --quiet long.mln
--- tty
--- stderr
␛[1mlong.mln:2:264: ␛[1;31merror: ␛[0m␛[1mpredicate Q is not declared␛[0m
  ...24) v P(x25) v P(x26) v P(x27) v P(x28) v P(x29) v P(x30) v Q(y)
                                                                 ␛[1;32m^~~~␛[0m
  hint: declare it: Q(type)
1 error
--- exit 3
