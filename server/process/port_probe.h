#ifndef CPSIZER_SERVER_PROCESS_PORT_PROBE_H_
#define CPSIZER_SERVER_PROCESS_PORT_PROBE_H_

#include <atomic>
#include <chrono>
#include <thread>

#include "absl/status/status.h"
#include "server/process/listen_address.h"

namespace cpsizer::server {

// Periodically opens a connection to a port of this process, as a client does, and checks that the process responds. It
// is not enough that the connection opens, because the kernel opens connections even if the process hangs. Thread-safe.
//
// The probe sends no bytes and closes its side of the connection. Any response is accepted, including the end of the
// connection. For this reason the probe works with and without TLS, and causes no log lines.
class PortProbe {
 public:
  struct Options {
    std::chrono::nanoseconds interval = std::chrono::seconds(10);
    std::chrono::nanoseconds timeout = std::chrono::seconds(5);  // timeout of one probe
    int failures = 3;  // Check() fails after this number of consecutive failures
  };

  // Probes `target` now, and then after each `interval`.
  PortProbe(const SocketAddress& target, const Options& options);
  explicit PortProbe(const SocketAddress& target) : PortProbe(target, Options()) {}
  ~PortProbe();
  PortProbe(const PortProbe&) = delete;
  PortProbe& operator=(const PortProbe&) = delete;

  // Errors: Unavailable if the last `failures` probes received no response.
  absl::Status Check() const;

 private:
  void Run();
  bool Probe() const;
  // Waits for one of `events` on `fd`. Returns false at the timeout, and when the probe stops.
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
