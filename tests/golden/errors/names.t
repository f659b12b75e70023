# Names and numbers of arguments.
--- file m.mln
Smokes(person)
Friends(person, person)
person father(person)
1 Smoks(x)
1 Likes(x, y)
1 Happy(x)
1 Rains
1 Smokes(x, y)
1 Friends(x)
1 Smokes
1 Smokes(fathre(x))
1 Smokes(boss(x, y))
1 Smokes(father(x, y))
1 Smokes(Smokes(x))
1 Friends(Smokes(x), y)
--- run kerf check --quiet m.mln
--- stderr
m.mln:4:3: error: predicate Smoks is not declared
  1 Smoks(x)
    ^~~~~~~~
  hint: did you mean Smokes?
m.mln:5:3: error: predicate Likes is not declared
  1 Likes(x, y)
    ^~~~~~~~~~~
  hint: declare it: Likes(type, type)
m.mln:6:3: error: predicate Happy is not declared
  1 Happy(x)
    ^~~~~~~~
  hint: declare it: Happy(type)
m.mln:7:3: error: predicate Rains is not declared
  1 Rains
    ^~~~~
  hint: declare it: Rains()
m.mln:8:3: error: Smokes takes 1 argument, 2 given
  1 Smokes(x, y)
    ^~~~~~~~~~~~
  hint: declared at m.mln:1
m.mln:9:3: error: Friends takes 2 arguments, 1 given
  1 Friends(x)
    ^~~~~~~~~~
  hint: declared at m.mln:2
m.mln:10:3: error: Smokes takes 1 argument, 0 given
  1 Smokes
    ^~~~~~
  hint: declared at m.mln:1
m.mln:11:10: error: unknown function fathre
  1 Smokes(fathre(x))
           ^~~~~~~~~
  hint: did you mean father?
m.mln:12:10: error: unknown function boss
  1 Smokes(boss(x, y))
           ^~~~~~~~~~
  hint: declare it: result_type name(argument_types)
m.mln:13:10: error: function father takes 1 argument, 2 given
  1 Smokes(father(x, y))
           ^~~~~~~~~~~~
  hint: declared at m.mln:3
m.mln:14:10: error: the predicate Smokes stands where a term should
  1 Smokes(Smokes(x))
           ^~~~~~~~~
  hint: join formulas by ^ v => <=>: comparisons, <= among them, stand between terms
m.mln:15:11: error: the predicate Smokes stands where a term should
  1 Friends(Smokes(x), y)
            ^~~~~~~~~
  hint: join formulas by ^ v => <=>: comparisons, <= among them, stand between terms
12 errors
--- exit 3

--- file none.mln
1 Smokes(boss(x))
--- run kerf check --quiet none.mln
--- stderr
none.mln:1:3: error: predicate Smokes is not declared
  1 Smokes(boss(x))
    ^~~~~~~~~~~~~~~
  hint: declare it: Smokes(type)
1 error
--- exit 3
