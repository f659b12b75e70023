# --report: one page of HTML. What it holds is looked at in tests/browser; here, what a user types.
--- file m.mln
*Friends(person, person)
Smokes(person)
influence: 1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)
-2 Smokes(x)
!Smokes(Carl).
--- file e.db
Friends(Anna, "<b>")
Smokes(Anna)
--- run kerf map --quiet --report=r.html -q Smokes m.mln e.db
--- stdout
Smokes(Anna)
--- run-sh grep -o '\. It is the only one: every other world scores less\.\|How far[^<]*' r.html
--- stdout
. It is the only one: every other world scores less.
How far the best score can be from the bound.
--- run-sh grep -c '<svg' r.html
--- stdout
4
--- run-sh sed -n '/class="examples"/,/^<.details>/p' r.html
--- stdout
<ul class="examples">
<li class="e"><span class="f">Friends(Anna, &quot;&lt;b&gt;&quot;) ^ Smokes(Anna) =&gt; Smokes(&quot;&lt;b&gt;&quot;)</span>
<ul class="atoms">
<li><span class="f">Friends(Anna, &quot;&lt;b&gt;&quot;)</span> is <span class="yes">true</span>, by the evidence</li>
<li><span class="f">Smokes(Anna)</span> is <span class="yes">true</span>, by the evidence</li>
<li><span class="f">Smokes(&quot;&lt;b&gt;&quot;)</span> is <span class="no">false</span></li>
</ul>
</li>
</ul>
</details>
--- exit 0

# Also where there is no answer; with the messages.
--- file bad.db
Smokes(Carl)
--- run kerf map --quiet --report=r.html -q Smokes m.mln bad.db
--- stderr
m.mln:5:1: error: evidence alone breaks F3
  !Smokes(Carl).
  ^~~~~~~~~~~~~
  hint: give it a weight, or correct the evidence
m.mln:5:1: note: F3 says: !Smokes(Carl)
bad.db:1:1: note: evidence says that Smokes(Carl) is true
1 error
--- exit 4
--- run-sh sed -n '/class="verdict/,/<h2>How/p' r.html | grep -v '^<svg\|^<text\|^<path\|^<rect\|^<title\|^<desc\|^</svg'
--- stdout
<div class="verdict infeasible">
<p><strong>Infeasible, with proof</strong></p>
<p>No world keeps the hard formulas: they contradict each other or the evidence. Here is a smallest set of groundings that does.</p>
</div>
<h2>The conflict</h2>
<figure>
<figcaption><strong>What contradicts what</strong></figcaption>
<p class="soft">At the right, groundings of hard formulas; at the left, what evidence says of their atoms (squares), and atoms that it leaves open (circles; dashed: negated). No values of these make all of them true.</p>
</figure>
<div class="says"><p><strong>F3</strong> says <span class="f">!Smokes(Carl)</span> <span class="soft">(m.mln:5)</span></p>
<ul><li>evidence says that Smokes(Carl) is true <span class="soft">(bad.db:1)</span></li>
</ul></div>
<h2>How it was found</h2>
--- exit 0

# The answer comes first: clusters as cards, atoms, and where it goes against soft evidence.
--- file same.mln
Same(rec, rec)
Near(rec, rec)
Same(x, y) ^ Same(y, z) => Same(x, z).
Same(x, y) => Same(y, x).
1 Same(x, y) => Near(x, y)
--- file same.db
Same(A, B) 0.9
Same(B, C) 0.9
Same(A, C) 0.4
Same(D, E) 0.8
Same(A, D) 0.1
Near(D, D)
--- run kerf map --quiet --report=r.html -o answer -q Same,Near same.mln same.db
--- run-sh sed -n '/<h2>The answer/,/<h2>What it/p' r.html
--- stdout
<h2>The answer</h2>
<h3><span class="f">Same</span>: 13 true</h3>
<div data-find="Find in Same">
<p>2 clusters of 5 constants, the largest first. Any two on a card are related, no two on different cards are. A constant that is on no card stands alone.</p>
<ul class="cards">
<li class="i"><b>3</b> <span class="f">A</span> <span class="f">B</span> <span class="f">C</span> </li>
<li class="i"><b>2</b> <span class="f">D</span> <span class="f">E</span> </li>
</ul>
</div>
<h3><span class="f">Near</span>: 13 true</h3>
<div data-find="Find in Near">
<p>2 clusters of 5 constants, the largest first. Any two on a card are related, no two on different cards are. A constant that is on no card stands alone.</p>
<ul class="cards">
<li class="i"><b>3</b> <span class="f">A</span> <span class="f">B</span> <span class="f">C</span> </li>
<li class="i"><b>2</b> <span class="f">D</span> <span class="f">E</span> </li>
</ul>
<p class="soft">1 given by the evidence.</p>
</div>
<h3>Against soft evidence</h3>
<p>1 of 5 atoms that came with a probability is other than it makes likely: the formulas outweigh it.</p>
<div data-find="Find an atom">
<div class="wide" tabindex="0" role="region" aria-label="The strongest evidence first"><table class="sort">
<caption>The strongest evidence first</caption>
<thead><tr><th scope="col">atom</th><th scope="col" class="n">evidence said</th><th scope="col">in the answer</th></tr></thead>
<tbody>
<tr class="i"><td class="f">Same(A, C)</td><td class="n" data-v="0.4">0.4</td><td><span class="yes">true</span></td></tr>
</tbody></table></div>
</div>
<h2>What it pays for</h2>
--- exit 0

