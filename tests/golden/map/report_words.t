# What a report says of the answer.
--- file m.mln
*Q(t)
P(t)
R(t)
S(t)
2000 Q(x) => P(x)
1000 P(x) ^ Q(x) => R(x)
0.5 R(x) ^ Q(x) => S(x)
-0.1 S(x) v R(x)
-3 Q(x) ^ R(x) => R(B)
--- file e.db
Q(A)
--- run kerf map --quiet --report=r.html -o answer m.mln e.db
--- run-sh sed -n '/class="verdict/,/<\/div>/p' r.html
--- stdout
<div class="verdict optimal">
<p><strong>Optimal, with proof</strong></p>
<p>The answer scores <strong><span class="h" title="5997.9">5998</span></strong>, and no world scores more than <strong><span class="h" title="5997.9">5998</span></strong>. It is not the only one: another world scores the same.</p>
</div>
--- run-sh grep -o 'How far the best score[^<]*' r.html
--- stdout
How far the best score can be from the bound, on a logarithmic scale.
--- run kerf map --quiet --report=r.html -o answer --gap=0.9999 m.mln e.db
--- run-sh sed -n '/class="verdict/,/<\/div>/p' r.html
--- stdout
<div class="verdict bounded">
<p><strong>Bounded: good to within a proven gap</strong></p>
<p>The answer scores <strong>5997.4</strong>. It is proven that no world scores more than <strong>5998</strong>, so the answer is at most <strong>0.6</strong> below the best one, which is 100 % of its cost. It may well be the best: that is not proven. The search stopped at the gap that it was given.</p>
</div>
--- run kerf map --quiet --report=r.html -o answer --max-iterations=2 m.mln e.db
--- run-sh sed -n '/class="verdict/,/<\/div>/p' r.html
--- stdout
<div class="verdict bounded">
<p><strong>Bounded: good to within a proven gap</strong></p>
<p>The answer scores <strong>5997.4</strong>. It is proven that no world scores more than <strong>5998</strong>, so the answer is at most <strong>0.6</strong> below the best one, which is 100 % of its cost. It may well be the best: that is not proven. The search stopped after the most iterations allowed.</p>
</div>
--- run-sh grep -o 'How far the best score[^<]*' r.html
--- stdout
How far the best score can be from the bound, on a logarithmic scale.
--- exit 0

# There is another that is as good, or nobody knows.
--- file tie.mln
t = {A, B}
P(t)
1 P(A) v P(B)
-0.5 P(x)
--- run kerf map --quiet --report=r.html -o answer tie.mln
--- stderr
kerf: warning: assumed from the evidence: hidden P; observed none
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- run-sh sed -n '/class="verdict/,/<\/div>/p' r.html
--- stdout
<div class="verdict optimal">
<p><strong>Optimal, with proof</strong></p>
<p>The answer scores <strong>0.5</strong>, and no world scores more than <strong>0.5</strong>. Whether another world is as good is not known.</p>
</div>
--- run kerf map --quiet --report=r.html -o answer --solver=mws tie.mln
--- stderr
kerf: warning: assumed from the evidence: hidden P; observed none
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- run-sh sed -n '/class="verdict/,/<\/div>/p' r.html
--- stdout
<div class="verdict bounded">
<p><strong>Bounded: good to within a proven gap</strong></p>
<p>The answer scores <strong>0.5</strong>. It is proven that no world scores more than <strong>1</strong>, so the answer is at most <strong>0.5</strong> below the best one, which is 100 % of its cost. It may well be the best: that is not proven.</p>
</div>
--- exit 0

# Hard formulas are violated, or there is no time.
--- file holes.mln
bird = {A, B, C}
hole = {One, Two}
In(bird, hole)
EXIST h In(b, h).
b != c => !In(b, h) v !In(c, h).
-1 In(b, h)
--- run kerf map --quiet --report=r.html -o answer --solver=mws holes.mln
--- stderr
kerf: warning: assumed from the evidence: hidden In; observed none
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
kerf: warning: the answer violates hard formulas, 1 of their groundings
  hint: more --flips, or another --solver
