/* commands.c -- the commands, one row each, with their manual. */
#include "cli.h"

#include <string.h>

static const char check_text[] =
    "Reads a model and any number of evidence files and says what is wrong with them, with the "
    "place and, where one is known, a remedy. If nothing is wrong it prints what it understood: "
    "the dialect and every decision taken, types and their sizes, predicates and why they are "
    "observed or hidden, formulas and their weights. With --forecast it also tells how many "
    "groundings each formula has and what they would take, before any of them is made.\n"
    "MODEL and EVIDENCE may be compressed with gzip; - stands for standard input. Evidence with "
    "several worlds (lines >> or ---) is read world by world.\n"
    "Alchemy's way of naming files works, too: kerf check -i MODEL -e EVIDENCE,EVIDENCE -q "
    "PREDICATE.";

static const char check_example[] = "$ cat smoking.mln\n"
                                    "Smokes(person)\n"
                                    "1.5 Smoks(x)\n"
                                    "$ kerf check --quiet smoking.mln\n"
                                    "smoking.mln:2:5: error: predicate Smoks is not declared\n"
                                    "  1.5 Smoks(x)\n"
                                    "      ^~~~~~~~\n"
                                    "  hint: did you mean Smokes?\n"
                                    "1 error";

static const char show_text[] =
    "Prints the model as one stage of the pipeline sees it: the syntax tree as it was read; the "
    "checked model with every name resolved, types inferred and formulas in negation normal form; "
    "the plan, which is every query that a formula asks, step by step, with the rows that each "
    "step "
    "is expected to give and those that it gives; the problem, which is what these queries find "
    "where every hidden atom is false: atoms with costs, ground clauses, cardinalities, and the "
    "components that they fall into. Of the evidence only the first world is read.";

static const char show_example[] = "$ cat smoking.mln\n"
                                   "Smokes(person)\n"
                                   "1.5 Smokes(x)\n"
                                   "$ kerf show --quiet smoking.mln\n"
                                   "type person\n"
                                   "predicate Smokes(person)\n"
                                   "formula\n"
                                   "  Smokes(x)\n"
                                   "  weight: 1.5\n"
                                   "  free: x person";

static const char convert_text[] =
    "Writes the model in another dialect. What that dialect cannot express is an error at its line "
    "and nothing is written; with --partial it is a warning, and a comment takes its place.\n"
    "Evidence, or --query, tells which predicates are observed, where the other dialect wants to "
    "know. The file appears whole or not at all, and no input is ever overwritten.";

static const char convert_example[] = "$ cat smoking.mln\n"
                                      "Friends(person, person)\n"
                                      "Smokes(person)\n"
                                      "1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)\n"
                                      "$ kerf convert --to=tuffy --quiet smoking.mln\n"
                                      "// written by kerf for Tuffy\n"
                                      "Friends(person, person)\n"
                                      "Smokes(person)\n"
                                      "\n"
                                      "1.5 Friends(x, y), Smokes(x) => Smokes(y)";

static const char ground_text[] =
    "Writes a world grounded in full, as a problem that other solvers read: weighted CNF, or an "
    "integer program in LP or MPS format. Everything that the evidence does not decide is in it, "
    "so "
    "it may be very large: 'kerf check --forecast' tells before.\n"
    "The objective is a cost to be minimised. Comments at the head of the file say how it relates "
    "to the score (score = OFFSET - objective) and which ground atom each variable is.\n"
    "Of evidence with several worlds, --world chooses one. Acyclicity cannot be written out.";

static const char ground_example[] =
    "$ cat smoking.mln\n"
    "Smokes(person)\n"
    "1.5 Smokes(Anna)\n"
    "$ kerf ground --to=wcnf --quiet --query=Smokes smoking.mln\n"
    "c a ground Markov logic network, written by kerf; minimise the objective\n"
    "c score = 1.5 - objective / 10\n"
    "c variables that are not named here are auxiliary\n"
    "c x1 = Smokes(Anna)\n"
    "p wcnf 1 1 16\n"
    "15 1 0";

