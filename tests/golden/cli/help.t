# -h is one screen with an example; --help is everything.
--- run kerf -h
--- stdout
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
--- run kerf check -h
--- stdout
usage: kerf check [OPTION...] MODEL [EVIDENCE...]
  read a model and evidence, report problems, print a summary

      --forecast          also tell how many groundings each formula has, and
                          the memory they take
  -o, --output=FILE       write to FILE: whole or not at all, never an input
  -q, --query=A,B         these predicates are hidden, all others observed
      --quiet             no notes and no progress; errors and warnings only

Example:
  $ cat smoking.mln
  Smokes(person)
  1.5 Smoks(x)
  $ kerf check --quiet smoking.mln
  smoking.mln:2:5: error: predicate Smoks is not declared
    1.5 Smoks(x)
        ^~~~~~~~
    hint: did you mean Smokes?
  1 error

'kerf check --help' says more.
--- run kerf show -h
--- stdout
usage: kerf show [OPTION...] MODEL [EVIDENCE...]
  print the model as one stage sees it

  -o, --output=FILE       write to FILE: whole or not at all, never an input
  -q, --query=A,B         these predicates are hidden, all others observed
      --quiet             no notes and no progress; errors and warnings only
      --stage=STAGE       which stage to show: the syntax tree as read, the
                          checked model, its queries, these as SQL, or the
                          problem that they give at first
                          (tree|model|plan|sql|problem) [model]

Example:
  $ cat smoking.mln
  Smokes(person)
  1.5 Smokes(x)
  $ kerf show --quiet smoking.mln
  type person
  predicate Smokes(person)
  formula
    Smokes(x)
    weight: 1.5
    free: x person

'kerf show --help' says more.
--- run kerf convert -h
--- stdout
usage: kerf convert [OPTION...] --to=DIALECT MODEL [EVIDENCE...]
  write the model in another dialect

  -o, --output=FILE       write to FILE: whole or not at all, never an input
      --partial           write what can be expressed, with a comment in place
                          of what cannot
  -q, --query=A,B         these predicates are hidden, all others observed
      --quiet             no notes and no progress; errors and warnings only
      --to=DIALECT        the dialect to write
                          (alchemy|tuffy|rockit|lomrf|kerf)

Example:
  $ cat smoking.mln
  Friends(person, person)
  Smokes(person)
  1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)
  $ kerf convert --to=tuffy --quiet smoking.mln
  // written by kerf for Tuffy
  Friends(person, person)
  Smokes(person)

  1.5 Friends(x, y), Smokes(x) => Smokes(y)

'kerf convert --help' says more.
--- run kerf ground -h
--- stdout
usage: kerf ground [OPTION...] --to=FORMAT MODEL [EVIDENCE...]
  write a world as a problem for other solvers

  -o, --output=FILE       write to FILE: whole or not at all, never an input
  -q, --query=A,B         these predicates are hidden, all others observed
      --quiet             no notes and no progress; errors and warnings only
      --to=FORMAT         the format to write (wcnf|lp|mps)

Example:
  $ cat smoking.mln
  Smokes(person)
  1.5 Smokes(Anna)
  $ kerf ground --to=wcnf --quiet --query=Smokes smoking.mln
  c a ground Markov logic network, written by kerf; minimise the objective
  c score = 1.5 - objective / 10
  c variables that are not named here are auxiliary
  c x1 = Smokes(Anna)
  p wcnf 1 1 16
  15 1 0

'kerf ground --help' says more.
--- run kerf version -h
--- stdout
usage: kerf version
  print the version

Example:
  $ kerf version

'kerf version --help' says more.
--- run kerf help -h
--- stdout
usage: kerf help [COMMAND]
  explain kerf or a command

Example:
  $ kerf help check

'kerf help --help' says more.
--- run kerf generate -h
--- stdout
usage: kerf generate man|bash
  print the manual page or the shell completion

Example:
  $ kerf generate man | man -l -

'kerf generate --help' says more.
--- run kerf --help
--- stdout
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

All commands:
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
  generate  print the manual page or the shell completion

