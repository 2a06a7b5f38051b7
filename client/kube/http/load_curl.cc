// Defines the functions of libcurl that client/kube calls, for a program that is not linked with libcurl. The first
// call loads the library. docs/decisions/0039 has the reasons.

#define CURL_DISABLE_TYPECHECK  // otherwise curl_easy_setopt() and others are macros
#include <curl/curl.h>
#include <dlfcn.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace cpsizer::kube {
namespace {

constexpr int kExitInternal = 4;  // as in client/cli/base/exit_code.h

[[noreturn]] void Fail() {
  fprintf(stderr, "cpsizer: cannot load libcurl: %s; install the package libcurl4\n", dlerror());
  exit(kExitInternal);
}

void* LoadCurl() {
  if (void* library = dlopen("libcurl.so.4", RTLD_NOW)) return library;
  Fail();
}

// Returns the function `name` of libcurl. It has the type of `replaced`, the function in this file.
template <typename Function>
Function* Find(Function* /*replaced*/, const char* name) {
  static void* const library = LoadCurl();
  if (void* function = dlsym(library, name)) return reinterpret_cast<Function*>(function);
  Fail();
}

}  // namespace
}  // namespace cpsizer::kube

#define CPSIZER_CURL(function) cpsizer::kube::Find(&(function), #function)

// An argument in place of the dots is a long, a curl_off_t or a pointer. All have the size of a pointer.
static_assert(sizeof(long) == sizeof(void*) && sizeof(curl_off_t) == sizeof(void*));
// The type of `option` is an enum of libcurl, for which clang warns at va_start().
#pragma GCC diagnostic ignored "-Wvarargs"
#define CPSIZER_CURL_WITH_ARGUMENT(function, handle, option) \
  va_list arguments;                                         \
  va_start(arguments, option);                               \
  void* const argument = va_arg(arguments, void*);           \
  va_end(arguments);                                         \
  return CPSIZER_CURL(function)(handle, option, argument)

extern "C" {

CURLcode curl_global_init(long flags) {
  return CPSIZER_CURL(curl_global_init)(flags);
}

curl_version_info_data* curl_version_info(CURLversion version) {
  return CPSIZER_CURL(curl_version_info)(version);
}

curl_slist* curl_slist_append(curl_slist* list, const char* data) {
  return CPSIZER_CURL(curl_slist_append)(list, data);
}

void curl_slist_free_all(curl_slist* list) {
  CPSIZER_CURL(curl_slist_free_all)(list);
}

CURL* curl_easy_init() {
  return CPSIZER_CURL(curl_easy_init)();
}

void curl_easy_cleanup(CURL* curl) {
  CPSIZER_CURL(curl_easy_cleanup)(curl);
}

CURLcode(curl_easy_setopt)(CURL* curl, CURLoption option, ...) {
  CPSIZER_CURL_WITH_ARGUMENT(curl_easy_setopt, curl, option);
}

CURLcode(curl_easy_getinfo)(CURL* curl, CURLINFO info, ...) {
  CPSIZER_CURL_WITH_ARGUMENT(curl_easy_getinfo, curl, info);
}

const char* curl_easy_strerror(CURLcode code) {
  return CPSIZER_CURL(curl_easy_strerror)(code);
}

const curl_easyoption* curl_easy_option_by_id(CURLoption id) {
  return CPSIZER_CURL(curl_easy_option_by_id)(id);
}

CURLM* curl_multi_init() {
  return CPSIZER_CURL(curl_multi_init)();
}

CURLMcode curl_multi_cleanup(CURLM* multi_handle) {
  return CPSIZER_CURL(curl_multi_cleanup)(multi_handle);
}

CURLMcode(curl_multi_setopt)(CURLM* multi_handle, CURLMoption option, ...) {
  CPSIZER_CURL_WITH_ARGUMENT(curl_multi_setopt, multi_handle, option);
}

CURLMcode curl_multi_add_handle(CURLM* multi_handle, CURL* curl_handle) {
  return CPSIZER_CURL(curl_multi_add_handle)(multi_handle, curl_handle);
}

CURLMcode curl_multi_remove_handle(CURLM* multi_handle, CURL* curl_handle) {
  return CPSIZER_CURL(curl_multi_remove_handle)(multi_handle, curl_handle);
}

CURLMsg* curl_multi_info_read(CURLM* multi_handle, int* msgs_in_queue) {
  return CPSIZER_CURL(curl_multi_info_read)(multi_handle, msgs_in_queue);
}

CURLMcode curl_multi_socket_action(CURLM* multi_handle, curl_socket_t s, int ev_bitmask, int* running_handles) {
  return CPSIZER_CURL(curl_multi_socket_action)(multi_handle, s, ev_bitmask, running_handles);
}

}  // extern "C"
