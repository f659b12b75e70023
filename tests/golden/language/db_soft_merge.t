# Several probabilities of one atom.
--- file m.mln
*Known(person)
Smokes(person)
0 Known(x) => Smokes(x)
--- file e.db
Smokes(Anna) 0.6
Smokes(Anna) 0.9
Smokes(Anna) 0.6
Smokes(Bob) 0.2
Smokes(Bob) 0.2
Smokes(Carl) 0.7
--- run kerf marginal --quiet m.mln e.db
--- stderr
e.db:2:1: error: Smokes(Anna) has probability 0.9 here but has probability 0.6 at e.db:1
  Smokes(Anna) 0.9
  ^
  hint: --merge=last, noisy-or or mean makes one probability of them
1 error
--- exit 3
--- run kerf marginal --quiet --merge=last m.mln e.db
--- stdout
Smokes(Anna) 0.6
Smokes(Bob) 0.2
Smokes(Carl) 0.7
--- run kerf marginal --quiet --merge=noisy-or m.mln e.db
--- stdout
Smokes(Anna) 0.984
Smokes(Bob) 0.36
Smokes(Carl) 0.7
--- run kerf marginal --quiet --merge=mean m.mln e.db
--- stdout
Smokes(Anna) 0.7
Smokes(Bob) 0.2
Smokes(Carl) 0.7
--- run kerf marginal --quiet --merge=mean --store=sqlite:e.sqlite m.mln e.db
--- stdout
Smokes(Anna) 0.7
Smokes(Bob) 0.2
Smokes(Carl) 0.7
--- run kerf load --quiet --merge=noisy-or --store=sqlite:f.sqlite m.mln e.db
--- run kerf marginal --quiet --store=sqlite:f.sqlite m.mln
--- stdout
Smokes(Anna) 0.984
Smokes(Bob) 0.36
Smokes(Carl) 0.7
--- file t.csv
a,p
Dora,0.5
Dora,0.7
--- run kerf marginal --quiet --merge=mean --table 'Smokes=t.csv(a; p)' m.mln
--- stdout
Smokes(Dora) 0.6
--- exit 0
# What is certain is not merged.
--- file sure.db
Smokes(Anna) 0.6
Smokes(Anna)
--- run kerf marginal --quiet --merge=mean m.mln sure.db
--- stderr
sure.db:2:1: error: Smokes(Anna) is true here but has probability 0.6 at sure.db:1
  Smokes(Anna)
  ^
1 error
--- exit 3
