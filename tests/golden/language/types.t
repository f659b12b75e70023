# Types: lists with commas or blanks, over several lines, integer ranges.
--- file m.mln
person = {Anna, Bob}
place = {Rome Paris "New York"}
colour = {
  red,
  green
  blue,
}
time = {1, ..., 10}
hour={0,...,23}
day = {-3, -2, ..., 4}
year = {1999 2000}
nothing = {}
mixed = {A, 1, "two words", b_c, 3D, x'}
At(person, place, time)
Of(colour, hour, day, year)
In(nothing, mixed, free)
--- run kerf show --quiet m.mln
--- stdout
type colour
  listed (3) "red", "green", "blue"
type day
  listed (8) -3, -2, -1, 0, 1, 2, 3, 4
type free
type hour
  listed (24) 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, and 4 more
type mixed
  listed (6) A, 1, "two words", "b_c", "3D", "x'"
type nothing
  listed (0)
type person
  listed (2) Anna, Bob
type place
  listed (3) Rome, Paris, "New York"
type time
  listed (10) 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
type year
  listed (2) 1999, 2000
predicate At(person, place, time)
predicate Of(colour, hour, day, year)
predicate In(nothing, mixed, free)
--- run kerf check --quiet m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  person   2   listed
  place    3   listed
  colour   3   listed
  time     10  listed
  hour     24  listed
  day      8   listed
  year     2   listed
  nothing  0   listed
  mixed    6   listed
  free     0   from evidence

predicates
  At(person, place, time)      not settled yet
  Of(colour, hour, day, year)  not settled yet
  In(nothing, mixed, free)     not settled yet
--- exit 0

# A type may be listed twice; both lists count.
--- file twice.mln
person = {Anna, Bob}
person = {Bob, Carl}
P(person)
--- run kerf show --quiet twice.mln
--- stdout
type person
  listed (3) Anna, Bob, Carl
predicate P(person)
--- stderr
twice.mln:2:1: warning: type person was already listed at twice.mln:1; both lists are used
  person = {Bob, Carl}
  ^~~~~~
--- exit 0

# The list may come after the use.
--- file late.mln
P(person)
1 P(anna)
person = {anna, bob}
--- run kerf show --quiet late.mln
--- stdout
type person
  listed (2) "anna", "bob"
predicate P(person)
formula
  P("anna")
  weight: 1
--- exit 0

# What is not a range.
--- file bad.mln
a = {10, ..., 1}
b = {A, ..., C}
c = {1, 3, ..., 9}
d = {..., 9}
e = {1, ...}
f = {1.5, ..., 3}
g = {1, ..., 3, 7}
h = {1, -}
i = {1, (2)}
--- run kerf check --quiet bad.mln
--- stderr
bad.mln:1:10: error: a range goes from an integer to one that is not smaller
  a = {10, ..., 1}
           ^~~
  hint: write {1, ..., 10}
bad.mln:2:9: error: a range counts up by one from an integer
  b = {A, ..., C}
          ^~~
  hint: write {1, ..., 10}
bad.mln:3:12: error: a range counts up by one from an integer
  c = {1, 3, ..., 9}
             ^~~
  hint: write {1, ..., 10}
bad.mln:4:6: error: a range goes from an integer to one that is not smaller
  d = {..., 9}
       ^~~
  hint: write {1, ..., 10}
bad.mln:5:12: error: expected a constant or }, found `}`
  e = {1, ...}
             ^
bad.mln:6:11: error: a range counts up by one from an integer
  f = {1.5, ..., 3}
            ^~~
  hint: write {1, ..., 10}
bad.mln:7:15: error: expected } behind the range, found `,`
  g = {1, ..., 3, 7}
                ^
bad.mln:8:10: error: expected a number behind the minus, found `}`
  h = {1, -}
           ^
bad.mln:9:9: error: expected a constant or }, found `(`
  i = {1, (2)}
          ^
9 errors
--- exit 3
