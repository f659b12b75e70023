/* proof_read.c -- reads the text of a certificate: atoms, constraints and trees; see bound.h.
 *
 * One statement a line, words separated by blanks; doc/certificate.md has the grammar. Numbers of
 * atoms and constraints count from 1 within their component. */
#include "verify/bound.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

typedef struct reader {
    kf_bound *b;
    uint32_t line; /* of `rest` */
    kf_str rest;   /* of the line */
    kf_proof_component c;
    uint64_t missing; /* subtrees that the tree still lacks */
    KF_VEC(kf_bound_term) terms;
    KF_VEC(uint32_t) literals;
    KF_VEC(uint32_t) seen; /* by atom of the component: the last block that eliminates it, from 1 */
    kf_text constant;
} reader;

/* ---- Lines and words ------------------------------------------------------------------------ */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void skip_blanks(kf_str *s)
{
    while (s->n > 0 && is_blank(*s->at)) s->at++, s->n--;
}

static kf_str take_word(kf_str *s)
{
    skip_blanks(s);
    kf_str word = { s->at, 0 };
    while (word.n < s->n && !is_blank(s->at[word.n])) word.n++;
    s->at += word.n;
    s->n -= word.n;
    return word;
}

/* The next line that is not empty, without moving on; false: there is none. */
static bool peek_line(kf_bound *b, kf_str *line)
{
    while (b->at < b->text.n) {
        *line = (kf_str){ b->text.at + b->at, 0 };
        while (b->at + line->n < b->text.n && line->at[line->n] != '\n') line->n++;
        kf_str rest = *line;
        skip_blanks(&rest);
        if (rest.n > 0) return true;
        b->at += line->n + 1;
        b->line++;
    }
    return false;
}

static void pass_line(kf_bound *b, kf_str line)
{
    assert(line.at == b->text.at + b->at && line.n <= b->text.n - b->at);
    b->at += line.n < b->text.n - b->at ? line.n + 1 : line.n;
    b->line++;
}

static int shown(kf_str word)
{
    return word.n > 60 ? 60 : (int)word.n;
}

/* A whole number from `least` to `most`. */
static bool read_count(kf_str word, uint64_t least, uint64_t most, uint64_t *value)
{
    int64_t n;
    if (!kf_integer_read(word, &n) || n < 0) return false;
    *value = (uint64_t)n;
    return *value >= least && *value <= most;
}

static kerf_status expect_end(reader *r)
{
    kf_str word = take_word(&r->rest);
    if (word.n == 0) return KERF_OK;
    return kf_bound_blame(r->b, r->line, "there is more on this line than belongs there: %.*s",
                          shown(word), word.at);
}

/* ---- Atoms ---------------------------------------------------------------------------------- */

static bool read_escape(kf_str *s, kf_text *to)
{
    static const char from[] = "\"\\ntr", becomes[] = "\"\\\n\t\r";
    if (s->n == 0) return false;
    const char *known = memchr(from, *s->at, sizeof from - 1);
    if (known) {
        kf_text_addc(to, becomes[known - from]);
        s->at++, s->n--;
        return true;
    }
    if (*s->at != 'u' || s->n < 5) return false;
    unsigned code = 0;
    for (size_t i = 1; i < 5; i++) {
        const char *digits = "0123456789abcdef", *digit = strchr(digits, s->at[i] | 32);
        if (!digit || s->at[i] == 0) return false;
        code = code * 16 + (unsigned)(digit - digits);
    }
    if (code > 0x7f) return false; /* others stand for themselves */
    kf_text_addc(to, (char)code);
    s->at += 5, s->n -= 5;
    return true;
}

static bool read_quoted(kf_str *s, kf_text *to)
{
    assert(s->n > 0 && *s->at == '"');
    s->at++, s->n--;
    while (s->n > 0 && *s->at != '"') {
        char c = *s->at;
        s->at++, s->n--;
        if (c != '\\') kf_text_addc(to, c);
        else if (!read_escape(s, to)) return false;
    }
    if (s->n == 0) return false;
    s->at++, s->n--;
    return true;
}