All options ('kerf COMMAND --help' has those of one command):
      --C=X               mira: the most that one answer moves the weights, as
                          a multiple of what it differs in [1]
      --all               a weight for every row of +x that a grounding
                          reaches, not only for those seen with true atoms
      --all               also list atoms that no formula names
      --analyze           postgres: tell once for each statement how the server
                          goes about it (EXPLAIN ANALYZE); also -vv
      --answer=FILE       the answer to verify; every plain word after the
                          model is then evidence
      --ascent            prove bounds by dual ascent where the linear program
                          stalls
      --ask=ATOM,...      write only these atoms: Friends(Bob, y), Same(x, x),
                          Smokes; arguments in --query do the same
      --atom=ATOM         explain this atom, too: for one without arguments, or
                          instead of a plain word; may be repeated
      --average           the result is the average of the weights after every
                          world, not the last ones
      --blank=HOW         a row of a table with an empty cell: leave it out and
                          count it, take the cell for the constant "", or
                          refuse it (skip|keep|error) [skip]
      --bound=FILE        also check the certificate that map --certificate
                          wrote: that no world costs less
      --bound-only        check nothing but the certificate: quick where
                          formulas have many groundings
      --branch            search a tree of our own over the linear program,
                          before the library's
      --burn-in=N         sweeps of a chain before its first sample; -1: until
                          the chains agree [-1]
      --certificate=FILE  write a proof that no world costs less to FILE, for
                          verify --bound
      --chains=N          sample by so many chains [4]
      --change-tries=N    with --least-change, solve so many changed worlds for
                          each atom at most [1000]
      --changes=FILE      write to FILE where the answer departs from soft
                          evidence, and the formulas behind it
      --changes-from=FILE
                          change the world as FILE says, lines +Atom and -Atom,
                          and answer at each blank line and at the end
      --checkpoint=FILE   keep in FILE where learning stands, and go on from
                          there if it exists
      --cliques           treat soft pairs of alike weight as one count
      --closed=A,B        make these predicates observed: what is not listed is
                          false
      --clustering        solve scored pairs of a transitive and symmetric
                          predicate as a clustering
      --clusters=PREDICATE
                          write the classes of this transitive and symmetric
                          predicate instead of atoms, as a table id,cluster
      --completion=HOW    definite clauses (:-): as weighted as they are
                          written, or hard equivalences (decomposed|standard)
                          [decomposed]
      --cost=PREDICATE=X,...
                          what an atom costs that is not as in the truth; 1
                          where nothing is said
      --dev=FILE          predict these worlds after every epoch, and keep the
                          weights of the best
      --dialect=NAME      how to read the model where dialects disagree; auto
                          decides from the text
                          (auto|kerf|alchemy|tuffy|rockit|lomrf|pracmln|
                          thebeast) [auto]
      --distribute        postgres: spread evidence over the machines of a
                          Citus cluster; show --stage=sql tells how
      --effort=HOW        what goes into a world's answer: exact, always
                          proven; near the best, proven only where nothing
                          would be learned; rising: near, and proven in the
                          last epoch (exact|rising|near) [rising]
      --eliminate         eliminate variables one by one where a component is
                          narrow
      --epochs=N          go over the training worlds so often [10]
  -e, --evidence=FILE,...
                          read evidence from these files; the same as naming
                          them after the model
      --examples=N        show so many violated groundings of each formula [5]
      --expectations      also tell in --stats how many groundings of each
                          formula are true on average
      --explain=ATOM      also say in the --report why this atom is as it is;
                          may be repeated
      --fixing            fix atoms by their reduced cost
      --flips=N           mws: flips per try; walk: as much work, a flip being
                          400 literals or fewer [100000]
      --forecast          also tell how many groundings each formula has, and
                          the memory they take
      --format=FORMAT     how to print the result (text|json) [text]
      --format=FORMAT     how to write the answer: as evidence, as a table, or
                          as JSON, one object a world (db|csv|tsv|json) [db]
      --format=FORMAT     how to print the result (text|json) [text]
      --format=FORMAT     how to write probabilities: as soft evidence, as a
                          table, or as JSON, one object a world
                          (db|csv|tsv|json) [db]
      --format=FORMAT     how to print the explanations (text|json) [text]
      --fractional        look at the fractional point of the linear program,
                          too, for what it violates
      --gap=GAP           stop where the answer is proven to be so near to the
                          best, relative to its cost
      --ground=HOW        cuts: only what the current assignment violates;
                          full: everything at once; auto: what seems cheaper
                          (auto|cuts|full) [auto]
      --header=WHEN       does the first row of a table name its columns? auto:
                          yes if declaration or columns say so (auto|yes|no)
                          [auto]
  -h, --help              -h: one screen with an example; --help: everything
      --k=K               mira: learn from so many answers of a world, the best
                          ones [1]
      --least-change=A,B  also look for a least change of what evidence says of
                          these predicates that flips the atom that is
                          explained
      --lift              solve atoms that look alike as one
      --log=FILE          write a line of JSON for every epoch
      --loss-augmented    look for answers that score much and are far from the
                          truth
      --mapping=FILE      postgres: take evidence from tables that are there,
                          as FILE says: Predicate = SELECT ..., a line each
      --max-iterations=N  stop after so many iterations [1000]
      --memory-limit=SIZE
                          stop with a message before using more memory than
                          this (500M, 8G)
      --mend=N            after a change, solve components of so many atoms or
                          more near what has changed; 0: none [1024]
      --merge=HOW         several probabilities of one atom: refuse them, take
                          the last, 1-(1-p)(1-q), or the mean
                          (error|last|noisy-or|mean) [error]
      --method=NAME       how to learn: mira, the smallest step that gives the
                          truth its margin; the perceptron; pll,
                          pseudo-likelihood (mira|perceptron|pll) [mira]
      --method=NAME       exact: or not at all; mcsat, gibbs: sample; auto:
                          exact where a component is narrow, else sample
                          (auto|exact|mcsat|gibbs) [auto]
      --min-count=N       a weight only for rows of +x that are seen so often
                          [1]
      --min-p=P           write only atoms that are at least so probable
  -i, --model=FILE        also evaluate the predicates that are hidden in this
                          model
  -i, --model=FILE        read the model from FILE; every plain word is then
                          evidence
      --negatives=SHARE   pll: look at this share of the false atoms that
                          formulas name, chosen at random [1]
      --noise=Q           mws: probability of a random step [0.02]
      --only-asked        do not solve components that have nothing to do with
                          what --ask or --query asks for
      --open=A,B          make these predicates hidden as well, beside those of
                          --query
      --order=LABEL,...   look at these formulas, in this order, only when all
                          others are satisfied
  -o, --output=FILE       write to FILE: whole or not at all, never an input
      --partial           write what can be expressed, with a comment in place
                          of what cannot
      --parts             in the search over tables: parts that share nothing
                          are searched one by one
      --precision=X       sample until every probability is known to plus or
                          minus X, with 95 % [0.01]
      --probabilities=FILE
                          instead of an answer: compute the probabilities that
                          marginal wrote to FILE anew
  -q, --query=A,B         evaluate these predicates, whatever the files hold
  -q, --query=A,B         these predicates are hidden, all others observed
      --query-file=FILE   read the names of the hidden predicates from a Tuffy
                          query file
      --quiet             no notes and no progress; errors and warnings only
      --relax             where no world keeps the hard formulas, find one that
                          violates the fewest groundings, and of these the best
      --report=FILE       write a page for people to FILE, in HTML: the answer,
                          what it pays for, how it was found
      --report=FILE       write a page for people to FILE, in HTML: largest
                          weights, loss and F1 by epoch, time
      --report=FILE       write a page for people to FILE, in HTML: the least
                          certain atoms, intervals, chains
  -r, --result=FILE       the same as --output, as Alchemy calls it
      --samples=N         draw so many samples at most, of all chains together;
                          0: as many as the precision takes, up to 200,000
      --schema=NAME       postgres: keep evidence in this schema for later
                          runs, instead of in one of the run's own
      --seed=N            begin the random sequence here: of walk, mws and
                          chains, and of the order of training worlds [1]
      --shuffle           go over the training worlds in an order of its own in
                          every epoch
      --sigma=X           pll: standard deviation of the weights' prior, whose
                          mean is 0; 0: no prior [2]
      --simplify          simplify the problem before it is solved; without
                          being told, mws does not
      --skip-unknown      skip evidence of predicates that the model does not
                          have, with a warning
      --solver=NAME       what solves the ground problem: exact search, integer
                          programming, elimination, search over tables, local
                          search, MaxWalkSAT, all worlds
                          (auto|exact|ilp|eliminate|tables|walk|mws|brute)
                          [auto]
      --split             take the independent parts of a training world for
                          worlds
      --split-cnf         Alchemy's reading: a weight is divided evenly over
                          the clauses of its formula
      --stage=STAGE       which stage to show: the syntax tree as read, the
                          checked model, its queries, these as SQL, or the
                          problem that they give at first
                          (tree|model|plan|sql|problem) [model]
      --start=WHERE       mws: where the first try begins (current|random)
                          [current]
      --stats=FILE        write statistics to FILE, as one JSON object
      --store=STORE       where evidence lies and queries run: memory,
                          sqlite:FILE, or postgres://USER@HOST/DATABASE
                          [memory]
      --strict            exit with 4 if a hard formula is violated
      --strict-types      a constant that a listed type does not have is an
                          error
      --symmetric=A,B     of these predicates P(a,b) and P(b,a) are one pair,
                          there if either is; P(a,a) is left out
      --table=PREDICATE=FILE
                          read true atoms from a .csv or .tsv file, one a row,
                          or take them from the store's server:
                          PREDICATE=postgres:TABLE(COLUMN,...); FILE(a,2;p)
                          chooses columns by header or number, p that of
                          probabilities; may be repeated
      --tables            search over variables with tables of costs
      --tabu=N            mws: an atom that flipped stays as it is for so many
                          flips
      --threads=N         use so many threads; 0: as many as there are cores.
                          The answer is the same for any number
      --time-limit=SECONDS
                          stop after so long with the best so far: each world,
                          or learning as a whole; 0: never
      --to=DIALECT        the dialect to write
                          (alchemy|tuffy|rockit|lomrf|kerf)
      --to=FORMAT         the format to write (wcnf|lp|mps)
      --transitive        use cuts and moves that transitive predicates allow
      --tries=N           mws: begin so many times, the first included, and
                          keep the best; walk: so many times the work [1]
      --truth=FILE        what is true, written like evidence
      --twins             solve for one of several constants that evidence does
                          not tell apart, where that is exact
      --unsupported=HOW   what other engines have and kerf has not, such as
                          utilities: refuse the model, or leave out these
                          statements, with a warning each (refuse|skip)
                          [refuse]
  -v, --verbose           also say what is done and how much it takes; -vv: and
                          what --analyze tells
  -V, --version           print the version and the optional parts
      --warm              start linear programs where the last one ended
      --weights=FILE      read weights from FILE instead of the .weights file
                          beside the model; - for none
      --world=N|NAME      the world to take, by its number from 1 or its name

