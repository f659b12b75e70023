# What a file of probabilities says is held against the same computed anew, field by field: each forgery is refused.
--- file m.mln
t = {X, Y}
A(t)
B(t)
C(t)
1 A(x) => B(x)
0.5 A(X) <=> A(Y)
--- run kerf marginal --quiet --query=A,B,C --format=tsv -o p.tsv m.mln
--- run kerf marginal --quiet --query=A,B,C --format=json -o p.json m.mln
--- run kerf marginal --quiet --query=A,B,C --all --format=json -o all.json m.mln
--- run-sh kerf verify --quiet --strict --query=A,B,C --probabilities=p.tsv m.mln | tail -1
--- stdout
refused             0
--- run-sh kerf verify --quiet --strict --query=A,B,C --probabilities=p.json m.mln | tail -3
--- stdout
  B(Y)  0.5887656326, recomputed 0.5887656326
  of log Z          8.88e-16
refused             0
--- run-sh kerf verify --quiet --strict --query=A,B,C --probabilities=all.json m.mln | sed -n '2,3p;$p'
--- stdout
atoms               6
not in the file     0
refused             0
--- exit 0
# A probability outside of its interval.
--- run-sh awk -F'\t' -v OFS='\t' 'NR == 2 { $3 = 0.39 } { print }' p.tsv > f.tsv; kerf verify --quiet --query=A,B,C --probabilities=f.tsv m.mln > out; echo "exit $?"; tail -1 out
--- stdout
exit 4
refused             1
--- stderr
f.tsv:2: error: A(Y): the interval does not contain its own probability
1 error
--- exit 0
# The ends of the interval changed places.
--- run-sh awk -F'\t' -v OFS='\t' 'NR == 2 { x = $4; $4 = $5; $5 = x } { print }' p.tsv > f.tsv; kerf verify --quiet --query=A,B,C --probabilities=f.tsv m.mln > out; echo "exit $?"; tail -1 out
--- stdout
exit 4
refused             1
--- stderr
f.tsv:2: error: A(Y): the interval does not contain its own probability
1 error
--- exit 0
# A probability and its interval, both moved.
--- run-sh awk -F'\t' -v OFS='\t' -v CONVFMT=%.17g 'NR == 2 { $3 += 1e-9; $4 += 1e-9; $5 += 1e-9 } { print }' p.tsv > f.tsv; kerf verify --quiet --query=A,B,C --probabilities=f.tsv m.mln > out; echo "exit $?"; tail -1 out
--- stdout
exit 4
refused             1
--- stderr
f.tsv:2: error: A(Y): the interval does not contain the exact probability (computed anew: 0.384169387474)
1 error
--- exit 0
# An interval of no width.
--- run-sh awk -F'\t' -v OFS='\t' 'NR == 2 { $4 = $5 = $3 } { print }' p.tsv > f.tsv; kerf verify --quiet --query=A,B,C --probabilities=f.tsv m.mln > out; echo "exit $?"; tail -1 out
--- stdout
exit 4
refused             1
--- stderr
f.tsv:2: error: A(Y): an interval without width is honest for 0 and 1 alone
1 error
--- exit 0
# Another method: what is sampled needs samples; a word that is none.
--- run-sh awk -F'\t' -v OFS='\t' 'NR == 2 { $6 = "gibbs" } { print }' p.tsv > f.tsv; kerf verify --quiet --query=A,B,C --probabilities=f.tsv m.mln > out; echo "exit $?"; tail -1 out
--- stdout
exit 3
--- stderr
f.tsv:2: error: this is no line as kerf marginal --format=tsv writes it
  hint: a line is an atom and its probability
