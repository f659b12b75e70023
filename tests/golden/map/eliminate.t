# Elimination: a chain with a count over all of it, and a graph that is too wide.
--- file chain.mln
*Next(step, step)
*Score(step, state, double)
state = {Work, Rest, Play}
At(step, state!)
w: Score(s, a, w) ^ At(s, a)
0.7 Next(s, t) ^ At(s, a) => At(t, a)
|s : At(s, Work)| = 4.
1.5 |s : At(s, Play)| <= 2
--- file chain.db
Next(S0, S1)
Next(S1, S2)
Next(S2, S3)
Next(S3, S4)
Next(S4, S5)
Next(S5, S6)
Next(S6, S7)
Score(S0, Play, 1.3)
Score(S1, Work, 0.4)
Score(S2, Play, 2.1)
Score(S3, Rest, 1.7)
Score(S4, Work, 0.9)
Score(S5, Play, 1.1)
Score(S6, Rest, 0.6)
Score(S7, Play, 2.2)
--- run-sh kerf map --quiet --solver=eliminate --ground=full --no-simplify --stats=s.json chain.mln chain.db; grep -o '"method":"[a-z]*"' s.json | sort -u; grep -o '"cost":[0-9.]*' s.json | head -1
--- stdout
At(S0, Work)
At(S1, Work)
At(S2, Play)
At(S3, Rest)
At(S4, Work)
At(S5, Work)
At(S6, Rest)
At(S7, Play)
"method":"eliminate"
"cost":5.900000000000001
--- run-sh kerf map --quiet --solver=exact --no-eliminate --stats=s.json chain.mln chain.db >/dev/null; grep -o '"cost":[0-9.]*' s.json | head -1
--- stdout
"cost":5.900000000000001
--- file wide.mln
*Pair(thing, thing, double)
In(thing)
0.5 In(x)
w: Pair(x, y, w) ^ In(x) ^ In(y)
--- run-sh i=0; while [ $i -lt 70 ]; do j=0; while [ $j -lt $i ]; do echo "Pair(T$i, T$j, $((($i * 7 + $j * 13) % 11 - 5)).$(($j % 7 + 1))$(($i % 9)))"; j=$(($j + 1)); done; i=$(($i + 1)); done > wide.db; kerf map --quiet --solver=eliminate --ground=full wide.mln wide.db
--- stderr
kerf: error: solver eliminate found no order of elimination whose tables fit: 2^32 entries at most, and 4 GiB or half of --memory-limit; --solver=auto knows other ways
--- exit 5
