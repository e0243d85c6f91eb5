#ifndef WAYMARK_CSERIALPORT_SHIM_H
#define WAYMARK_CSERIALPORT_SHIM_H

#include <libserialport.h>

#endif
