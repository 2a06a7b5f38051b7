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

curl_slist* curl_slist_append(curl_slist* list, const char* text) {
  return CPSIZER_CURL(curl_slist_append)(list, text);
}

void curl_slist_free_all(curl_slist* list) {
  CPSIZER_CURL(curl_slist_free_all)(list);
}

CURL* curl_easy_init() {
  return CPSIZER_CURL(curl_easy_init)();
}

void curl_easy_cleanup(CURL* easy) {
  CPSIZER_CURL(curl_easy_cleanup)(easy);
}

CURLcode(curl_easy_setopt)(CURL* easy, CURLoption option, ...) {
  CPSIZER_CURL_WITH_ARGUMENT(curl_easy_setopt, easy, option);
}

CURLcode(curl_easy_getinfo)(CURL* easy, CURLINFO info, ...) {
  CPSIZER_CURL_WITH_ARGUMENT(curl_easy_getinfo, easy, info);
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

CURLMcode curl_multi_cleanup(CURLM* multi) {
  return CPSIZER_CURL(curl_multi_cleanup)(multi);
}

CURLMcode(curl_multi_setopt)(CURLM* multi, CURLMoption option, ...) {
  CPSIZER_CURL_WITH_ARGUMENT(curl_multi_setopt, multi, option);
}

CURLMcode curl_multi_add_handle(CURLM* multi, CURL* easy) {
  return CPSIZER_CURL(curl_multi_add_handle)(multi, easy);
}

CURLMcode curl_multi_remove_handle(CURLM* multi, CURL* easy) {
  return CPSIZER_CURL(curl_multi_remove_handle)(multi, easy);
}

CURLMsg* curl_multi_info_read(CURLM* multi, int* left) {
  return CPSIZER_CURL(curl_multi_info_read)(multi, left);
}

CURLMcode curl_multi_socket_action(CURLM* multi, curl_socket_t socket, int events, int* running) {
  return CPSIZER_CURL(curl_multi_socket_action)(multi, socket, events, running);
}

}  // extern "C"
