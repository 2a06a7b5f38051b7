#include "client/kube/http/curl_multi.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace cpsizer::kube {
namespace {

// Initializes libcurl in the first call, because libcurl must be initialized once per process, before the first handle.
CURLM* MakeMulti() {
  static const CURLcode kInitialized = curl_global_init(CURL_GLOBAL_DEFAULT);
  return kInitialized == CURLE_OK ? curl_multi_init() : nullptr;
}

// Returns `wait` as the timeout argument of epoll_wait(). Rounds up, so that epoll_wait() does not return before the
// end of `wait`. -1 means no timeout.
int WaitMilliseconds(absl::Duration wait) {
  const int64_t milliseconds = absl::ToInt64Milliseconds(absl::Ceil(wait, absl::Milliseconds(1)));
  if (milliseconds > std::numeric_limits<int>::max()) return -1;
  return static_cast<int>(std::max<int64_t>(milliseconds, 0));
}

// Reports a socket with an error, and a socket that the peer has closed, as readable and writable. libcurl then detects
// the error.
int CurlEvents(uint32_t events) {
  return ((events & ~uint32_t{EPOLLOUT}) != 0 ? CURL_CSELECT_IN : 0) |
         ((events & ~uint32_t{EPOLLIN}) != 0 ? CURL_CSELECT_OUT : 0);
}

}  // namespace

CurlMulti::CurlMulti()
    : multi_(MakeMulti()), epoll_(epoll_create1(EPOLL_CLOEXEC)), wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  epoll_event event = {};
  event.events = EPOLLIN;
  event.data.fd = wake_;
  epoll_ctl(epoll_, EPOLL_CTL_ADD, wake_, &event);
  curl_multi_setopt(multi_, CURLMOPT_SOCKETFUNCTION, &WatchSocket);
  curl_multi_setopt(multi_, CURLMOPT_SOCKETDATA, this);
  curl_multi_setopt(multi_, CURLMOPT_TIMERFUNCTION, &SetTimer);
  curl_multi_setopt(multi_, CURLMOPT_TIMERDATA, this);
}

CurlMulti::~CurlMulti() {
  curl_multi_cleanup(multi_);
  close(wake_);
  close(epoll_);
}

int CurlMulti::WatchSocket(CURL* /*easy*/, curl_socket_t socket, int what, void* multi, void* /*unused*/) {
  const int epoll = static_cast<CurlMulti*>(multi)->epoll_;
  epoll_event event = {};
  if (what == CURL_POLL_REMOVE) {
    epoll_ctl(epoll, EPOLL_CTL_DEL, socket, &event);
    return 0;
  }
  event.events =
      ((what & CURL_POLL_IN) != 0 ? uint32_t{EPOLLIN} : 0) | ((what & CURL_POLL_OUT) != 0 ? uint32_t{EPOLLOUT} : 0);
  event.data.fd = socket;
  // epoll removes a socket when the socket is closed, even if libcurl does not call this function. In this case
  // EPOLL_CTL_MOD fails, and the socket must be added again.
  if (epoll_ctl(epoll, EPOLL_CTL_MOD, socket, &event) != 0) epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event);
  return 0;
}

// Must not call libcurl, because libcurl calls this function.
int CurlMulti::SetTimer(CURLM* /*handle*/, long milliseconds, void* multi) {
  static_cast<CurlMulti*>(multi)->due_ =
      milliseconds < 0 ? Clock::time_point::max() : Clock::now() + std::chrono::milliseconds(milliseconds);
  return 0;
}

void CurlMulti::Run(absl::Duration at_most) {
  if (due_ != Clock::time_point::max()) at_most = std::min(at_most, absl::FromChrono(due_ - Clock::now()));
  std::array<epoll_event, 64> ready;
  const int count = epoll_wait(epoll_, ready.data(), static_cast<int>(ready.size()), WaitMilliseconds(at_most));
  int running = 0;
  for (int i = 0; i < count; ++i) {
    const epoll_event& event = ready[static_cast<size_t>(i)];
    if (event.data.fd != wake_) {
      curl_multi_socket_action(multi_, event.data.fd, CurlEvents(event.events), &running);
      continue;
    }
    eventfd_t wakes = 0;
    eventfd_read(wake_, &wakes);
  }
  if (due_ > Clock::now()) return;
  // The timer expires only once. libcurl sets a new timer if it needs one.
  due_ = Clock::time_point::max();
  curl_multi_socket_action(multi_, CURL_SOCKET_TIMEOUT, 0, &running);
}

void CurlMulti::Wake() {
  eventfd_write(wake_, 1);
}

}  // namespace cpsizer::kube
