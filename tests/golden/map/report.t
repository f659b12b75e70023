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
--- run-sh sed -n '/class="examples"/,/^<h/p' r.html
--- stdout
<ul class="examples">
<li class="e"><span class="f">influence: !Friends(Anna, &quot;&lt;b&gt;&quot;) v !Smokes(Anna) v Smokes(&quot;&lt;b&gt;&quot;)</span>
<ul class="atoms">
<li><span class="f">Friends(Anna, &quot;&lt;b&gt;&quot;)</span> is <span class="yes">true</span>, by the evidence</li>
<li><span class="f">Smokes(Anna)</span> is <span class="yes">true</span>, by the evidence</li>
<li><span class="f">Smokes(&quot;&lt;b&gt;&quot;)</span> is <span class="no">false</span></li>
</ul>
</li>
</ul>
<h2>Messages</h2>
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
--- run-sh grep -o 'Infeasible, with proof\|evidence says that.*is true' r.html
--- stdout
Infeasible, with proof
evidence says that Smokes(Carl) is true
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
