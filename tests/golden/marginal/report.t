# --report: one page of HTML. What it looks like is looked at in tests/browser; here, what a user types.
--- skip-if quick-asan
--- file m.mln
*Friends(person, person)
Smokes(person)
Cancer(person)
1.5 Smokes(x) => Cancer(x)
1.1 Friends(x, y) => (Smokes(x) <=> Smokes(y))
-0.8 Smokes(x)
--- file e.db
Friends(Anna, "<b>")
Friends("<b>", Carl)
Smokes(Anna)
--- run kerf marginal --quiet --report=r.html -o out.db m.mln e.db
--- run-sh sed -n '/^<p>Asked/,/<dl/p' r.html | sed -E 's/[0-9.]+e-1[0-9]/TINY/g'
--- stdout
<p>Asked: how probable each atom is that evidence leaves open, of <span class="f">Smokes</span> and <span class="f">Cancer</span>, given 3 rows of evidence and 3 formulas.</p>
<div class="verdict optimal">
<p><strong>Exact: every interval contains the truth</strong></p>
<p>log Z is <strong><span class="h" title="14.55339854">14.55</span></strong>, by rounding at most TINY from the truth; no probability is further than TINY from it.</p>
</div>
<dl class="facts">
--- run-sh sed -n '/<caption>The most/,/<.tbody>/p' r.html | sed -E 's/[0-9.]+e-1[0-9]/TINY/g; s/([0-9]{8})[0-9]{2,}/\1/g'
--- stdout
<caption>The most probable first</caption>
<thead><tr><th scope="col">atom</th><th scope="col" class="n">probability</th><th scope="col" class="n">±</th></tr></thead>
<tbody>
<tr class="i"><td class="f">Cancer(Anna)</td><td class="n" data-v="0.81757447"><span class="track"><span class="bar" style="width:81.8%"></span></span> <span class="h" title="0.81757447">0.8176</span></td><td class="n" data-v="TINY"><span class="h" title="TINY">exact</span></td></tr>
<tr class="i"><td class="f">Cancer(&quot;&lt;b&gt;&quot;)</td><td class="n" data-v="0.59999858"><span class="track"><span class="bar" style="width:60%"></span></span> <span class="h" title="0.59999858">0.6000</span></td><td class="n" data-v="TINY"><span class="h" title="TINY">exact</span></td></tr>
<tr class="i"><td class="f">Cancer(Carl)</td><td class="n" data-v="0.56345463"><span class="track"><span class="bar" style="width:56.3%"></span></span> <span class="h" title="0.56345463">0.5635</span></td><td class="n" data-v="TINY"><span class="h" title="TINY">exact</span></td></tr>
<tr class="i"><td class="f">Smokes(&quot;&lt;b&gt;&quot;)</td><td class="n" data-v="0.31488229"><span class="track"><span class="bar" style="width:31.5%"></span></span> <span class="h" title="0.31488229">0.3149</span></td><td class="n" data-v="TINY"><span class="h" title="TINY">exact</span></td></tr>
<tr class="i"><td class="f">Smokes(Carl)</td><td class="n" data-v="0.19981024"><span class="track"><span class="bar" style="width:20%"></span></span> <span class="h" title="0.19981024">0.1998</span></td><td class="n" data-v="TINY"><span class="h" title="TINY">exact</span></td></tr>
</tbody></table></div>
--- run-sh grep -o '<h2>[^<]*\|<strong>[^<]*</strong></figcaption>' r.html
--- stdout
<h2>The probabilities
<h2>How sure that is
<strong>Atoms by probability</strong></figcaption>
<h2>How it was computed
<strong>Where the time went</strong></figcaption>
<h2>Messages
<h2>What was run
--- exit 0

# Sampled: how the chains went.
--- run kerf marginal --quiet --report=r.html -o out.db --method=mcsat --samples=4000 --seed=2 --precision=.0001 m.mln e.db
--- stderr
kerf: warning: all samples are drawn, and some probability is known to plus or minus 0.016, not 0.0001
  hint: --samples=N draws more, --precision=X asks for less