Options may stand anywhere; -- ends them. --no-NAME turns a flag off.

Exit status:
  0   what was asked for has been done
  2   the command line is wrong
  3   the model or the data are wrong, or cannot be read
  4   the hard formulas contradict each other or the evidence; with verify
      --strict, one is violated
  5   a limit was reached: there is no answer at all, or not all of it;
      marginal has written what it knows
  6   out of memory, a solver or a store failed, or the output cannot be
      written
  7   a check of kerf itself failed: a fault of kerf, and nothing is written
  130 interrupted; map has written the best answer so far, marginal what it
      knows, learn the best weights
--- run kerf check --help
--- stdout
usage: kerf check [OPTION...] MODEL [EVIDENCE...]

  Reads a model and any number of evidence files and says what is wrong with
  them, with the place and, where one is known, a remedy. If nothing is wrong
  it prints what it understood: the dialect and every decision taken, types and
  their sizes, predicates and why they are observed or hidden, formulas and
  their weights. With --forecast it also tells how many groundings each formula
  has and what they would take, before any of them is made.

  MODEL and EVIDENCE may be compressed with gzip; - stands for standard input.
  Evidence with several worlds (lines >> or ---) is read world by world.

  Alchemy's way of naming files works, too: kerf check -i MODEL -e
  EVIDENCE,EVIDENCE -q PREDICATE.

