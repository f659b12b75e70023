# In comments letters of other encodings do no harm; elsewhere they are an error.
--- file plain.mln
*P(t)
Q(t)
1 P(x) => Q(x)
--- run-sh printf '// K\344se\n*P(t) /* \374ber\n \344 */ // \377\nQ(t)\n1 P(x) => Q(x) // "\344\n' > m.mln; printf 'P(A) // gr\374n\n/* \344\n \344 */ P(B)\n// \366' > e.db; kerf map --quiet m.mln e.db
--- stdout
Q(A)
Q(B)
--- run-sh printf '*P(t)\nQ(t)\n1 P(x) => Q("\344") // \344\n' > bad.mln; kerf check --quiet bad.mln
--- stderr
bad.mln:3:14: error: this is not valid UTF-8
  1 P(x) => Q("?") // ?
               ^
  hint: save the file as UTF-8
1 error
--- exit 3
--- run-sh printf '*P(t)\nQ(t)\n1 P(x) => Q("// \344")\n' > bad.mln; kerf check --quiet bad.mln
--- stderr
bad.mln:3:17: error: this is not valid UTF-8
  1 P(x) => Q("// ?")
                  ^
  hint: save the file as UTF-8
1 error
--- exit 3
--- run-sh printf 'P(A) // \344\nP(\344)\n' > bad.db; kerf check --quiet plain.mln bad.db
--- stderr
bad.db:2:3: error: byte 0xe4 is not valid UTF-8
  P(?)
    ^
  hint: files must be text in UTF-8: iconv -f latin1 -t utf8 converts
1 error
--- exit 3
--- run-sh printf 'P(A) // \000\n' > bad.db; kerf check --quiet plain.mln bad.db
--- stderr
bad.db:1:9: error: there is a NUL byte here
  P(A) // ?
          ^
  hint: files must be text in UTF-8
1 error
--- exit 3
