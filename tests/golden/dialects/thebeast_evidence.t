# thebeast's own evidence: worlds of lists, a line >predicate and a row of constants on each line below.
--- file m.pml
type Gender: Male, Female;
type Kind: ...;
predicate gender: Person x Gender;
predicate friends: Person x Person;
predicate score: Movie x Double;
predicate kind: Movie x Kind;
predicate likes: Person x Movie;
predicate late: Person;
observed: gender, friends, score, kind;
hidden: likes, late;
weight w_gender: Gender x Kind -> Double;
factor: for Person p, Gender g, Kind k, Movie m if gender(p, g) & kind(m, k) add [likes(p, m)] * w_gender(g, k);
weight w_friend: Double+;
factor: for Person p, Person q, Movie m if friends(p, q) & kind(m, _) add [likes(p, m) => likes(q, m)] * w_friend;
factor: for Person p, Movie m, Double s if score(m, s) add [likes(p, m)] * s;
--- file m.weights
w_friend	2
w_gender	Female	Action	1
w_gender	Male	Romance	-0.75
--- file m.atoms
>>
>gender
"Ann"   Female
Bob	Male

>friends
Ann Bob
>kind
"The Night" Action
Rain Romance
>score
"The Night" -0.25
Rain 0.5   // of ten
>> second
>gender
Carl Male
>kind
Rain Romance
>late
Carl
--- run kerf map --quiet --weights=m.weights m.pml m.atoms
--- stdout
likes(Ann, "The Night")
likes(Ann, Rain)
likes(Bob, "The Night")
likes(Bob, Rain)
>> second
late(Carl)
--- run-sh printf '>gender\nAnn Female Male\n>gendr\nAnn Female\n>gender(Ann)\n>gender\nAnn, Male\nlikes(Ann, Rain)\n> x\n' > bad.atoms
--- run kerf check --quiet m.pml bad.atoms
--- stderr
bad.atoms:2:1: error: gender takes 2 arguments, 3 are given
  hint: declared at m.pml:3
bad.atoms:4:1: error: predicate gendr is not declared
  hint: did you mean gender?
bad.atoms:5:8: error: the end of the line is expected, not "("
  >gender(Ann)
         ^
  hint: below >name each line is a row of constants, with blanks between them
bad.atoms:7:4: error: a constant is expected, not ","
  Ann, Male
     ^
  hint: below >name each line is a row of constants, with blanks between them
bad.atoms:8:6: error: a constant is expected, not "("
  likes(Ann, Rain)
       ^
  hint: below >name each line is a row of constants, with blanks between them
bad.atoms:9:2: error: > or a predicate is expected, not " "
  > x
   ^
  hint: below >name each line is a row of constants, with blanks between them
6 errors
--- exit 3