--- run-sh sed -n '/class="verdict/,/<\/div>/p' r.html
--- stdout
<div class="verdict unproved">
<p><strong>Not an answer that keeps the hard formulas</strong></p>
<p>The world that was found scores <strong>-2</strong>, but violates 1 grounding of hard formulas, so its score compares with nothing.</p>
</div>
--- run kerf map --quiet --report=r.html -o answer --time-limit=1e-9 holes.mln
--- stderr
kerf: warning: assumed from the evidence: hidden In; observed none
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
kerf: error: no world that keeps the hard formulas was found in so short a time: of 6 worlds that were mended, the best breaks 1 of their groundings
  hint: more time; if there is none, --solver=auto proves it in the end
1 error, 1 warning
--- exit 5
--- run-sh sed -n '/class="verdict/,/<\/div>/p' r.html
--- stdout
<div class="verdict unproved">
<p><strong>Not an answer that keeps the hard formulas</strong></p>
<p>The world that was found scores <strong>0</strong>, but violates 3 groundings of hard formulas, so its score compares with nothing. The search ran out of the time it was given.</p>
</div>
--- exit 0

# Several worlds, and so many that not all of them are in the table.
--- run-sh for i in 1 2 3; do echo ">> $i"; echo "Q(A)"; done >w.db
--- run kerf map --quiet --report=r.html -o answer m.mln w.db
--- run-sh sed -n '1,/<\/div>/{/class="verdict/,/<\/div>/p}' r.html
--- stdout
<div class="verdict optimal">
<p><strong>Every world has an optimal answer, with proof</strong></p>
<p>3 optimal. Worlds are solved one by one; plots and sums are of all of them together.</p>
</div>
--- run-sh grep '<h[23]>\|<caption>' r.html
--- stdout
<h2>Worlds</h2>
<caption>All worlds</caption>
<h2>The answers</h2>
<h3><span class="f">P</span>: 1 true</h3>
<h3><span class="f">R</span>: 1 true</h3>
<h3><span class="f">S</span>: 1 true</h3>
<h3><span class="f">P</span>: 1 true</h3>
<h3><span class="f">R</span>: 1 true</h3>
<h3><span class="f">S</span>: 1 true</h3>
<h3><span class="f">P</span>: 1 true</h3>
<h3><span class="f">R</span>: 1 true</h3>
<h3><span class="f">S</span>: 1 true</h3>
<h2>What it pays for, in all worlds</h2>
<caption>Formulas, those that cost most first</caption>
<caption>In the order of the model</caption>
<h2>How it was found, in all worlds</h2>
<h2>World 1</h2>
<h3>What it pays for</h3>
<caption>Formulas, those that cost most first</caption>
<caption>In the order of the model</caption>
<h3>How it was found</h3>
<caption>Iterations</caption>
<caption>The largest components, and how they were solved</caption>
<h2>World 2</h2>
<h3>What it pays for</h3>
<caption>Formulas, those that cost most first</caption>
<caption>In the order of the model</caption>
<h3>How it was found</h3>
<caption>Iterations</caption>
<caption>The largest components, and how they were solved</caption>
<h2>World 3</h2>
<h3>What it pays for</h3>
<caption>Formulas, those that cost most first</caption>
<caption>In the order of the model</caption>
<h3>How it was found</h3>
<caption>Iterations</caption>
<caption>The largest components, and how they were solved</caption>
<h2>Messages</h2>
<h2>What was run</h2>
--- run-sh for i in $(seq 1002); do echo ">> $i"; echo "Q(A)"; done >w.db
--- run kerf map --quiet --report=r.html -o answer --max-iterations=1 m.mln w.db
--- run-sh sed -n '1,/<\/div>/{/class="verdict/,/<\/div>/p}' r.html
--- stdout
<div class="verdict bounded">
<p><strong>Not every world has an answer that is proven optimal</strong></p>
<p>1002 bounded. Worlds are solved one by one; plots and sums are of all of them together.</p>
</div>
--- run-sh grep -o 'The worlds of which least is proven</c\|and 2 more' r.html
--- stdout
The worlds of which least is proven</c
and 2 more
--- run-sh { cat m.mln; echo 'S(x) => R(x).'; } > hard.mln; kerf map --quiet --report=r.html -o answer hard.mln e.db; sed -n '/class="verdict/,/<\/div>/p' r.html
--- stdout
<div class="verdict optimal">
<p><strong>Optimal, with proof</strong></p>
<p>The answer scores <strong><span class="h" title="5997.9">5998</span></strong>, keeps every hard formula, and no world that keeps them scores more than <strong><span class="h" title="5997.9">5998</span></strong>. It is not the only one: another world scores the same.</p>
</div>
--- exit 0

