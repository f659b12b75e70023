/* prices.h -- row multipliers (prices) of a component that rise one at a time, and the dual bound
 * that they prove.
 *
 * The dual of the LP relaxation (dual.h) is not smooth where the reduced cost of an atom is 0;
 * coordinate ascent stops there. So it is smoothed, at a temperature T: an atom with reduced cost c
 * is true to the share 1 / (1 + exp(c / T)). Each price takes one Newton step in turn. Every few
 * sweeps all of them are extrapolated along their last change, if that improves the dual. The bound
 * itself is computed without smoothing, afresh from the prices: it holds for any of them. */
#ifndef KF_PRICES_H
#define KF_PRICES_H

#include "solve/exact/linear.h"
#include "solve/limits.h"

typedef struct kf_tilt { /* of an atom, at its cost and the temperature */
    double share;        /* to which it is true */
    double slope;        /* how fast that falls with the cost */
} kf_tilt;

typedef struct kf_prices {
    kf_linear rows;
    double mean;             /* of what atoms cost more one way than the other, those that do */
    double temperature;      /* kf_prices_set_temperature() */
    double *sure;            /* by atom: its reduced cost, less what rounding may have added */
    double *reduced;         /* by atom: cost of true less cost of false, at the prices */
    kf_tilt *tilt;           /* by atom */
    long double *sum, *size; /* by atom: room for the bound */
    int8_t *held;            /* by atom: 1 true, -1 false, 0 neither */
    uint8_t *rest, *idle;   /* by row: sweeps to be passed over; and the last time it was at rest */
    bool *settled;          /* by row: has no price, and held atoms keep it */
    double *before, *ahead; /* by row: the price some sweeps ago; room for the next */
    double *trial;          /* by atom: room for `reduced` */
    double reach;           /* how far ahead prices go, in what they went since */
    uint64_t steps;         /* literals that were looked at */
} kf_prices;

/* Room for so many rows and literals more. The arena's. */
kerf_status kf_prices_open(kf_prices *, const kf_component *, kf_arena *, uint32_t rows,
                           uint32_t literals);
void kf_prices_set_temperature(kf_prices *, double);
void kf_prices_sweep(kf_prices *, int sweeps, const kf_limits *);
/* Asserts: prices are from 0 to what a row is worth, shares of a row come to its weight at most. */
void kf_prices_check(const kf_prices *);
/* The bound, and what is sure of each atom's price; leaves no error in `reduced` that steps have
 * left there. */
double kf_prices_prove(kf_prices *);
/* To what share each of the first n atoms is true. */
void kf_prices_point(const kf_prices *, double *x, uint32_t n);
/* From now on the bound is one for assignments in which the atom is true (1), false (-1), or either
 * (0). */
void kf_prices_hold(kf_prices *, uint32_t atom, int8_t value);
/* Leaves out, from now on, rows that atoms held now keep: they are not to be let go any more. */
void kf_prices_settle(kf_prices *);
/* A hard row: so many of these literals are true. */
void kf_prices_add(kf_prices *, const kf_lit *, uint32_t n, int64_t goal);

#endif
