# Commands and options as other engines have them: the message says what to write here.
--- file m.mln
*Friends(person, person)
Smokes(person)
1.1 Friends(x, y) ^ Smokes(x) => Smokes(y)
-0.5 Smokes(x)
--- file e.db
Friends(Anna, Bob)
Smokes(Anna)
--- run kerf infer -i m.mln -e e.db
--- stderr
kerf: unknown command 'infer': 'kerf map' finds the best world, 'kerf marginal' probabilities
Try 'kerf -h'.
--- exit 2
--- run kerf learnwts -d
--- stderr
kerf: unknown command 'learnwts': weights come from 'kerf learn'
Try 'kerf -h'.
--- exit 2
--- run kerf sample m.mln
--- stderr
kerf: unknown command 'sample': probabilities come from 'kerf marginal'
Try 'kerf -h'.
--- exit 2
--- run kerf compile m.mln
--- stderr
kerf: unknown command 'compile': 'kerf convert' writes a model for another engine
Try 'kerf -h'.
--- exit 2
--- run kerf lint m.mln
--- stderr
kerf: unknown command 'lint': 'kerf check' reads a model and evidence and reports problems
Try 'kerf -h'.
--- exit 2
--- run kerf m.mln e.db
--- stderr
kerf: 'm.mln' is no command; that comes first: kerf map MODEL FILE
Try 'kerf -h'.
--- exit 2
--- run kerf map -marginal -i m.mln
--- stderr
kerf: unknown option '-marginal': probabilities come from 'kerf marginal'
Try 'kerf map -h'.
--- exit 2
--- run kerf map -m -i m.mln
--- stderr
kerf: unknown option '-m': leave it out; the best world comes from 'kerf map'
Try 'kerf map -h'.
--- exit 2
--- run kerf map -MS -i m.mln
--- stderr
kerf: unknown option '-MS': probabilities come from 'kerf marginal'
Try 'kerf map -h'.
--- exit 2
--- run kerf map -dual -i m.mln
--- stderr
kerf: unknown option '-dual': 'kerf map' finds the best world, 'kerf marginal' probabilities
Try 'kerf map -h'.
--- exit 2
--- run kerf map -inferType map -i m.mln
--- stderr
kerf: unknown option '-inferType': 'kerf map' finds the best world, 'kerf marginal' probabilities
Try 'kerf map -h'.
--- exit 2
--- run kerf learn -d -t e.db -i m.mln
--- stderr
kerf: unknown option '-d': leave it out; weights come from 'kerf learn'
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn -t e.db -i m.mln
--- stderr
kerf: unknown option '-t': training worlds follow the model: kerf learn MODEL FILE
Try 'kerf learn -h'.
--- exit 2
--- run kerf learn -ne Smokes -i m.mln
--- stderr
kerf: unknown option '-ne': write --query=A,B
Try 'kerf learn -h'.
--- exit 2
--- run kerf map -cw Friends -i m.mln
--- stderr
kerf: unknown option '-cw': write --closed=A,B
Try 'kerf map -h'.
--- exit 2
--- run kerf map -owa Smokes/1 -i m.mln
--- stderr
kerf: unknown option '-owa': write --open=A,B
Try 'kerf map -h'.
--- exit 2
--- run kerf map -queryFile q.db -i m.mln
--- stderr
kerf: unknown option '-queryFile': write --query-file=FILE
Try 'kerf map -h'.
--- exit 2
--- run kerf map -input m.mln
--- stderr
kerf: unknown option '-input': write -i FILE
Try 'kerf map -h'.
--- exit 2
--- run kerf map -data e.db
--- stderr
kerf: unknown option '-data': write -e FILE for evidence, --store=STORE for a database
Try 'kerf map -h'.
--- exit 2
--- run kerf map -maxFlips=100 m.mln
--- stderr
kerf: unknown option '-maxFlips=100': write --flips=N, with --solver=mws
Try 'kerf map -h'.
--- exit 2
--- run kerf map -maxTries 3 m.mln
--- stderr
kerf: unknown option '-maxTries': write --tries=N, with --solver=mws
Try 'kerf map -h'.
--- exit 2
--- run kerf marginal -numSamples 3 m.mln
--- stderr
kerf: unknown option '-numSamples': write --samples=N
Try 'kerf marginal -h'.
--- exit 2
--- run kerf marginal -burnMaxSteps 3 m.mln
--- stderr
kerf: unknown option '-burnMaxSteps': write --burn-in=N
Try 'kerf marginal -h'.
--- exit 2
--- run kerf map -memLimit 3 m.mln
--- stderr
kerf: unknown option '-memLimit': write --memory-limit=SIZE
Try 'kerf map -h'.
--- exit 2
--- run kerf map -timeout 3 m.mln
--- stderr
kerf: unknown option '-timeout': write --time-limit=SECONDS
Try 'kerf map -h'.
--- exit 2
--- run kerf map -conf a.conf m.mln
--- stderr
kerf: unknown option '-conf': leave it out
Try 'kerf map -h'.
--- exit 2
--- run kerf map --marginal m.mln
--- stderr
kerf: unknown option '--marginal': probabilities come from 'kerf marginal'
Try 'kerf map -h'.
--- exit 2
--- run kerf map -output a.db m.mln
--- stderr
kerf: unknown option '-output'; did you mean '--output'?
Try 'kerf map -h'.
--- exit 2
--- run kerf map -query Smokes m.mln
--- stderr
kerf: unknown option '-query'; did you mean '--query'?
Try 'kerf map -h'.
--- exit 2

# A value may stand behind =, and a predicate may have its arity.
--- run kerf map --quiet -i=m.mln -e=e.db -q=Smokes
--- stdout
Smokes(Anna)
Smokes(Bob)
--- run kerf map --quiet -i m.mln -e e.db -q Smokes/1 --closed=Friends/2
--- stdout
Smokes(Anna)
Smokes(Bob)
--- run kerf map --quiet -i m.mln -e e.db -q Smokes/2
--- stderr
kerf: error: --query names Smokes/2, which is not a predicate of the model
  hint: did you mean Smokes?
1 error
--- exit 3
--- run kerf map --quiet -i m.mln -e e.db --open=Smokes/
--- stderr
kerf: error: --open names Smokes/, which is not a predicate of the model
  hint: did you mean Smokes?
1 error
--- exit 3
--- run kerf map --quiet -i m.mln -e e.db --open=Smokes/x
--- stderr
kerf: error: --open names Smokes/x, which is not a predicate of the model
  hint: did you mean Smokes?
1 error
--- exit 3

# Alchemy's closed predicates; options without a command; a value that was forgotten.
--- run kerf map --quiet -i m.mln -e e.db -c Friends
--- stderr
kerf: unknown option '-c': write --closed=A,B
Try 'kerf map -h'.
--- exit 2
--- run kerf -i m.mln -e e.db
--- stderr
kerf: a command comes first: kerf map MODEL FILE finds the best world
Try 'kerf -h'.
--- exit 2
--- run kerf map --quiet --clusters --table Friends=f.csv m.mln
--- stderr
kerf: option --clusters needs a value: PREDICATE
Try 'kerf map -h'.
--- exit 2
