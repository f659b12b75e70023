/* session.h -- private to session/: what stands behind `kerf *`.
 *
 * Every public function that can fail begins with kf_session_begin() and ends with
 * kf_session_end(): the first forgets the last failure, the second turns the status into
 * kerf_error() and the log. The text of the last failure has its own buffer, so it needs no memory
 * when there is none.
 *
 * Structs of callers (kerf.h, "Structs that grow") are read by kf_session_take() and written by
 * kf_session_give(), which copy the part that both sides know. */
#ifndef KF_SESSION_H
#define KF_SESSION_H

#include "base/diag.h"
#include "base/mem.h"
#include "base/option_text.h"
#include "base/stop.h"
#include "base/text.h"
#include "evidence/change_file.h"
#include "evidence/evidence.h"
#include "evidence/load/loader.h"
#include "explain/explainer.h"
#include "ground/grounder.h"
#include "infer/change/aside.h"
#include "infer/cpi.h"
#include "lang/parse.h"
#include "model/asked.h"
#include "model/model.h"
#include "report/records/record.h"

#include <stdatomic.h>
#include <sys/types.h>

/* ---- Options (options.c) -------------------------------------------------------------------- */

#define KF_FIELD_FLAG bool
#define KF_FIELD_INT int64_t
#define KF_FIELD_REAL double
#define KF_FIELD_SIZE size_t
#define KF_FIELD_TEXT const char *
#define KF_FIELD_LIST const char *
#define KF_FIELD_FILE const char *
#define KF_FIELD_CHOICE int /* index among the choices */

/* Choices of options.def, by index; "method" has kf_method, "header" has kf_header_choice. */
enum { KF_GROUND_AUTO, KF_GROUND_CUTS, KF_GROUND_FULL };
enum { KF_START_CURRENT, KF_START_RANDOM };

enum {
#define X(type, field, ...) KF_OPTION_##field,
#include "session/options.def"
#undef X
    KF_OPTION_COUNT
};

typedef struct kf_options { /* current values; texts are owned and NULL where nothing was set */
#define X(type, field, ...) KF_FIELD_##type field;
#include "session/options.def"
#undef X
    char *texts[KF_OPTION_COUNT]; /* as they were set; NULL: the default stands */
} kf_options;

void kf_options_init(kf_options *); /* every option at its default */
void kf_options_free(kf_options *, kf_mem *);
/* Asserts: every value is in its range, and is what its text says. */
void kf_options_check(const kf_options *);

/* ---- The session ---------------------------------------------------------------------------- */

typedef enum kf_phase {
    KF_PHASE_NEW,      /* nothing is read */
    KF_PHASE_MODEL,    /* the model is there */
    KF_PHASE_EVIDENCE, /* evidence is queued or being read */
    KF_PHASE_END,      /* every world has been read */
    KF_PHASE_BROKEN    /* reading failed */
} kf_phase;

typedef struct kf_file_id { /* an input file, so that it is never overwritten */
    dev_t device;
    ino_t node;
} kf_file_id;

typedef struct kf_grounded {
    kf_problem *p;
    kf_grounder *g;
    uint32_t stopped_in; /* where it failed: the rule that was being counted, or KF_NONE */
} kf_grounded;

typedef struct kf_last_ground { /* what the last kerf_map() has ground, if it gave an answer */
    kf_grounded ground;         /* g NULL: nothing */
    kf_explainer explainer;
    struct kf_components *components; /* or NULL: it cannot follow when facts change, */
    struct kf_lifted *lifted;         /* unless there is this: the answer is of a quotient */
} kf_last_ground;

typedef struct kf_changes { /* a file of changes that is open (change_facts.c) */
    kf_change_file *from;
    uint32_t file;  /* in the evidence, or KF_NONE */
    uint32_t given; /* batches so far */
    kf_text world;  /* what the world is called after the last of them */
} kf_changes;

struct kerf {
    kf_mem mem;
    atomic_uint users; /* this session, and those over its model; the last one frees the model */
    kerf *over;        /* whose model it shares, or NULL */
    kerf_config config;
    kf_options options;
    kf_diags *diags;
    kf_phase phase;
    kf_program *program;
    kf_model *model;
    kf_evidence *evidence;
    kf_loader *loader;
    kf_stop reading;              /* config.stop, and while evidence is read a deadline */
    struct kf_database *database; /* of the current world; NULL: not asked for yet */
    struct kf_kept *kept;         /* of all worlds; NULL: not asked for yet */
    bool begun;                   /* a world has been asked for: what holds evidence is settled */
    bool *warned;                 /* per predicate: late evidence was pointed out */
    kf_stop *stop;                /* grounding asks; NULL: config.stop, if there is one */
    bool loaded;                  /* a world is read that kerf_next_world() has not given yet */
    struct kf_memo *memo;         /* of a world that changes; NULL: none has */
    kf_changes *changes;          /* NULL: none are open */
    bool changed;                 /* the database holds an assignment that kerf_map() found */
    bool unmade;                  /* constants that formulas make are to be made (made.c) */
    uint32_t cores;               /* of the machine; 0: not asked yet */
    kf_last_ground last;
    kf_aside aside;   /* database NULL: nothing is there */
    kf_record record; /* what was found, for reports */
    KF_VEC(kf_file_id) inputs;
    bool standard_input; /* somebody reads it already */
    const char *name;    /* of the world, where another session reads evidence; else NULL */
    /* What kerf_*_get() lends: terminated copies, made on demand, kept until the session ends. */
    kf_arena strings;
    const char **predicate_names, **type_names, **rule_labels, **rule_texts;
    size_t first_message; /* of the current call */
    size_t logged;        /* messages that the log has had */
    char error[1024];     /* the last failure */
};

