#ifndef CPSIZER_SERVER_RPC_ACCEPTOR_H_
#define CPSIZER_SERVER_RPC_ACCEPTOR_H_

#include <poll.h>

#include <chrono>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "absl/strings/string_view.h"
#include "server/process/listener.h"

namespace cpsizer::server {

// Accepts connections on its own thread. gRPC would close its listener permanently when one accept fails, for example
// because no descriptors are free. The Acceptor waits for a short time and continues.
class Acceptor {
 public:
  // The steps for each connection, in this order, on the acceptor's thread.
  struct Steps {
    // Returns false to close the connection immediately. If null, all connections are kept.
    std::function<bool(int connection_fd)> admit;
    // Receives the first bytes that the client sends, at most kFirstBytes; empty if the client sends no bytes within a
    // second. If null, the acceptor does not wait for these bytes.
    std::function<void(absl::string_view first_bytes)> inspect;
    // Takes ownership of the connection.
    std::function<void(int listener_fd, int connection_fd)> take;
  };

  Acceptor(Listener listener, Steps steps);
  // Stops accepting. `take` is not called after the destructor has returned.
  ~Acceptor();
  Acceptor(const Acceptor&) = delete;
  Acceptor& operator=(const Acceptor&) = delete;

 private:
  using Clock = std::chrono::steady_clock;

  // An accepted connection that has sent nothing yet.
  struct PendingConnection {
    int fd;
    Clock::time_point until;
  };

  void Run();
  // Waits for an event. Returns false when the acceptor stops. If `room` is false, no descriptors were free, so this
  // function waits for a short time and does not accept connections.
  bool Wait(bool room);
  // Accepts all pending connections. Returns false if descriptors or memory are exhausted.
  bool AcceptAll();
  void Begin(int fd);
  // Inspects the connections that sent bytes or timed out, and passes these connections to `take`.
  void HandOn();
  void InspectAndTake(int fd);

  const Listener listener_;
  const Steps steps_;
  const int stop_fd_;
  // Only thread_ uses these members, so they need no lock.
  std::deque<PendingConnection> pending_;  // in the order of their arrival
  std::vector<pollfd> polled_;
  std::thread thread_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_ACCEPTOR_H_