static bool read_constant(kf_str *s, kf_text *to)
{
    kf_text_clear(to);
    skip_blanks(s);
    if (s->n > 0 && *s->at == '"') return read_quoted(s, to);
    size_t n = 0;
    while (n < s->n && s->at[n] != ',' && s->at[n] != ')' && !is_blank(s->at[n])) n++;
    kf_text_add(to, (kf_str){ s->at, n });
    s->at += n, s->n -= n;
    return n > 0;
}

static bool take_char(kf_str *s, char c)
{
    skip_blanks(s);
    if (s->n == 0 || *s->at != c) return false;
    s->at++, s->n--;
    return true;
}

/* Its constants must be of this world. */
static bool read_arguments(reader *r, const kf_predicate *p, uint32_t *row)
{
    const kf_model *m = r->b->v->model;
    for (uint32_t i = 0; i < p->arity; i++) {
        uint32_t type = p->slots[i].type;
        if (!take_char(&r->rest, i == 0 ? '(' : ',') || !read_constant(&r->rest, &r->constant))
            return false;
        row[i] = kf_symbols_find(m->types.at[type].constants, kf_text_get(&r->constant));
        if (row[i] == KF_NO_SYMBOL || !kf_verifier_has(r->b->v, type, row[i])) return false;
    }
    return p->arity == 0 || take_char(&r->rest, ')');
}

static bool is_decided(const kf_bound *b, uint32_t predicate, const uint32_t *row)
{
    const kf_evidence *evidence = b->v->evidence;
    return kf_facts_find(kf_evidence_facts(evidence, predicate, KF_SAID_TRUE), row, 0.0, NULL)
           || kf_facts_find(kf_evidence_facts(evidence, predicate, KF_SAID_FALSE), row, 0.0, NULL);
}

/* A predicate and constants of this world. `whole`: for messages. */
static kerf_status read_name(reader *r, kf_str *whole, uint32_t *predicate, uint32_t *row)
{
    kf_bound *b = r->b;
    skip_blanks(&r->rest);
    *whole = r->rest;
    kf_str name = { whole->at, 0 };
    while (name.n < whole->n && name.at[name.n] != '(' && !is_blank(name.at[name.n])) name.n++;
    r->rest.at += name.n, r->rest.n -= name.n;
    *predicate = kf_model_find_predicate(b->v->model, name);
    bool known =
        *predicate != KF_NONE && read_arguments(r, &b->v->model->predicates.at[*predicate], row);
    if (r->constant.failed) return KERF_NO_MEMORY;
    return known ? KERF_OK
                 : kf_bound_blame(b, r->line, "this world has no atom %.*s", shown(*whole),
                                  whole->at);
}

static kerf_status end_atom(reader *r, uint32_t id)
{
    assert(id == r->c.end_atom);
    r->c.end_atom = id + 1;
    return expect_end(r);
}

static kerf_status read_atom(reader *r)
{
    kf_bound *b = r->b;
    uint32_t row[KF_MOST_ARITY], id, predicate;
    kf_str whole;
    KF_TRY(read_name(r, &whole, &predicate, row));
    if (!b->v->model->predicates.at[predicate].hidden || is_decided(b, predicate, row))
        return kf_bound_blame(b, r->line, "evidence decides %.*s", shown(whole), whole.at);
    if (kf_bound_find_atom(b, predicate, row) != KF_NONE)
        return kf_bound_blame(b, r->line, "%.*s is named twice", shown(whole), whole.at);
    KF_TRY(kf_bound_add_atom(b, predicate, row, &id));
    return end_atom(r, id);
}

/* Which of two constants is before the other, where the predicate is acyclic. */
static kerf_status read_order(reader *r)
{
    kf_bound *b = r->b;
    uint32_t row[KF_MOST_ARITY], id, predicate;
    kf_str whole;
    KF_TRY(read_name(r, &whole, &predicate, row));
    if (!kf_bound_has_order(b, predicate) || row[0] == row[1])
        return kf_bound_blame(b, r->line, "there is no such order: %.*s", shown(whole), whole.at);
    KF_TRY(kf_bound_add_order(b, predicate, row, &id));
    return end_atom(r, id);
}

/* ---- Constraints ---------------------------------------------------------------------------- */

