#ifndef CPSIZER_SERVER_RPC_ACCEPTOR_H_
#define CPSIZER_SERVER_RPC_ACCEPTOR_H_

#include <functional>
#include <map>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "server/process/event_loop.h"
#include "server/process/listener.h"

namespace cpsizer::server {

// Accepts connections on the thread of an EventThread. After an error, for example if no descriptor is free, it waits
// for a short time and continues. gRPC is not used for this task, because gRPC closes its listener when an accept
// fails.
class Acceptor {
 public:
  // The functions for a new connection. They are called in this order, on the EventThread. The destructor
  // waits for them, for the connections that wait for their first bytes.
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

  // `thread` must outlive this object.
  Acceptor(Listener listener, Steps steps, EventThread& thread);
  // Stops accepting. After the destructor has returned, `take` is not called.
  ~Acceptor();
  Acceptor(const Acceptor&) = delete;
  Acceptor& operator=(const Acceptor&) = delete;

 private:
  // An accepted connection from which no bytes have arrived.
  struct PendingConnection {
    PendingConnection(EventLoop& loop, int fd) : first_bytes(loop, fd) {}

    ReadWait first_bytes;
    TaskQueue::TimerId timeout;
  };

  // The functions below are called on the EventThread.
  void Wait();
  // Accepts all connections in the backlog.
  void AcceptAll();
  void Begin(int fd);
  // Inspects a pending connection, and passes it to `take`.
  void HandOn(int fd);

  const Listener listener_;
  const Steps steps_;
  EventThread& thread_;
  TaskQueue& tasks_;
  absl::optional<ReadWait> clients_;
  TaskQueue::TimerId pause_;                  // while no descriptor or memory is free
  std::map<int, PendingConnection> pending_;  // by descriptor
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_ACCEPTOR_H_
