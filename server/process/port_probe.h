#ifndef CPSIZER_SERVER_PROCESS_PORT_PROBE_H_
#define CPSIZER_SERVER_PROCESS_PORT_PROBE_H_

#include <atomic>
#include <chrono>

#include "absl/status/status.h"
#include "server/process/listen_address.h"

namespace cpsizer::server {

// Periodically opens a connection to a port of this process, as a client does, and checks that the process responds. It
// is not enough that the connection opens, because the kernel opens connections even if the process hangs.
//
// The probe sends no bytes and closes its side of the connection. Any response is accepted, including the end of the
// connection. For this reason the probe works with and without TLS, and causes no log lines.
class PortProbe {
 public:
  using Clock = std::chrono::steady_clock;

  struct Options {
    std::chrono::nanoseconds interval = std::chrono::seconds(10);
    std::chrono::nanoseconds timeout = std::chrono::seconds(5);  // timeout of one probe
    int failures = 3;  // Check() fails after this number of consecutive failures
  };

  PortProbe(const SocketAddress& target, const Options& options) : target_(target), options_(options) {}
  explicit PortProbe(const SocketAddress& target) : PortProbe(target, Options()) {}
  ~PortProbe();
  PortProbe(const PortProbe&) = delete;
  PortProbe& operator=(const PortProbe&) = delete;

  // Begins a probe if `interval` has passed since the last one began, and continues the current probe. Must be called
  // much more often than once per `timeout`. Does not block. Not thread-safe.
  void Poll(Clock::time_point now);

  // Errors: Unavailable if the last `failures` probes received no response. Thread-safe.
  absl::Status Check() const;

 private:
  void Begin(Clock::time_point now);
  void Continue(Clock::time_point now);
  void End(bool answered);

  const SocketAddress target_;
  const Options options_;
  std::atomic<int> failures_{0};                       // number of consecutive failures
  int fd_ = -1;                                        // the connection of the current probe, or -1
  bool shut_down_ = false;                             // whether the probe has closed its side of the connection
  Clock::time_point next_ = Clock::time_point::min();  // the time at which the next probe begins
  Clock::time_point timeout_at_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_PORT_PROBE_H_
