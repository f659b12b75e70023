/* families.c -- problems that people have: labels on grids and chains, diagnosis, clusters, seats,
 * orders, covers, links. Each with sizes, signs and limits drawn at random. */
#include "maker.h"

#include <assert.h>

/* ---- Labels --------------------------------------------------------------------------------- */

static void local_weights(maker *m, uint32_t n, uint32_t labels)
{
    say(m, "*F(n, c, double)");
    say(m, chance(m, 50) ? "w: F(x,c,w) ^ X(x,c)" : "w: F(x,c,w) => X(x,c)");
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < labels; k++)
            if (chance(m, 80)) fact(m, "F(N%u, K%u, %s)", i, k, any_weight(m));
}

static void labelled(maker *m, uint32_t n, uint32_t labels)
{
    list_constants(m, "n", 'N', n);
    list_constants(m, "c", 'K', labels);
    say(m, chance(m, 80) ? "X(n, c!)" : chance(m, 50) ? "X(n, c?)" : "X(n, c)");
    say(m, "*E(n, n)");
    local_weights(m, n, labels);
}

/* What neighbours say to each other, some of it hard. */
static void pairwise(maker *m, uint32_t labels)
{
    static const char *const forms[] = {
        "E(x,y) ^ X(x,c) ^ X(y,c)",
        "E(x,y) ^ X(x,c) => X(y,c)",
        "E(x,y) ^ X(x,c) ^ X(y,d) ^ c != d",
        "E(x,y) => (X(x,c) <=> X(y,c))",
        "E(x,y) ^ E(y,z) ^ X(x,c) ^ X(z,c) => X(y,c)",
    };
    uint32_t n = between(m, 1, 3);
    for (uint32_t i = 0; i < n; i++) soft(m, forms[roll(m, 5)]);
    if (chance(m, 30)) say(m, "!E(x,y) v !X(x,K%u) v !X(y,K%u).", roll(m, labels), roll(m, labels));
    if (chance(m, 20)) say(m, "%s |x : X(x,c)| %s", any_weight(m), some_limit(m, 20));
    if (chance(m, 10)) say(m, "|x : X(x,K0)| %s.", some_limit(m, 20));
}

void make_grid(maker *m)
{
    uint32_t most = chance(m, 70) ? 5 : 8;
    uint32_t labels = between(m, 2, 4), width = between(m, 3, most), height = between(m, 3, most);
    assert(width > 0);
    labelled(m, width * height, labels);
    pairwise(m, labels);
    for (uint32_t i = 0; i < width * height; i++) {
        if (i % width + 1 < width) fact(m, "E(N%u, N%u)", i, i + 1);
        if (i + width < width * height) fact(m, "E(N%u, N%u)", i, i + width);
    }
}

void make_chain(maker *m)
{
    uint32_t labels = between(m, 2, 5), n = between(m, 8, chance(m, 80) ? 18 : 50);
    labelled(m, n, labels);
    pairwise(m, labels);
    for (uint32_t i = 1; i < n; i++) fact(m, "E(N%u, N%u)", i - 1, i);
    if (chance(m, 30)) fact(m, "E(N%u, N0)", n - 1);
    if (chance(m, 30)) fact(m, "X(N0, K0)");
}

/* ---- Diagnosis: what is seen has a cause --------------------------------------------------- */

static void causes(maker *m)
{
    bool hard = chance(m, 50);
    if (chance(m, 50))
        say(m,
            hard ? "Seen(s) => EXIST d (Link(d,s) ^ Ill(d))."
                 : "%s Seen(s) => EXIST d (Link(d,s) ^ Ill(d))",
            positive_weight(m));
    else
        say(m, hard ? "Seen(s) => EXIST d Cause(d,s)." : "%s Seen(s) => EXIST d Cause(d,s)",
            positive_weight(m));
    say(m, "Cause(d,s) => Ill(d).");
    say(m, "Cause(d,s) => Link(d,s).");
    if (chance(m, 60)) say(m, "-%s Cause(d,s)", positive_weight(m));
    if (chance(m, 50)) say(m, "%s Link(d,s) ^ Ill(d) => Cause(d,s)", any_weight(m));
    if (chance(m, 30)) say(m, "%s |d : Ill(d)| %s", any_weight(m), some_limit(m, 6));
    if (chance(m, 20)) say(m, "|d : Cause(d,s)| <= %u.", 1 + roll(m, 2));
}

