#ifndef CPSIZER_SERVER_PROCESS_PORT_PROBE_H_
#define CPSIZER_SERVER_PROCESS_PORT_PROBE_H_

#include <atomic>
#include <chrono>
#include <thread>

#include "absl/status/status.h"
#include "server/process/listen_address.h"

namespace cpsizer::server {

// Opens a new connection to a port of this process now and then, as a new client would, and sees whether the process
// answers it: the kernel alone accepts connections, so a listener that nobody looks at any more seems open.
// Thread-safe.
//
// It says nothing on the connection but that it is done, and takes any answer, the end of the connection too. So it is
// the same with TLS and without, and leaves no line in a log.
class PortProbe {
 public:
  struct How {
    std::chrono::nanoseconds interval = std::chrono::seconds(10);
    std::chrono::nanoseconds patience = std::chrono::seconds(5);  // with one connection
    int failures = 3;                                             // in a row: then the port is dead
  };

  // Looks at `target` at once, and then every `interval`.
  PortProbe(const SocketAddress& target, const How& how);
  explicit PortProbe(const SocketAddress& target) : PortProbe(target, How()) {}
  ~PortProbe();
  PortProbe(const PortProbe&) = delete;
  PortProbe& operator=(const PortProbe&) = delete;

  // Errors: Unavailable, when too many looks in a row got no answer.
  absl::Status Check() const;

 private:
  void Run();
  bool Look() const;
  // Whether `fd` has one of `events` in time, and this is not to stop.
  bool WaitFor(int fd, int16_t events) const;
  bool Stopped(std::chrono::nanoseconds at_most) const;

  const SocketAddress target_;
  const How how_;
  const int stop_fd_;
  std::atomic<int> failures_{0};  // in a row
  std::thread thread_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_PORT_PROBE_H_