# Soft evidence alone costs something; and a contradiction whose groundings are numbered, without a plot of scores.
--- file soft.mln
*Friends(person, person)
Smokes(person)
2 Friends(x, y) ^ Smokes(x) => Smokes(y)
--- file soft.db
Friends(Anna, Bob)
0.9 Smokes(Anna)
0.4 Smokes(Bob)
--- run kerf map --quiet --report=r.html -o answer soft.mln soft.db
--- run-sh grep -A 2 'What it pays for' r.html
--- stdout
<h2>What it pays for</h2>
<p>No formula costs anything. What the answer costs is soft evidence that it goes against.</p>
<details><summary>1 formula that costs nothing</summary>
--- file no.mln
*Friends(person, person)
Smokes(person)
Friends(x, y) ^ Smokes(x) => Smokes(y).
--- run-sh printf 'Friends(A, B)\nFriends(B, C)\nSmokes(A)\n!Smokes(C)\n' | kerf map --quiet --report=r.html no.mln - 2> errors; grep -o '<strong>[12]\. F1</strong>\|>[12]\. F1<' r.html; grep -c 'Score and bound' r.html
--- stdout
>1. F1<
>2. F1<
<strong>1. F1</strong>
<strong>2. F1</strong>
0
--- exit 1

# A model in another folder is called by its last name, with its folder on hover.
--- run-sh mkdir -p far/away; printf '*Q(t)\nP(t)\n1.5 Q(x) => P(x)\n-0.5 P(x)\n' > far/away/m.mln
--- file far.db
Q(A)
--- run kerf map --quiet far/away/m.mln far.db --report=far.html
--- stdout
P(A)
--- run-sh grep -c "far/away/m.mln.>m.mln:4" far.html
--- stdout
2
--- file sorted.mln
*Near(place, place)
Lit(place)
1 Near(x, y) ^ Near(y, z) ^ Lit(x) ^ x != z => Lit(y)
1 Near(x, y) ^ Near(y, z) ^ Lit(z) ^ x != z => Lit(x)
-0.1 Lit(x)
--- run-sh for i in 8 9 10 11 12; do echo "Near(P$i, P$((i + 1)))"; done > sorted.db; echo "Lit(P8)" >> sorted.db
--- run kerf map --quiet --ground=cuts --report=r.html -o answer sorted.mln sorted.db
--- run-sh head -n 3 answer
--- stdout
Lit(P10)
Lit(P11)
Lit(P12)
--- run-sh grep -o 'Lit(P[0-9]*)</li>' r.html
--- stdout
Lit(P9)</li>
Lit(P10)</li>
Lit(P11)</li>
Lit(P12)</li>
Lit(P8)</li>
--- run-sh grep -o '>F[12] Near[^<]*</text>' r.html
--- stdout
>F1 Near(x, y) ^ Near(y, z) ^ Lit(x) ^ x != z =&gt;…</text>
--- exit 0

# What rounding leaves of a score is 0.
--- file sums.mln
t = {1, ..., 26}
R(t, t)
S(t, t)
T(t, t)
0.0145 R(x, y) v S(y, z) v T(z, u)
--- run kerf map --quiet -q R,S,T --report=r.html -o answer sums.mln
--- run-sh grep -c 'e-[0-9]' r.html
--- stdout
0
--- exit 1
