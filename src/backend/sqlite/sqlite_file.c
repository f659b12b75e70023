/* sqlite_file.c -- what is peculiar to a file of SQLite's: its name, its size, and what goes
 * wrong. */
#include "backend/sql/sql.h"

#ifdef HAVE_SQLITE

#include "backend/sqlite/sqlite_file.h"

#include <stddef.h>
#include <string.h>

const char *kf_sqlite_hint(int code)
{
    switch (code & 0xff) {
    case SQLITE_BUSY: return "another run fills it or builds an index: run it again after that";
    case SQLITE_CANTOPEN: return "name a file in a folder that is there and where you may write";
    case SQLITE_CORRUPT:
        return "it is damaged: if it is kerf's, remove it and load the evidence again";
    case SQLITE_NOTADB: return "name a file that is not there yet";
    case SQLITE_FULL:
        return "make room, or name another folder for temporary files by SQLITE_TMPDIR; the store "
               "is as it was";
    case SQLITE_READONLY:
        return "SQLite writes beside a file even to read it: copy it to where you may write";
    default: return NULL;
    }
}

/* Some builds of SQLite read such a name as an address, with options after a question mark. */
const char *kf_sqlite_folder(const char *file)
{
    return strncmp(file, "file:", 5) == 0 ? "./" : "";
}

static sqlite3_int64 size_of(sqlite3 *db, int which)
{
    sqlite3_file *file = NULL;
    sqlite3_int64 size = 0;
    if (sqlite3_file_control(db, "main", which, (void *)&file) != SQLITE_OK) return 0;
    if (!file || !file->pMethods) return 0; /* it is in memory, or not open */
    return file->pMethods->xFileSize(file, &size) == SQLITE_OK ? size : 0;
}

static sqlite3_int64 page_size(sqlite3 *db)
{
    sqlite3_stmt *s = NULL;
    sqlite3_int64 size = 0;
    if (sqlite3_prepare_v2(db, "PRAGMA page_size", -1, &s, NULL) == SQLITE_OK
        && sqlite3_step(s) == SQLITE_ROW)
        size = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return size;
}

/* SQLite misses whole pages, but takes what is missing of the last one for zeros. With a log beside
 * it, the page may be there. */
bool kf_sqlite_is_cut(sqlite3 *db)
{
    sqlite3_int64 page = page_size(db), size = size_of(db, SQLITE_FCNTL_FILE_POINTER);
    return page > 0 && size % page != 0 && size_of(db, SQLITE_FCNTL_JOURNAL_POINTER) == 0;
}

#endif
