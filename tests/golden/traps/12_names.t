# A variable that is spelled like a constant, and a constant that is used like a variable.
--- file m.mln
tag = {Det, Noun, Prep}
*Word(pos, word)
Pos(pos, tag!)
2 Word(p, in) => Pos(p, Prep)
2 Word(p, a) => Pos(p, Det)
1 Word(p, "of") => Pos(p, Prep)
1 Word(p, the) ^ Word(q, the) ^ Pos(p, Det) => Pos(q, Det)
0.1 Pos(p, Noun)
0.2 Word(p, w) ^ Word(q, w) ^ Pos(p, t) => Pos(q, t)
0.3 Word(p, dog) => (EXIST the Word(p, the))
--- file m.db
Word(1, in) Word(2, the) Word(3, dog) Word(4, of) Word(5, a) Word(6, w)
--- run kerf map --quiet m.mln m.db
--- stdout
Pos(1, Prep)
Pos(2, Prep)
Pos(3, Prep)
Pos(4, Prep)
Pos(5, Prep)
Pos(6, Prep)
--- stderr
m.mln:4:11: warning: in is a variable here, and stands for every word; there is a constant of that name
  2 Word(p, in) => Pos(p, Prep)
            ^~
  hint: write "in" for the constant; else rename the variable
m.mln:5:11: warning: a is a variable here, and stands for every word; there is a constant of that name
  2 Word(p, a) => Pos(p, Det)
            ^
  hint: write "a" for the constant; else rename the variable
m.mln:7:11: warning: the is a variable here, and stands for every word; there is a constant of that name
  1 Word(p, the) ^ Word(q, the) ^ Pos(p, Det) => Pos(q, Det)
            ^~~
  hint: write "the" for the constant; else rename the variable
m.mln:10:13: warning: dog is a variable here, and stands for every word; there is a constant of that name
  0.3 Word(p, dog) => (EXIST the Word(p, the))
              ^~~
  hint: write "dog" for the constant; else rename the variable
--- exit 0

# Nothing is wrong without such data, nor with what is marked as a variable, nor where constants are letters.
--- file other.db
Word(1, cat)
--- run kerf map --quiet m.mln other.db
--- stdout
Pos(1, Prep)
--- file l.mln
*Friends(person, person)
Smokes(person)
1 Friends(a, b) ^ Smokes(a) => Smokes(b)
0.5 Friends(a, b) => Smokes(a)
Friends(x, +y) ^ Smokes(x)
--- file l.db
Friends(a, b) Friends(b, c)
Friends(x, y)
--- run kerf check --quiet -o out l.mln l.db
--- exit 0

# Clauses of one formula are one place.
--- file c.mln
*Word(pos, word)
Pos(pos, tag)
1 Word(p, in) <=> Pos(p, Prep)
--- run kerf check --quiet --dialect=alchemy -o out c.mln m.db
--- stderr
c.mln:3:11: warning: in is a variable here, and stands for every word; there is a constant of that name
  1 Word(p, in) <=> Pos(p, Prep)
            ^~
  hint: write "in" for the constant; else rename the variable
--- exit 0

# In RockIt's dialect every bare name is a variable, in pracmln's with ?x none is.
--- file r.mln
*word(pos, term)
tag(pos, kind)
1 !word(p, Dog) v tag(p, "N")
--- file r.db
word("1", "Dog")
--- run kerf check --quiet --dialect=rockit -o out r.mln r.db
--- stderr
r.mln:3:12: warning: Dog is a variable here, as every bare name in RockIt's dialect, and stands for every term; there is a constant of that name
  1 !word(p, Dog) v tag(p, "N")
             ^~~
  hint: write "Dog" for the constant; else rename the variable
--- file p.mln
word(pos, term)
tag(pos, kind)
1.0 word(?p, dog) => tag(?p, X) v tag(?p, X)
--- file p.db
word(1, dog)
tag(1, Y)
--- run kerf check --quiet --dialect=pracmln -q tag -o out p.mln p.db
--- exit 0

# Variables in the manner of Prolog.
--- file X.mln
*P(thing)
Q(thing)
*R(thing, thing)
1 P(X) => Q(X)
1 R(Thing, Other) ^ Q(Thing) => Q(Other)
1 R(x, Y) ^ Q(Y) => Q(x)
1 P(A) => Q(A)
1 P("Z") => Q("Z")
1 P(Anna)
1 R(x, Anna) ^ P(Anna) => Q(x)
1 P(Anna) => Q(Anna)
--- file X.db
P(A)
R(A, B)
--- run kerf check --quiet -o out X.mln X.db
--- stderr
X.mln:4:5: warning: X is a constant here, used like a variable: nothing else has it
  1 P(X) => Q(X)
      ^
  hint: a variable begins with a small letter; in quotes it is a constant for sure
X.mln:5:5: warning: Thing is a constant here, used like a variable: nothing else has it
  1 R(Thing, Other) ^ Q(Thing) => Q(Other)
      ^~~~~
  hint: a variable begins with a small letter; in quotes it is a constant for sure
X.mln:5:12: warning: Other is a constant here, used like a variable: nothing else has it
  1 R(Thing, Other) ^ Q(Thing) => Q(Other)
             ^~~~~
  hint: a variable begins with a small letter; in quotes it is a constant for sure
X.mln:6:8: warning: Y is a constant here, used like a variable: nothing else has it
  1 R(x, Y) ^ Q(Y) => Q(x)
         ^
  hint: a variable begins with a small letter; in quotes it is a constant for sure
--- exit 0

# Without evidence nobody can tell.
--- run kerf check --quiet -o out -q Q X.mln
--- stderr
X.mln:4:5: warning: X is a constant here, used like a variable: nothing else has it
  1 P(X) => Q(X)
      ^
  hint: a variable begins with a small letter; in quotes it is a constant for sure
X.mln:6:8: warning: Y is a constant here, used like a variable: nothing else has it
  1 R(x, Y) ^ Q(Y) => Q(x)
         ^
  hint: a variable begins with a small letter; in quotes it is a constant for sure
