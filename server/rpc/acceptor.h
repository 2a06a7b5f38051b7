#ifndef CPSIZER_SERVER_RPC_ACCEPTOR_H_
#define CPSIZER_SERVER_RPC_ACCEPTOR_H_

#include <poll.h>

#include <deque>
#include <functional>
#include <vector>

#include "absl/strings/string_view.h"
#include "server/process/listener.h"
#include "server/process/poll_loop.h"

namespace cpsizer::server {

// Accepts connections on the thread of a PollLoop. After an error, for example if no descriptor is free, it waits for a
// short time and continues. gRPC is not used for this task, because gRPC closes its listener when an accept fails.
class Acceptor : private PollUser {
 public:
  // The functions for a new connection. They are called in this order, on the thread of the loop. The
  // destructor calls them for the connections that wait for their first bytes.
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

  // `loop` must outlive this object.
  Acceptor(Listener listener, Steps steps, PollLoop& loop);
  // Stops accepting. After the destructor has returned, `take` is not called.
  ~Acceptor() override;
  Acceptor(const Acceptor&) = delete;
  Acceptor& operator=(const Acceptor&) = delete;

 private:
  // An accepted connection from which no bytes have arrived.
  struct PendingConnection {
    int fd;
    Clock::time_point until;
  };

  Clock::time_point Prepare(std::vector<pollfd>& descriptors) override;
  void Serve(absl::Span<const pollfd> descriptors) override;
  // Accepts all connections in the backlog.
  void AcceptAll();
  void Begin(int fd);
  // Inspects the pending connections that have received bytes or have timed out, and passes them to `take`.
  void HandOn(absl::Span<const pollfd> descriptors);
  void InspectAndTake(int fd);

  const Listener listener_;
  const Steps steps_;
  PollLoop& loop_;
  std::deque<PendingConnection> pending_;  // in the order in which they were accepted
  bool room_ = true;                       // false for a short time if no descriptor or memory is free
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_ACCEPTOR_H_
