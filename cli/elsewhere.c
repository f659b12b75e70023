/* elsewhere.c -- what commands and options of other engines are called here.
 *
 * Alchemy, Tuffy, RockIt and LoMRF write long options with one dash. Some of them begin with a
 * letter that is an option here (-inferType, -owa), so the whole word is looked at first. */
#include "cli.h"

#include <ctype.h>
#include <string.h>

typedef struct saying { /* words of others, with | between them */
    const char *words, *advice;
} saying;

static const char map_or_marginal[] =
    "'kerf map' finds the best world, 'kerf marginal' probabilities";

static const saying options[] = {
    { "m|a|map", "leave it out; the best world comes from 'kerf map'" },
    { "marginal|ms|p|bp|efbp|simtp", "probabilities come from 'kerf marginal'" },
    { "dual|inferType|inference", map_or_marginal },
    { "d|g|learnwt|lwt", "leave it out; weights come from 'kerf learn'" },
    { "c|cw|cwa", "write --closed=A,B" },
    { "ow|owa", "write --open=A,B" },
    { "f|queryFile", "write --query-file=FILE" },
    { "ne|nonEvidence", "write --query=A,B" },
    { "input|mln", "write -i FILE" },
    { "data|db", "write -e FILE for evidence, --store=STORE for a database" },
    { "t|training", "training worlds follow the model: kerf learn MODEL FILE" },
    { "maxSteps|maxFlips|mwsMaxSteps", "write --flips=N, with --solver=mws" },
    { "maxTries|mwsTries|nRuns", "write --tries=N, with --solver=mws" },
    { "numSamples|mcsatSamples|maxSamples", "write --samples=N" },
    { "burnMaxSteps|numBurnIn", "write --burn-in=N" },
    { "memLimit|memoryLimit", "write --memory-limit=SIZE" },
    { "timeout", "write --time-limit=SECONDS" },
    { "conf|para|lazy|nopart|mcsatParam|activateAll|keepData", "leave it out" },
};

static const saying commands[] = {
    { "infer|inference|query|predict|run|solve", map_or_marginal },
    { "learnwts|learnstruct|train|fit|wlearn", "weights come from 'kerf learn'" },
    { "sample|probabilities", "probabilities come from 'kerf marginal'" },
    { "compile", "'kerf convert' writes a model for another engine" },
    { "validate|lint|parse", "'kerf check' reads a model and evidence and reports problems" },
};

/* Whether word, of n bytes, is one of words, whatever its case. */
static bool one_of(const char *words, const char *word, size_t n)
{
    for (const char *at = words; *at; at += *at == '|') {
        size_t length = strcspn(at, "|"), same = 0;
        while (same < n && tolower((unsigned char)at[same]) == tolower((unsigned char)word[same]))
            same++;
        if (length == n && same == n) return true;
        at += length;
    }
    return false;
}

static const char *advice(const saying *rows, size_t n_rows, const char *word, size_t n)
{
    for (size_t i = 0; i < n_rows; i++)
        if (one_of(rows[i].words, word, n)) return rows[i].advice;
    return NULL;
}

const char *option_elsewhere(const char *name, size_t n)
{
    return advice(options, sizeof options / sizeof *options, name, n);
}

const char *command_elsewhere(const char *word)
{
    return advice(commands, sizeof commands / sizeof *commands, word, strlen(word));
}