static kerf_status read_literal(reader *r, kf_str word, uint32_t coefficient)
{
    bool negated = word.n > 0 && *word.at == '-';
    kf_str digits = { word.at + negated, word.n - negated };
    uint64_t atom;
    if (!read_count(digits, 1, r->c.end_atom - r->c.first_atom, &atom))
        return kf_bound_blame(r->b, r->line, "the component has no atom %.*s", shown(word),
                              word.at);
    uint32_t id = r->c.first_atom + (uint32_t)atom - 1;
    kf_bound_term term = { 2 * id + negated, coefficient };
    return kf_vec_push(r->b->mem, &r->terms, term) ? KERF_OK : KERF_NO_MEMORY;
}

/* A new atom: the conjunction of atoms before it. */
static kerf_status read_definition(reader *r)
{
    kf_bound *b = r->b;
    uint32_t n, id;
    r->terms.n = 0;
    for (kf_str word; (word = take_word(&r->rest)).n > 0;) KF_TRY(read_literal(r, word, 1));
    n = (uint32_t)r->terms.n;
    if (n < 2) return kf_bound_blame(b, r->line, "a definition has two literals or more");
    if (!kf_bound_normalise(r->terms.at, &n) || n < r->terms.n)
        return kf_bound_blame(b, r->line, "an atom is there twice");
    r->literals.n = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!kf_vec_push(b->mem, &r->literals, r->terms.at[i].literal)) return KERF_NO_MEMORY;
    if (kf_bound_find_definition(b, r->literals.at, n) != KF_NONE)
        return kf_bound_blame(b, r->line, "this is defined twice");
    KF_TRY(kf_bound_define(b, r->terms.at, n, &id));
    assert(id == r->c.end_atom);
    r->c.end_atom = id + 1;
    return KERF_OK;
}

static kerf_status add_constraint(reader *r, kf_bound_constraint c)
{
    kf_bound *b = r->b;
    uint32_t n = (uint32_t)r->terms.n;
    c.line = r->line;
    if (n == 0) return kf_bound_blame(b, r->line, "a constraint without atoms");
    c.n = n;
    if (!kf_bound_normalise(r->terms.at, &c.n) || c.n < n)
        return kf_bound_blame(b, r->line, "an atom is there twice");
    if (kf_bound_find(b, &c, r->terms.at) != KF_NONE)
        return kf_bound_blame(b, r->line, "this constraint is named twice");
    KF_TRY(kf_bound_add(b, c, r->terms.at));
    r->c.end_constraint = (uint32_t)b->constraints.n;
    return KERF_OK;
}

static kerf_status read_clause(reader *r)
{
    r->terms.n = 0;
    for (kf_str word; (word = take_word(&r->rest)).n > 0;) KF_TRY(read_literal(r, word, 1));
    return add_constraint(r, (kf_bound_constraint){ .count = false });
}

static kerf_status read_counted(reader *r)
{
    static const uint64_t MOST = UINT64_C(1) << 62;
    kf_bound_constraint c = { .count = true, .most = KF_NO_LIMIT };
    kf_str least = take_word(&r->rest), most = take_word(&r->rest);
    bool open = most.n == 1 && *most.at == '-';
    if (!read_count(least, 0, MOST, &c.least) || (!open && !read_count(most, 0, MOST, &c.most)))
        return kf_bound_blame(r->b, r->line, "a count begins with the least and the most, or -");
    r->terms.n = 0;
    for (kf_str word; (word = take_word(&r->rest)).n > 0;) {
        uint64_t coefficient;
        if (!read_count(word, 1, UINT32_MAX, &coefficient))
            return kf_bound_blame(r->b, r->line, "not a coefficient: %.*s", shown(word), word.at);
        KF_TRY(read_literal(r, take_word(&r->rest), (uint32_t)coefficient));
    }
    return add_constraint(r, c);
}

/* ---- Blocks --------------------------------------------------------------------------------- */

static kerf_status blame_number(reader *r, const char *what, kf_str word)
{
    return kf_bound_blame(r->b, r->line, "the component has no %s %.*s", what, shown(word),
                          word.at);
}

