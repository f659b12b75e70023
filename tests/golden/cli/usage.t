# A wrong command line: exit code 2, what is wrong, where to look.
--- run kerf
--- stderr
kerf 0.1.0: an engine for Markov logic

usage: kerf COMMAND [OPTION...] [FILE...]

  map       find the most probable world
  marginal  tell how probable each atom is
  explain   say why an atom of that world is as it is
  learn     learn weights from worlds that are known
  check     read a model and evidence, report problems, print a summary
  show      print the model as one stage sees it
  convert   write the model in another dialect
  ground    write a world as a problem for other solvers
  verify    recompute score, cost and violations of an answer
  eval      compare an answer with what is true
  load      fill a store with evidence for later runs
  version   print the version
  help      explain kerf or a command

Examples: does this model say what I think it says? And what follows from it?
  $ kerf check smoking.mln smoking.db --query=Smokes
  $ kerf map smoking.mln smoking.db --query=Smokes

'kerf COMMAND -h' explains a command on one screen, 'kerf --help' everything.
--- exit 2
--- run kerf chekc m.mln
--- stderr
kerf: unknown command 'chekc'; did you mean 'check'?
Try 'kerf -h'.
--- exit 2
--- run kerf frobnicate
--- stderr
kerf: unknown command 'frobnicate'
Try 'kerf -h'.
--- exit 2
--- run kerf --frobnicate
--- stderr
kerf: unknown option '--frobnicate'
Try 'kerf -h'.
--- exit 2
--- run kerf check
--- stderr
kerf: which model? The first word after 'check' is its file
Try 'kerf check -h'.
--- exit 2
--- run kerf check -i
--- stderr
kerf: option --model needs a value: FILE
Try 'kerf check -h'.
--- exit 2
--- run kerf check --model=
--- stderr
kerf: option --model needs a file name
Try 'kerf check -h'.
--- exit 2
--- run kerf check --quite m.mln
--- stderr
kerf: unknown option '--quite'; did you mean '--quiet'?
Try 'kerf check -h'.
--- exit 2
--- run kerf check --frobnicate m.mln
--- stderr
kerf: unknown option '--frobnicate'
Try 'kerf check -h'.
--- exit 2
--- run kerf check -Z m.mln
--- stderr
kerf: unknown option '-Z'
Try 'kerf check -h'.
--- exit 2
--- run kerf check -vZ m.mln
--- stderr
kerf: unknown option '-Z' in '-vZ'
Try 'kerf check -h'.
--- exit 2
--- run kerf check -dialect kerf m.mln
--- stderr
kerf: unknown option '-dialect'; did you mean '--dialect'?
Try 'kerf check -h'.
--- exit 2
--- run kerf check --dialect
--- stderr
kerf: option --dialect needs a value: NAME
Try 'kerf check -h'.
--- exit 2
--- run kerf check --dialect= m.mln
--- stderr
kerf: bad value '' for option --dialect: expected one of auto|kerf|alchemy|tuffy|rockit|lomrf|pracmln|thebeast
Try 'kerf check -h'.
--- exit 2
--- run kerf check --dialect=alchmy m.mln
--- stderr
kerf: bad value 'alchmy' for option --dialect: did you mean 'alchemy'?
Try 'kerf check -h'.
--- exit 2
--- run kerf check --dialect=prolog m.mln
--- stderr
kerf: bad value 'prolog' for option --dialect: expected one of auto|kerf|alchemy|tuffy|rockit|lomrf|pracmln|thebeast
Try 'kerf check -h'.
--- exit 2
--- run kerf check --quiet=perhaps m.mln
--- stderr
kerf: bad value 'perhaps' for option --quiet: expected yes or no
Try 'kerf check -h'.
--- exit 2
--- run kerf check --no-quiet=yes m.mln
--- stderr
kerf: unknown option '--no-quiet'; did you mean '--quiet'?
Try 'kerf check -h'.
--- exit 2
--- run kerf check --no-dialect m.mln
--- stderr
kerf: unknown option '--no-dialect'; did you mean '--dialect'?
Try 'kerf check -h'.
--- exit 2
--- run kerf check --split-cnf=perhaps m.mln
--- stderr
kerf: bad value 'perhaps' for option --split-cnf: expected yes or no
Try 'kerf check -h'.
--- exit 2
--- run kerf check --memory-limit=lots m.mln
--- stderr
kerf: bad value 'lots' for option --memory-limit: expected a number of bytes such as 1000, 500M or 8G
Try 'kerf check -h'.
--- exit 2
--- run kerf check --memory-limit=-5 m.mln
--- stderr
kerf: bad value '-5' for option --memory-limit: expected a number of bytes such as 1000, 500M or 8G
Try 'kerf check -h'.
--- exit 2
--- run kerf check --query= m.mln
--- stderr
kerf: bad value '' for option --query: expected names separated by commas
Try 'kerf check -h'.
--- exit 2
--- run kerf check --query A,,B m.mln
--- stderr
kerf: bad value 'A,,B' for option --query: expected names separated by commas
Try 'kerf check -h'.
--- exit 2
--- run kerf check --query-file= m.mln
--- stderr
kerf: bad value '' for option --query-file: expected a file name
Try 'kerf check -h'.
--- exit 2
--- run kerf check --weights= m.mln
--- stderr
kerf: bad value '' for option --weights: expected a file name
Try 'kerf check -h'.
--- exit 2
--- run kerf check --evidence= m.mln
--- stderr
kerf: option --evidence needs file names
Try 'kerf check -h'.
--- exit 2
--- run kerf check -e a.db,,b.db m.mln
--- stderr
kerf: option --evidence needs file names
Try 'kerf check -h'.
--- exit 2
--- run kerf check --table m.mln
--- stderr
kerf: bad value 'm.mln' for option --table: expected PREDICATE=FILE
Try 'kerf check -h'.
--- exit 2
--- run kerf check --table P m.mln
--- stderr
kerf: bad value 'P' for option --table: expected PREDICATE=FILE
Try 'kerf check -h'.
--- exit 2
--- run kerf check --table =f.csv m.mln
--- stderr
kerf: bad value '=f.csv' for option --table: expected PREDICATE=FILE
Try 'kerf check -h'.
--- exit 2
--- run kerf check --table P= m.mln
--- stderr
kerf: bad value 'P=' for option --table: expected PREDICATE=FILE
Try 'kerf check -h'.
--- exit 2
--- run kerf check -i a.mln -i b.mln
--- stderr
kerf: option --model is given twice
Try 'kerf check -h'.
--- exit 2
--- run kerf check -o a -o b m.mln
--- stderr
kerf: option --output is given twice
Try 'kerf check -h'.
--- exit 2
--- run kerf check --output= m.mln
--- stderr
kerf: option --output needs a file name
Try 'kerf check -h'.
--- exit 2
--- run kerf check --stage=tree m.mln
--- stderr
kerf: 'kerf check' has no option --stage
Try 'kerf check -h'.
--- exit 2
--- run kerf check --to=tuffy m.mln
--- stderr
kerf: 'kerf check' has no option --to
Try 'kerf check -h'.
--- exit 2
--- run kerf show --stage=tre m.mln
--- stderr
kerf: bad value 'tre' for option --stage: did you mean 'tree'?
Try 'kerf show -h'.
--- exit 2
--- run kerf show --stage=zebra m.mln
--- stderr
kerf: bad value 'zebra' for option --stage: expected one of tree|model|plan|sql|problem
Try 'kerf show -h'.
--- exit 2
--- run kerf convert m.mln
--- stderr
kerf: convert to what? --to=alchemy, tuffy, rockit, lomrf or kerf
Try 'kerf convert -h'.
--- exit 2
--- run kerf convert --to=tufy m.mln
--- stderr
kerf: bad value 'tufy' for option --to: did you mean 'tuffy'?
Try 'kerf convert -h'.
--- exit 2
--- run kerf convert --to=pracmln m.mln
--- stderr
kerf: bad value 'pracmln' for option --to: expected one of alchemy|tuffy|rockit|lomrf|kerf
Try 'kerf convert -h'.
--- exit 2
--- run kerf convert --partial=2 --to=tuffy m.mln
--- stderr
kerf: bad value '2' for option --partial: expected yes or no
Try 'kerf convert -h'.
--- exit 2
--- run kerf version now
--- stderr
kerf: 'kerf version' takes no words
Try 'kerf version -h'.
--- exit 2
--- run kerf version --quiet
--- stderr
kerf: 'kerf version' has no option --quiet
Try 'kerf version -h'.
--- exit 2
--- run kerf help check show
--- stderr
kerf: help with one command at a time
Try 'kerf help -h'.
--- exit 2
--- run kerf help chekc
--- stderr
kerf: unknown command 'chekc'; did you mean 'check'?
Try 'kerf help -h'.
--- exit 2
--- run kerf generate
--- stderr
kerf: generate what? man or bash
Try 'kerf generate -h'.
--- exit 2
--- run kerf generate zsh
--- stderr
kerf: generate what? man or bash
Try 'kerf generate -h'.
--- exit 2
--- run kerf generate man bash
--- stderr
kerf: generate what? man or bash
Try 'kerf generate -h'.
--- exit 2

# -q is not --quiet.
--- file m.mln
P(t)
1 P(x)
--- run kerf check -q m.mln
--- stderr
kerf: -q names predicates, and 'm.mln' is a file: did you mean --quiet?
Try 'kerf check -h'.
--- exit 2
