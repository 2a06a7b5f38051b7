#ifndef CPSIZER_CLIENT_KUBE_HTTP_CURL_MULTI_H_
#define CPSIZER_CLIENT_KUBE_HTTP_CURL_MULTI_H_

#include <curl/curl.h>

#include <chrono>

#include "absl/time/time.h"

namespace cpsizer::kube {

// The multi handle of libcurl. Waits for the sockets and the timer of libcurl. The duration of Run() depends on the
// number of events, and not on the number of transfers.
//
// All functions except Wake() must be called on one thread.
class CurlMulti {
 public:
  CurlMulti();
  ~CurlMulti();
  CurlMulti(const CurlMulti&) = delete;
  CurlMulti& operator=(const CurlMulti&) = delete;

  CURLM* get() const { return multi_; }

  // Waits for events, for at most `at_most`. Then libcurl handles the events.
  void Run(absl::Duration at_most);
  // Makes Run() return. Thread-safe.
  void Wake();

 private:
  using Clock = std::chrono::steady_clock;

  static int WatchSocket(CURL* easy, curl_socket_t socket, int what, void* multi, void* unused);
  static int SetTimer(CURLM* handle, long milliseconds, void* multi);

  CURLM* const multi_;
  const int epoll_;
  const int wake_;
  Clock::time_point due_ = Clock::time_point::max();  // time when the timer of libcurl expires
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_CURL_MULTI_H_
