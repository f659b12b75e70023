# A least change of evidence that flips an atom: observed and hidden facts, soft evidence, none, too few tries.
--- file m.mln
*Friends(person, person)
*Says(person, double)
Smokes(person)
Cancer(person)
1.1 Friends(x, y) ^ Smokes(x) => Smokes(y)
-0.8 Smokes(x)
1.5 Smokes(x) => Cancer(x)
-1 Cancer(x)
w: Says(x, w) ^ Smokes(x)
--- file m.db
Friends(Anna, Bob)
Friends(Carl, Bob)
Friends(Dora, Bob)
Friends(Gina, Bob)
Friends(Bob, Eve)
Smokes(Anna)
Smokes(Carl)
Smokes(Dora)
Smokes(Gina)
!Smokes(Eve)
Smokes(Fred) 0.9
Says(Fred, 0.5)
--- run sh -c "kerf explain --quiet --least-change=Friends m.mln m.db 'Smokes(Bob)' | grep -A9 change"
--- stdout
  least change of evidence that flips it (10 changes of 5 facts were tried):
    Friends(Anna, Bob), true by evidence, m.db:1, becomes false
    Friends(Carl, Bob), true by evidence, m.db:2, becomes false
    then Smokes(Bob) being true would cost 0.7 more
--- run sh -c "kerf explain --quiet --least-change=Smokes m.mln m.db 'Smokes(Bob)' | grep -A9 change"
--- stdout
  least change of evidence that flips it (17 changes of 6 facts were tried):
    Smokes(Anna), true by evidence, m.db:6, becomes unknown
    Smokes(Carl), true by evidence, m.db:7, becomes unknown
    then Smokes(Bob) being true would cost 0.7 more
--- run sh -c "kerf explain --quiet '--least-change=Friends, Smokes,Says' m.mln m.db 'Smokes(Bob)' 'Smokes(Fred)' 'Cancer(Eve)' 'Smokes(Anna)' | grep -A9 change"
--- stdout
  least change of evidence that flips it (27 changes of 12 facts were tried):
    Friends(Anna, Bob), true by evidence, m.db:1, becomes false
    Friends(Carl, Bob), true by evidence, m.db:2, becomes false
    then Smokes(Bob) being true would cost 0.7 more

Smokes(Fred) is true
  Smokes(Fred) being false would cost 0.8972245773 more
  flips along:
    Cancer(Fred) becomes false
  only with Smokes(Fred) being false, this is paid for:
--
  least change of evidence that flips it (2 changes of 12 facts were tried):
    Smokes(Fred), 0.9 by evidence, m.db:11, becomes unknown
    then Smokes(Fred) being true would cost 1.3 more

Cancer(Eve) is false
  Cancer(Eve) being true would cost 1 more
  only with Cancer(Eve) being true, this is paid for:
    -1  Cancer(Eve)  (F4, m.mln:8)
      Cancer(Eve) is false, else true
  least change of evidence that flips it (16 changes of 12 facts were tried):
    Smokes(Eve), false by evidence, m.db:10, becomes true
    then Cancer(Eve) being false would cost 0.5 more

Smokes(Anna) is true
  evidence says so, m.db:6
--- run sh -c "kerf explain --quiet --least-change=Says m.mln m.db 'Smokes(Bob)' 'Smokes(Fred)' | grep -A9 change"
--- stdout
  no change of evidence flips it (1 change of 1 fact was tried)

Smokes(Fred) is true
  Smokes(Fred) being false would cost 0.8972245773 more
  flips along:
    Cancer(Fred) becomes false
  only with Smokes(Fred) being false, this is paid for:
    2.197224577  Smokes(Fred)  (evidence, m.db:11)
      evidence finds it true with probability 0.9
    0.5  Says(Fred, 0.5) ^ Smokes(Fred)  (F5, m.mln:9)
--
  no change of evidence flips it (2 changes of 1 fact were tried)
--- run sh -c "kerf explain --quiet --least-change=Friends --change-tries=2 m.mln m.db 'Smokes(Bob)' | grep -A9 change"
--- stdout
  a change of evidence that flips it, perhaps not the least (2 changes of 5 facts were tried):
    Friends(Anna, Bob), true by evidence, m.db:1, becomes false
    Friends(Carl, Bob), true by evidence, m.db:2, becomes false
    Friends(Dora, Bob), true by evidence, m.db:3, becomes false
    then Smokes(Bob) being true would cost 1.8 more
--- run sh -c "kerf explain --quiet --least-change=Friends --change-tries=7 m.mln m.db 'Smokes(Bob)' | grep -A9 change"
--- stdout
  a change of evidence that flips it, perhaps not the least (5 changes of 5 facts were tried):
    Friends(Anna, Bob), true by evidence, m.db:1, becomes false
    Friends(Carl, Bob), true by evidence, m.db:2, becomes false
    then Smokes(Bob) being true would cost 0.7 more
