#ifndef CPSIZER_SERVER_PROCESS_PORT_PROBE_H_
#define CPSIZER_SERVER_PROCESS_PORT_PROBE_H_

#include <atomic>
#include <chrono>
#include <thread>

#include "absl/status/status.h"
#include "server/process/listen_address.h"

namespace cpsizer::server {

// Periodically opens a new connection to a port of this process, as a new client does, and checks that the process
// answers. An open connection alone is not enough: the kernel accepts connections even if the listener hangs.
// Thread-safe.
//
// The probe sends only the end of its stream, and accepts any answer, including the end of the connection. For this
// reason the probe works with and without TLS, and causes no log lines.
class PortProbe {
 public:
  struct Options {
    std::chrono::nanoseconds interval = std::chrono::seconds(10);
    std::chrono::nanoseconds timeout = std::chrono::seconds(5);  // timeout of one connection
    int failures = 3;                                            // consecutive failures after which the port is dead
  };

  // Probes `target` immediately, and then every `interval`.
  PortProbe(const SocketAddress& target, const Options& options);
  explicit PortProbe(const SocketAddress& target) : PortProbe(target, Options()) {}
  ~PortProbe();
  PortProbe(const PortProbe&) = delete;
  PortProbe& operator=(const PortProbe&) = delete;

  // Errors: Unavailable if too many consecutive probes got no response.
  absl::Status Check() const;

 private:
  void Run();
  bool Probe() const;
  // Waits for one of `events` on `fd`; returns false after the timeout or when the probe stops.
  bool WaitFor(int fd, int16_t events) const;
  bool Stopped(std::chrono::nanoseconds at_most) const;

  const SocketAddress target_;
  const Options options_;
  const int stop_fd_;
  std::atomic<int> failures_{0};  // number of consecutive failures
  std::thread thread_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_PORT_PROBE_H_
