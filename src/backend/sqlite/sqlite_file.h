/* sqlite_file.h -- private to backend/sqlite/: what is peculiar to a file of SQLite's. */
#ifndef KF_SQLITE_FILE_H
#define KF_SQLITE_FILE_H

#include <sqlite3.h>
#include <stdbool.h>

/* What can be done about an error of this kind; NULL: nobody knows. */
const char *kf_sqlite_hint(int code);

/* "./" where SQLite would take the name for something else than a file's. */
const char *kf_sqlite_folder(const char *file);

/* Is the end of the file missing? Asked after something was read from it. */
bool kf_sqlite_is_cut(sqlite3 *db);

#endif
