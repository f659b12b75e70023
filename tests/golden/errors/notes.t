# What was decided is said, unless --quiet.
--- file plain.mln
P(t)
1 P(x)
--- run-sh kerf check plain.mln 2>&1 >/dev/null
--- stdout
plain.mln: note: read as kerf; nothing in it calls for another dialect
--- run-sh kerf check --dialect=kerf plain.mln 2>&1 >/dev/null
--- file tuffy.mln
P(t)
1 P(x), P(y) => P(x)
--- run-sh kerf check tuffy.mln 2>&1 >/dev/null
--- stdout
tuffy.mln:2:7: note: read as tuffy because of `,`
  1 P(x), P(y) => P(x)
        ^
  hint: --dialect=NAME overrides this
--- file rockit.mln
P(t, float_)
--- run-sh kerf check rockit.mln 2>&1 >/dev/null
--- stdout
rockit.mln:1:6: note: read as rockit because of `float_`
  P(t, float_)
       ^~~~~~
  hint: --dialect=NAME overrides this
--- file lomrf.mln
Next(time)
1 Next(t++)
--- run-sh kerf check lomrf.mln 2>&1 >/dev/null
--- stdout
lomrf.mln:2:9: note: read as lomrf because of `++`
  1 Next(t++)
          ^~
  hint: --dialect=NAME overrides this
--- file pracmln.mln
P(t)
1 P(?x)
--- run-sh kerf check pracmln.mln 2>&1 >/dev/null
--- stdout
pracmln.mln:2:5: note: read as pracmln because of `?x`
  1 P(?x)
      ^~
  hint: --dialect=NAME overrides this
--- exit 0

# Many formulas that differ in constants only become one.
--- run-sh { echo 'P(t)'; for i in $(seq 12); do echo "0.$i P(C$i)"; done; } >fold.mln; kerf check fold.mln 2>&1 >/dev/null
--- stdout
fold.mln: note: read as kerf; nothing in it calls for another dialect
fold.mln:2:5: note: 11 formulas that differ from this one only in constants are read as one with a weight table
  0.1 P(C1)
      ^~~~~
