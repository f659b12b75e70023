/* parameters.h -- the weights that learning may change, under dense ids.
 *
 * A formula that is neither hard, fixed (@), implied by a declaration nor weighted by the data has
 * one parameter, or one for each row of its weight table. Weights stay in the model: setting one
 * writes it there, so that the next grounding goes by it. Ids are given in order of first sight:
 * first what the model has, rule by rule, then rows as they are added. */
#ifndef KF_PARAMETERS_H
#define KF_PARAMETERS_H

#include "query/database.h"

typedef struct kf_parameters kf_parameters;

/* Of a model whose weights are read. Rules with parameters that have no table yet get one, and
 * those without a weight have weight 0 from now on. */
kerf_status kf_parameters_new(kf_parameters **, kf_mem *, kf_model *);
void kf_parameters_free(kf_parameters *);

uint32_t kf_parameters_count(const kf_parameters *);
/* Does the rule (of the model) have any, now or later? */
bool kf_parameters_has(const kf_parameters *, uint32_t rule);
/* The parameter of a rule and the constants of its +variables, or of a grounding; KF_NONE: the rule
 * is not learned, or there is no such row. */
uint32_t kf_parameters_find(const kf_parameters *, uint32_t rule, const uint32_t *key);
uint32_t kf_parameters_of(const kf_parameters *, uint32_t rule, const kf_binding *);
/* The same, and the row is made if need be, with the weight that absent rows have. The rule is one
 * that is learned. */
kerf_status kf_parameters_add(kf_parameters *, uint32_t rule, const uint32_t *key, uint32_t *id);

/* Asserts that ids, rows of tables and weights of the model agree. */
void kf_parameters_check(const kf_parameters *);

double kf_parameters_get(const kf_parameters *, uint32_t id);
const double *kf_parameters_weights(const kf_parameters *); /* of all, by id; until one is added */
void kf_parameters_set(kf_parameters *, uint32_t id, double weight);
/* 1: never below 0; -1: never above; 0: free. */
int kf_parameters_sign(const kf_parameters *, uint32_t id);
/* The nearest weight that the sign allows. */
double kf_parameters_allowed(const kf_parameters *, uint32_t id, double weight);
uint32_t kf_parameters_rule(const kf_parameters *, uint32_t id);
/* Row of the rule's table; 0 where it has none. */
uint32_t kf_parameters_row(const kf_parameters *, uint32_t id);

#endif
