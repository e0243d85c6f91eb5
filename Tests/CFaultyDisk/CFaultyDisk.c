#include "CFaultyDisk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct waymark_disk {
  waymark_disk *next;
  char *folder;
  waymark_disk_event *events;
  size_t count, capacity;
  int64_t room;
  int is_broken, is_forgotten;
};

typedef struct {
  sqlite3_file base;
  waymark_disk *disk;  // NULL for a file nobody watches
  char *name;
  sqlite3_file *real;  // behind this struct
} disk_file;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static waymark_disk *disks;
static sqlite3_vfs *real_vfs;
static sqlite3_vfs faulty_vfs;
static sqlite3_io_methods methods;

static void record(disk_file *file, enum waymark_disk_kind kind, int64_t offset, const void *bytes, size_t count) {
  waymark_disk *disk = file->disk;
  if (!disk || disk->is_forgotten) return;
  if (disk->count == disk->capacity) {
    disk->capacity = disk->capacity ? disk->capacity * 2 : 256;
    disk->events = realloc(disk->events, disk->capacity * sizeof *disk->events);
    if (!disk->events) abort();
  }
  unsigned char *copy = malloc(count + 1);
  char *name = strdup(file->name);
  if (!copy || !name) abort();
  if (count) memcpy(copy, bytes, count);
  disk->events[disk->count++] = (waymark_disk_event){kind, name, offset, copy, count};
}

static disk_file *own(sqlite3_file *file) { return (disk_file *)file; }

static int disk_close(sqlite3_file *file) {
  int code = own(file)->real->pMethods->xClose(own(file)->real);
  free(own(file)->name);
  return code;
}

static int disk_read(sqlite3_file *file, void *buffer, int count, sqlite3_int64 offset) {
  return own(file)->real->pMethods->xRead(own(file)->real, buffer, count, offset);
}

static int disk_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  waymark_disk *disk = own(file)->disk;
  if (disk && disk->is_broken) return SQLITE_IOERR_WRITE;
  if (disk && disk->room >= 0) {
    if (disk->room < count) return SQLITE_FULL;
    disk->room -= count;
  }
  record(own(file), WAYMARK_DISK_WRITE, offset, bytes, (size_t)count);
  return own(file)->real->pMethods->xWrite(own(file)->real, bytes, count, offset);
}

static int disk_truncate(sqlite3_file *file, sqlite3_int64 size) {
  record(own(file), WAYMARK_DISK_TRUNCATE, size, NULL, 0);
  return own(file)->real->pMethods->xTruncate(own(file)->real, size);
}

static int disk_sync(sqlite3_file *file, int flags) {
  (void)flags;
  if (own(file)->disk && own(file)->disk->is_broken) return SQLITE_IOERR_FSYNC;
  // The real disk is not asked: a power cut is one that the test makes out of the record.
  record(own(file), WAYMARK_DISK_SYNC, 0, NULL, 0);
  return own(file)->disk ? SQLITE_OK : own(file)->real->pMethods->xSync(own(file)->real, flags);
}

static int disk_size(sqlite3_file *file, sqlite3_int64 *size) {
  return own(file)->real->pMethods->xFileSize(own(file)->real, size);
}

static int disk_lock(sqlite3_file *file, int level) { return own(file)->real->pMethods->xLock(own(file)->real, level); }

static int disk_unlock(sqlite3_file *file, int level) {
  return own(file)->real->pMethods->xUnlock(own(file)->real, level);
}

static int disk_reserved(sqlite3_file *file, int *result) {
  return own(file)->real->pMethods->xCheckReservedLock(own(file)->real, result);
}

static int disk_control(sqlite3_file *file, int operation, void *argument) {
  return own(file)->real->pMethods->xFileControl(own(file)->real, operation, argument);
}

static int disk_sector(sqlite3_file *file) { return own(file)->real->pMethods->xSectorSize(own(file)->real); }

static int disk_traits(sqlite3_file *file) {
  return own(file)->real->pMethods->xDeviceCharacteristics(own(file)->real);
}

