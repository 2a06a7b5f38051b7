#ifndef CPSIZER_SERVER_ACCEPTOR_H_
#define CPSIZER_SERVER_ACCEPTOR_H_

#include <functional>
#include <thread>

#include "server/listener.h"

namespace cpsizer::server {

// Accepts connections on a thread of its own. gRPC's own listener is closed for good by one accept that fails, as when
// descriptors run out; this one waits a moment and goes on.
class Acceptor {
 public:
  // Owns the connection from here on. Called on the acceptor's thread.
  using Take = std::function<void(int listener_fd, int connection_fd)>;

  Acceptor(Listener listener, Take take);
  // Closes the door. No `take` runs after it.
  ~Acceptor();
  Acceptor(const Acceptor&) = delete;
  Acceptor& operator=(const Acceptor&) = delete;

 private:
  void Run();
  // Accepts all that wait. False if there is no descriptor or no memory for the next one.
  bool AcceptAll();
  // True if it is time to stop; waits for connections, or for `timeout_ms` alone.
  bool WaitForStop(bool or_connection, int timeout_ms) const;

  const Listener listener_;
  const Take take_;
  const int stop_fd_;
  std::thread thread_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_ACCEPTOR_H_
