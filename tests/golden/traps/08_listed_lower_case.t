# Trap 8: a lower-case name that is a declared constant is a constant.
--- file m.mln
colour = {red, green}
Is(thing, colour)
1 Is(x, red)
2 Is(x, blue)
3 Is(red, green)
4 Is(x, c) ^ c = red
5 Is(x, c) ^ red = c
6 Is(x, c) ^ c != blue
--- run kerf show --quiet m.mln
--- stdout
type colour
  listed (2) "red", "green"
type thing
predicate Is(thing, colour)
formula
  Is(x, "red")
  weight: 1
  free: x thing
formula
  Is(x, blue)
  weight: 2
  free: x thing, blue colour
formula
  Is(red_0, "green")
  weight: 3
  free: red_0 thing
formula
  Is(x, c) ^ c = "red"
  weight: 4
  free: x thing, c colour
formula
  Is(x, c) ^ "red" = c
  weight: 5
  free: x thing, c colour
formula
  Is(x, c) ^ c != blue
  weight: 6
  free: x thing, c colour, blue colour
--- run-sh kerf show --quiet m.mln >kerf; for d in tuffy lomrf pracmln; do kerf show --quiet --dialect=$d m.mln | diff kerf - >$d || { echo $d; cat $d; }; done
--- exit 0

# In RockIt's dialect a bare name is a variable all the same.
--- run kerf show --quiet --dialect=rockit m.mln
--- stdout
type colour
  listed (2) "red", "green"
type thing
predicate Is(thing, colour)
formula
  Is(x, red_1)
  weight: 1
  free: x thing, red_1 colour
formula
  Is(x, blue)
  weight: 2
  free: x thing, blue colour
formula
  Is(red_0, green_1)
  weight: 3
  free: red_0 thing, green_1 colour
formula
  Is(x, c) ^ c = red_2
  weight: 4
  free: x thing, c colour, red_2 colour
formula
  Is(x, c) ^ red_2 = c
  weight: 5
  free: x thing, c colour, red_2 colour
formula
  Is(x, c) ^ c != blue
  weight: 6
  free: x thing, c colour, blue colour
