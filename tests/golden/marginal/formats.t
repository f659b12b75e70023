# Weights of both signs, evidence hard and soft, several worlds; atoms that nothing names are told once.
--- file m.mln
*Friends(person, person)
Smokes(person)
Cancer(person)
Rich(person)
1.5 Smokes(x) => Cancer(x)
1.1 Friends(x, y) => (Smokes(x) <=> Smokes(y))
-0.8 Smokes(x)
!Friends(x, x).
--- file m.db
>> one
Friends(Anna, Bob)
Smokes(Anna)
Cancer(Bob) 0.3
>> two
Friends(Anna, Carl)
!Cancer(Carl)
--- run kerf marginal m.mln m.db
--- stdout
>> one
Cancer(Anna) 0.8175744762
Cancer(Bob) 0.4362918917
Smokes(Bob) 0.3811090688
// Rich(_) 0.5: 2 atoms that no formula names
>> two
Cancer(Anna) 0.5327996804
Smokes(Anna) 0.1032818532
Smokes(Carl) 0.05286711858
// Rich(_) 0.5: 2 atoms that no formula names
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
2 worlds; the last: exact: log Z 9.621283696 [9.621283696, 9.621283696], 5 atoms in 1 component, width 2, [[\d+\.\d+]] s
--- run kerf marginal --all --quiet m.mln m.db
--- stdout
>> one
Cancer(Anna) 0.8175744762
Cancer(Bob) 0.4362918917
Rich(Anna) 0.5
Rich(Bob) 0.5
Smokes(Bob) 0.3811090688
>> two
Cancer(Anna) 0.5327996804
Rich(Anna) 0.5
Rich(Carl) 0.5
Smokes(Anna) 0.1032818532
Smokes(Carl) 0.05286711858
--- run kerf marginal --min-p=0.4 --quiet m.mln m.db
--- stdout
>> one
Cancer(Anna) 0.8175744762
Cancer(Bob) 0.4362918917
// Rich(_) 0.5: 2 atoms that no formula names
>> two
Cancer(Anna) 0.5327996804
// Rich(_) 0.5: 2 atoms that no formula names
--- run kerf marginal --min-p=0.6 --quiet m.mln m.db
--- stdout
>> one
Cancer(Anna) 0.8175744762
>> two
--- run kerf marginal --format=json --quiet --threads=2 m.mln m.db
--- stdout
{"world":"one","status":"exact","log_z":7.924208806400199,"log_z_lo":7.9242088064001885,"log_z_hi":7.92420880640021,"atoms":[{"predicate":"Cancer","arguments":["Anna"],"p":0.8175744761936437,"lo":0.8175744761936431,"hi":0.8175744761936442,"method":"exact","ess":null,"rhat":null},{"predicate":"Cancer","arguments":["Bob"],"p":0.43629189171747934,"lo":0.43629189171747634,"hi":0.43629189171748234,"method":"exact","ess":null,"rhat":null},{"predicate":"Smokes","arguments":["Bob"],"p":0.3811090687507643,"lo":0.3811090687507618,"hi":0.3811090687507668,"method":"exact","ess":null,"rhat":null}],"free":[{"predicate":"Rich","atoms":2,"p":0.5}]}
{"world":"two","status":"exact","log_z":9.621283695974777,"log_z_lo":9.621283695974768,"log_z_hi":9.621283695974785,"atoms":[{"predicate":"Cancer","arguments":["Anna"],"p":0.5327996804177019,"lo":0.5327996804176984,"hi":0.5327996804177053,"method":"exact","ess":null,"rhat":null},{"predicate":"Smokes","arguments":["Anna"],"p":0.103281853160334,"lo":0.1032818531603326,"hi":0.1032818531603354,"method":"exact","ess":null,"rhat":null},{"predicate":"Smokes","arguments":["Carl"],"p":0.052867118576631386,"lo":0.052867118576630553,"hi":0.05286711857663222,"method":"exact","ess":null,"rhat":null}],"free":[{"predicate":"Rich","atoms":2,"p":0.5}]}
--- run kerf marginal --quiet -o out.db --stats=out.json m.mln m.db
--- run cat out.db
--- stdout
>> one
Cancer(Anna) 0.8175744762
Cancer(Bob) 0.4362918917
Smokes(Bob) 0.3811090688
// Rich(_) 0.5: 2 atoms that no formula names
>> two
Cancer(Anna) 0.5327996804
Smokes(Anna) 0.1032818532
Smokes(Carl) 0.05286711858
// Rich(_) 0.5: 2 atoms that no formula names
--- run python3 -c "import json; s = json.load(open('out.json')); print(s['status'], [(w['world'], w['status'], w['atoms'], w['free_atoms'], w['components'], w['components_by_method'], w['width']) for w in s['worlds']])"
--- stdout
exact [('one', 'exact', 5, 2, 2, {'exact': 2}, 2), ('two', 'exact', 5, 2, 1, {'exact': 1}, 2)]
--- file free.mln
person = {A, B}
Smokes(person)
Likes(person, person)
1 Smokes(x)
1 Likes(A, B)
--- run kerf marginal --quiet --query=Smokes,Likes --format=tsv -o free.tsv free.mln
--- run cat free.tsv
--- stdout
Likes	A	B	0.7310585786300049	0.7310585786300043	0.7310585786300055	exact		
Smokes	A	0.7310585786300049	0.7310585786300043	0.7310585786300055	exact		
Smokes	B	0.7310585786300049	0.7310585786300043	0.7310585786300055	exact		
Likes	_	_	0.5	0.5	0.5	free:3		
--- run kerf verify --quiet --strict --query=Smokes,Likes --probabilities=free.tsv free.mln
--- stdout
worlds              1
atoms               3
not in the file     0
by enumeration      1
largest difference  0
  Likes(A, B)  0.7310585786, recomputed 0.7310585786