/* A + before its number: a constraint whose partial sums are carried along. */
static kerf_status read_block(reader *r)
{
    kf_bound *b = r->b;
    size_t first = b->members.n, variable = b->variables.n, atom = b->block_atoms.n;
    for (kf_str word; (word = take_word(&r->rest)).n > 0;) {
        bool sum = *word.at == '+';
        uint64_t number;
        if (!read_count((kf_str){ word.at + sum, word.n - sum }, 1,
                        r->c.end_constraint - r->c.first_constraint, &number))
            return blame_number(r, "constraint", word);
        kf_proof_member m = { r->c.first_constraint + (uint32_t)number - 1, sum };
        if (!kf_vec_push(b->mem, &b->members, m)) return KERF_NO_MEMORY;
    }
    if (b->members.n == first) return kf_bound_blame(b, r->line, "a block without constraints");
    kf_proof_block block = { first, b->members.n, variable, variable, atom, atom, r->line };
    if (!kf_vec_push(b->mem, &b->blocks, block)) return KERF_NO_MEMORY;
    r->c.end_block = (uint32_t)b->blocks.n;
    return KERF_OK;
}

/* In the order of elimination; several atoms on a line are one variable. */
static kerf_status read_variable(reader *r)
{
    kf_bound *b = r->b;
    uint32_t atoms = r->c.end_atom - r->c.first_atom;
    if (r->c.end_block == r->c.first_block)
        return kf_bound_blame(b, r->line, "an elimination that belongs to no block");
    while (r->seen.n < atoms)
        if (!kf_vec_push(b->mem, &r->seen, 0)) return KERF_NO_MEMORY;
    kf_proof_variable v = { b->block_atoms.n, b->block_atoms.n };
    for (kf_str word; (word = take_word(&r->rest)).n > 0;) {
        uint64_t atom;
        if (!read_count(word, 1, atoms, &atom)) return blame_number(r, "atom", word);
        if (r->seen.at[atom - 1] == r->c.end_block)
            return kf_bound_blame(b, r->line, "an atom is there twice");
        r->seen.at[atom - 1] = r->c.end_block;
        if (!kf_vec_push(b->mem, &b->block_atoms, r->c.first_atom + (uint32_t)atom - 1))
            return KERF_NO_MEMORY;
    }
    v.end = b->block_atoms.n;
    if (v.first == v.end) return kf_bound_blame(b, r->line, "an elimination without atoms");
    if (!kf_vec_push(b->mem, &b->variables, v)) return KERF_NO_MEMORY;
    kf_proof_block *block = &b->blocks.at[b->blocks.n - 1];
    block->end_variable = b->variables.n;
    block->end_atom = v.end;
    return KERF_OK;
}

/* What an atom costs in a block, from a node on. */
static kerf_status read_price(reader *r)
{
    kf_bound *b = r->b;
    kf_str which = take_word(&r->rest), of = take_word(&r->rest), value = take_word(&r->rest);
    kf_proof_price price = { 0 };
    uint64_t number, atom;
    if (r->c.end_node == r->c.first_node)
        return kf_bound_blame(b, r->line, "a price that belongs to no leaf and no branch");
    if (!read_count(which, 1, r->c.end_block - r->c.first_block, &number))
        return blame_number(r, "block", which);
    if (!read_count(of, 1, r->c.end_atom - r->c.first_atom, &atom))
        return blame_number(r, "atom", of);
    const kf_proof_block *block = &b->blocks.at[r->c.first_block + number - 1];
    price.place = block->first_atom;
    while (price.place < block->end_atom
           && b->block_atoms.at[price.place] != r->c.first_atom + atom - 1)
        price.place++;
    if (price.place == block->end_atom)
        return kf_bound_blame(b, r->line, "the block does not eliminate atom %.*s", shown(of),
                              of.at);
    if (!kf_number_read(value, &price.value) || !isfinite(price.value))
        return kf_bound_blame(b, r->line, "a price is a number, not %.*s", shown(value), value.at);
    if (!kf_vec_push(b->mem, &b->prices, price)) return KERF_NO_MEMORY;
    b->nodes.at[b->nodes.n - 1].end_price = b->prices.n;
    return expect_end(r);
}

/* ---- Trees ---------------------------------------------------------------------------------- */