--- run kerf explain --quiet --format=json --least-change=Smokes m.mln m.db 'Smokes(Fred)'
--- stdout
{"explanations":[{"atom":"Smokes(Fred)","value":true,"kind":"cost","status":"optimal","cost":8.7,"other_cost":9.597224577336219,"other_bound":9.597224577336219,"difference":0.8972245773362195,"least_difference":0.8972245773362195,"file":null,"line":0,"flips":[{"atom":"Cancer(Fred)","value":true,"other_value":false,"open":true,"file":null,"line":0,"probability":null}],"other_pays":[{"formula":"evidence","file":"m.db","line":11,"weight":2.1972245773362196,"grounding":"Smokes(Fred)","atoms":[{"atom":"Smokes(Fred)","value":true,"other_value":false,"open":true,"file":"m.db","line":11,"probability":0.9}],"more":false},{"formula":"F5","file":"m.mln","line":9,"weight":0.5,"grounding":"Says(Fred, 0.5) ^ Smokes(Fred)","atoms":[{"atom":"Says(Fred, 0.5)","value":true,"other_value":true,"open":false,"file":"m.db","line":12,"probability":null},{"atom":"Smokes(Fred)","value":true,"other_value":false,"open":true,"file":"m.db","line":11,"probability":0.9}],"more":false}],"answer_pays":[{"formula":"F4","file":"m.mln","line":8,"weight":-1,"grounding":"Cancer(Fred)","atoms":[{"atom":"Cancer(Fred)","value":true,"other_value":false,"open":true,"file":null,"line":0,"probability":null}],"more":false},{"formula":"F2","file":"m.mln","line":6,"weight":-0.8,"grounding":"Smokes(Fred)","atoms":[{"atom":"Smokes(Fred)","value":true,"other_value":false,"open":true,"file":"m.db","line":11,"probability":0.9}],"more":false}],"conflict":[],"change":{"kind":"least","facts":6,"tried":1,"complete":0,"difference":1.3,"atoms":[{"atom":"Smokes(Fred)","truth":"probable","other_truth":"unknown","probability":0.9,"other_probability":null,"file":"m.db","line":11}]}}]}
--- exit 0
# What hard formulas forbid: the facts behind it are tried first.
--- file same.mln
*Title(paper, title)
Same(paper, paper)
-1 Same(x, y)
3 Title(x, t) ^ Title(y, t) => Same(x, y)
Same(x, y) => Same(y, x).
Same(x, y) ^ Same(y, z) => Same(x, z).
--- file same.db
Title(P1, T1)
Title(P2, T1)
Title(P3, T1)
!Same(P1, P3)
--- run sh -c "kerf explain --quiet --least-change=Same same.mln same.db 'Same(P3, P1)' | grep -A9 change"
--- stdout
  least change of evidence that flips it (1 change of 1 fact was tried):
    Same(P1, P3), false by evidence, same.db:4, becomes unknown
    then Same(P3, P1) being false would cost 8 more
--- run sh -c "kerf explain --quiet --least-change=Title same.mln same.db 'Same(P3, P1)' | grep -A9 change"
--- stdout
  no change of evidence flips it (7 changes of 3 facts were tried)
--- run sh -c "kerf explain --quiet --least-change=Title --solver=walk same.mln same.db 'Same(P2, P1)' | grep -A9 change"
--- stdout
  no change of evidence was looked for: the answer is not proven to be the best
--- exit 0
# In the report.
--- run kerf map --quiet --report=r.html --explain='Smokes(Bob)' --least-change=Friends m.mln m.db
--- stdout
Cancer(Anna)
Cancer(Bob)
Cancer(Carl)
Cancer(Dora)
Cancer(Fred)
Cancer(Gina)
Smokes(Anna)
Smokes(Bob)
Smokes(Carl)
Smokes(Dora)
Smokes(Fred)
Smokes(Gina)
--- run grep -A6 'least change' r.html
--- stdout
<p>The least change of evidence that flips it (changes tried: 10, of facts: 5):</p>
<ul>
<li><span class="f">Friends(Anna, Bob)</span>, true, becomes false</li>
<li><span class="f">Friends(Carl, Bob)</span>, true, becomes false</li>
</ul>
<h2>How it was found</h2>
<dl class="facts">
--- exit 0
# What is wrong.
--- run kerf explain --quiet --least-change=Frends m.mln m.db 'Smokes(Bob)'
--- stderr
kerf: least change: predicate Frends is not declared; did you mean Friends?
Try 'kerf explain -h'.
--- exit 2
--- run kerf explain --quiet --least-change=X m.mln m.db 'Smokes(Bob)'
--- stderr
kerf: least change: predicate X is not declared
Try 'kerf explain -h'.
--- exit 2
--- run kerf map --quiet --least-change=Friends m.mln m.db
--- stderr
kerf: --least-change needs --explain or --changes
Try 'kerf map -h'.
--- exit 2
--- run kerf explain --change-tries=many m.mln m.db 'Smokes(Bob)'
--- stderr
kerf: bad value 'many' for option --change-tries: expected a whole number
Try 'kerf explain -h'.
--- exit 2