1 error
--- exit 0
# Another method, with samples for it, and an interval that is narrower than these allow.
--- run-sh awk -F'\t' -v OFS='\t' 'NR == 2 { $6 = "gibbs"; $7 = 1000; $8 = 1 } { print }' p.tsv > f.tsv; kerf verify --quiet --query=A,B,C --probabilities=f.tsv m.mln > out; echo "exit $?"; tail -1 out
--- stdout
exit 4
refused             1
--- stderr
f.tsv:2: error: A(Y): the interval is narrower than the ESS allows
1 error
--- exit 0
# Samples, and exact all the same.
--- run-sh awk -F'\t' -v OFS='\t' 'NR == 2 { $7 = 1000; $8 = 1 } { print }' p.tsv > f.tsv; kerf verify --quiet --query=A,B,C --probabilities=f.tsv m.mln > out; echo "exit $?"; tail -1 out
--- stdout
exit 4
refused             1
--- stderr
f.tsv:2: error: A(Y): what is exact has no samples, but an ESS or R-hat is given
1 error
--- exit 0
# A sampled probability that its samples do not allow.
--- run-sh awk -F'\t' -v OFS='\t' 'NR == 2 { $3 = 0.6; $4 = 0.5; $5 = 0.7; $6 = "mcsat"; $7 = 1000; $8 = 1 } { print }' p.tsv > f.tsv; kerf verify --quiet --query=A,B,C --probabilities=f.tsv m.mln > out; echo "exit $?"; tail -1 out
--- stdout
exit 4
refused             1
--- stderr
f.tsv:2: error: A(Y): off by more than six standard errors of its ESS (computed anew: 0.384169387474)
1 error
--- exit 0
# One that they do allow.
--- run-sh awk -F'\t' -v OFS='\t' 'NR == 2 { $3 = 0.4; $4 = 0.3; $5 = 0.5; $6 = "mcsat"; $7 = 1000; $8 = 1 } { print }' p.tsv > f.tsv; kerf verify --quiet --query=A,B,C --probabilities=f.tsv m.mln > out; echo "exit $?"; sed -n '5,7p;$p' out
--- stdout
exit 0
sampled             1
  in their interval 1
largest difference  0.0158
refused             0
--- exit 0
# An atom twice.
--- run-sh awk -F'\t' -v OFS='\t' 'NR == 2 { print } { print }' p.tsv > f.tsv; kerf verify --quiet --query=A,B,C --probabilities=f.tsv m.mln > out; echo "exit $?"; tail -1 out
--- stdout
exit 4
refused             1
--- stderr
f.tsv:3: error: A(Y): named before
1 error
--- exit 0
# An atom that is missing; with --strict that is a failure.
--- run-sh awk -F'\t' -v OFS='\t' 'NR == 2 { next } { print }' p.tsv > f.tsv; kerf verify --quiet --query=A,B,C --probabilities=f.tsv m.mln > out; echo "exit $?"; tail -1 out
--- stdout
exit 0
refused             0
--- stderr
f.tsv: warning: open atoms that are not in the file: 1
--- run kerf verify --quiet --strict --query=A,B,C --probabilities=f.tsv m.mln -o out
--- stderr
f.tsv: warning: open atoms that are not in the file: 1
--- exit 4
# log Z beside its interval.
--- run-sh sed -E 's/"log_z":[0-9.]+/"log_z":5/' p.json > f.json; kerf verify --quiet --query=A,B,C --probabilities=f.json m.mln > out; echo "exit $?"; tail -1 out
--- stdout
exit 4
refused             1
--- stderr
f.json:1: error: log Z: the interval does not contain its own value
1 error
--- exit 0
# log Z and its interval, both moved.
--- run-sh sed -E 's/"log_z":[0-9.]+,"log_z_lo":[0-9.]+,"log_z_hi":[0-9.]+/"log_z":5,"log_z_lo":4.9,"log_z_hi":5.1/' p.json > f.json; kerf verify --quiet --query=A,B,C --probabilities=f.json m.mln > out; echo "exit $?"; tail -1 out
--- stdout
exit 4
refused             1
--- stderr
f.json:1: error: log Z: the interval does not contain the exact value (computed anew: 6.10438172744)
1 error
--- exit 0
# An end of it that is missing.
--- run-sh sed -E 's/"log_z_lo":[0-9.]+/"log_z_lo":null/' p.json > f.json; kerf verify --quiet --query=A,B,C --probabilities=f.json m.mln > out; echo "exit $?"; tail -1 out
--- stdout
exit 4
refused             1
--- stderr
f.json:1: error: log Z: the interval does not contain its own value
1 error
--- exit 0
# No width.
--- run-sh sed -E 's/"log_z":[0-9.]+,"log_z_lo":[0-9.]+,"log_z_hi":([0-9.]+)/"log_z":\1,"log_z_lo":\1,"log_z_hi":\1/' p.json > f.json; kerf verify --quiet --query=A,B,C --probabilities=f.json m.mln > out; echo "exit $?"; tail -1 out
--- stdout
exit 4
refused             1
--- stderr
f.json:1: error: log Z: an interval without width is not honest
1 error
--- exit 0
# Not given, though everything is exact.
--- run-sh sed -E 's/"log_z":[0-9.]+,"log_z_lo":[0-9.]+,"log_z_hi":[0-9.]+/"log_z":null,"log_z_lo":null,"log_z_hi":null/' p.json > f.json; kerf verify --quiet --query=A,B,C --probabilities=f.json m.mln > out; echo "exit $?"; tail -1 out
--- stdout
exit 4
refused             1
--- stderr
f.json:1: error: log Z: not given, but the status is exact
1 error
--- exit 0
# Given, though the status says that something was sampled.
--- run-sh sed -E 's/"status":"exact"/"status":"mixed"/' p.json > f.json; kerf verify --quiet --query=A,B,C --probabilities=f.json m.mln > out; echo "exit $?"; tail -1 out
--- stdout
exit 4
refused             1
--- stderr
f.json:1: error: log Z: given, but its status says that something was sampled
1 error
--- exit 0
# A status that is none.
--- run-sh sed -E 's/"status":"exact"/"status":"sure"/' p.json > f.json; kerf verify --quiet --query=A,B,C --probabilities=f.json m.mln > out; echo "exit $?"; tail -1 out
--- stdout
exit 3
--- stderr
f.json:1: error: this is no object as kerf marginal --format=json writes it
  hint: a line is an atom and its probability
