# Constants in evidence: any identifier, number or string; never a variable.
--- file m.mln
P(thing)
1 P(x)
--- file m.db
P(Anna)
P(anna)
P(x)
P(42)
P(-7)
P(3.14)
P(1e5)
P("two words")
P("42")
P(a_b-c)
P(été)
P(x.y:z/w)
P(007)
--- run kerf check --quiet -q P m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 12 atoms of evidence

types
  thing  12  from evidence

predicates
  P(thing)  hidden  by --query  12 true

formulas
  F1  1  line 2  P(x)
--- run kerf check --quiet --dialect=rockit -q P m.mln m.db
--- stdout
dialect  rockit
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 12 atoms of evidence

types
  thing  12  from evidence

predicates
  P(thing)  hidden  by --query  12 true

formulas
  F1  1  line 2  P(x)
--- exit 0

# Listed types: what is not listed is added, with a warning; with --strict-types it is an error.
--- file listed.mln
person = {Anna, Bob}
P(person)
1 P(Carl)
--- file listed.db
P(Anna)
P(Ana)
P(Dora)
--- run kerf check --quiet -q P listed.mln listed.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 3 atoms of evidence

types
  person  5  listed

predicates
  P(person)  hidden  by --query  3 true

formulas
  F1  1  line 3  P(Carl)
--- stderr
listed.mln:3:5: warning: Carl is not among the constants listed for type person and is added to them
  1 P(Carl)
      ^~~~
listed.db:2:3: warning: Ana is not among the constants listed for type person and is added to them
  P(Ana)
    ^~~
  hint: did you mean Anna?
--- run kerf check --quiet -q P --strict-types listed.mln listed.db
--- stderr
listed.mln:3:5: error: unknown constant Carl in type person
  1 P(Carl)
      ^~~~
1 error
--- exit 3
--- file listed2.mln
person = {Anna, Bob}
P(person)
1 P(x)
--- run kerf check --quiet -q P --strict-types listed2.mln listed.db
--- stderr
listed.db:2:3: error: unknown constant Ana in type person
  P(Ana)
    ^~~
  hint: did you mean Anna?
listed.db:3:3: error: unknown constant Dora in type person
  P(Dora)
    ^~~~
2 errors
--- exit 3

# What is no constant.
--- file bad.db
P()
P(,)
P(A
P A)
P((A))
P(A)B
S(A)
P(A, B)
p(A)
--- run kerf check --quiet -q P m.mln bad.db
--- stderr
bad.db:1:1: error: P takes 1 argument, 0 are given
  P()
  ^
  hint: declared at m.mln:1
bad.db:2:3: error: an argument is expected, not ","
  P(,)
    ^
bad.db:3:4: error: the line ends where , or ) is expected
  P(A
     ^
  hint: an atom must be on one line
bad.db:4:1: error: P takes 1 argument, 0 are given
  P A)
  ^
  hint: declared at m.mln:1
bad.db:4:3: error: predicate A is not declared
  P A)
    ^
  hint: declare it in the model; --skip-unknown passes over what the model does not have
bad.db:4:4: error: an atom is expected, not ")"
  P A)
     ^
bad.db:5:3: error: a function cannot stand in an argument
  P((A))
    ^
  hint: give its value: A = f(B)
bad.db:6:5: error: predicate B is not declared
  P(A)B
      ^
  hint: declare it in the model; --skip-unknown passes over what the model does not have
bad.db:7:1: error: predicate S is not declared
  S(A)
  ^
  hint: declare it in the model; --skip-unknown passes over what the model does not have
bad.db:8:1: error: P takes 1 argument, 2 are given
  P(A, B)
  ^
  hint: declared at m.mln:1
bad.db:9:1: error: predicate p is not declared
  p(A)
  ^
  hint: did you mean P?
11 errors
--- exit 3
--- run kerf check --quiet -q P --skip-unknown m.mln bad.db
--- stderr
bad.db:1:1: error: P takes 1 argument, 0 are given
  P()
  ^
  hint: declared at m.mln:1
bad.db:2:3: error: an argument is expected, not ","
  P(,)
    ^
bad.db:3:4: error: the line ends where , or ) is expected
  P(A
     ^
  hint: an atom must be on one line
bad.db:4:1: error: P takes 1 argument, 0 are given
  P A)
  ^
  hint: declared at m.mln:1
bad.db:4:4: error: an atom is expected, not ")"
  P A)
     ^
bad.db:5:3: error: a function cannot stand in an argument
  P((A))
    ^
  hint: give its value: A = f(B)
bad.db:8:1: error: P takes 1 argument, 2 are given
  P(A, B)
  ^
  hint: declared at m.mln:1
bad.db:4:3: warning: predicate A is not declared: 1 item skipped
  P A)
    ^
bad.db:6:5: warning: predicate B is not declared: 1 item skipped
  P(A)B
      ^
bad.db:7:1: warning: predicate S is not declared: 1 item skipped
  S(A)
  ^
bad.db:9:1: warning: predicate p is not declared: 1 item skipped
  p(A)
  ^
  hint: did you mean P?
7 errors, 4 warnings
--- exit 3
--- file unknown.db
P(A)
S(A)
T(B)
--- run kerf check --quiet -q P --skip-unknown m.mln unknown.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  thing  1  from evidence

predicates
  P(thing)  hidden  by --query  1 true

formulas
  F1  1  line 2  P(x)
--- stderr
unknown.db:2:1: warning: predicate S is not declared: 1 item skipped
  S(A)
  ^
unknown.db:3:1: warning: predicate T is not declared: 1 item skipped
  T(B)
  ^
