# A constant of a formula that evidence has in another case.
--- file m.mln
*Lives(person, city)
Happy(person)
1 Lives(p, Rome) => Happy(p)
2 Lives(p, "New York") => Happy(p)
3 Lives(p, Oslo) => Happy(p)
4 Lives(p, PARIS) => Happy(p)
--- file e.db
Lives(Anna, rome)
Lives(Bob, "new york")
Lives(Carl, Oslo)
Lives(Dora, oslo)
--- run kerf map --quiet m.mln e.db
--- stdout
Happy(Carl)
--- stderr
m.mln:3:12: warning: Rome stands in formulas alone; evidence has rome, another constant
  1 Lives(p, Rome) => Happy(p)
             ^~~~
  hint: write the name alike in both
m.mln:4:3: warning: New York stands in formulas alone; evidence has new york, another constant
  2 Lives(p, "New York") => Happy(p)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: write the name alike in both
--- exit 0

# With a list of constants it is a constant more, said as ever.
--- file listed.mln
city = {Rome, Oslo}
*Lives(person, city)
Happy(person)
1 Lives(p, Rome) => Happy(p)
--- file l.db
Lives(Anna, rome)
--- run kerf map --quiet listed.mln l.db
--- stderr
l.db:1:13: warning: rome is not among the constants listed for type city and is added to them
  Lives(Anna, rome)
              ^~~~
  hint: did you mean Rome?
