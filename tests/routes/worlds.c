/* worlds.c -- several worlds in one run against each of them by itself. A world more is made of the
 * program's evidence by leaving some lines out. */
#include "route.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORLDS = 3, PATIENCE = 100 };

typedef struct several {
    trial *t;
    uint32_t n;
    kerf_result r[WORLDS];
    bool optimal[WORLDS];
    buffer answer;
} several;

static kerf_status each(kerf *k, const kerf_result *r, void *context)
{
    several *s = context;
    if (s->n == WORLDS) return KERF_MISUSE;
    s->r[s->n++] = *r;
    return kerf_write_answer(k, KERF_ANSWER_DB, buffer_write, &s->answer);
}

static char *evidence_of(const trial *t, uint32_t world)
{
    return script_text(t->script, EVIDENCE, world == 0 ? 100 : 60, t->seed + world);
}

/* Each by itself; false where one is not proven, so that there is nothing to compare. */
static bool one_by_one(trial *t, kerf_result *results)
{
    static const plan plain = { .polls = PATIENCE };
    bool good = true;
    char *whole = t->evidence;
    for (uint32_t i = 0; good && i < WORLDS; i++) {
        trial single = *t;
        single.n = 0;
        single.guessed = NAN;
        single.evidence = evidence_of(t, i);
        const route *r = travel(&single, &plain);
        if (!r && single.why[0]) wrong(t, "%s, world %u", single.why, i);
        good = r && r->status == KERF_OK && r->r.outcome == KERF_OPTIMAL;
        if (r) results[i] = r->r;
        if (single.n) free(single.routes[0].answer);
        free(single.evidence);
    }
    t->evidence = whole;
    return good;
}

static char *all_evidence(const trial *t)
{
    buffer b = { 0 };
    for (uint32_t i = 0; i < WORLDS; i++) {
        char *text = evidence_of(t, i), head[20];
        snprintf(head, sizeof head, ">> W%u\n", i);
        buffer_write(&b, head, strlen(head));
        buffer_write(&b, text, strlen(text));
        free(text);
    }
    return b.at;
}

static bool right_sum(trial *t, const several *s, const char *evidence)
{
    kerf_verification v = { .size = sizeof v };
    double score = 0;
    kerf *k = open_session(t, NULL, evidence);
    if (!k) return false;
    kerf_status st = kerf_verify_memory(k, "a.db", s->answer.at, s->answer.n, NULL, &v);
    for (uint32_t i = 0; i < WORLDS; i++) score += s->r[i].score;
    bool good = st == KERF_OK || wrong(t, "several worlds: verify says %s", kerf_error(k));
    kerf_free(k);
    if (good && (v.hard_violations || !is_near(v.score, score, fabs(score))))
        return wrong(t, "several worlds: score %.12g, by verify %.12g and %llu hard violations",
                     score, v.score, (unsigned long long)v.hard_violations);
    return good;
}

static bool compare(trial *t, const several *s, const kerf_result *single, const char *evidence)
{
    if (s->n != WORLDS) return wrong(t, "several worlds: %u of %u", s->n, WORLDS);
    for (uint32_t i = 0; i < WORLDS; i++)
        if (!is_near(s->r[i].score, single[i].score, fabs(single[i].score)))
            return wrong(t, "several worlds: world %u scores %.12g, by itself %.12g", i,
                         s->r[i].score, single[i].score);
    return right_sum(t, s, evidence);
}

bool try_worlds(trial *t)
{
    kerf_result single[WORLDS];
    several s = { .t = t };
    plan p = { 0 };
    if (!one_by_one(t, single)) return !t->why[0];
    set(&p, "threads", "%u", 1 + dice(t, 3));
    char *evidence = all_evidence(t);
    kerf *k = open_session(t, &p, evidence);
    kerf_status st = k ? kerf_map_worlds(k, NULL, each, &s) : KERF_INVALID;
    if (k && st != KERF_OK) wrong(t, "several worlds: status %d: %s", (int)st, kerf_error(k));
    kerf_free(k);
    bool good = st == KERF_OK && compare(t, &s, single, evidence);
    free(s.answer.at);
    free(evidence);
    return good;
}