--- exit 5
--- run-sh sed -n '/class="verdict/,/<.div>/p' r.html | sed -E 's/(R-hat is|goes) [0-9.]+/\1 N/g; s/size [0-9]+/size N/'
--- stdout
<div class="verdict unproved">
<p><strong>Not converged</strong></p>
<p>1 of 2 components is exact. 1 component was sampled, 4000 times in 4 chains. The largest R-hat is N, the least effective sample size N. A sampled interval holds the truth with 95 %; the widest goes N up and down from what is told, where 0.0001 was asked for.</p>
</div>
--- run-sh grep -o '<strong>[^<]*</strong></figcaption>\|How the chains went\|<th scope="col"[^/]*</th>' r.html | sort -u
--- stdout
<strong>Atoms by probability</strong></figcaption>
<strong>Cancer(&quot;&lt;b&gt;&quot;)</strong></figcaption>
<strong>Cancer(Carl)</strong></figcaption>
<strong>Components by method</strong></figcaption>
<strong>Half-widths of intervals</strong></figcaption>
<strong>Sampled atoms by R-hat</strong></figcaption>
<strong>Sampled atoms by effective sample size</strong></figcaption>
<strong>Smokes(&quot;&lt;b&gt;&quot;)</strong></figcaption>
<strong>Where the time went</strong></figcaption>
<th scope="col" class="n">ESS</th>
<th scope="col" class="n">R-hat</th>
<th scope="col" class="n">atoms</th>
<th scope="col" class="n">constraints</th>
<th scope="col" class="n">log of its sum</th>
<th scope="col" class="n">probability</th>
<th scope="col" class="n">table entries</th>
<th scope="col" class="n">width</th>
<th scope="col" class="n">±</th>
<th scope="col">atom</th>
<th scope="col">how</th>
<th scope="col">method</th>
How the chains went
--- exit 0

# Where there is enough to tell, intervals are held against what other chains say.
--- run-sh python3 -c "print(''.join('Friends(N%d, N%d)\n' % (i, i + 1) for i in range(40)))" >line.db
--- run kerf marginal --quiet --report=r.html -o out.db --method=mcsat --precision=.05 m.mln line.db
--- run-sh grep -c 'Calibration of intervals</strong>' r.html; grep -o 'level 95 %, [a-z]*: 0.9' r.html
--- stdout
1
level 95 %, found: 0.9
level 95 %, claimed: 0.9
--- exit 0

# Converged: all of it sampled, or some of it exact. Stopped, or too wide.
--- run kerf marginal --quiet --report=r.html -o out.db --method=mcsat --precision=.1 m.mln e.db
--- run-sh grep -o '<p><strong>[^<]*' r.html
--- stdout
<p><strong>Exact in part, sampled in part, to the precision asked for
--- file one.mln
t = {A, B, C}
P(t)
0.5 P(x) ^ P(y)
--- run kerf marginal --quiet --report=r.html -o out.db --method=gibbs --precision=.1 -q P one.mln
--- run-sh grep -o '<p><strong>[^<]*' r.html
--- stdout
<p><strong>Sampled, to the precision asked for
--- run kerf marginal --quiet --report=r.html -o out.db --method=gibbs --precision=1e-9 --samples=1000000000 --time-limit=.2 -q P one.mln
--- exit 5
--- run-sh grep -o '<p><strong>[^<]*' r.html
--- stdout
<p><strong>Stopped before it was done
--- run-sh python3 -c "print('n = {' + ', '.join('N%d' % i for i in range(60)) + '}\nE(n, n)\nP(n)\n1.3 E(x, y) ^ P(x) => P(y)\n0.7 E(x, y) ^ E(y, z) => E(x, z)')" >wide.mln
--- run kerf marginal --quiet --report=r.html -o out.db --method=exact -q E,P wide.mln
--- stderr
kerf: error: a component of 3660 atoms is too wide to be exact: the tables of the best order of elimination that was found have more than 2^31 entries
  hint: --method=auto samples it; evidence on some of its atoms, or more --memory-limit, may make it narrow enough
1 error
--- exit 5
--- run-sh grep -o '<p><strong>[^<]*\|[^ ]* atoms had no turn' r.html
--- stdout
<p><strong>Not all of it is known
3660 atoms had no turn
--- exit 0

# Several worlds.
--- file w.db
>> one
Friends(Anna, Bob)
>> two
Friends(Anna, Bob)
Friends(Bob, Carl)
--- run kerf marginal --quiet --report=r.html -o out.db m.mln w.db
--- run-sh grep -o '<h2>[^<]*\|<p><strong>[^<]*' r.html
--- stdout
<p><strong>Exact in every world
<h2>Worlds
<h2>How sure that is, in all worlds
<h2>How it was computed, in all worlds
<h2>World two
<p><strong>Exact: every interval contains the truth
<h2>World one
<p><strong>Exact: every interval contains the truth
<h2>Messages
<h2>What was run

