# Comments: // to the end of the line and /* ... */, wherever a blank may stand.
--- file m.mln
// a comment at the top
person = {Anna, /* inside a list */ Bob} // behind a list
/* over
   several
   lines */ Smokes(person)
Friends(person /* first */, person) // trailing
1.5 Smokes(x) /* between */ => /* and here */ Smokes(x)
2 Friends(x,y) /* a comment with
a line's end in it does not hide that end */
3 Smokes(x)
4 Smokes(x) ^ // goes on
  Smokes(Anna) /* not nested: /* */
/**/5 Smokes(Bob)/***/
6 Smokes(x) // no newline at the end of the file
\ no newline at end
--- run kerf show --quiet m.mln
--- stdout
type person
  listed (2) Anna, Bob
predicate Smokes(person)
predicate Friends(person, person)
formula
  !Smokes(x) v Smokes(x)
  weight: 1.5
  free: x person
formula
  Friends(x, y)
  weight: 2
  free: x person, y person
formula
  Smokes(x)
  weight: 3
  free: x person
formula
  Smokes(x) ^ Smokes(Anna)
  weight: 4
  free: x person
formula
  Smokes(Bob)
  weight: 5
formula
  Smokes(x)
  weight: 6
  free: x person
--- run kerf show --quiet --stage=tree m.mln
--- stdout
dialect kerf
line 2: type person
  name Anna
  name Bob
line 5: predicate Smokes
  argument person
line 6: predicate Friends
  argument person
  argument person
line 7: formula, weight 1.5
  implies
    atom Smokes
      name x
    atom Smokes
      name x
line 8: formula, weight 2
  atom Friends
    name x
    name y
line 10: formula, weight 3
  atom Smokes
    name x
line 11: formula, weight 4
  and
    atom Smokes
      name x
    atom Smokes
      name Anna
line 13: formula, weight 5
  atom Smokes
    name Bob
line 14: formula, weight 6
  atom Smokes
    name x
--- exit 0

# In evidence, too.
--- file m.db
// evidence
Smokes(Anna) // behind
/* Smokes(Bob)
   Smokes(Carl) */ Friends(Anna, Bob)
--- run kerf check --quiet -q Smokes m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  person  2  listed

predicates
  Smokes(person)           hidden    by --query  1 true
  Friends(person, person)  observed  by --query  1 true

formulas
  F1  1.5  line 7   !Smokes(x) v Smokes(x)
  F2  2    line 8   Friends(x, y)
  F3  3    line 10  Smokes(x)
  F4  4    line 11  Smokes(x) ^ Smokes(Anna)
  F5  5    line 13  Smokes(Bob)
  F6  6    line 14  Smokes(x)
