#ifndef WAYMARK_CGPSD_SHIM_H
#define WAYMARK_CGPSD_SHIM_H

#include <gps.h>

#endif
