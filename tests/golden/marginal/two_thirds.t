# Two atoms and one hard clause: three worlds are left, and each atom is true in two of them.
--- file two.mln
t = {X}
A(t)
B(t)
A(x) v B(x).
--- run kerf marginal --query=A,B two.mln
--- stdout
A(X) 0.6666666667
B(X) 0.6666666667
--- stderr
two.mln: note: read as kerf; nothing in it calls for another dialect
exact: log Z 1.098612289 [1.098612289, 1.098612289], 2 atoms in 1 component, width 2, [[\d+\.\d+]] s
--- run kerf marginal --query=A,B --format=tsv --quiet two.mln
--- stdout
A	X	0.6666666666666666	0.6666666666666647	0.6666666666666685	exact		
B	X	0.6666666666666666	0.6666666666666652	0.6666666666666681	exact		
--- run kerf marginal --query=A,B --format=json --quiet two.mln
--- stdout
{"world":"","status":"exact","log_z":1.0986122886681098,"log_z_lo":1.098612288668106,"log_z_hi":1.0986122886681136,"atoms":[{"predicate":"A","arguments":["X"],"p":0.6666666666666666,"lo":0.6666666666666647,"hi":0.6666666666666685,"method":"exact","ess":null,"rhat":null},{"predicate":"B","arguments":["X"],"p":0.6666666666666666,"lo":0.6666666666666652,"hi":0.6666666666666681,"method":"exact","ess":null,"rhat":null}],"free":[]}
