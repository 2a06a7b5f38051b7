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

// Initializes libcurl once per process, before the first handle is made.
CURLM* MakeMulti() {
  static const CURLcode kInitialized = curl_global_init(CURL_GLOBAL_DEFAULT);
  return kInitialized == CURLE_OK ? curl_multi_init() : nullptr;
}

// Returns the timeout argument of epoll_wait(), rounded up so that the wait does not end too early. -1 means no
// timeout.
int WaitMilliseconds(absl::Duration wait) {
  const int64_t milliseconds = absl::ToInt64Milliseconds(absl::Ceil(wait, absl::Milliseconds(1)));
  if (milliseconds > std::numeric_limits<int>::max()) return -1;
  return static_cast<int>(std::max<int64_t>(milliseconds, 0));
}

// Treats a socket that failed or was closed by the peer as readable and writable, so that libcurl detects the error.
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
  // epoll removes a socket when it is closed, without a call of libcurl. EPOLL_CTL_MOD then fails, and the socket is
  // added again.
  if (epoll_ctl(epoll, EPOLL_CTL_MOD, socket, &event) != 0) epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event);
  return 0;
}

// Must not call libcurl, because libcurl calls this function inside Run() and while a transfer starts or ends.
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
  // The timer fires once. libcurl sets the timer again if it needs to.
  due_ = Clock::time_point::max();
  curl_multi_socket_action(multi_, CURL_SOCKET_TIMEOUT, 0, &running);
}

void CurlMulti::Wake() {
  eventfd_write(wake_, 1);
}

}  // namespace cpsizer::kube
