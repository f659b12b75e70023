/* describe_run.c -- what a run of an online learner must have in common with the one that it goes
 * on from: settings, and fingerprints of model and data. */
#include "learn/checkpoint.h"

#include "base/check.h"
#include "base/hash.h"
#include "model/print/printer.h"

/* Of what is hidden and of all formulas, with the weights that they had before. */
static uint64_t model_fingerprint(const kf_model *m, kf_mem *mem)
{
    kf_text text;
    kf_text_init(&text, mem);
    for (size_t i = 0; i < m->predicates.n; i++)
        kf_text_addc(&text, m->predicates.at[i].hidden ? '?' : '*');
    for (size_t i = 0; i < m->rules.n; i++) {
        kf_print_rule(&text, m, &m->rules.at[i]);
        kf_text_addc(&text, '\n');
    }
    uint64_t hash = kf_hash_bytes(text.at, text.n);
    kf_text_free(&text);
    return hash;
}

/* Not the number of epochs: there may be more of them. */
void kf_checkpoint_describe(kf_checkpoint *c, const kf_learning *l, const kf_learn_words *w)
{
    const kf_learn_options *o = l->o;
    kf_text *to = &c->settings;
    assert(to->n == 0 && l->train);
    kf_text_addf(to, "method=%s k=%u loss-augmented=%d average=%d shuffle=%d seed=%llu all=%d",
                 w->method, o->k, o->loss_augmented, o->average, o->shuffle,
                 (unsigned long long)o->seed, o->all);
    kf_text_addf(to, " min-count=%u solver=%s effort=%s cost=%s C=", o->min_count, w->solver,
                 w->effort, w->cost ? w->cost : "");
    kf_text_add_number(to, o->clip);
    kf_text_addf(to, " worlds=%u dev=%u", kf_examples_count(l->train),
                 l->dev ? kf_examples_count(l->dev) : 0);
    kf_text_addf(to, " model=%016llx data=%016llx",
                 (unsigned long long)model_fingerprint(l->m, l->mem),
                 (unsigned long long)(kf_examples_fingerprint(l->train)
                                      ^ 3 * kf_examples_fingerprint(l->dev)));
}
