#ifndef WAYMARK_CZLIB_SHIM_H
#define WAYMARK_CZLIB_SHIM_H

#include <zlib.h>

// inflateInit2 is a macro that hands the library's version and the structure's size on. 15 + 16: the largest window,
// with gzip's header and checksum.
static inline int waymark_gunzip_init(z_stream *stream) { return inflateInit2(stream, 15 + 16); }

#endif
