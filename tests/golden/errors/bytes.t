# Bytes that are no text.
--- file nul.mln hex
50 28 74 29 0a 31 20 50 28 78 00 29 0a
--- run kerf check --quiet nul.mln
--- stderr
nul.mln:2:6: error: a NUL byte: is this a text file?
  1 P(x?)
       ^
1 error
--- exit 3

--- file latin.mln hex
50 28 74 29 0a 31 20 50 28 22 c4 72 67 65 72 22 29 0a
--- run kerf check --quiet latin.mln
--- stderr
latin.mln:2:6: error: this is not valid UTF-8
  1 P("?rger")
       ^
  hint: save the file as UTF-8
1 error
--- exit 3

--- file utf16.mln hex
ff fe 50 00 28 00
--- run kerf check --quiet utf16.mln
--- stderr
utf16.mln:1:1: error: this is not valid UTF-8
  ??P?(?
  ^
  hint: save the file as UTF-8
1 error
--- exit 3

--- file m.mln
P(t)
1 P(x)
--- file nul.db hex
50 28 41 29 0a 50 28 00 29 0a 50 28 42 29 0a
--- run kerf check --quiet m.mln nul.db
--- stderr
nul.db:2:3: error: there is a NUL byte here
  P(?)
    ^
  hint: files must be text in UTF-8
1 error
--- exit 3

--- file latin.db hex
50 28 c4 29 0a 50 28 22 c4 22 29 0a 3e 3e 20 c4 0a 2f 2f 20 c4 0a 30 2e 35 c4 0a
--- run kerf check --quiet m.mln latin.db
--- stderr
latin.db:1:3: error: byte 0xc4 is not valid UTF-8
  P(?)
    ^
  hint: files must be text in UTF-8: iconv -f latin1 -t utf8 converts
latin.db:2:4: error: byte 0xc4 is not valid UTF-8
  P("?")
     ^
  hint: files must be text in UTF-8: iconv -f latin1 -t utf8 converts
latin.db:3:4: error: byte 0xc4 is not valid UTF-8
  >> ?
     ^
  hint: files must be text in UTF-8: iconv -f latin1 -t utf8 converts
latin.db:5:4: error: byte 0xc4 is not valid UTF-8
  0.5?
     ^
  hint: files must be text in UTF-8: iconv -f latin1 -t utf8 converts
4 errors
--- exit 3

--- file utf16.db hex
fe ff 00 50
--- run kerf check --quiet m.mln utf16.db
--- stderr
utf16.db:1:1: error: byte 0xfe is not valid UTF-8
  ???P
  ^
  hint: this looks like UTF-16: save the file as UTF-8
1 error
--- exit 3

--- file nul.csv hex
41 0a 42 00 0a
--- run kerf check --quiet m.mln --table P=nul.csv
--- stderr
nul.csv:2:2: error: there is a NUL byte here
  B?
   ^
  hint: files must be text in UTF-8
1 error
--- exit 3

--- file nul.weights hex
46 31 09 00 0a 46 31 09 c4 0a
--- run kerf check --quiet --weights=nul.weights m.mln
--- stderr
nul.weights:1:4: error: there is a NUL byte here
  F1 ?
     ^
  hint: files must be text in UTF-8
nul.weights:2:4: error: byte 0xc4 is not valid UTF-8
  F1 ?
     ^
  hint: files must be text in UTF-8: iconv -f latin1 -t utf8 converts
2 errors
--- exit 3

# A byte order mark is passed over, carriage returns end lines, and columns stay right.
--- file bom.mln hex
ef bb bf 50 28 74 29 0d 0a 31 20 51 28 78 29 0d 0a 31 20 52 28 78 29 0d 31 20 53 28 78 29 0a
--- run kerf check --quiet bom.mln
--- stderr
bom.mln:2:3: error: predicate Q is not declared
  1 Q(x)
    ^~~~
  hint: declare it: Q(type)
bom.mln:3:3: error: predicate R is not declared
  1 R(x)
    ^~~~
  hint: declare it: R(type)
bom.mln:4:3: error: predicate S is not declared
  1 S(x)
    ^~~~
  hint: declare it: S(type)
3 errors
--- exit 3
--- file bom.db hex
ef bb bf 51 28 41 29 0d 0a 0d 0a 52 28 41 29 0d 53 28 41 29 0a
--- run kerf check --quiet m.mln bom.db
--- stderr
bom.db:1:1: error: predicate Q is not declared
  Q(A)
  ^
  hint: declare it in the model; --skip-unknown passes over what the model does not have
bom.db:3:1: error: predicate R is not declared
  R(A)
  ^
  hint: declare it in the model; --skip-unknown passes over what the model does not have
bom.db:4:1: error: predicate S is not declared
  S(A)
  ^
  hint: declare it in the model; --skip-unknown passes over what the model does not have
3 errors
--- exit 3

# Terminal escapes in the input do not reach the terminal.
--- file esc.mln hex
50 28 74 29 0a 31 20 1b 5b 33 31 6d 50 28 78 29 0a 31 20 51 28 22 1b 5b 32 4a 22 29 0a
--- run kerf check --quiet esc.mln
--- stderr
esc.mln:2:3: error: this character has no meaning here
  1 ?[31mP(x)
    ^
1 error
--- exit 3
--- run-sh printf 'PK\3\4rest' > smokers.pracmln; kerf check --quiet smokers.pracmln
--- stderr
smokers.pracmln:1:1: error: this is an archive, such as a project of pracmln
  PK??rest
  ^
  hint: unzip it, and read the model that is inside
1 error
--- exit 3
