// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift does not import: one wrapper an argument type.
#ifndef WAYMARK_CCURL_SHIM_H
#define WAYMARK_CCURL_SHIM_H

#include <curl/curl.h>

static inline CURLcode waymark_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode waymark_curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}

#endif
