# A header is recognised by numbers or listed constants below it.
--- file m.mln
colour = {red, green, blue}
*Born(person, year)
*Likes(person, colour)
P(person)
1 Born(x, y) ^ Likes(x, c) => P(x)
--- file born.csv
who,born
Anna,1999
Bob,2001
--- run-sh kerf check --table Born=born.csv m.mln | grep 'Born('
--- stdout
  *Born(person, year)     observed  by the * in declarations  2 true
  F1  1  line 5  !Born(x, y) v !Likes(x, c) v P(x)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
born.csv:1:1: note: the first row is read as a header
  who,born
  ^
--- file likes.csv
name,shade
Anna,red
Bob,green
--- run-sh kerf check --table Likes=likes.csv m.mln | grep 'Likes('
--- stdout
  *Likes(person, colour)  observed  by the * in declarations  2 true
  F1  1  line 5  !Born(x, y) v !Likes(x, c) v P(x)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
likes.csv:1:1: note: the first row is read as a header
  name,shade
  ^
--- exit 0

# Words for what is not known are data, and so is what is above one row only.
--- file some.csv
Anna,unknown
Bob,2001
Carl,2003
--- run-sh kerf check --quiet --table Born=some.csv m.mln | grep 'Born('
--- stdout
  *Born(person, year)     observed  by the * in declarations  3 true
  F1  1  line 5  !Born(x, y) v !Likes(x, c) v P(x)
--- stderr
some.csv:1:1: warning: the first row looks like a header, and is read as data
  hint: --header=yes if it is one, --header=no if it is not
--- file one.csv
who,born
Anna,1999
--- run-sh kerf check --quiet --table Born=one.csv m.mln | grep 'Born('
--- stdout
  *Born(person, year)     observed  by the * in declarations  2 true
  F1  1  line 5  !Born(x, y) v !Likes(x, c) v P(x)
--- stderr
one.csv:1:1: warning: the first row looks like a header, and is read as data
  hint: --header=yes if it is one, --header=no if it is not
--- file words.csv
Anna,Rome
Bob,Bern
Carl,Oslo
--- run-sh kerf check --quiet --table Born=words.csv m.mln | grep 'Born('
--- stdout
  *Born(person, year)     observed  by the * in declarations  3 true
  F1  1  line 5  !Born(x, y) v !Likes(x, c) v P(x)
