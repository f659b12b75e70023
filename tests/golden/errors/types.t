# Types clash, or cannot be found.
--- file m.mln
Smokes(person)
Lives(person, city)
Age(person, float_)
city mayor(city)
1 Lives(x, x)
1 Smokes(x)
  ^ Lives(y, x)
1 Smokes(mayor(x))
1 Lives(x, y) ^ x = y
1 Smokes(x) ^ y = z
1 Smokes(x) ^ y < 3
1 EXIST y Smokes(x)
1 Smokes(x) ^ EXIST y y = z
1 Age(x, Old)
1 Age(x, "12")
1 EXIST x Smokes(+x)
1 Smokes(mayor(y)) v Lives(x, y)
--- run kerf check --quiet --dialect=kerf m.mln
--- stderr
m.mln:5:12: error: x has type city here but type person at m.mln:5
  1 Lives(x, x)
             ^
  hint: use two variables, or give both places the same type
m.mln:7:14: error: x has type city here but type person at m.mln:6
    ^ Lives(y, x)
               ^
  hint: use two variables, or give both places the same type
m.mln:8:10: error: mayor gives type city, but type person is needed here
  1 Smokes(mayor(x))
           ^~~~~~~~
m.mln:9:17: error: a constant of type person is compared with one of type city
  1 Lives(x, y) ^ x = y
                  ^~~~~
m.mln:10:15: error: variable y occurs in no atom, so it has no type
  1 Smokes(x) ^ y = z
                ^
  hint: use it in an atom as well
m.mln:11:15: error: variable y occurs in no atom, so it has no type
  1 Smokes(x) ^ y < 3
                ^
  hint: use it in an atom as well
m.mln:12:9: error: variable y occurs in no atom, so it has no type
  1 EXIST y Smokes(x)
          ^
  hint: use it in an atom as well
m.mln:13:27: error: variable z occurs in no atom, so it has no type
  1 Smokes(x) ^ EXIST y y = z
                            ^
  hint: use it in an atom as well
m.mln:14:10: error: `Old` stands where a number should
  1 Age(x, Old)
           ^~~
m.mln:15:10: error: `12` stands where a number should
  1 Age(x, "12")
           ^~~~
m.mln:16:18: error: a quantified variable cannot have a weight of its own
  1 EXIST x Smokes(+x)
                   ^~
m.mln:17:10: error: mayor gives type city, but type person is needed here
  1 Smokes(mayor(y)) v Lives(x, y)
           ^~~~~~~~
12 errors
--- exit 3

# A place in another file.
--- file decl.mln
Smokes(person)
Lives(person, city)
--- file rules.mln
#include "decl.mln"
1 Smokes(x) ^ Lives(y, x)
1 Lives(x)
--- run kerf check --quiet rules.mln
--- stderr
rules.mln:2:24: error: x has type city here but type person at rules.mln:2
  1 Smokes(x) ^ Lives(y, x)
                         ^
  hint: use two variables, or give both places the same type
rules.mln:3:3: error: Lives takes 2 arguments, 1 given
  1 Lives(x)
    ^~~~~~~~
  hint: declared at decl.mln:2
2 errors
--- exit 3
