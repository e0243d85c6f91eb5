#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

int waymark_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int waymark_epoll_add(int epoll, int descriptor, uint32_t events) {
  struct epoll_event event = {.events = events, .data = {.fd = descriptor}};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

int waymark_epoll_change(int epoll, int descriptor, uint32_t events) {
  struct epoll_event event = {.events = events, .data = {.fd = descriptor}};
  return epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event);
}

int waymark_epoll_remove(int epoll, int descriptor) {
  return epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, NULL);
}

int waymark_epoll_wait(int epoll, int *descriptors, uint32_t *events) {
  struct epoll_event ready[16];
  int count = epoll_wait(epoll, ready, 16, -1);
  for (int i = 0; i < count; i++) {
    descriptors[i] = ready[i].data.fd;
    events[i] = ready[i].events;
  }
  return count;
}

const uint32_t waymark_epollin = EPOLLIN, waymark_epollout = EPOLLOUT;
const uint32_t waymark_epollerr = EPOLLERR, waymark_epollhup = EPOLLHUP;

int64_t waymark_boottime_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_BOOTTIME, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int waymark_timer_create(void) { return timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC); }

int waymark_timer_arm(int timer, int64_t at_nanoseconds) {
  struct itimerspec spec = {.it_value = {.tv_sec = at_nanoseconds / 1000000000, .tv_nsec = at_nanoseconds % 1000000000}};
  return timerfd_settime(timer, TFD_TIMER_ABSTIME, &spec, NULL);
}

int waymark_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int waymark_eventfd_semaphore(void) { return eventfd(0, EFD_SEMAPHORE | EFD_CLOEXEC); }

int waymark_signalfd(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGHUP);
  if (pthread_sigmask(SIG_BLOCK, &set, NULL) != 0) return -1;
  return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

int waymark_signalfd_read(int descriptor) {
  struct signalfd_siginfo info;
  return read(descriptor, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : -1;
}

int waymark_tty_exclusive(int descriptor) { return ioctl(descriptor, TIOCEXCL); }

int waymark_pty_open(char *name, int capacity) {
  int master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (master < 0) return -1;
  int error = grantpt(master) != 0 || unlockpt(master) != 0 ? errno : ptsname_r(master, name, (size_t)capacity);
  if (error == 0) return master;
  close(master);
  errno = error;
  return -1;
}

int waymark_unread_bytes(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 ? count : -1;
}

int waymark_link_events(void) {
  int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE);
  if (descriptor < 0) return -1;
  struct sockaddr_nl address = {.nl_family = AF_NETLINK};
  address.nl_groups = RTMGRP_IPV4_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_IFADDR | RTMGRP_IPV6_ROUTE;
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
  int error = errno;
  close(descriptor);
  errno = error;
  return -1;
}
