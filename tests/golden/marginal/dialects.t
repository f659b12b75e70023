# Every dialect has the same probabilities.
--- file m.mln
*Friends(person, person)
Smokes(person)
Cancer(person)
1.5 Smokes(x) => Cancer(x)
0.7 Friends(x, y) ^ Smokes(x) => Smokes(y)
Smokes(x) v Cancer(x).
-1 Cancer("Anna")
--- file m.db
Friends("Anna", "Bob")
Friends("Bob", "Carl")
Smokes("Carl")
--- run kerf marginal --quiet --dialect=kerf --query=Smokes,Cancer m.mln m.db
--- stdout
Cancer(Anna) 0.7907982619
Cancer(Bob) 0.8833520669
Cancer(Carl) 0.8175744762
Smokes(Anna) 0.5541170935
Smokes(Bob) 0.6394276997
--- run-sh kerf marginal --quiet --dialect=kerf -q Smokes,Cancer m.mln m.db >a; for d in auto alchemy tuffy rockit lomrf pracmln; do kerf marginal --quiet --dialect=$d -q Smokes,Cancer m.mln m.db | diff a - && echo $d; done
--- stdout
auto
alchemy
tuffy
rockit
lomrf
pracmln
--- file m.pml
type Person: Anna, Bob, Carl;
predicate friends: Person x Person;
predicate smokes: Person;
predicate cancer: Person;
hidden: smokes, cancer;
observed: friends;
factor: for Person x add [smokes(x) => cancer(x)] * 1.5;
factor: for Person x, Person y if friends(x,y) add [smokes(x) => smokes(y)] * 0.7;
factor: for Person x : smokes(x) | cancer(x);
factor: add [cancer("Anna")] * -1.0;
--- file p.db
friends(Anna, Bob)
friends(Bob, Carl)
smokes(Carl)
--- run-sh kerf marginal --quiet -q smokes,cancer m.pml p.db | sed 's/^c/C/; s/^s/S/' | diff a - && echo thebeast
--- stdout
thebeast
