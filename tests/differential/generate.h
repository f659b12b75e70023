/* generate.h -- random programs with every feature of the language, small enough for brute force.
 *
 * The same seed gives the same program. Each feature has a probability of its own, and is counted
 * where it was used. */
#ifndef KF_TEST_GENERATE_H
#define KF_TEST_GENERATE_H

#include "program.h"

/* name, percent each time the question comes up, what is counted */
#define FEATURES(X)                                                                                \
    X(CLAUSE, 0, "clauses of two literals or more")                                                \
    X(CONJUNCTION, 0, "conjunctions")                                                              \
    X(IMPLICATION, 0, "implications")                                                              \
    X(TREE, 0, "mixed bodies")                                                                     \
    X(LOCAL, 0, "one hidden atom")                                                                 \
    X(BOTH_SIGNS, 0, "both signs *P(x)")                                                           \
    X(COUNT, 0, "cardinalities")                                                                   \
    X(ACYCLIC, 0, "acyclic")                                                                       \
    X(PAIRS, 0, "at most one, as pairs")                                                           \
    X(PAIRS_HARD, 30, "at most one, as hard pairs")                                                \
    X(PAIRS_UNEQUAL, 30, "at most one, as pairs of different weights")                             \
    X(PAIRS_PAID, 50, "at most one, and a price for one")                                          \
    X(LABELS, 25, "at most one label each")                                                        \
    X(LABELS_APART, 60, "and one label for two")                                                   \
    X(LABELS_ONCE, 40, "and a label once")                                                         \
    X(LABELS_NEED, 40, "and a label that needs another")                                           \
    X(ALIKE, 25, "formulas that differ in constants and signs only, some of them twice")           \
    X(ALIKE_PLUS, 30, "and one with +x that takes them in")                                        \
    X(AND, 0, "^ inside a tree")                                                                   \
    X(OR, 0, "v inside a tree")                                                                    \
    X(IMPLIES, 0, "=> inside a tree")                                                              \
    X(IFF, 0, "<=> inside a tree")                                                                 \
    X(NOT, 0, "! before parentheses")                                                              \
    X(EXIST, 0, "EXIST")                                                                           \
    X(FORALL, 0, "FORALL")                                                                         \
    X(NESTED, 0, "a quantifier in a quantifier")                                                   \
    X(SEVERAL_BOUND, 35, "quantifiers with two variables")                                         \
    X(GUARDED, 35, "an observed atom beside others in a quantifier")                               \
    X(EQUAL, 0, "= and !=")                                                                        \
    X(ORDER, 0, "< <= > >=")                                                                       \
    X(CALCULATED, 40, "comparisons with arithmetic")                                               \
    X(CONTAINS, 7, "substr(x, y)")                                                                 \
    X(CALL_COMPARED, 40, "comparisons of applications")                                            \
    X(TEXTS, 4, "concat and substr in arguments")                                                  \
    X(NEGATED, 35, "negated atoms")                                                                \
    X(CONSTANT, 12, "constants in atoms")                                                          \
    X(NEW_CONSTANT, 6, "constants that only formulas name")                                        \
    X(SAME_NUMBER, 8, "a constant that is the same number as another")                             \
    X(FUNCTION, 18, "applications of functions")                                                   \
    X(MAPPED, 0, "functions with all mappings")                                                    \
    X(PART_MAPPED, 0, "functions with some mappings")                                              \
    X(UNMAPPED, 0, "functions without mappings")                                                   \
    X(ARITHMETIC, 35, "arithmetic in arguments")                                                   \
    X(NO_ARGUMENTS, 0, "atoms without arguments")                                                  \
    X(SAME_PREDICATE, 0, "a hidden predicate twice in a formula")                                  \
    X(SAME_VARIABLE, 0, "a variable twice in an atom")                                             \
    X(SEVERAL_HIDDEN, 0, "two hidden atoms or more")                                               \
    X(NO_HIDDEN, 0, "no hidden atom")                                                              \
    X(HARD, 18, "hard formulas")                                                                   \
    X(TRANSITIVE, 25, "a hidden predicate that is transitive")                                     \
    X(SYMMETRIC, 50, "and symmetric")                                                              \
    X(STAR, 50, "and likes one node with all others, but no two of those")                         \
    X(NEGATIVE, 40, "negative weights")                                                            \
    X(ZERO, 4, "zero weights")                                                                     \
    X(SIGN, 8, "signs that learning keeps")                                                        \
    X(WIDE, 50, "weights from 1e-6 to 1e6")                                                        \
    X(PLUS, 14, "+x")                                                                              \
    X(PLUS_TWO, 35, "+x and +y")                                                                   \
    X(NO_DEFAULT, 50, "+x without a weight of its own")                                            \
    X(FROM_DATA, 14, "weights from data")                                                          \
    X(NUMBER, 30, "number variables beside weights")                                               \
    X(NUMBER_ALONE, 0, "atoms with a number and nothing else")                                     \
    X(NUMBER_VALUE, 30, "numbers in atoms")                                                        \
    X(NUMBER_BOUND, 0, "numbers that are quantified or counted")                                   \
    X(NUMBER_DEEP, 15, "free numbers inside quantifiers")                                          \
    X(NUMBER_COMPARED, 0, "comparisons of numbers")                                                \
    X(COUNT_LE, 0, "cardinality <=")                                                               \
    X(COUNT_GE, 0, "cardinality >=")                                                               \
    X(COUNT_EQ, 0, "cardinality =")                                                                \
    X(COUNT_SOFT, 0, "cardinality, soft")                                                          \
    X(COUNT_HARD, 0, "cardinality, hard")                                                          \
    X(COUNT_HIDDEN, 0, "cardinality with two hidden literals or more")                             \
    X(COUNT_OBSERVED, 0, "cardinality with a condition")                                           \
    X(COUNT_TWO, 30, "cardinality with two counted variables")                                     \
    X(COUNT_UNDER, 35, "cardinality under a condition before it")                                  \
    X(EXACTLY_ONE, 8, "marks t!")                                                                  \
    X(AT_MOST_ONE, 8, "marks t?")                                                                  \
    X(EMPTY, 20, "empty types")                                                                    \
    X(UNLISTED, 25, "types that no line lists")                                                    \
    X(HIDDEN_TRUE, 6, "evidence: a hidden atom true")                                              \
    X(HIDDEN_FALSE, 7, "evidence: a hidden atom false")                                            \
    X(HIDDEN_UNKNOWN, 4, "evidence: a hidden atom unknown")                                        \
    X(SOFT, 6, "soft evidence")                                                                    \
    X(TWO_NUMBERS, 20, "evidence: two numbers of one row")

typedef enum feature {
#define NAME(name, percent, text) USE_##name,
    FEATURES(NAME)
#undef NAME
        N_FEATURES
} feature;

extern const char *const feature_text[N_FEATURES];

/* counts[f] goes up by one for each feature that the program has. */
void generate(program *, uint64_t seed, uint32_t counts[N_FEATURES]);
/* With so many constants of the types a, b and t; NULL: a few. */
void generate_sized(program *, uint64_t seed, const uint32_t *sizes, uint32_t counts[N_FEATURES]);

/* Random numbers of the tests: the same everywhere. */
static inline uint32_t random_below(uint64_t *state, uint32_t n)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((z ^ z >> 31) % n);
}

#endif