static kerf_status add_node(reader *r, kf_proof_node node)
{
    kf_bound *b = r->b;
    if (r->missing == 0)
        return kf_bound_blame(b, r->line, "the tree of this component is complete already");
    r->missing += node.kind == KF_PROOF_BRANCH;
    r->missing -= node.kind != KF_PROOF_BRANCH;
    node.line = r->line;
    node.first_row = node.end = b->proof_rows.n;
    node.first_price = node.end_price = b->prices.n;
    if (!kf_vec_push(b->mem, &b->nodes, node)) return KERF_NO_MEMORY;
    r->c.end_node = b->nodes.n;
    return expect_end(r);
}

static kerf_status read_branch(reader *r)
{
    kf_str word = take_word(&r->rest);
    uint64_t atom;
    if (!read_count(word, 1, r->c.end_atom - r->c.first_atom, &atom))
        return kf_bound_blame(r->b, r->line, "the component has no atom %.*s", shown(word),
                              word.at);
    return add_node(r, (kf_proof_node){ .kind = KF_PROOF_BRANCH,
                                        .atom = r->c.first_atom + (uint32_t)atom - 1 });
}

static kerf_status read_row(reader *r)
{
    kf_bound *b = r->b;
    kf_str word = take_word(&r->rest), value = take_word(&r->rest);
    size_t dot = 0;
    while (dot < word.n && word.at[dot] != '.') dot++;
    kf_str tail = { word.at + dot + 1, dot < word.n ? word.n - dot - 1 : 0 };
    uint64_t constraint, part = 0;
    kf_proof_row row = { 0 };
    if (r->c.end_node == r->c.first_node || b->nodes.at[b->nodes.n - 1].kind == KF_PROOF_BRANCH)
        return kf_bound_blame(b, r->line, "a row that belongs to no leaf");
    if (!read_count((kf_str){ word.at, dot }, 1, r->c.end_constraint - r->c.first_constraint,
                    &constraint)
        || (dot < word.n && !read_count(tail, 1, UINT32_MAX, &part)))
        return kf_bound_blame(b, r->line, "the component has no row %.*s", shown(word), word.at);
    if (!kf_number_read(value, &row.multiplier) || !isfinite(row.multiplier) || row.multiplier < 0)
        return kf_bound_blame(b, r->line, "a multiplier is a number that is not negative, not %.*s",
                              shown(value), value.at);
    row.constraint = r->c.first_constraint + (uint32_t)constraint - 1;
    row.part = (uint32_t)part;
    if (!kf_vec_push(b->mem, &b->proof_rows, row)) return KERF_NO_MEMORY;
    b->nodes.at[b->nodes.n - 1].end = b->proof_rows.n;
    return expect_end(r);
}

/* ---- Components and worlds ------------------------------------------------------------------ */

static kerf_status read_statement(reader *r, bool *end)
{
    kf_str word = take_word(&r->rest);
    bool tree = r->c.end_node > r->c.first_node, rows = r->c.end_constraint > r->c.first_constraint;
    bool blocks = r->c.end_block > r->c.first_block;
    if (kf_str_eq(word, KF_STR("atom")) && !tree && !rows) return read_atom(r);
    if (kf_str_eq(word, KF_STR("define")) && !tree && !rows) return read_definition(r);
    if (kf_str_eq(word, KF_STR("order")) && !tree && !rows) return read_order(r);
    if (kf_str_eq(word, KF_STR("clause")) && !tree && !blocks) return read_clause(r);
    if (kf_str_eq(word, KF_STR("count")) && !tree && !blocks) return read_counted(r);
    if (kf_str_eq(word, KF_STR("block")) && !tree) return read_block(r);
    if (kf_str_eq(word, KF_STR("eliminate")) && !tree) return read_variable(r);
    if (kf_str_eq(word, KF_STR("price"))) return read_price(r);
    if (kf_str_eq(word, KF_STR("branch"))) return read_branch(r);
    if (kf_str_eq(word, KF_STR("leaf")))
        return add_node(r, (kf_proof_node){ .kind = KF_PROOF_LEAF });
    if (kf_str_eq(word, KF_STR("refute")))
        return add_node(r, (kf_proof_node){ .kind = KF_PROOF_REFUTE });
    if (kf_str_eq(word, KF_STR("row"))) return read_row(r);
    if (!kf_str_eq(word, KF_STR("end")))
        return kf_bound_blame(r->b, r->line, "%.*s has no place here", shown(word), word.at);
    *end = true;
    if (r->missing > 0)
        return kf_bound_blame(r->b, r->line, "the tree of this component is not complete");
    return expect_end(r);
}