refused             0
--- run-sh sed 's/free:3/free:4/' free.tsv > many.tsv
--- run kerf verify --quiet --strict --query=Smokes,Likes --probabilities=many.tsv free.mln
--- stdout
worlds              1
atoms               3
not in the file     0
by enumeration      1
largest difference  0
  Likes(A, B)  0.7310585786, recomputed 0.7310585786
refused             1
--- stderr
many.tsv:1: error: Likes: 3 atoms that no formula names, not 4
1 error
--- exit 4
--- run kerf marginal --quiet --min-p=.6 --query=Smokes,Likes --format=csv free.mln
--- stdout
Likes,A,B,0.7310585786300049,0.7310585786300043,0.7310585786300055,exact,,
Smokes,A,0.7310585786300049,0.7310585786300043,0.7310585786300055,exact,,
Smokes,B,0.7310585786300049,0.7310585786300043,0.7310585786300055,exact,,
--- run-sh kerf marginal --quiet --query=Smokes,Likes -o free.csv free.mln && tail -n 2 free.csv
--- stdout
Smokes,B,0.7310585786300049,0.7310585786300043,0.7310585786300055,exact,,
Likes,_,_,0.5,0.5,0.5,free:3,,
--- run kerf marginal --quiet --min-p=.6 --query=Smokes,Likes --format=tsv free.mln
--- stdout
Likes	A	B	0.7310585786300049	0.7310585786300043	0.7310585786300055	exact		
Smokes	A	0.7310585786300049	0.7310585786300043	0.7310585786300055	exact		
Smokes	B	0.7310585786300049	0.7310585786300043	0.7310585786300055	exact		
--- run-sh kerf marginal --quiet --min-p=.6 --query=Smokes,Likes --format=json free.mln | grep -o '"free".*'
--- stdout
"free":[]}
--- exit 0
# Atoms that no formula names are told one by one where some of a predicate are asked for.
--- run kerf marginal --quiet --query=Smokes --open=Likes --ask=Smokes(B),Likes(x,x),Likes(B,y) free.mln
--- stdout
Likes(A, A) 0.5
Likes(B, A) 0.5
Likes(B, B) 0.5
Smokes(B) 0.7310585786
--- run kerf marginal --quiet --query=Smokes(x),Likes(B,x) --format=tsv free.mln
--- stdout
Likes	B	A	0.5	0.49999999999999956	0.5000000000000004	exact		
Likes	B	B	0.5	0.49999999999999956	0.5000000000000004	exact		
Smokes	A	0.7310585786300049	0.7310585786300043	0.7310585786300055	exact		
Smokes	B	0.7310585786300049	0.7310585786300043	0.7310585786300055	exact		
--- run kerf marginal --quiet --query=Smokes,Likes --ask=Likes free.mln
--- stdout
Likes(A, B) 0.7310585786
// Likes(_, _) 0.5: 3 atoms that no formula names