Options:
      --blank=HOW         a row of a table with an empty cell: leave it out and
                          count it, take the cell for the constant "", or
                          refuse it (skip|keep|error) [skip]
      --closed=A,B        make these predicates observed: what is not listed is
                          false
      --completion=HOW    definite clauses (:-): as weighted as they are
                          written, or hard equivalences (decomposed|standard)
                          [decomposed]
      --dialect=NAME      how to read the model where dialects disagree; auto
                          decides from the text
                          (auto|kerf|alchemy|tuffy|rockit|lomrf|pracmln|
                          thebeast) [auto]
  -e, --evidence=FILE,...
                          read evidence from these files; the same as naming
                          them after the model
      --forecast          also tell how many groundings each formula has, and
                          the memory they take
      --header=WHEN       does the first row of a table name its columns? auto:
                          yes if declaration or columns say so (auto|yes|no)
                          [auto]
  -h, --help              -h: one screen with an example; --help: everything
      --memory-limit=SIZE
                          stop with a message before using more memory than
                          this (500M, 8G)
      --merge=HOW         several probabilities of one atom: refuse them, take
                          the last, 1-(1-p)(1-q), or the mean
                          (error|last|noisy-or|mean) [error]
  -i, --model=FILE        read the model from FILE; every plain word is then
                          evidence
      --open=A,B          make these predicates hidden as well, beside those of
                          --query
  -o, --output=FILE       write to FILE: whole or not at all, never an input
  -q, --query=A,B         these predicates are hidden, all others observed
      --query-file=FILE   read the names of the hidden predicates from a Tuffy
                          query file
      --quiet             no notes and no progress; errors and warnings only
      --skip-unknown      skip evidence of predicates that the model does not
                          have, with a warning
      --split-cnf         Alchemy's reading: a weight is divided evenly over
                          the clauses of its formula
      --strict-types      a constant that a listed type does not have is an
                          error
      --table=PREDICATE=FILE
                          read true atoms from a .csv or .tsv file, one a row,
                          or take them from the store's server:
                          PREDICATE=postgres:TABLE(COLUMN,...); FILE(a,2;p)
                          chooses columns by header or number, p that of
                          probabilities; may be repeated
      --unsupported=HOW   what other engines have and kerf has not, such as
                          utilities: refuse the model, or leave out these
                          statements, with a warning each (refuse|skip)
                          [refuse]
  -v, --verbose           also say what is done and how much it takes; -vv: and
                          what --analyze tells
  -V, --version           print the version and the optional parts
      --weights=FILE      read weights from FILE instead of the .weights file
                          beside the model; - for none