void make_diagnosis(maker *m)
{
    uint32_t ills = between(m, 4, 20), signs = between(m, 4, 16);
    list_constants(m, "n", 'N', ills);
    list_constants(m, "c", 'K', signs);
    say(m, "*Link(n, c)");
    say(m, "*Prior(n, double)");
    say(m, "*Seen(c)");
    say(m, "Ill(n)");
    say(m, "Cause(n, c)");
    say(m, "w: Prior(d,w) ^ Ill(d)");
    causes(m);
    for (uint32_t i = 0; i < ills; i++) {
        fact(m, "Prior(N%u, -%s)", i, positive_weight(m));
        for (uint32_t k = 0; k < signs; k++)
            if (chance(m, 25)) fact(m, "Link(N%u, K%u)", i, k);
    }
    for (uint32_t k = 0; k < signs; k++)
        if (chance(m, 60)) fact(m, "Seen(K%u)", k);
}

/* ---- Clusters: which pairs belong together -------------------------------------------------- */

static void pair_weights(maker *m, const char *atom, uint32_t n)
{
    uint32_t density = between(m, 30, 100);
    bool both = chance(m, 60);
    say(m, "*W(n, n, double)");
    say(m, "w: W(x,y,w) ^ %s", atom);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = both ? 0 : i + 1; k < n; k++)
            if (i != k && chance(m, density)) fact(m, "W(N%u, N%u, %s)", i, k, any_weight(m));
}

void make_clusters(maker *m)
{
    static const char *const transitive[] = { "Same(x,y) ^ Same(y,z) => Same(x,z).",
                                              "!Same(x,y) v !Same(y,z) v Same(x,z)." };
    uint32_t n = between(m, 5, chance(m, 85) ? 9 : 15);
    list_constants(m, "n", 'N', n);
    say(m, "Same(n, n)");
    if (m->negative == 0 || m->negative == 100) m->negative = 50;
    say(m, "%s", transitive[roll(m, 2)]);
    if (chance(m, 70)) say(m, "Same(x,y) => Same(y,x).");
    if (chance(m, 60)) say(m, "Same(x,x).");
    if (chance(m, 50)) say(m, "%s Same(x,y)", any_weight(m));
    if (chance(m, 20)) say(m, "|y : Same(x,y)| <= %u.", between(m, 2, 5));
    if (chance(m, 15)) say(m, "%s |y : Same(x,y)| %s", any_weight(m), some_limit(m, 4));
    if (chance(m, 20)) {
        say(m, "Big(n)");
        say(m, "%s Same(x,y) => (Big(x) <=> Big(y))", any_weight(m));
        say(m, "%s Big(x)", any_weight(m));
    }
    pair_weights(m, "Same(x,y)", n);
    if (chance(m, 30)) fact(m, "Same(N0, N%u)", 1 + roll(m, n - 1));
    if (chance(m, 30)) fact(m, "!Same(N1, N%u)", 2 + roll(m, n - 2));
}

/* ---- Linkage: scored pairs, of which most say nothing --------------------------------------- */

static void score_pairs(maker *m, const char *predicate, uint32_t n)
{
    uint32_t near = between(m, 2, 8), density = between(m, 20, 80);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = i + 1; k < n && k <= i + near; k++) {
            if (!chance(m, density)) continue;
            fact(m, "%s(N%u, N%u, %s)", predicate, i, k, any_weight(m));
            if (chance(m, 10)) fact(m, "%s(N%u, N%u, %s)", predicate, k, i, any_weight(m));
        }
}

/* Formulas of one pair at a time, in every way. */
static void pair_formulas(maker *m, const char *same)
{
    say(m, "w: Sim(x,y,w) ^ %s(x,y)", same);
    if (chance(m, 70)) say(m, "%s %s(x,y)", any_weight(m), same);
    if (chance(m, 20)) say(m, "%s(x,x).", same);
    if (chance(m, 10)) say(m, "%s %s(x,x)", any_weight(m), same);
    if (chance(m, 20)) say(m, "%s x != y ^ !Kin(x,y) => !%s(x,y)", any_weight(m), same);
    if (chance(m, 20)) say(m, "%s Kin(x,y) ^ Kin(x,z) => %s(y,z)", any_weight(m), same);
    if (chance(m, 20)) say(m, "Rival(x,y) => !%s(x,y).", same);
    if (chance(m, 15)) say(m, "Kin(x,y) => %s(x,y).", same);
    if (chance(m, 5)) say(m, "!%s(x,x).", same);
    if (chance(m, 10)) say(m, "%s %s(N%u,y)", any_weight(m), same, roll(m, 4));
    if (chance(m, 10)) say(m, "%s x = y v !%s(x,y)", any_weight(m), same);
    if (chance(m, 10)) say(m, "%s Kin(x,z) ^ !Rival(y,z) ^ %s(x,y)", any_weight(m), same);
    if (chance(m, 10)) say(m, "%s Kin(x,y) => (%s(x,y) <=> Rival(x,y))", any_weight(m), same);
}