static const char verify_text[] =
    "Recomputes what an answer is worth, by code that shares nothing with the search for answers: "
    "score (the sum of the weights of all true groundings), cost (the weights lost where another "
    "answer could do better) and violated groundings of hard formulas, in all and by formula, and "
    "the first few groundings that are violated. Every grounding is walked, so this takes long "
    "where they are many.\n"
    "ANSWER holds atoms of the hidden predicates, one or more a line: Atom, Atom 1, Atom 0 or "
    "!Atom, as kerf, Alchemy, Tuffy and LoMRF write them. What it does not name is false, unless "
    "evidence says it is true. Evidence with several worlds needs an answer with the same "
    "worlds.\n"
    "Violated formulas are a result and no failure: the exit code is 0, or with --strict 4. An "
    "atom that contradicts the evidence is an error; the evidence counts, and the exit code is 3.\n"
    "With --probabilities there is no answer: the probabilities that 'kerf marginal' wrote to a "
    "file "
    "are computed anew, world by world where few atoms are open, else by elimination in another "
    "order, and the largest difference is told. What the file says and cannot be so (an interval "
    "without the truth, log Z, an atom named twice) is an error, and the exit code is 4; with "
    "--strict also for a difference above a millionth, and for an atom that is missing.";

static const char verify_example[] =
    "$ cat smoking.mln\n"
    "Friends(person, person)\n"
    "Smokes(person)\n"
    "1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)\n"
    "$ cat smoking.db\n"
    "Friends(Anna, Bob)\n"
    "$ cat answer.db\n"
    "Smokes(Anna)\n"
    "$ kerf verify --quiet --query=Smokes smoking.mln smoking.db answer.db\n"
    "score            4.5\n"
    "cost             1.5\n"
    "hard violations  0\n"
    "worlds           1\n"
    "\n"
    "  formula  weight  groundings  true  unsatisfied  cost  violations\n"
    "  F1          1.5           4     3            1   1.5           0\n"
    "\n"
    "violated groundings\n"
    "  F1, smoking.mln:3\n"
    "    Friends(Anna, Bob) ^ Smokes(Anna) => Smokes(Bob)";

static const char map_text[] =
    "Finds the most probable world: values of the hidden atoms that give the greatest score, the "
    "sum "
    "of the weights of all true groundings, and break no hard formula. Only what the world at hand "
    "does not satisfy is ground, solved and looked at again, until nothing is left to add. Unless "
    "something stops it before, the answer is proven to be the best.\n"
    "The answer is every true atom of the hidden predicates, sorted, one a line, and can be read "
    "as "
    "evidence. Where the evidence has several worlds each is solved and written as it comes, after "
    "its line >> name; as JSON, each is one object on a line. The last line on standard error says "
    "what is known of the answer: optimal; bounded, with the greatest score that is still "
    "possible; "
    "or unproved, which breaks hard formulas.\n"
    "A limit or an interrupt ends the search with the best answer so far; a second interrupt ends "
    "the run on the spot. Hard formulas that contradict each other are shown, with the evidence "
    "behind them. Alchemy's options -i, -e, -q and -r work, too.";

static const char map_example[] = "$ cat smoking.mln\n"
                                  "Friends(person, person)\n"
                                  "Smokes(person)\n"
                                  "1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)\n"
                                  "-0.5 Smokes(x)\n"
                                  "$ cat smoking.db\n"
                                  "Friends(Anna, Bob)\n"
                                  "Smokes(Anna)\n"
                                  "$ kerf map --quiet --query=Smokes smoking.mln smoking.db\n"
                                  "Smokes(Anna)\n"
                                  "Smokes(Bob)";

static const char explain_text[] =
    "Finds the most probable world, as 'kerf map' does, and for each ATOM of it the best world in "
    "which that atom has the other value: by how much that costs more, which groundings only one "
    "of "
    "the two worlds pays for, by formula, file and line, with the evidence in them, and which "
    "other "
    "hidden atoms flip along. Where no world has the other value, the hard formulas and the "
    "evidence that forbid it are shown.\n"
    "A word with brackets is an atom, as in the evidence; other words are files. The world with "
    "the "
    "other value is proven to be the best unless a limit or an interrupt stops the search; then a "
    "bound says how much less it could cost.\n"
    "--least-change also looks for a smallest set of facts of the evidence such that the atom "
    "flips if they are reversed or unknown. It is called least where all smaller sets were tried.";

static const char explain_example[] =
    "$ cat smoking.mln\n"
    "*Friends(person, person)\n"
    "Smokes(person)\n"
    "1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)\n"
    "-0.5 Smokes(x)\n"
    "$ cat smoking.db\n"
    "Friends(Anna, Bob)\n"
    "Smokes(Anna)\n"
    "$ kerf explain --quiet --query=Smokes smoking.mln smoking.db 'Smokes(Bob)'\n"
    "Smokes(Bob) is true\n"
    "  Smokes(Bob) being false would cost 1 more\n"
    "  only with Smokes(Bob) being false, this is paid for:\n"
    "    1.5  Friends(Anna, Bob) ^ Smokes(Anna) => Smokes(Bob)  (F1, smoking.mln:3)\n"
    "      Friends(Anna, Bob) is true, by evidence, smoking.db:1\n"
    "      Smokes(Anna) is true, by evidence, smoking.db:2\n"
    "      Smokes(Bob) is true, else false\n"
    "  only with Smokes(Bob) being true, this is paid for:\n"
    "    -0.5  Smokes(Bob)  (F2, smoking.mln:4)\n"
    "      Smokes(Bob) is true, else false";

