# What is too wide is sampled; the rest stays exact. The same bytes for any number of threads.
--- file m.mln
n = {N1, N2, N3, N4, N5, N6, N7, N8, N9}
A(n, n)
B(n)
0.5 A(x, y) ^ A(y, z) => A(x, z)
0.3 B(x)
--- run sh -c "kerf marginal --quiet --query=A,B --format=tsv --threads=1 --samples=4000 m.mln > one.tsv; echo $?"
--- stdout
5
--- stderr
kerf: warning: all samples are drawn, and some probability is known to plus or minus 0.022, not 0.01
  hint: --samples=N draws more, --precision=X asks for less
--- run sh -c "kerf marginal --quiet --query=A,B --format=tsv --threads=2 --samples=4000 m.mln > two.tsv; echo $?"
--- stdout
5
--- stderr
kerf: warning: all samples are drawn, and some probability is known to plus or minus 0.022, not 0.01
  hint: --samples=N draws more, --precision=X asks for less
--- run cmp one.tsv two.tsv
--- run sh -c "awk -F'\t' '{print $(NF - 2), $1}' one.tsv | sort | uniq -c | sed 's/^ *//'"
--- stdout
9 exact B
81 gibbs A
--- run sh -c "kerf marginal --verbose --query=A,B --samples=600 m.mln 2>&1 > /dev/null | grep components"
--- stdout
9 of 10 components, elimination of one of 81 atoms, [[\S+]] s
9 of 10 components, sampling of one of 81 atoms, [[\S+]] s
9 of 10 components, 256 samples of 81 atoms, 0 converged, R-hat 1.[[\d{3}]], [[\S+]] s
9 of 10 components, 512 samples of 81 atoms, 0 converged, R-hat 1.[[\d{3}]], [[\S+]] s
9 of 10 components, 600 samples of 81 atoms, 0 converged, R-hat 1.[[\d{3}]], [[\S+]] s
unconverged: 90 atoms in 10 components, 9 of them exact, 600 samples of 4 chains, R-hat 1.[[\d{3}]], least ESS [[\d+]], [[\S+]] s
--- run sh -c "kerf check --quiet --forecast --query=A,B m.mln | sed -n '/^probabilities/,$p'"
--- stdout
probabilities
  kerf marginal  components  atoms  width  entries  memory
  alone                   9      9      1        2     0 B
  gibbs                   1     81      -        -       -

  width, entries of all tables and memory: of the component with the most
  gibbs, mcsat: no order of elimination fits; sampled unless a search is short
--- run kerf marginal --quiet --query=A,B --time-limit=0.000001 m.mln
--- stdout
B(N1) 0.5744425168
B(N2) 0.5744425168
B(N3) 0.5744425168
B(N4) 0.5744425168
B(N5) 0.5744425168
B(N6) 0.5744425168
B(N7) 0.5744425168
B(N8) 0.5744425168
B(N9) 0.5744425168
--- stderr
kerf: error: time was up before all probabilities were known; what is known is written
  hint: give it a longer --time-limit
1 error
--- exit 5
# Why it is not converged: narrow enough, and the chains agree, but they are short.
--- file short.mln
t = {X, Y, Z}
A(t)
B(t)
A(x) v B(x).
--- run kerf marginal --quiet -q A,B --method=mcsat --burn-in=64 --samples=390 --precision=.5 -o short.db short.mln
--- stderr
kerf: warning: all samples are drawn, and tell of some atom as much as 391 independent ones, not 400
  hint: --samples=N draws more; --report=FILE shows how the chains went
--- exit 5
--- run kerf marginal --quiet -q A,B --method=mcsat --burn-in=64 --samples=390 --precision=.5 --seed=2 -o short.db short.mln
--- stderr
kerf: warning: the chains do not agree (R-hat 1.014, above 1.01): the truth may lie outside of intervals
  hint: --samples=N draws more; --report=FILE shows how the chains went
--- exit 5
