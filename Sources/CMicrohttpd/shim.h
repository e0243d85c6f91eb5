// Starting a daemon and asking about it are variadic calls, which Swift does not import; and what an enum of this
// library becomes in Swift differs between its versions, so plain numbers pass here.
#ifndef WAYMARK_CMICROHTTPD_SHIM_H
#define WAYMARK_CMICROHTTPD_SHIM_H

#include <microhttpd.h>
#include <stdint.h>
#include <string.h>

static inline enum MHD_Result waymark_mhd_result(int is_success) { return is_success ? MHD_YES : MHD_NO; }

// Leaves the text as it came: the library would end a path at "%00" and mix "%2F" with "/".
static inline size_t waymark_mhd_keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

// A daemon without threads that serves a listening socket, which belongs to it from then on.
static inline struct MHD_Daemon *waymark_mhd_start(int listening, unsigned connections, unsigned idle_seconds,
                                                   size_t bytes_a_connection, MHD_AccessHandlerCallback handler,
                                                   MHD_RequestCompletedCallback completed, void *context) {
  return MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handler, context,  //
                          MHD_OPTION_LISTEN_SOCKET, listening,                              //
                          MHD_OPTION_CONNECTION_LIMIT, connections,                         //
                          MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,                      //
                          MHD_OPTION_CONNECTION_MEMORY_LIMIT, bytes_a_connection,           //
                          MHD_OPTION_NOTIFY_COMPLETED, completed, context,                  //
                          MHD_OPTION_UNESCAPE_CALLBACK, waymark_mhd_keep_escapes, NULL,     //
                          MHD_OPTION_END);
}

// The descriptor that is readable whenever the daemon has something to do; -1 without one.
static inline int waymark_mhd_epoll(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

static inline unsigned waymark_mhd_connections(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
  return info ? info->num_connections : 0;
}

// Milliseconds after which the daemon must run even if nothing is readable; -1 for never.
static inline int64_t waymark_mhd_timeout(struct MHD_Daemon *daemon) {
  MHD_UNSIGNED_LONG_LONG milliseconds = 0;
  if (MHD_get_timeout(daemon, &milliseconds) != MHD_YES) return -1;
  return milliseconds > INT32_MAX ? INT32_MAX : (int64_t)milliseconds;
}

static inline const char *waymark_mhd_header(struct MHD_Connection *connection, const char *name) {
  return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static inline void waymark_mhd_query(struct MHD_Connection *connection, MHD_KeyValueIterator visit, void *context) {
  (void)MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, visit, context);
}

// A response that holds a copy of the bytes.
static inline struct MHD_Response *waymark_mhd_response(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

// A response of unknown length whose bytes `read` gives, called until it says that there are no more.
static inline struct MHD_Response *waymark_mhd_stream(MHD_ContentReaderCallback read,
                                                      MHD_ContentReaderFreeCallback release, void *context) {
  return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, read, context, release);
}

static const ssize_t waymark_mhd_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;

#endif
