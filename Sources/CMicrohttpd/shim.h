#ifndef WAYMARK_CMICROHTTPD_SHIM_H
#define WAYMARK_CMICROHTTPD_SHIM_H

#include <microhttpd.h>

#endif