/* Asserts: what the phase promises is there. After every call, see kf_session_end(). */
void kf_session_check(const kerf *);

/* ---- Structs of callers (session.c) --------------------------------------------------------- */

/* KERF_MISUSE: there is no struct (NULL), or its size is not set. */
kerf_status kf_session_check_place(kerf *, const void *theirs);
/* A caller's options into our own struct of n bytes; what the caller does not know is 0, and so is
 * all of it if there are none (NULL). KERF_MISUSE: the size is not set. */
kerf_status kf_session_take(kerf *, void *own, size_t n, const void *theirs);
/* Our own struct of n bytes into a caller's, whose size was checked and stays. */
void kf_session_give(void *theirs, const void *own, size_t n);

/* ---- Failing (messages.c) ------------------------------------------------------------------- */

kerf_status kf_session_begin(kerf *); /* KERF_MISUSE for NULL */
kerf_status kf_session_end(kerf *, kerf_status);

/* What failed: as text for kerf_error() only, or, of a file, as a message about the input, too. */
void kf_session_say(kerf *, const char *text);
kerf_status kf_session_misuse(kerf *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
kerf_status kf_session_io(kerf *, const char *doing, const char *path, const char *why);
void kf_session_log(kerf *, int level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What most calls ask of their arguments. KERF_MISUSE: there is nothing at the index, no function
 * to write to, or no such format. */
kerf_status kf_session_check_index(kerf *, size_t index, size_t n);
kerf_status kf_session_check_writer(kerf *, kerf_write_fn *, unsigned format, unsigned last);

/* Hands a text that was made to a writer, lets it go and ends the call (write.c). */
kerf_status kf_session_deliver(kerf *, kerf_status made, kf_text *, kerf_write_fn *, void *context);

/* ---- Reading (read.c, worlds.c) --------------------------------------------- */

kerf_status kf_session_open(kerf *, kf_input **, const char *path); /* failing is a message */
/* Standard input ("-") can be had once: KERF_MISUSE for the second. */
kerf_status kf_session_claim(kerf *, const char *path);
/* A whole file of so many bytes at most; the text is the caller's to free, *n + 1 bytes. */
kerf_status kf_session_read_text(kerf *, const char *path, size_t most, char **text, size_t *n);
/* Remember an input file by device and node. False: no memory. */
bool kf_session_note_input(kerf *, const char *path);
/* Begins a call that queues evidence; `what` is its name for messages, or NULL, which is wrong. */
kerf_status kf_session_begin_adding(kerf *, const char *what);
/* A loader into the session's world. */
kerf_status kf_session_loader(kerf *, kf_loader **);
kerf_status kf_session_next_world(kerf *, bool *more);
kerf_status kf_session_check_world(kerf *); /* against what is hidden and what is observed */
void kf_session_count_world(kerf *, const kf_evidence *); /* into the session's statistics */
/* p([x + 1]) of this world, unless the stop says so: KERF_INTERRUPTED */
kerf_status kf_session_make_constants(kerf *, kf_stop *);
kerf_status kf_session_size_weights(kerf *); /* by the constants of the world: model/sized.h */
/* Before facts change: they are made anew with the next database. */
kerf_status kf_session_unmake_constants(kerf *);
kerf_status kf_session_may_read(kerf *); /* KERF_MISUSE: nothing can be read */

/* ---- Changes (change_facts.c, clone.c) --------------------------------------------- */

/* Before facts change: the world is there, in memory. KERF_MISUSE: it is not. */
kerf_status kf_session_begin_change(kerf *);
/* Afterwards: what was found is forgotten; the database is the caller's to forget. */
void kf_session_end_change(kerf *);
/* Answers to come keep what they find of components for those after them. */
kerf_status kf_session_remember(kerf *);
typedef struct kf_said_atom { /* of which file and line a change comes, for messages */
    const kf_place *place;
    uint32_t file, line;
} kf_said_atom;
/* part KF_SAID_VALUE: says nothing of it any more. Complaints are messages. */
kerf_status kf_session_say_atom(kerf *, kf_str predicate, const kf_str *arguments, uint32_t n,
                                kf_said part, double probability, const kf_said_atom *);
void kf_session_close_changes(kerf *);
/* Before the database of a world is made: constants that have left it make room, if they are
 * many. */
bool kf_session_must_compact(const kerf *);
kerf_status kf_session_compact(kerf *);
/* KERF_MISUSE: the model is shared. */
kerf_status kf_session_owns_model(kerf *, const char *what);
/* The world that comes next, up to the point where it settles the model (worlds.c). */
kerf_status kf_session_load_world(kerf *, bool *more);

/* ---- Evidence in a store (read.c) ----------------------------------------------------------- */

bool kf_session_is_stored(const kerf *);
kerf_status kf_session_check_store(kerf *); /* KERF_MISUSE: the option names none */
kerf_status kf_session_needs_memory(kerf *, const char *what); /* KERF_MISUSE: it is in a store */
kf_backend_site kf_session_site(kerf *, const char *where);
void kf_session_report_stored(kerf *, uint64_t bytes); /* of the sources, so far */
/* Around the reading of a world. KERF_LIMIT: it took longer than the option "time-limit" allows. */
void kf_session_begin_reading(kerf *);
kerf_status kf_session_end_reading(kerf *, kerf_status);

/* ---- Inference (map.c) ---------------------------------------------------------------------- */

/* The solver that the options name. KERF_UNSUPPORTED: this kerf was built without it. */
kerf_status kf_session_solver(kerf *, const kf_solver **);
uint32_t kf_session_threads(kerf *); /* that the options give, or as many as there are cores */
/* As the options say; without stages, deadline and callbacks. */
kf_cpi_options kf_session_inference(kerf *, const kf_solver *);
/* Of the model as it is, and with hard formulas violated where that cannot be helped (relax.c).
 * whole: everything is asked for, whatever the options say. */
kerf_status kf_session_map_once(kerf *, const kerf_map_options *, bool whole, kerf_result *);
kerf_status kf_session_map_relaxed(kerf *, const kerf_map_options *, kerf_result *);
/* Records the atoms of the world that was found; it is the one that was counted. KERF_INTERNAL, said:
 * not the same, or no assignment of the open atoms. */
kerf_status kf_session_collect(kerf *, bool same);
/* kerf_map() without the call around it; the options are not NULL. */
kerf_status kf_session_map(kerf *, const kerf_map_options *, kerf_result *);

/* What is asked for in the current world (map_answer.c); NULL: everything. The caller frees it. */
kerf_status kf_session_asked(kerf *, kf_asked **);

/* ---- Grounding (ground.c) ------------------------------------------------------------------- */

void kf_session_forget_database(kerf *);                     /* before the world changes or goes */
kerf_status kf_session_needs_world(kerf *);                  /* KERF_MISUSE: there is none */
kerf_status kf_session_stage(kerf *, kerf_stage, kf_text *); /* PLAN, PROBLEM */
kerf_status kf_session_forecast(kerf *, kf_text *);

/* A fresh grounder over the current world, all of whose open atoms are false. */
kerf_status kf_session_ground(kerf *, kf_grounded *);
/* The same in two steps: before groundings are counted, and that. */
kerf_status kf_session_open_ground(kerf *, kf_grounded *);
kerf_status kf_session_count_ground(kf_grounded *);
void kf_session_unground(kf_grounded *);

/* ---- Asking again after changes (change_facts.c) --------------------------------------------- */

typedef struct kf_taken_up { /* what goes on: one of them */
    struct kf_components *components;
    struct kf_lifted *lifted;
} kf_taken_up;
/* What was put aside, brought up to the facts as they are, is the session's database again, and
 * *x is it, with what goes on. x->g NULL: there is nothing, or it cannot follow. */
kerf_status kf_session_take_up(kerf *, const kf_cpi_options *, kf_grounded *x, kf_taken_up *);
void kf_session_drop_aside(kerf *);
/* What is put aside, or would be with the next change; borrowed. Nothing: database NULL. */
kf_aside kf_session_last_answer(const kerf *);

/* ---- Explaining (explain_session.c) --------------------------------------------------------- */

/* Keeps what was ground for the answer that is in the database; it is the session's now. */
void kf_session_keep_ground(kerf *, kf_grounded *, const kf_cpi_options *, kf_cpi_result *);
void kf_session_drop_ground(kerf *); /* and lets it go */
void kf_session_forget_explained(kerf *);
/* A least change that flips an atom, into its explanation (clone.c). */
kerf_status kf_session_least_change(kerf *, const kerf_explain_options *, kf_stop *,
                                    const kf_asked_atom *, bool proven, kf_explanation *);

#endif