--- run kerf marginal --quiet --report=r.html -o out.db --method=mcsat --precision=.1 m.mln w.db
--- run-sh grep -o '<p><strong>[^<]*' r.html | head -n 1
--- stdout
<p><strong>To the precision asked for in every world
--- run kerf marginal --quiet --report=r.html -o out.db --method=mcsat --precision=.0001 --samples=1000 m.mln w.db
--- stderr
kerf: warning: all samples are drawn, and some probability is known to plus or minus 0.033, not 0.0001
  hint: --samples=N draws more, --precision=X asks for less
kerf: warning: all samples are drawn, and some probability is known to plus or minus 0.034, not 0.0001
  hint: --samples=N draws more, --precision=X asks for less
--- exit 5
--- run-sh grep -o '<p><strong>[^<]*' r.html | head -n 1
--- stdout
<p><strong>Not converged in every world
--- run-sh for i in $(seq 1002); do echo ">> $i"; echo "Smokes(A)"; done >many.db
--- run kerf marginal --quiet --report=r.html -o out.db m.mln many.db
--- run-sh grep -o 'The least certain worlds</c\|and 2 more' r.html
--- stdout
The least certain worlds</c
and 2 more
--- exit 0

# Free atoms are told once; of a contradiction there is nothing to tell.
--- file free.mln
t = {A, B, C}
P(t)
Q(t)
1 P(A)
--- run kerf marginal --quiet --report=r.html -o out.db -q P,Q free.mln
--- run-sh grep -o '<p class="soft">.*that no formula.*' r.html
--- stdout
<p class="soft">2 atoms of <span class="f">P</span> that no formula names: 0.5 each.</p>
<p class="soft">3 atoms of <span class="f">Q</span> that no formula names: 0.5 each.</p>
--- file no.mln
P(t)
P(A).
!P(A).
--- run kerf marginal --quiet --report=no.html --stats=no.json -o out.db -q P no.mln
--- stderr
kerf: error: the hard formulas contradict each other: there is no world to be probable
  hint: kerf map names the groundings and the evidence
1 error
--- exit 4
--- run-sh grep -o '<p><strong>[^<]*\|contradict each other: there is no world' no.html; grep -o '"status":"[a-z]*"\|"peak_rss_bytes":[1-9]' no.json | tr -d 1-9
--- stdout
<p><strong>The hard formulas contradict each other
contradict each other: there is no world
"status":"infeasible"
"peak_rss_bytes":
--- file some.db
>> one
P(B)
>> two
P(A)
--- file some.mln
P(t)
Q(t)
!P(A) v Q(A).
!P(A) v !Q(A).
--- run kerf marginal --quiet --report=no.html --stats=no.json -o out.db -q P,Q some.mln some.db
--- stderr
some.mln:3:4: warning: A is a constant here, used like a variable: nothing else has it
  !P(A) v Q(A).
     ^
  hint: a variable begins with a small letter; in quotes it is a constant for sure
some.mln:4:4: warning: A is a constant here, used like a variable: nothing else has it
  !P(A) v !Q(A).
     ^
  hint: a variable begins with a small letter; in quotes it is a constant for sure
kerf: error: the hard formulas contradict each other with the evidence of >> two: there is no world to be probable
  hint: kerf map names the groundings and the evidence
1 error, 2 warnings
--- exit 4
--- run-sh grep -o '<p><strong>[^<]*' no.html; grep -o '"status":"[a-z]*"' no.json
--- stdout
<p><strong>In some world the hard formulas contradict each other
<p><strong>The hard formulas contradict each other
<p><strong>Exact: every interval contains the truth
"status":"infeasible"
"status":"exact"
"status":"infeasible"
--- exit 0

# Where it cannot go.
--- run kerf marginal --quiet --report=m.mln m.mln e.db
--- stderr
kerf: 'm.mln' is an input: it will not be overwritten
Try 'kerf marginal -h'.
--- exit 2
--- run kerf marginal --quiet --report=r.html --stats=r.html m.mln e.db
--- stderr
kerf: --stats and --report cannot go to one file, 'r.html'
Try 'kerf marginal -h'.
--- exit 2
