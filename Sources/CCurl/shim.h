// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift does not import: one wrapper an argument type.
#ifndef WAYMARK_CCURL_SHIM_H
#define WAYMARK_CCURL_SHIM_H

#include <curl/curl.h>
#include <dlfcn.h>
#include <stdint.h>
#include <time.h>

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

// Boards without a battery-backed clock start in the past, where no certificate is valid yet: lets OpenSSL judge
// certificates as of `*earliest` (Unix seconds) when the host's clock says less. OpenSSL is libcurl's, and is reached
// without its headers; a libcurl with another TLS library says that it does not know the option.
static inline CURLcode waymark_curl_judge_certificates(CURL *handle, void *context, void *earliest) {
  void *(*parameters)(void *) = (void *(*)(void *))dlsym((void *)0, "SSL_CTX_get0_param");
  void (*set_time)(void *, time_t) = (void (*)(void *, time_t))dlsym((void *)0, "X509_VERIFY_PARAM_set_time");
  time_t floor = (time_t)*(const int64_t *)earliest;
  if (parameters && set_time && time((time_t *)0) < floor) set_time(parameters(context), floor);
  return CURLE_OK;
}

static inline void waymark_curl_set_earliest(CURL *handle, const int64_t *earliest) {
  if (curl_easy_setopt(handle, CURLOPT_SSL_CTX_FUNCTION, waymark_curl_judge_certificates) == CURLE_OK)
    curl_easy_setopt(handle, CURLOPT_SSL_CTX_DATA, (void *)earliest);
}

// The answer as a long; 0 where curl knows none.
static inline long waymark_curl_get_long(CURL *handle, CURLINFO info) {
  long value = 0;
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

// The same for the answers that are counts of bytes or microseconds.
static inline int64_t waymark_curl_get_count(CURL *handle, CURLINFO info) {
  curl_off_t value = 0;
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

#endif
