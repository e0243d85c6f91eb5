// A disk beneath SQLite for tests: everything goes on to the real one, and for the files of a watched folder it is
// recorded what was written, cut and synced, and writes fail on demand. SQLite's tables of callbacks are C.
#ifndef WAYMARK_CFAULTYDISK_H
#define WAYMARK_CFAULTYDISK_H

#include <stddef.h>
#include <stdint.h>

typedef struct waymark_disk waymark_disk;

enum waymark_disk_kind { WAYMARK_DISK_WRITE, WAYMARK_DISK_TRUNCATE, WAYMARK_DISK_SYNC, WAYMARK_DISK_DELETE };

typedef struct {
  enum waymark_disk_kind kind;
  const char *name;            // the file's, without the folder
  int64_t offset;              // where was written, or the new length
  const unsigned char *bytes;  // what was written
  size_t count;
} waymark_disk_event;

// Watches the files whose names begin with that folder. The first call puts the disk beneath all of SQLite.
waymark_disk *waymark_disk_watch(const char *folder);

// Forgets folder and record; files that are still open go on unrecorded.
void waymark_disk_forget(waymark_disk *disk);

size_t waymark_disk_count(const waymark_disk *disk);
waymark_disk_event waymark_disk_at(const waymark_disk *disk, size_t index);

// From now on only so many bytes fit (SQLITE_FULL); negative for no limit.
void waymark_disk_limit(waymark_disk *disk, int64_t bytes);

// From now on each sync and write fails with an I/O error, or works again.
void waymark_disk_break(waymark_disk *disk, int is_broken);

#endif
