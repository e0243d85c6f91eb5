// SQLITE_TRANSIENT is a cast macro, which Swift does not import; and a null pointer, which is how Swift may hand over an
// empty buffer, would bind NULL instead of an empty value.
#ifndef WAYMARK_CSQLITE_SHIM_H
#define WAYMARK_CSQLITE_SHIM_H

#include <sqlite3.h>

static inline int waymark_sqlite_bind_text(sqlite3_stmt *statement, int position, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, position, bytes ? (const char *)bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int waymark_sqlite_bind_blob(sqlite3_stmt *statement, int position, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, position, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

#endif
