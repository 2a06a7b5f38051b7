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

// Accepts connections on a thread of its own. gRPC's own listener is closed for good by one accept that fails, as when
// descriptors run out; this one waits a moment and goes on.
class Acceptor {
 public:
  // What becomes of a connection, in this order, on the acceptor's thread.
  struct Steps {
    // False: it is closed at once. Null: all may stay.
    std::function<bool(int connection_fd)> admit;
    // Sees what it says first, up to kFirstBytes; empty if it says nothing for a second. Null: nobody waits for that.
    std::function<void(absl::string_view first_bytes)> look;
    // Owns it from here on.
    std::function<void(int listener_fd, int connection_fd)> take;
  };

  Acceptor(Listener listener, Steps steps);
  // Closes the door. No `take` runs after it.
  ~Acceptor();
  Acceptor(const Acceptor&) = delete;
  Acceptor& operator=(const Acceptor&) = delete;

 private:
  using Clock = std::chrono::steady_clock;

  // A connection that was accepted and has said nothing yet.
  struct Silent {
    int fd;
    Clock::time_point until;
  };

  void Run();
  // Waits until there is something to do; false if it is time to stop. With no room, it waits a moment first.
  bool Wait(bool room);
  // Accepts all that wait. False if there is no descriptor or no memory for the next one.
  bool AcceptAll();
  void Begin(int fd);
  // Hands those on that said something, or had their time.
  void HandOn();
  void LookAndTake(int fd);

  const Listener listener_;
  const Steps steps_;
  const int stop_fd_;
  // Of the thread:
  std::deque<Silent> silent_;  // in the order in which they came
  std::vector<pollfd> polled_;
  std::thread thread_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_ACCEPTOR_H_