static waymark_disk *watcher(const char *path) {
  waymark_disk *found = NULL;
  pthread_mutex_lock(&lock);
  for (waymark_disk *disk = disks; path && disk && !found; disk = disk->next)
    if (!disk->is_forgotten && strncmp(path, disk->folder, strlen(disk->folder)) == 0) found = disk;
  pthread_mutex_unlock(&lock);
  return found;
}

static int disk_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out_flags) {
  (void)vfs;
  waymark_disk *disk = watcher(path);
  // Files that nobody watches keep the real methods, shared memory included.
  if (!disk) return real_vfs->xOpen(real_vfs, path, file, flags, out_flags);
  disk_file *own_file = own(file);
  *own_file = (disk_file){.disk = disk, .name = strdup(path + strlen(disk->folder)), .real = (sqlite3_file *)(own_file + 1)};
  int code = real_vfs->xOpen(real_vfs, path, own_file->real, flags, out_flags);
  own_file->base.pMethods = code == SQLITE_OK ? &methods : NULL;
  if (code != SQLITE_OK) free(own_file->name);
  return code;
}

static int disk_delete(sqlite3_vfs *vfs, const char *path, int sync) {
  (void)vfs;
  waymark_disk *disk = watcher(path);
  if (disk) {
    disk_file file = {.disk = disk, .name = (char *)path + strlen(disk->folder)};
    record(&file, WAYMARK_DISK_DELETE, 0, NULL, 0);
  }
  return real_vfs->xDelete(real_vfs, path, sync);
}

static void register_vfs(void) {
  sqlite3_initialize();
  real_vfs = sqlite3_vfs_find(NULL);
  faulty_vfs = *real_vfs;
  faulty_vfs.zName = "faulty";
  faulty_vfs.szOsFile = (int)sizeof(disk_file) + real_vfs->szOsFile;
  faulty_vfs.xOpen = disk_open;
  faulty_vfs.xDelete = disk_delete;
  // Version 1: without shared memory, which an exclusive lock does without.
  methods = (sqlite3_io_methods){1, disk_close, disk_read, disk_write, disk_truncate, disk_sync, disk_size, disk_lock,
                                 disk_unlock, disk_reserved, disk_control, disk_sector, disk_traits};
  sqlite3_vfs_register(&faulty_vfs, 1);
}

waymark_disk *waymark_disk_watch(const char *folder) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, register_vfs);
  waymark_disk *disk = calloc(1, sizeof *disk);
  if (!disk) abort();
  size_t length = strlen(folder);
  disk->folder = malloc(length + 2);
  if (!disk->folder) abort();
  memcpy(disk->folder, folder, length);
  memcpy(disk->folder + length, "/", 2);
  disk->room = -1;
  pthread_mutex_lock(&lock);
  disk->next = disks;
  disks = disk;
  pthread_mutex_unlock(&lock);
  return disk;
}

void waymark_disk_forget(waymark_disk *disk) {
  // The struct stays, for a file may still be open: a few bytes a test.
  pthread_mutex_lock(&lock);
  disk->is_forgotten = 1;
  for (waymark_disk **link = &disks; *link; link = &(*link)->next)
    if (*link == disk) {
      *link = disk->next;
      break;
    }
  pthread_mutex_unlock(&lock);
  for (size_t index = 0; index < disk->count; index++) {
    free((void *)disk->events[index].bytes);
    free((void *)disk->events[index].name);
  }
  free(disk->events);
  disk->events = NULL;
  disk->count = disk->capacity = 0;
}

size_t waymark_disk_count(const waymark_disk *disk) { return disk->count; }

waymark_disk_event waymark_disk_at(const waymark_disk *disk, size_t index) { return disk->events[index]; }

void waymark_disk_limit(waymark_disk *disk, int64_t bytes) { disk->room = bytes; }

void waymark_disk_break(waymark_disk *disk, int is_broken) { disk->is_broken = is_broken; }