static kerf_status read_component(reader *r)
{
    kf_bound *b = r->b;
    uint32_t atom = (uint32_t)b->atoms.n, constraint = (uint32_t)b->constraints.n;
    uint32_t block = (uint32_t)b->blocks.n;
    r->c = (kf_proof_component){ atom,  atom,  constraint, constraint,
                                 block, block, b->nodes.n, b->nodes.n };
    r->seen.n = 0;
    r->missing = 1;
    for (bool end = false; !end;) {
        kf_str line;
        if (!peek_line(b, &line))
            return kf_bound_blame(b, b->line, "the certificate ends within a component");
        r->line = b->line;
        r->rest = line;
        pass_line(b, line);
        KF_TRY(read_statement(r, &end));
    }
    return kf_vec_push(b->mem, &b->components, r->c) ? KERF_OK : KERF_NO_MEMORY;
}

static bool begins_with(kf_str line, kf_str word)
{
    kf_str first = take_word(&line);
    return kf_str_eq(first, word);
}

static kerf_status read_components(reader *r)
{
    kf_bound *b = r->b;
    kf_str line;
    while (peek_line(b, &line) && begins_with(line, KF_STR("component"))) {
        pass_line(b, line);
        KF_TRY(read_component(r));
    }
    assert(b->rows.n <= b->atoms.n * KF_MOST_ARITY);
    b->n_listed = (uint32_t)b->atoms.n;
    return KERF_OK;
}

static kerf_status read_claim(reader *r)
{
    kf_bound *b = r->b;
    b->claim = -1;
    if (!peek_line(b, &r->rest) || begins_with(r->rest, KF_STR("world"))) return KERF_OK;
    if (!begins_with(r->rest, KF_STR("bound")))
        return kf_bound_blame(b, b->line, "a component was expected");
    r->line = b->claim_line = b->line;
    pass_line(b, r->rest);
    take_word(&r->rest);
    kf_str value = take_word(&r->rest);
    if (!kf_number_read(value, &b->claim) || !isfinite(b->claim) || b->claim < 0)
        return kf_bound_blame(b, r->line, "a bound is a number that is not negative, not %.*s",
                              shown(value), value.at);
    return expect_end(r);
}

/* A world has ended: another follows, or nothing does. */
static kerf_status expect_world(kf_bound *b)
{
    kf_str line;
    if (!peek_line(b, &line) || begins_with(line, KF_STR("world"))) return KERF_OK;
    return kf_bound_blame(b, b->line, "a world was expected");
}

static kerf_status read_head(kf_bound *b)
{
    kf_str line;
    if (!peek_line(b, &line) || !kf_str_eq(take_word(&line), KF_STR("kerf"))
        || !kf_str_eq(take_word(&line), KF_STR("certificate")))
        return kf_bound_blame(b, b->line, "this is not a certificate of kerf");
    kf_str version = take_word(&line);
    if (!kf_str_eq(version, KF_STR("1")))
        return kf_bound_blame(b, b->line, "certificates of version %.*s are not known",
                              shown(version), version.at);
    peek_line(b, &line);
    pass_line(b, line);
    return KERF_OK;
}

kerf_status kf_proof_read(kf_bound *b)
{
    kf_str line;
    if (b->at == 0) KF_TRY(read_head(b));
    if (!peek_line(b, &line) || !begins_with(line, KF_STR("world")))
        return kf_bound_blame(b, b->line, "the certificate has fewer worlds than the evidence");
    pass_line(b, line);
    reader r = { .b = b };
    kf_text_init(&r.constant, b->mem);
    kerf_status status = read_components(&r);
    if (status == KERF_OK) status = read_claim(&r);
    if (status == KERF_OK) status = expect_world(b);
    kf_vec_free(b->mem, &r.terms);
    kf_vec_free(b->mem, &r.literals);
    kf_vec_free(b->mem, &r.seen);
    kf_text_free(&r.constant);
    return status;
}

kerf_status kf_bound_finish(kf_bound *b)
{
    kf_str line;
    if (!peek_line(b, &line)) return KERF_OK;
    return kf_bound_blame(b, b->line, "the certificate has more worlds than the evidence");
}
