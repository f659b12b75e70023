/* route.h -- routes: ways to the best world of a program, and what is checked of each.
 *
 * A trial solves one program along several routes. Whatever a route says of its answer has to be
 * what kerf_verify() says of it; every bound has to be at most the cost of every world that keeps
 * the hard formulas, whoever found it; and where a route claims an optimum or that there is no
 * answer, no other may contradict it. */
#ifndef KF_TEST_ROUTE_H
#define KF_TEST_ROUTE_H

#include "script.h"

#include "kerf.h"

enum { MOST_SETTINGS = 24, MOST_ROUTES = 40, MOST_METHODS = 32, WHY = 3000 };

typedef struct plan { /* how to go about it */
    const char *names[MOST_SETTINGS];
    char values[MOST_SETTINGS][64];
    uint32_t n;
    uint64_t polls;          /* stop() says so after so many questions; 0: never */
    uint64_t nodes, lp_work; /* of kf_settings */
    bool hurried;            /* no time is left to look for a feasible world */
    bool certificate;
    bool stopped;  /* it is to be stopped before its end */
    bool may_fail; /* its solver may find a program too large */
} plan;

typedef struct route { /* and what came of it */
    plan plan;
    kerf_status status;
    kerf_result r;
    char *answer;      /* as a file; NULL: there is none */
    char *certificate; /* likewise */
    bool proves_less;  /* a warning says so of the certificate */
    uint64_t polls;    /* that were needed */
    bool feasible;     /* by verify, `cost` and `score` as well */
    double cost, score;
    char error[300];
} route;

typedef struct tally { /* over all programs */
    uint64_t held, skipped, failed;
    uint64_t routes, proven, infeasible, open, stops, certificates, exported, eliminated;
    uint64_t by_family[32];
    uint64_t not_there; /* programs of others that are not installed: by bit */
    struct {
        char name[16];
        uint64_t components;
    } methods[MOST_METHODS];
    uint64_t by_tool[8];
} tally;

typedef enum outcome { HOLDS, FAILS, SKIPPED } outcome;

typedef struct trial {
    const script *script;
    char *model, *weights, *evidence;
    uint64_t seed, state;
    route routes[MOST_ROUTES];
    uint32_t n;
    char label[40]; /* of a formula */
    bool acyclic;   /* cycles are counted in another way */
    bool wide;      /* groundings may have more atoms than verify tries all values of */
    double guessed; /* so much more does every world cost by verify; NAN: not known yet */
    tally *tally;
    char why[WHY];
} trial;

/* What is looked at, by bit. */
enum {
    LOOK_CERTIFICATES = 1,
    LOOK_TOOLS = 2, /* programs of others, whatever the seed */
    LOOK_STOPS = 4,
    LOOK_CLOSELY = 8,     /* say what each route finds */
    LOOK_EVERYWHERE = 16, /* whatever the seed: certificates of every solver, elimination */
};
extern uint32_t looks;

/* On FAILS and SKIPPED, `why` says it. */
outcome trial_run(const script *, uint64_t seed, tally *, char *why);

/* ---- Parts of it: false means that t->why is set ---- */

__attribute__((format(printf, 2, 3))) bool wrong(trial *, const char *format, ...);
uint32_t dice(trial *, uint32_t n);
__attribute__((format(printf, 3, 4))) void set(plan *, const char *name, const char *format, ...);
void plan_text(const plan *, char *text, size_t n); /* as options of the command line */

/* A session that has read the program, with evidence of which `share` percent are kept. NULL: it
 * cannot be read, t->why says why. */
kerf *open_session(trial *, const plan *, const char *evidence);
/* Solves along a route, verifies its answer, and keeps it. NULL: something is wrong. */
route *travel(trial *, const plan *);
bool verify_answer(trial *, route *, const char *evidence);
bool check_certificate(trial *, const route *);
bool agree(trial *);             /* all routes so far */
double best_cost(const trial *); /* of the worlds found so far; INFINITY: none */
bool is_near(double, double, double scale);

bool try_worlds(trial *);      /* worlds.c */
bool try_elimination(trial *); /* export.c */
bool try_tools(trial *);       /* tools.c */
void print_tools(const tally *);

/* ---- Text that a writer of kerf.h fills ---- */

typedef struct buffer {
    char *at;
    size_t n, room;
} buffer;
kerf_write_fn buffer_write;

/* What the next kerf_map() is given beyond its options (inject.c). */
extern uint64_t injected_nodes, injected_lp_work;
extern double injected_rescue;             /* seconds */
extern _Thread_local uint64_t poll_weight; /* what a question of stop() counts */

#endif