Example:
  $ cat smoking.mln
  Smokes(person)
  1.5 Smoks(x)
  $ kerf check --quiet smoking.mln
  smoking.mln:2:5: error: predicate Smoks is not declared
    1.5 Smoks(x)
        ^~~~~~~~
    hint: did you mean Smokes?
  1 error

Options may stand anywhere; -- ends them. --no-NAME turns a flag off.

Exit status:
  0   what was asked for has been done
  2   the command line is wrong
  3   the model or the data are wrong, or cannot be read
  4   the hard formulas contradict each other or the evidence; with verify
      --strict, one is violated
  5   a limit was reached: there is no answer at all, or not all of it;
      marginal has written what it knows
  6   out of memory, a solver or a store failed, or the output cannot be
      written
  7   a check of kerf itself failed: a fault of kerf, and nothing is written
  130 interrupted; map has written the best answer so far, marginal what it
      knows, learn the best weights
--- run kerf version --help
--- stdout
usage: kerf version

  Prints the version and what the program was built with.

Options:
  -h, --help              -h: one screen with an example; --help: everything
  -V, --version           print the version and the optional parts

Example:
  $ kerf version

Options may stand anywhere; -- ends them. --no-NAME turns a flag off.

Exit status:
  0   what was asked for has been done
  2   the command line is wrong
  3   the model or the data are wrong, or cannot be read
  4   the hard formulas contradict each other or the evidence; with verify
      --strict, one is violated
  5   a limit was reached: there is no answer at all, or not all of it;
      marginal has written what it knows
  6   out of memory, a solver or a store failed, or the output cannot be
      written
  7   a check of kerf itself failed: a fault of kerf, and nothing is written
  130 interrupted; map has written the best answer so far, marginal what it
      knows, learn the best weights
--- exit 0

# 'kerf help' is the same in other words.
--- run-sh kerf --help >full; kerf help | cmp - full
--- run-sh kerf check --help >full; kerf help check | cmp - full
--- run-sh kerf check --help >full; kerf --help check | cmp - full
--- exit 0

# Nothing is read when help is asked for.
--- run-sh kerf check missing.mln -h | head -n 1
--- stdout
usage: kerf check [OPTION...] MODEL [EVIDENCE...]
--- exit 0
# One screen: at most 24 lines of 80 columns.
--- run-sh for c in check show convert ground version help generate map marginal learn verify eval load; do kerf $c -h; kerf $c --help; done | awk 'length > 80'
--- run-sh for c in check show convert ground version help generate; do n=$(kerf $c -h | wc -l); [ $n -le 24 ] || echo "$c $n"; done
