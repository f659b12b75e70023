# Of a long line only a part is shown, and the caret stays under the right place.
--- run-sh { echo 'P(t)'; printf '1 '; printf 'P(x%d) v ' $(seq 100); printf 'Q(y)'; printf ' v P(x%d)' $(seq 100); echo; } >long.mln; kerf check --quiet long.mln
--- stderr
long.mln:2:895: error: predicate Q is not declared
  ... v P(x97) v P(x98) v P(x99) v P(x100) v Q(y) v P(x1) v P(x2) v P(x3) v P(x4) v P(x5) v P(x6) v P(x7)...
                                             ^~~~
  hint: declare it: Q(type)
1 error
--- exit 3
--- file m.mln
P(t)
1 P(x)
--- run-sh { printf 'P(A%d) ' $(seq 100); printf 'Q(A) '; printf 'P(B%d) ' $(seq 100); echo; } >long.db; kerf check --quiet m.mln long.db
--- stderr
long.db:1:693: error: predicate Q is not declared
  ...95) P(A96) P(A97) P(A98) P(A99) P(A100) Q(A) P(B1) P(B2) P(B3) P(B4) P(B5) P(B6) P(B7) P(B8) P(B9) P...
                                             ^
  hint: declare it in the model; --skip-unknown passes over what the model does not have
1 error
--- exit 3

# Letters of several bytes or of two columns, and tabs.
--- file wide.mln
Größe(person)
P(person)
1 Größe("日本") v Grosse("Ä") v P(x)
	1	P(x)	v	Q(x)
--- run kerf check --quiet wide.mln
--- stderr
wide.mln:3:23: error: predicate Grosse is not declared
  1 Größe("日本") v Grosse("Ä") v P(x)
                    ^~~~~~~~~~~
  hint: declare it: Grosse(type)
wide.mln:4:11: error: predicate Q is not declared
   1 P(x) v Q(x)
            ^~~~
  hint: declare it: Q(type)
2 errors
--- exit 3
--- file wide.db
P("日本") Q("Ä")
	P(A)	Q(A)
--- run kerf check --quiet m.mln wide.db
--- stderr
wide.db:1:13: error: predicate Q is not declared
  P("日本") Q("Ä")
            ^
  hint: declare it in the model; --skip-unknown passes over what the model does not have
1 error
--- exit 3