static const char eval_text[] =
    "Compares an answer with what is true: precision (how much of the answer is true), recall (how "
    "much of what is true was answered) and their harmonic mean F1, for each predicate and over "
    "all "
    "atoms. Both files hold atoms as evidence does; !Atom and Atom 0 are false. Worlds are matched "
    "in order; where both have names, these must be the same.\n"
    "The predicates are those of --query, else those that occur in both files, and with --model "
    "those that are hidden in it; a note names what is left out. Where nothing was answered there "
    "is no precision, where nothing is true no recall: - in the table, null in JSON.";

static const char eval_example[] = "$ cat truth.db\n"
                                   "Smokes(Anna)\n"
                                   "Smokes(Bob)\n"
                                   "$ cat answer.db\n"
                                   "Smokes(Anna)\n"
                                   "Smokes(Carl)\n"
                                   "$ kerf eval --quiet --truth=truth.db answer.db\n"
                                   "  predicate  precision  recall   F1  right  wrong  missed\n"
                                   "  Smokes           0.5     0.5  0.5      1      1       1\n"
                                   "  all              0.5     0.5  0.5      1      1       1";

static const char learn_text[] =
    "Learns the weights of a model from worlds whose truth is known. Every formula gets one but "
    "hard "
    "ones, fixed ones (@1.5 f) and those weighted by the data; one with +x gets one for each row "
    "that "
    "is seen with true atoms. @>=0 f and @<=0 f keep the sign of a weight.\n"
    "Every TRAINING file is a world of its own, or several if it has lines >> name. What they say "
    "of "
    "the hidden predicates, which --query names or the declarations tell, is the truth; what they "
    "do "
    "not say to be true is false.\n"
    "The methods mira and perceptron are online: find the most probable world with the weights so "
    "far, compare it with "
    "the "
    "truth, move the weights that make the difference; mira by as little as gives the truth a "
    "margin "
    "of the loss, the perceptron by the difference. The result is the average over all steps, or "
    "with "
    "--dev that of the best epoch. The method pll needs no inference: it maximises the product of "
    "each atom's probability given all others, with a prior (--sigma).\n"
    "--output=x.mln gets the model with its weights, x.weights the weights of formulas with +x, "
    "and "
    "'kerf map x.mln' reads both. Without it the model goes to standard output, if no formula has "
    "+x. An interrupt ends "
    "learning "
    "with the best weights so far; with --checkpoint it can go on later as if nothing had "
    "happened.";

static const char learn_example[] = "$ cat smoking.mln\n"
                                    "*Stress(person)\n"
                                    "Smokes(person)\n"
                                    "Stress(x) => Smokes(x)\n"
                                    "Smokes(x)\n"
                                    "$ cat train.db\n"
                                    "Stress(Anna)\n"
                                    "Smokes(Anna)\n"
                                    "!Smokes(Bob)\n"
                                    "$ kerf learn --quiet smoking.mln train.db";

static const char marginal_text[] =
    "Tells how probable each hidden atom is that the evidence leaves open: the share of all worlds "
    "in which it is true, each weighted by exp(score). Worlds that violate a hard formula do not "
    "count.\n"
    "Everything that the evidence leaves open is ground: 'kerf check --forecast' tells how much. "
    "What falls into independent components is treated component by component. Where one is narrow "
    "its probabilities are exact: variables are eliminated one by one, and an interval says how "
    "far rounding can have gone. Where it is not, it is sampled by several chains, until their "
    "intervals are as narrow as --precision says; the summary says how well they agree.\n"
    "The answer is a line for each atom, sorted, with its probability: it reads back as soft "
    "evidence. Atoms that no formula names are told once for their predicate. --format=tsv has "
    "columns predicate, arguments, p, lo, hi, method, ess, rhat.\n"
    "The exit code is 5 where it was stopped or has not reached the precision; what there is is "
    "written.";

static const char marginal_example[] =
    "$ cat smoking.mln\n"
    "Friends(person, person)\n"
    "Smokes(person)\n"
    "1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)\n"
    "$ cat smoking.db\n"
    "Friends(Anna, Bob)\n"
    "Smokes(Anna)\n"
    "$ kerf marginal --quiet --query=Smokes smoking.mln smoking.db\n"
    "Smokes(Bob) 0.8175744762";

