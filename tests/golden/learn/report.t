# --report: one page of HTML. How it looks is looked at in tests/browser; here, what a user types.
--- file m.mln
tag = {D, N}
*Word(place, word)
Tag(place, tag)
emit: Word(p, +w) ^ Tag(p, +t)
some: Tag(p, t)
Tag(p, s) ^ Tag(p, t) => s = t.
--- file t.db
>> one
Word(1, The) Tag(1, D)  Word(2, "<b>") Tag(2, N)
>> two
Word(1, "<b>") Tag(1, N)
--- run kerf learn --quiet m.mln t.db --epochs=3 -o l.mln --report=r.html
--- run-sh grep -c '<svg' r.html
--- stdout
4
--- run-sh grep -o '<p><strong>[^/]*</strong>\|They are[^<]*' r.html
--- stdout
<p><strong>3 weights from 2 worlds, 2 epochs</strong>
They are the average of the weights after every world.
--- run-sh sed -n '/<caption>The largest/,/<.tbody>/p' r.html
--- stdout
<caption>The largest weights, by their size</caption>
<thead><tr><th scope="col" class="n">weight</th><th scope="col">formula</th><th scope="col">constants</th></tr></thead>
<tbody>
<tr><td class="n" data-v="0.5">0.5</td><td class="f">emit</td><td class="f">&quot;&lt;b&gt;&quot;, N</td></tr>
<tr><td class="n" data-v="0.5">0.5</td><td class="f">some</td><td class="f"></td></tr>
</tbody></table></div>
--- run-sh sed -n '/<caption>Epochs/,/<.tbody>/p' r.html | sed 's/<td class="n" data-v="[0-9.e-]*">[0-9.]* [^ ]*s</<td>TIME</'
--- stdout
<caption>Epochs</caption>
<thead><tr><th scope="col" class="n">epoch</th><th scope="col" class="n">loss</th><th scope="col" class="n">margin missing</th><th scope="col" class="n">updates</th><th scope="col" class="n">right</th><th scope="col" class="n">wrong</th><th scope="col" class="n">missed</th><th scope="col" class="n">F1</th><th scope="col" class="n">development F1</th><th scope="col" class="n">proven</th><th scope="col" class="n">time</th></tr></thead>
<tbody>
<tr><td class="n" data-v="1">1</td><td class="n" data-v="1">1</td><td class="n" data-v="1">1</td><td class="n" data-v="1">1</td><td class="n" data-v="2">2</td><td class="n" data-v="0">0</td><td class="n" data-v="1">1</td><td class="n" data-v="0.8">0.8</td><td class="n" data-v="">–</td><td class="n" data-v="2">2</td><td>TIME</td></tr>
<tr><td class="n" data-v="2">2</td><td class="n" data-v="0">0</td><td class="n" data-v="0">0</td><td class="n" data-v="0">0</td><td class="n" data-v="3">3</td><td class="n" data-v="0">0</td><td class="n" data-v="0">0</td><td class="n" data-v="1">1</td><td class="n" data-v="">–</td><td class="n" data-v="2">2</td><td>TIME</td></tr>
</tbody></table></div>
--- run-sh sed -n '/<dl class="setup">/,/<.dl>/p' r.html | grep -v version
--- stdout
<dl class="setup">
<dt>model</dt><dd class="f">m.mln</dd>
<dt>training data</dt><dd class="f">t.db</dd>
<dt>options</dt><dd class="f">--epochs=3</dd>
</dl>
--- exit 0

# With development data, and by pseudo-likelihood.
--- run kerf learn --quiet m.mln t.db --epochs=3 --dev=t.db -o l.mln --report=r.html
--- run-sh grep -o 'They are[^<]*\|after each epoch' r.html
--- stdout
They are those after epoch 1, which predicted the development data best.
after each epoch
--- run kerf learn --quiet --method=pll m.mln t.db -o l.mln --report=r.html
--- run-sh grep -o 'They make[^<]*\|<strong>[^<]*by step' r.html
--- stdout
They make what is true most likely, each atom given all others (pseudo-likelihood). 1 hard formula has no part in it.
<strong>Log pseudo-likelihood with prior, by step
--- run-sh grep -c 'by epoch' r.html
--- stdout
0
--- exit 1

# The last weights, not their average.
--- run kerf learn --quiet --no-average m.mln t.db -o l.mln --report=r.html
--- run-sh grep -o 'They are[^<]*' r.html
--- stdout
They are those after the last world.
--- exit 0

# No epoch at all: a checkpoint of a run that is over.
--- run kerf learn --quiet m.mln t.db --epochs=1 --checkpoint=c -o l.mln
--- run kerf learn --quiet m.mln t.db --epochs=1 --checkpoint=c -o l.mln --report=r.html
--- run-sh grep -c '<svg' r.html
--- stdout
1
--- exit 0

# Where it cannot go.
--- run kerf learn --quiet m.mln t.db -o l.mln --report=m.mln
--- stderr
kerf: 'm.mln' is an input: it will not be overwritten
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln t.db -o l.mln --report=l.mln
--- stderr
kerf: --output and --report cannot go to one file, 'l.mln'
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln t.db -o l.mln --report=l.weights
--- stderr
kerf: --report and the weights beside --output cannot go to one file, 'l.weights'
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln t.db -o l.mln --log=r --report=r
--- stderr
kerf: --report and --log cannot go to one file, 'r'
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet m.mln t.db --report=-
--- stderr
kerf: standard output (no --output) and --report cannot go to one file, '-'
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn --quiet --epochs=1 m.mln t.db -o l.mln --report=none/r.html
--- stderr
kerf: error: cannot write none/r.html: no such file or directory
1 error
--- exit 6

# Where every formula has one weight, one table says it.
--- file plain.mln
*Word(place, word)
Tag(place)
Word(p, w) ^ Tag(p)
--- file plain.db
Word(1, A) Tag(1) Word(2, B)
--- run kerf learn --quiet plain.mln plain.db -q Tag --epochs=1 -o l.mln --report=r.html
--- run-sh sed -n '/<h2>The largest/,/<h2>How/p;/<h2>Formulas/,/<.tbody>/p' r.html
--- stdout
<h2>Formulas that were learned</h2>
<div class="wide" tabindex="0" role="region" aria-label="Formulas by their weight"><table class="sort">
<caption>Formulas by their weight</caption>
<thead><tr><th scope="col">label</th><th scope="col" class="n">weight</th><th scope="col">formula</th></tr></thead>
<tbody>
<tr><td>F1</td><td class="n" data-v="1">1</td><td class="f">Word(p, w) ^ Tag(p)</td></tr>
</tbody></table></div>
