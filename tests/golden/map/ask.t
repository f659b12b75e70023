# Only what is asked for is written: patterns of atoms with constants, variables and _.
--- file m.mln
*Friends(person, person)
Smokes(person)
Knows(person, person)

1.1 Friends(x, y) ^ Smokes(x) => Smokes(y)
0.5 Friends(x, y) => Knows(x, y)
0.4 Knows(x, y) => Knows(y, x)
0.1 Knows(x, x)
-0.2 Smokes(x)
--- file e.db
Friends(Anna, Bob)
Friends(Bob, Carl)
Smokes(Anna)
Smokes("d e")

--- run kerf map --quiet --ask=Knows(Bob,y) m.mln e.db
--- stdout
Knows(Bob, Anna)
Knows(Bob, Bob)
Knows(Bob, Carl)
--- run kerf map --quiet "--ask=Knows(Bob, X)" m.mln e.db
--- stderr
kerf: warning: nothing matches Knows(Bob, X): person has no constant X
  hint: a variable begins with a small letter
--- run kerf map --quiet "--ask=Smokes, Knows(x, x)" m.mln e.db
--- stdout
Knows("d e", "d e")
Knows(Anna, Anna)
Knows(Bob, Bob)
Knows(Carl, Carl)
Smokes("d e")
Smokes(Anna)
Smokes(Bob)
Smokes(Carl)
--- run kerf map --quiet "--ask=Knows(_, Carl)" "--ask=Smokes(\"d e\")" m.mln e.db
--- stdout
Knows(Bob, Carl)
Knows(Carl, Carl)
Smokes("d e")
--- run-sh kerf map --quiet --format=json "--ask=Smokes(Bob)" m.mln e.db | sed 's/:\[/: [ /'
--- stdout
{"world":"","status":"optimal","score":31.6,"cost":0.4,"bound":31.6,"atoms": [ ["Smokes","Bob"]]}
--- run kerf map --quiet "--ask=Smokes(x), Knows(a, b)" --format=tsv m.mln e.db
--- stdout
Knows	d e	d e
Knows	Anna	Anna
Knows	Anna	Bob
Knows	Bob	Anna
Knows	Bob	Bob
Knows	Bob	Carl
Knows	Carl	Bob
Knows	Carl	Carl
Smokes	d e
Smokes	Anna
Smokes	Bob
Smokes	Carl
--- run kerf marginal --quiet "--ask=Smokes(Bob)" m.mln e.db
--- stdout
Smokes(Bob) 0.6089772112
--- exit 0

# --query says what is hidden; with arguments, what is written, too.
--- run kerf map --quiet -q Smokes(Bob),Knows(Anna,x) m.mln e.db
--- stdout
Knows(Anna, Anna)
Knows(Anna, Bob)
Smokes(Bob)
--- run kerf map --quiet -q Smokes m.mln e.db
--- stdout
Smokes("d e")
Smokes(Anna)
Smokes(Bob)
Smokes(Carl)
--- run kerf map --quiet -q "Smokes(\"d )\")" m.mln e.db
--- stderr
kerf: warning: nothing matches Smokes("d )"): person has no constant d )
  hint: did you mean d e?
--- exit 0

# What cannot match is pointed out.
--- run kerf map --quiet --ask=Knows(Bbo,y) m.mln e.db
--- stderr
kerf: warning: nothing matches Knows(Bbo,y): person has no constant Bbo
  hint: did you mean Bob?
--- file small.db
Friends(anna, Bob)
--- run kerf map --quiet --ask=Knows(anna,Bob) m.mln small.db
--- stdout
Knows(Bob, Bob)
Knows(anna, Bob)
--- stderr
kerf: warning: in Knows(anna,Bob), anna stands for any constant, though there is one of that name
  hint: for the constant, put it into quotes
--- exit 0

# Mistakes.
--- run kerf map --quiet --ask=Knows(x m.mln e.db
--- stderr
kerf: error: --ask asks for something that is no atom
  hint: write Predicate, or Predicate(Constant, variable, _), with commas between them; a constant has a capital, or quotes
1 error
--- exit 3
--- run kerf map --quiet --ask=Knows() m.mln e.db
--- stderr
kerf: error: --ask asks for something that is no atom
  hint: write Predicate, or Predicate(Constant, variable, _), with commas between them; a constant has a capital, or quotes
1 error
--- exit 3
--- run kerf map --quiet --ask=(x) m.mln e.db
--- stderr
kerf: error: --ask asks for something that is no atom
  hint: write Predicate, or Predicate(Constant, variable, _), with commas between them; a constant has a capital, or quotes
1 error
--- exit 3
--- run kerf map --quiet --ask=Knows(x) m.mln e.db
--- stderr
kerf: error: --ask asks for Knows with 1 argument, it has 2
1 error
--- exit 3
--- run kerf map --quiet --ask=Friends m.mln e.db
--- stderr
kerf: error: --ask asks for Friends, which is observed
1 error
--- exit 3
--- run kerf map --quiet --ask=Kows(x,y) m.mln e.db
--- stderr
kerf: error: --ask names Kows, which is not a predicate of the model
  hint: did you mean Knows?
1 error
--- exit 3

# A component that nobody asks about is not solved: that of Knows is another than that of Smokes.
--- run kerf map --only-asked --ask=Smokes(Bob) m.mln e.db -o answer.db
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
bounded: score 30.8, at most 31.6 (gap 0.8), cost 1.2, 1 iteration, [[\d+\.\d\d]] s
what was asked for is optimal; 6 components were not solved
--- run kerf map --quiet --only-asked --ask=Smokes(Bob) --stats=stats.json m.mln e.db
--- stdout
Smokes(Bob)
--- run-sh kerf map --quiet --only-asked --ask="Smokes(Bob)" --format=json m.mln e.db | sed 's/:\[/: [ /'
--- stdout
{"world":"","status":"bounded","score":30.8,"cost":1.2000000000000002,"bound":31.6,"asked":{"optimal":true,"left_components":6},"atoms": [ ["Smokes","Bob"]]}
--- run-sh python3 -c "import json; s = json.load(open('stats.json')); print(s['status'], s['asked'], s['grounding']['why'])"
--- stdout
bounded {'optimal': True, 'left_components': 6} only some atoms are asked for
--- run kerf map --only-asked --ask=Smokes,Knows m.mln e.db -o answer.db
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
optimal: score 31.6, cost 0.4, 3 iterations, [[\d+\.\d\d]] s
--- run kerf map --only-asked --ground=cuts --ask=Smokes(Bob) m.mln e.db -o answer.db
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
optimal: score 31.6, cost 0.4, 3 iterations, [[\d+\.\d\d]] s
