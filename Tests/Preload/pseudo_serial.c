// Makes pseudo-terminals look like serial ports to one process, so that tests can drive libserialport without hardware:
//
//   cc -shared -fPIC -o pseudo_serial.so pseudo_serial.c -ldl
//   LD_PRELOAD=./pseudo_serial.so waymark decode serial:///tmp/gps0
//
// /dev/pts/7 resolves to /dev/ttyPSEUDO7, which opens as /dev/pts/7. libserialport asks sysfs what kind of port it is:
// it is told of the console's. A pseudo-terminal has no modem lines and refuses to be asked for them: they are answered
// here. The mark of exclusive use is not set, because on a pseudo-terminal it outlives its reader.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static const char shown[] = "/dev/ttyPSEUDO", real[] = "/dev/pts/";
static const char class_shown[] = "/sys/class/tty/ttyPSEUDO", class_real[] = "/sys/class/tty/tty0";

// The path that the kernel knows.
static const char *known(const char *path, char *space, size_t size) {
  if (strncmp(path, shown, sizeof shown - 1) == 0) {
    snprintf(space, size, "%s%s", real, path + sizeof shown - 1);
    return space;
  }
  if (strncmp(path, class_shown, sizeof class_shown - 1) == 0) {
    const char *rest = path + sizeof class_shown - 1;
    rest += strspn(rest, "0123456789");
    snprintf(space, size, "%s%s", class_real, rest);
    return space;
  }
  return path;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

char *realpath(const char *path, char *resolved) {
  char space[256];
  char *result = NEXT(realpath)(known(path, space, sizeof space), resolved);
  if (result == NULL || strncmp(result, real, sizeof real - 1) != 0) return result;
  char name[64];
  snprintf(name, sizeof name, "%s%s", shown, result + sizeof real - 1);
  if (resolved != NULL) return strcpy(resolved, name);
  free(result);
  return strdup(name);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, int) : 0;
  va_end(rest);
  char space[256];
  return NEXT(open)(known(path, space, sizeof space), flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, int) : 0;
  va_end(rest);
  char space[256];
  return NEXT(open64)(known(path, space, sizeof space), flags, mode);
}

int stat(const char *path, struct stat *status) {
  char space[256];
  return NEXT(stat)(known(path, space, sizeof space), status);
}

int lstat(const char *path, struct stat *status) {
  char space[256];
  return NEXT(lstat)(known(path, space, sizeof space), status);
}

// The names that libraries call when they were built with an older glibc, or with its checks.
int __lxstat(int version, const char *path, struct stat *status) {
  (void)version;
  return lstat(path, status);
}

int __open_2(const char *path, int flags) { return open(path, flags); }

char *__realpath_chk(const char *path, char *resolved, size_t size) {
  (void)size;
  return realpath(path, resolved);
}

ssize_t readlink(const char *path, char *target, size_t size) {
  char space[256];
  return NEXT(readlink)(known(path, space, sizeof space), target, size);
}

int access(const char *path, int mode) {
  char space[256];
  return NEXT(access)(known(path, space, sizeof space), mode);
}

int ioctl(int descriptor, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  switch (request) {
    case TIOCMGET: *(int *)argument = 0; return isatty(descriptor) ? 0 : -1;
    case TIOCMSET:
    case TIOCMBIS:
    case TIOCMBIC:
    case TIOCEXCL: return isatty(descriptor) ? 0 : -1;
    default: return NEXT(ioctl)(descriptor, request, argument);
  }
}
