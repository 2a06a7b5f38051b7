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

// Accepts connections on a thread of its own. After an error, for example if no descriptor is free, it waits for a
// short time and continues. gRPC is not used for this task, because gRPC closes its listener when an accept fails.
class Acceptor {
 public:
  // The functions for a new connection. They are called in this order, on the thread of the acceptor.
  struct Steps {
    // Returns false if the connection must be closed immediately. Null means that no connection is closed.
    std::function<bool(int connection_fd)> admit;
    // Gets the first bytes from the client, at most kFirstBytes. Gets no bytes if the client sends nothing within one
    // second. Null means that the acceptor does not wait for the first bytes. Not called if too many other connections
    // wait for their first bytes.
    std::function<void(absl::string_view first_bytes)> inspect;
    // Takes ownership of `connection_fd`.
    std::function<void(int listener_fd, int connection_fd)> take;
  };

  Acceptor(Listener listener, Steps steps);
  // Stops accepting. After the destructor has returned, `take` is not called.
  ~Acceptor();
  Acceptor(const Acceptor&) = delete;
  Acceptor& operator=(const Acceptor&) = delete;

 private:
  using Clock = std::chrono::steady_clock;

  // An accepted connection from which no bytes have arrived.
  struct PendingConnection {
    int fd;
    Clock::time_point until;
  };

  void Run();
  // Waits for an event. Returns false when the acceptor must stop. If `room` is false, no descriptor or memory is free:
  // this function then waits for a short time, and does not wait for new connections.
  bool Wait(bool room);
  // Accepts all connections in the backlog. Returns false if no descriptor or memory is free.
  bool AcceptAll();
  void Begin(int fd);
  // Inspects the pending connections that have received bytes or have timed out, and passes them to `take`.
  void HandOn();
  void InspectAndTake(int fd);

  const Listener listener_;
  const Steps steps_;
  const int stop_fd_;
  // Only thread_ uses the members below, so they need no lock.
  std::deque<PendingConnection> pending_;  // in the order in which they were accepted
  std::vector<pollfd> polled_;
  std::thread thread_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_ACCEPTOR_H_