static const char load_text[] =
    "Fills a store with evidence, which memory need not hold: for later runs of 'kerf map' with "
    "the "
    "same --store, without naming the evidence again. A store holds one world: of evidence with "
    "several, --world chooses one. A store that holds this evidence already is left as it is, one "
    "with other evidence is filled anew, when all of it is read; what is not a store of kerf's is "
    "never touched.";

static const char load_example[] =
    "$ cat smoking.mln\n"
    "*Friends(person, person)\n"
    "Smokes(person)\n"
    "1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)\n"
    "$ cat smoking.db\n"
    "Friends(Anna, Bob)\n"
    "$ kerf load --quiet --store=sqlite:smoking.store smoking.mln smoking.db\n"
    "$ kerf map --quiet --store=sqlite:smoking.store smoking.mln";

static const char version_text[] = "Prints the version and what the program was built with.";

static const char help_text[] =
    "Explains kerf, or one of its commands. 'kerf COMMAND -h' gives one screen with an example.";

static const char generate_text[] =
    "Prints the manual page (roff) or the completion for bash, made from the tables that also "
    "parse the command line.";

static const command commands[] = {
    { "map", CMD_MAP, false, "MODEL [EVIDENCE...]", "find the most probable world", map_text,
      map_example, run_map },
    { "marginal", CMD_MARGINAL, false, "MODEL [EVIDENCE...]", "tell how probable each atom is",
      marginal_text, marginal_example, run_marginal },
    { "explain", CMD_EXPLAIN, false, "MODEL [EVIDENCE...] ATOM...",
      "say why an atom of that world is as it is", explain_text, explain_example, run_explain },
    { "learn", CMD_LEARN, false, "MODEL TRAINING...", "learn weights from worlds that are known",
      learn_text, learn_example, run_learn },
    { "check", CMD_CHECK, false, "MODEL [EVIDENCE...]",
      "read a model and evidence, report problems, print a summary", check_text, check_example,
      run_check },
    { "show", CMD_SHOW, false, "MODEL [EVIDENCE...]", "print the model as one stage sees it",
      show_text, show_example, run_show },
    { "convert", CMD_CONVERT, false, "--to=DIALECT MODEL [EVIDENCE...]",
      "write the model in another dialect", convert_text, convert_example, run_convert },
    { "ground", CMD_GROUND, false, "--to=FORMAT MODEL [EVIDENCE...]",
      "write a world as a problem for other solvers", ground_text, ground_example, run_ground },
    { "verify", CMD_VERIFY, false, "MODEL [EVIDENCE...] ANSWER",
      "recompute score, cost and violations of an answer", verify_text, verify_example,
      run_verify },
    { "eval", CMD_EVAL, false, "--truth=TRUTH ANSWER", "compare an answer with what is true",
      eval_text, eval_example, run_eval },
    { "load", CMD_LOAD, false, "--store=STORE MODEL [EVIDENCE...]",
      "fill a store with evidence for later runs", load_text, load_example, run_load },
    { "version", CMD_VERSION, false, "", "print the version", version_text, "$ kerf version",
      run_version },
    { "help", CMD_HELP, false, "[COMMAND]", "explain kerf or a command", help_text,
      "$ kerf help check", run_help },
    { "generate", CMD_GENERATE, true, "man|bash", "print the manual page or the shell completion",
      generate_text, "$ kerf generate man | man -l -", run_generate },
};

size_t command_count(void)
{
    return sizeof commands / sizeof *commands;
}

const command *command_get(size_t index)
{
    return index < command_count() ? &commands[index] : NULL;
}

const command *command_find(const char *name)
{
    for (size_t i = 0; i < command_count(); i++)
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
    return NULL;
}

static const exit_code exit_codes[] = {
    { CLI_OK, "what was asked for has been done" },
    { CLI_USAGE, "the command line is wrong" },
    { CLI_INPUT, "the model or the data are wrong, or cannot be read" },
    { CLI_INFEASIBLE, "the hard formulas contradict each other or the evidence; with verify "
                      "--strict, one is violated" },
    { CLI_LIMIT, "a limit was reached: there is no answer at all, or not all of it; marginal has "
                 "written what it knows" },
    { CLI_FAILURE, "out of memory, a solver or a store failed, or the output cannot be written" },
    { CLI_INTERNAL, "a check of kerf itself failed: a fault of kerf, and nothing is written" },
    { CLI_INTERRUPTED,
      "interrupted; map has written the best answer so far, marginal what it knows, learn the best "
      "weights" },
};

size_t exit_code_count(void)
{
    return sizeof exit_codes / sizeof *exit_codes;
}

const exit_code *exit_code_get(size_t index)
{
    return index < exit_code_count() ? &exit_codes[index] : NULL;
}
