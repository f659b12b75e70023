# A number variable takes its values from an atom, and checking the model says where it cannot.
--- file negated.mln
*Sim(d, d, double)
Same(d, d)
2 !Sim(x, y, w) => Same(x, y)
--- run kerf check --quiet negated.mln
--- stderr
negated.mln:3:4: error: the number w has a value only where this holds, and there the formula is always true
  2 !Sim(x, y, w) => Same(x, y)
     ^~~~~~~~~~~~
  hint: where no number is meant, quantify it: !(EXIST w ...)
1 error
--- exit 3
--- file conjunction.mln
*Sim(d, d, double)
Same(d, d)
w: !Sim(x, y, w) ^ Same(x, y)
--- run kerf check --quiet conjunction.mln
--- stderr
conjunction.mln:3:5: error: the number w has a value only where this holds, and there the formula is always false
  w: !Sim(x, y, w) ^ Same(x, y)
      ^~~~~~~~~~~~
  hint: where no number is meant, quantify it: !(EXIST w ...)
1 error
--- exit 3
--- file inside.mln
*Sim(d, d, double)
Same(d, d)
2 EXIST z Sim(x, z, w) => Same(x, x)
--- run kerf check --quiet inside.mln
--- stderr
inside.mln:3:3: warning: EXIST reaches to the end of the formula, over the arrow
  2 EXIST z Sim(x, z, w) => Same(x, x)
    ^~~~~
  hint: write (EXIST y R(x, y)) => Q(x), or EXIST y (R(x, y) => Q(x)) if it should
inside.mln:3:3: error: no atom gives the number w a value
  2 EXIST z Sim(x, z, w) => Same(x, x)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: put it at the end of an atom outside every quantifier
1 error, 1 warning
--- exit 3
--- file quantified.mln
*Sim(d, d, double)
Same(d, d)
2 EXIST w (Sim(x, y, w + 1)) => Same(x, y)
--- run kerf check --quiet quantified.mln
--- stderr
quantified.mln:3:3: warning: EXIST reaches to the end of the formula, over the arrow
  2 EXIST w (Sim(x, y, w + 1)) => Same(x, y)
    ^~~~~
  hint: write (EXIST y R(x, y)) => Q(x), or EXIST y (R(x, y) => Q(x)) if it should
quantified.mln:3:3: error: no atom gives the number w a value
  2 EXIST w (Sim(x, y, w + 1)) => Same(x, y)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: put it at the end of an atom that holds numbers
1 error, 1 warning
--- exit 3
# These are in order: where a row is needed, and where there is none.
--- file good.mln
*Sim(d, d, double)
Same(d, d)
w: Sim(x, y, w) ^ Same(x, y)
1 Sim(x, y, v) ^ v > 0.5 => Same(x, y)
1 !(EXIST u Sim(x, y, u)) => Same(x, y)
1 (!Sim(x, y, v) v Same(y, x)) ^ Same(x, y)
--- run-sh kerf check --quiet good.mln >/dev/null
