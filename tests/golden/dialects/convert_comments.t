# The user's comments stay with the statements that they are about.
--- file m.mln
// Who sits where?
// Two tables.

/* types */
table = {T1, T2} // both are round
*Guest(person)
*Sign(text)
// hidden
Sits(person, table)

// everybody sits somewhere,
// and once only
Guest(x) => EXIST t Sits(x, t).
0.5 Sign("a // b") => Sits(x, T1) // no comment within quotes

// of nothing

1 *Guest(x) v Sits(x, T1) // both signs
--- run kerf convert --quiet --to=kerf m.mln
--- stdout
// written by kerf for kerf
// Who sits where?
// Two tables.

// both are round
table = {T1, T2}
*Guest(person)
*Sign(text)
// hidden
Sits(person, table)

// everybody sits somewhere,
// and once only
Guest(x) => EXIST t Sits(x, t).
// no comment within quotes
0.5 Sign("a // b") => Sits(x, T1)
// of nothing
// both signs
1 Guest(x) v Sits(x, T1)
1 !Guest(x) v Sits(x, T1)
--- run-sh kerf convert --quiet --to=kerf m.mln > once.mln; kerf convert --quiet --to=kerf once.mln | diff once.mln - && echo the same
--- stdout
the same
--- run-sh printf '// top\r\n\r\n// mark\r\nP(t)\r\n1 P(x) // end' > crlf.mln; kerf convert --quiet --to=tuffy crlf.mln
--- stdout
// written by kerf for Tuffy
// top

// mark
P(t)

// end
1 P(x)
