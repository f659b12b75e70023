# The forms of options.
--- file m.mln
Smokes(person)
Cancer(person)
1 Smokes(x) => Cancer(x)
--- file e.db
Smokes(Anna)
--- file f.db
Smokes(Bob)
--- run kerf check --quiet --dialect=kerf -q Cancer m.mln e.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  person  1  from evidence

predicates
  Smokes(person)  observed  by --query  1 true
  Cancer(person)  hidden    by --query

formulas
  F1  1  line 3  !Smokes(x) v Cancer(x)
--- exit 0

# All of these say the same.
--- run-sh kerf check --quiet --dialect=kerf -q Cancer m.mln e.db >want; cat want | wc -l
--- stdout
13
--- run-sh kerf check --quiet --dialect kerf --query Cancer m.mln e.db | cmp - want
--- run-sh kerf --quiet --dialect kerf --query=Cancer check m.mln e.db | cmp - want
--- run-sh kerf check m.mln e.db -qCancer --quiet=yes --dialect=kerf | cmp - want
--- run-sh kerf check --no-quiet --quiet --dialect=tuffy --dialect=kerf -q Cancer m.mln e.db | cmp - want
--- run-sh kerf check -i m.mln -e e.db -q Cancer --quiet --dialect=kerf | cmp - want
--- run-sh kerf check -i m.mln e.db -q Cancer --quiet --dialect=kerf | cmp - want
--- run-sh kerf check -im.mln -ee.db -q Cancer --quiet --dialect=kerf | cmp - want
--- run-sh kerf check --quiet --dialect=kerf -q Cancer -- m.mln e.db | cmp - want
--- run-sh kerf check --quiet --dialect=kerf -q Cancer -o - m.mln e.db | cmp - want
--- run-sh kerf check --quiet --dialect=kerf -q Cancer -o out m.mln e.db; cmp out want
--- exit 0

# Evidence: several files, in any of the ways.
--- run-sh kerf check --quiet -q Cancer m.mln e.db f.db >want2; tail -n +2 want2 | head -n 8
--- stdout
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  person  2  from evidence

predicates
  Smokes(person)  observed  by --query  2 true
--- run-sh kerf check --quiet -q Cancer -i m.mln -e e.db,f.db | cmp - want2
--- run-sh kerf check --quiet -q Cancer -i m.mln -e e.db -e f.db | cmp - want2
--- run-sh kerf check --quiet -q Cancer m.mln -e e.db f.db | cmp - want2
--- exit 0

# A list may be given in parts.
--- run-sh kerf check --quiet -q Cancer,Smokes m.mln >want3; kerf check --quiet -q Cancer -q Smokes m.mln | cmp - want3
--- exit 0

# After -- a word that begins with a dash is a file.
--- run-sh cp m.mln ./-m.mln; kerf check --quiet -- -m.mln | head -n 1
--- stdout
dialect  kerf
--- run kerf check --quiet ./-x.mln
--- stderr
kerf: error: cannot read ./-x.mln: no such file or directory
1 error
--- exit 3

# Flags run together.
--- run-sh kerf check -vh | head -n 1
--- stdout
usage: kerf check [OPTION...] MODEL [EVIDENCE...]
