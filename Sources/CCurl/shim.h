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

// A function is no `void *`, so the callback has a wrapper of its own, with its context beside it.
static inline CURLcode waymark_curl_set_writer(CURL *handle, curl_write_callback writer, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, writer);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_WRITEDATA, context) : code;
}

// The answer as a long; 0 where curl knows none.
static inline long waymark_curl_get_long(CURL *handle, CURLINFO info) {
  long value = 0;
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

#endif
