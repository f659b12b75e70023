/* sqlite_contents.c -- whose file of SQLite's it is, and what is in it; see sqlite_driver.h.
 *
 * The file is marked as kerf's own (application_id), so that no other database is ever touched.
 * It is filled in one transaction, with the fingerprint of what is in it: whatever happens, a
 * file that has the fingerprint is complete. */
#include "backend/sql/sql.h"

#ifdef HAVE_SQLITE

#include "backend/sqlite/sqlite_driver.h"

#include <stdlib.h>
#include <string.h>

enum { APPLICATION = 0x6b657266 };

/* The first value of the first row; `text` keeps it. *found: there is one. */
static kerf_status look_up(const sqlite_driver *x, const char *query, kf_text *text, bool *found)
{
    sqlite3_stmt *s = NULL;
    KF_TRY(kf_sqlite_compile(x, query, &s));
    int code = sqlite3_step(s);
    *found = code == SQLITE_ROW;
    kf_text_clear(text);
    const unsigned char *value = *found ? sqlite3_column_text(s, 0) : NULL;
    if (*found) kf_text_addf(text, "%s", value ? (const char *)value : ""); /* a stranger's file */
    kerf_status st = *found || code == SQLITE_DONE ? KERF_OK : kf_sqlite_fail(x, code);
    sqlite3_finalize(s);
    return text->failed ? KERF_NO_MEMORY : st;
}

/* Tables are looked for first: another run makes them and the mark at once, so that whoever sees
 * its tables sees its mark after that. */
static kerf_status check_owner(const sqlite_driver *x, kf_text *text, bool *ours)
{
    bool found;
    *ours = false;
    KF_TRY(look_up(x, "SELECT name FROM sqlite_master", text, &found));
    if (!found) return KERF_OK;
    KF_TRY(look_up(x, "PRAGMA application_id", text, &found));
    *ours = found && strtol(text->at, NULL, 10) == APPLICATION;
    if (*ours && kf_sqlite_is_cut(x->db)) {
        kf_diag_add(x->base.diags, KERF_ERROR, NULL, kf_sqlite_hint(SQLITE_CORRUPT),
                    "the store %s: its end is missing", x->file);
        return KERF_STORE;
    }
    if (*ours) return KERF_OK;
    kf_diag_add(x->base.diags, KERF_ERROR, NULL, "name a file that is not there yet",
                "%s is a database, but not one of kerf's; it stays as it is", x->file);
    return KERF_STORE;
}

static kerf_status is_there(const sqlite_driver *x, kf_text *text, const char *fingerprint,
                            bool *there)
{
    bool ours = false, found = false;
    *there = false;
    KF_TRY(check_owner(x, text, &ours));
    if (!ours) return KERF_OK;
    KF_TRY(look_up(x, "SELECT fingerprint FROM kerf", text, &found));
    *there = found && kf_sql_matches(fingerprint, text->at);
    return KERF_OK;
}

/* Other evidence makes room. */
static kerf_status clear(sqlite_driver *x, kf_text *text)
{
    bool found;
    static const char tables[] = "SELECT printf('DROP TABLE \"%w\"', name) FROM sqlite_master "
                                 "WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
    for (;;) {
        KF_TRY(look_up(x, tables, text, &found));
        if (!found) return KERF_OK;
        KF_TRY(kf_sqlite_execute(&x->base, text->at));
    }
}

static kerf_status begin_in(sqlite_driver *x, kf_text *text, const char *fingerprint, bool *there)
{
    KF_TRY(is_there(x, text, fingerprint, there));
    if (*there || !fingerprint) return KERF_OK;
    KF_TRY(kf_sqlite_execute(&x->base, "BEGIN IMMEDIATE"));
    KF_TRY(is_there(x, text, fingerprint, there)); /* another process may have been faster */
    if (*there) return kf_sqlite_execute(&x->base, "ROLLBACK");
    KF_TRY(clear(x, text));
    kf_text_clear(text);
    kf_text_addf(text, "PRAGMA application_id = %d; CREATE TABLE kerf (fingerprint TEXT NOT NULL)",
                 APPLICATION);
    return text->failed ? KERF_NO_MEMORY : kf_sqlite_execute(&x->base, text->at);
}

/* A run reads what was there when it began, without a look at the file's locks for every query.
 * With a log beside the file (WAL) that keeps nobody from building indexes. */
static kerf_status begin_reading(sqlite_driver *x, kf_text *text)
{
    bool there;
    KF_TRY(kf_sqlite_execute(&x->base, "BEGIN"));
    KF_TRY(is_there(x, text, x->base.fingerprint, &there));
    x->reading = there;
    if (there) return KERF_OK;
    kf_diag_add(x->base.diags, KERF_ERROR, NULL, "run it again, or with a store of its own",
                "the store %s was filled with other evidence meanwhile", x->file);
    return KERF_STORE;
}

static kerf_status keep_reading(sqlite_driver *x)
{
    kf_text text;
    kf_text_init(&text, x->base.mem);
    kerf_status st = begin_reading(x, &text);
    kf_text_free(&text);
    return st;
}

kerf_status kf_sqlite_begin(kf_sql_driver *driver, const char *fingerprint, bool *there)
{
    sqlite_driver *x = kf_sqlite_own(driver);
    assert(!x->reading);
    kf_text text;
    kf_text_init(&text, driver->mem);
    kerf_status st = begin_in(x, &text, fingerprint, there);
    if (st == KERF_OK && *there) kf_sql_keep_fingerprint(driver, text.at);
    kf_text_free(&text);
    return st == KERF_OK && *there ? keep_reading(x) : st;
}

kerf_status kf_sqlite_commit(kf_sql_driver *driver, const char *fingerprint)
{
    assert(!kf_sqlite_own(driver)->reading);
    kf_text text;
    kf_text_init(&text, driver->mem);
    kf_sql_keep_fingerprint(driver, fingerprint);
    kf_text_addf(&text, "INSERT INTO kerf VALUES ('%s'); COMMIT", fingerprint);
    kerf_status st = text.failed ? KERF_NO_MEMORY : kf_sqlite_execute(driver, text.at);
    kf_text_free(&text);
    KF_TRY(st);
    /* The store is complete. Where another process reads it now, it goes without a log. */
    sqlite3_exec(kf_sqlite_own(driver)->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
    return keep_reading(kf_sqlite_own(driver));
}

/* In a file that may not be written nothing but time depends on it. */
kerf_status kf_sqlite_create_index(kf_sql_driver *driver, const char *text, bool changes)
{
    assert(kf_sqlite_own(driver)->reading);
    if (changes) return kf_sqlite_execute(driver, text);
    if (sqlite3_db_readonly(kf_sqlite_own(driver)->db, "main") == 1) return KERF_OK;
    KF_TRY(kf_sqlite_execute(driver, "COMMIT"));
    kf_sqlite_own(driver)->reading = false;
    kerf_status st = kf_sqlite_execute(driver, text), after = keep_reading(kf_sqlite_own(driver));
    return st == KERF_OK ? after : st; /* also if it was stopped: others may go on */
}

#endif