/* What makes it another problem. */
static void near_miss(maker *m)
{
    switch (roll(m, 9)) {
    case 0: say(m, "%s Same(x,y) ^ Same(y,z) ^ Kin(x,z)", any_weight(m)); break;
    case 1: say(m, "|y : Same(x,y)| <= %u.", between(m, 2, 4)); break;
    case 2:
        say(m, "Good(n)");
        say(m, "%s Kin(x,y) ^ Good(x) => Same(x,y)", any_weight(m));
        break;
    case 3: say(m, "%s EXIST y Same(x,y) ^ Kin(x,y)", any_weight(m)); break;
    case 4:
        say(m, "Other(n, n)");
        say(m, "%s Same(x,y) => Other(x,y)", any_weight(m));
        break;
    case 5: say(m, "%s Same(x,y) ^ Same(y,x)", any_weight(m)); break;
    case 6: say(m, "%s Same(x,y) ^ Same(y,z) => Same(x,z)", any_weight(m)); break;
    case 7: say(m, "%s |y : Kin(x,y) ^ Same(x,y)| %s", any_weight(m), some_limit(m, 2)); break;
    default: say(m, "%s Same(x,y) v !Same(y,x)", any_weight(m));
    }
}

/* Beside it: another clustering, or something else altogether. */
static void make_beside(maker *m)
{
    if (chance(m, 50)) {
        say(m, "Alike(n, n)");
        say(m, "Alike(x,y) ^ Alike(y,z) => Alike(x,z).");
        say(m, "Alike(x,y) => Alike(y,x).");
        pair_formulas(m, "Alike");
    } else {
        say(m, "Calm(n)");
        say(m, "%s Kin(x,y) ^ Calm(x) => Calm(y)", any_weight(m));
        say(m, "%s Calm(x)", any_weight(m));
    }
}

void make_linkage(maker *m)
{
    uint32_t n = between(m, 4, chance(m, 80) ? 12 : 24);
    list_constants(m, "n", 'N', n);
    say(m, "*Sim(n, n, double)");
    say(m, "*Kin(n, n)");
    say(m, "*Rival(n, n)");
    say(m, chance(m, 96) ? "Same(n, n)" : chance(m, 50) ? "Same(n, n?)" : "Same(n, n!)");
    if (m->negative == 0 || m->negative == 100) m->negative = 50;
    if (chance(m, 94)) say(m, "!Same(x,y) v !Same(y,z) v Same(x,z).");
    else say(m, "%s !Same(x,y) v !Same(y,z) v Same(x,z)", positive_weight(m));
    if (chance(m, 93))
        say(m, chance(m, 80) ? "Same(x,y) => Same(y,x)." : "Same(x,y) <=> Same(y,x).");
    pair_formulas(m, "Same");
    if (chance(m, 15)) near_miss(m);
    if (chance(m, 25)) make_beside(m);
    score_pairs(m, "Sim", n);
    for (uint32_t i = roll(m, 5); i-- > 0;) fact(m, "Kin(N%u, N%u)", roll(m, n), roll(m, n));
    for (uint32_t i = roll(m, 4); i-- > 0;) fact(m, "Rival(N%u, N%u)", roll(m, n), roll(m, n));
    if (chance(m, 25)) some_evidence(m, "Same(N0, N1)");
    if (chance(m, 15)) some_evidence(m, "Same(N2, N2)");
    if (chance(m, 15)) some_evidence(m, "Same(N1, N3)");
}