1 error
--- exit 0
# An atom that was sampled in a file that is exact.
--- run-sh sed -E 's/"lo":[0-9.]+,"hi":[0-9.]+,"method":"exact","ess":null/"lo":0,"hi":1,"method":"gibbs","ess":100/' p.json > f.json; kerf verify --quiet --query=A,B,C --probabilities=f.json m.mln > out; echo "exit $?"; tail -1 out
--- stdout
exit 4
refused             1
--- stderr
f.json:1: error: status: exact, but an atom was sampled
1 error
--- exit 0
# Too many and too few atoms that no formula names; a predicate that is none.
--- run-sh sed -E 's/"atoms":2/"atoms":3/' p.json > f.json; kerf verify --quiet --query=A,B,C --probabilities=f.json m.mln > out; echo "exit $?"; tail -1 out
--- stdout
exit 4
refused             1
--- stderr
f.json:1: error: C: 2 atoms that no formula names, not 3
1 error
--- run-sh sed -E 's/"atoms":2/"atoms":1/' p.json > f.json; kerf verify --quiet --query=A,B,C --probabilities=f.json m.mln > out; echo "exit $?"; sed -n '3p;$p' out
--- stdout
exit 0
not in the file     1
refused             0
--- stderr
f.json: warning: open atoms that are not in the file: 1
--- run-sh sed -E 's/"free":\[/"free":[{"predicate":"D","atoms":0},/' p.json > f.json; kerf verify --quiet --query=A,B,C --probabilities=f.json m.mln > out; echo "exit $?"; tail -1 out
--- stdout
exit 4
refused             1
--- stderr
f.json:1: error: D: there is no such predicate
1 error
--- exit 0
# An object that is cut off.
--- run-sh head -c -2 p.json > f.json; kerf verify --quiet --query=A,B,C --probabilities=f.json m.mln > out; echo "exit $?"; tail -1 out
--- stdout
exit 3
--- stderr
f.json:1: error: this is no object as kerf marginal --format=json writes it
  hint: a line is an atom and its probability
1 error
--- exit 0
# Of atoms that no formula names one is left out.
--- run-sh sed -E 's/,\{"predicate":"C","arguments":\["Y"\][^}]*\}//' all.json > f.json; kerf verify --quiet --query=A,B,C --probabilities=f.json m.mln > out; echo "exit $?"; sed -n '3p;$p' out
--- stdout
exit 0
not in the file     1
refused             0
--- stderr
f.json: warning: open atoms that are not in the file: 1
