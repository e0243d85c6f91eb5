// Linux calls and constants that Swift's Glibc module lacks or imports as unusable macros. Plain C types only: glibc's
// own headers, read twice with different feature macros, would clash with Swift's view of them.
#ifndef WAYMARK_CLINUX_H
#define WAYMARK_CLINUX_H

#include <stdint.h>

// epoll's event is a packed union, which Swift imports with a copy per access: two plain functions instead.
int waymark_epoll_create(void);

int waymark_epoll_add(int epoll, int descriptor, uint32_t events);

int waymark_epoll_change(int epoll, int descriptor, uint32_t events);

int waymark_epoll_remove(int epoll, int descriptor);

// Waits for up to 16 ready descriptors; gives their number, or -1 with errno set.
int waymark_epoll_wait(int epoll, int *descriptors, uint32_t *events);

// CLOCK_BOOTTIME goes on while the board sleeps, and no one can set it.
int64_t waymark_boottime_nanoseconds(void);

int waymark_timer_create(void);

// Arms the timer for an absolute boot time; 0 disarms it.
int waymark_timer_arm(int timer, int64_t at_nanoseconds);

int waymark_eventfd(void);

// An event counter that blocks its reader and wakes it once a write.
int waymark_eventfd_semaphore(void);

// Blocks SIGTERM, SIGINT and SIGHUP for this thread (and those it will start) and delivers them by descriptor instead.
int waymark_signalfd(void);

// The number of the next signal, or -1 when none waits.
int waymark_signalfd_read(int descriptor);

// TIOCEXCL and friends are macros with casts, which Swift does not import.
int waymark_tty_exclusive(int descriptor);

// A new pseudo-terminal: gives the master's descriptor (non-blocking) and the slave's name, or -1 with errno set.
// posix_openpt and ptsname_r hide behind a feature macro.
int waymark_pty_open(char *name, int capacity);

// Bytes that wait to be read from a terminal; -1 when it is none.
int waymark_unread_bytes(int descriptor);

// A descriptor that becomes readable when the kernel's addresses or routes change; -1 with errno set where it may not
// be had. Netlink's headers do not go together with glibc's in Swift.
int waymark_link_events(void);

/// epoll's bits.
extern const uint32_t waymark_epollin, waymark_epollout, waymark_epollerr, waymark_epollhup;

#endif