void make_order(maker *m)
{
    uint32_t n = between(m, 5, chance(m, 75) ? 8 : 12);
    list_constants(m, "n", 'N', n);
    say(m, "Before(n, n)");
    say(m, "acyclic Before.");
    if (chance(m, 50)) say(m, "%s Before(x,y) v Before(y,x) v x = y", positive_weight(m));
    if (chance(m, 20)) say(m, "Before(x,y) v Before(y,x) v x = y.");
    if (chance(m, 30)) say(m, "|y : Before(x,y)| <= %u.", between(m, 1, 3));
    if (chance(m, 20)) say(m, "%s Before(x,y) ^ Before(y,z) => Before(x,z)", any_weight(m));
    if (chance(m, 20)) say(m, "%s |x : Before(x,y)| %s", any_weight(m), some_limit(m, 3));
    if (m->negative > 80) m->negative = 50;
    pair_weights(m, "Before(x,y)", n);
    if (chance(m, 20)) fact(m, "Before(N0, N1)");
}

/* ---- Seats ---------------------------------------------------------------------------------- */

static void seating_rules(maker *m, uint32_t guests, uint32_t tables)
{
    uint32_t fair = guests / tables;
    if (chance(m, 50)) say(m, "|t : Sits(g,t)| = 1.");
    else {
        say(m, "Guest(g) => EXIST t Sits(g,t).");
        say(m, "|t : Sits(g,t)| <= 1.");
    }
    say(m, "|g : Sits(g,t)| <= %u.", fair + roll(m, 3));
    if (chance(m, 50)) say(m, "|g : Sits(g,t)| >= %u.", fair / 2);
    if (chance(m, 60)) say(m, "Couple(a,b) ^ Sits(a,t) => Sits(b,t).");
    else say(m, "%s Couple(a,b) ^ Sits(a,t) => Sits(b,t)", any_weight(m));
    if (chance(m, 60)) say(m, "Enemy(a,b) ^ Sits(a,t) => !Sits(b,t).");
    say(m, "%s Likes(a,b) ^ Sits(a,t) ^ Sits(b,t)", any_weight(m));
    if (chance(m, 50)) say(m, "%s |g : Sits(g,t) ^ Child(g)| %s", any_weight(m), some_limit(m, 3));
    if (chance(m, 20)) say(m, "Used(c)");
    else return;
    say(m, "Sits(g,t) => Used(t).");
    say(m, "-%s Used(t)", positive_weight(m));
}

void make_seating(maker *m)
{
    uint32_t tables = between(m, 2, 5), guests = between(m, 8,
                                                         chance(m, 75) ? 14
                                                         : tables > 3  ? 24
                                                                       : 32);
    list_constants(m, "n", 'N', guests);
    list_constants(m, "c", 'K', tables);
    say(m, "*Guest(n)");
    say(m, "*Couple(n, n)");
    say(m, "*Enemy(n, n)");
    say(m, "*Likes(n, n)");
    say(m, "*Child(n)");
    say(m, "Sits(n, c)");
    seating_rules(m, guests, tables);
    for (uint32_t i = 0; i < guests; i++) {
        fact(m, "Guest(N%u)", i);
        if (chance(m, 30)) fact(m, "Child(N%u)", i);
        if (chance(m, 20) && i > 0) fact(m, "Couple(N%u, N%u)", i, i - 1);
        if (chance(m, 20)) fact(m, "Enemy(N%u, N%u)", i, roll(m, guests));
        for (uint32_t k = roll(m, 4); k > 0; k--) fact(m, "Likes(N%u, N%u)", i, roll(m, guests));
    }
}

/* ---- Links: at most one, rather ------------------------------------------------------------- */

void make_links(maker *m)
{
    uint32_t n = between(m, 5, chance(m, 75) ? 9 : 16);
    list_constants(m, "n", 'N', n);
    say(m, "Link(n, n)");
    say(m, "%s !Link(x,y) v !Link(x,z) v y = z", positive_weight(m));
    if (chance(m, 60)) say(m, "%s !Link(x,z) v !Link(y,z) v x = y", positive_weight(m));
    if (chance(m, 30)) say(m, "-%s EXIST y Link(x,y)", positive_weight(m));
    if (chance(m, 20)) say(m, "!Link(x,y) v !Link(y,x).");
    if (chance(m, 20)) say(m, "0.%u !Link(x,N0) v !Link(x,N1)", 1 + roll(m, 9));
    if (m->negative == 100) m->negative = 30;
    pair_weights(m, "Link(x,y)", n);
}
