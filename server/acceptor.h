#ifndef CPSIZER_SERVER_ACCEPTOR_H_
#define CPSIZER_SERVER_ACCEPTOR_H_

#include <poll.h>

#include <chrono>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "absl/strings/string_view.h"
#include "server/listener.h"

namespace cpsizer::server {

// Accepts connections on a thread of its own. gRPC's own listener is closed for good by one accept that fails, as when
// descriptors run out; this one waits a moment and goes on.
class Acceptor {
 public:
  // Owns the connection from here on. Called on the acceptor's thread.
  using Take = std::function<void(int listener_fd, int connection_fd)>;
  // Sees what a connection says first, up to kFirstBytes, before it is taken; empty if it says nothing for a second.
  using Look = std::function<void(absl::string_view first_bytes)>;

  // Without `look` connections are taken at once.
  Acceptor(Listener listener, Take take, Look look = nullptr);
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
  // Hands those on that said something, or had their time.
  void HandOn();
  void LookAndTake(int fd);

  const Listener listener_;
  const Take take_;
  const Look look_;
  const int stop_fd_;
  // Of the thread:
  std::deque<Silent> silent_;  // in the order in which they came
  std::vector<pollfd> polled_;
  std::thread thread_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_ACCEPTOR_H_