# Plots, below their titles; one point makes none. Formulas by cost, the dearest open.
--- file plots.mln
*Friends(person, person)
Smokes(person)
Cancer(person)
1.5 Smokes(x) => Cancer(x)
1.1 Friends(x, y) ^ Smokes(x) => Smokes(y)
-0.8 Smokes(x)
-1 Cancer(x)
--- file plots.db
Friends(Anna, Bob)
Friends(Bob, Carl)
Smokes(Anna)
--- run kerf map --quiet --report=r.html -o answer plots.mln plots.db
--- run-sh grep -o '<strong>[^<]*</strong></figcaption>' r.html
--- stdout
<strong>Score and bound by iteration</strong></figcaption>
<strong>Gap by iteration</strong></figcaption>
<strong>New groundings by iteration, formula by formula</strong></figcaption>
<strong>Where the time went</strong></figcaption>
--- run-sh grep '<details' r.html
--- stdout
<details open="open"><summary>1 given by the evidence</summary>
<details open="open"><summary><span class="f"><strong>F2</strong> Friends(x, y) ^ Smokes(x) =&gt; Smokes(y) <span class="soft">plots.mln:5</span></span>: 1 of 9 not satisfied, cost 1.1</summary>
<details><summary><span class="f"><strong>F4</strong> Cancer(x) <span class="soft">plots.mln:7</span></span>: 1 of 3 not satisfied, cost 1</summary>
<details><summary>2 formulas that cost nothing</summary>
<details><summary>Iterations in numbers</summary>
<details><summary>The largest components</summary>
--- run kerf map --quiet --report=r.html -o answer --ground=full plots.mln plots.db
--- run-sh grep -o '<strong>[^<]*</strong></figcaption>' r.html
--- stdout
<strong>Groundings by formula</strong></figcaption>
<strong>Where the time went</strong></figcaption>
--- exit 0

# Statistics and certificate go along.
--- run kerf map --quiet --report=r.html --stats=s.json --certificate=c.txt -q Smokes m.mln e.db
--- stdout
Smokes(Anna)
--- run-sh ls c.txt r.html s.json
--- stdout
c.txt
r.html
s.json
--- exit 0

# Where it cannot go.
--- run kerf map --quiet --report=m.mln -q Smokes m.mln e.db
--- stderr
kerf: 'm.mln' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --report=r.html -o r.html -q Smokes m.mln e.db
--- stderr
kerf: --output and --report cannot go to one file, 'r.html'
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --report=r.html --stats=r.html -q Smokes m.mln e.db
--- stderr
kerf: --stats and --report cannot go to one file, 'r.html'
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --report=r.html --certificate=r.html -q Smokes m.mln e.db
--- stderr
kerf: --certificate and --report cannot go to one file, 'r.html'
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --report=no/where.html -q Smokes m.mln e.db
--- stdout
Smokes(Anna)
--- stderr
kerf: error: cannot write no/where.html: no such file or directory
1 error
--- exit 6
--- run kerf map --quiet --report=- -q Smokes m.mln e.db
--- stderr
kerf: standard output (no --output) and --report cannot go to one file, '-'
Try 'kerf map -h'.
--- exit 2
