#ifndef CPSIZER_TESTS_RPC_POLLING_THREAD_H_
#define CPSIZER_TESTS_RPC_POLLING_THREAD_H_

#include <atomic>
#include <chrono>
#include <thread>

#include "server/rpc/server.h"

namespace cpsizer::testing {

// Polls a server very often, so that a test does not have to wait until the server has noticed changed files.
class PollingThread {
 public:
  // `server` must outlive this object.
  explicit PollingThread(server::Server& server) : thread_([this, &server] { Run(server); }) {}
  ~PollingThread() {
    done_ = true;
    thread_.join();
  }

 private:
  void Run(server::Server& server) {
    while (!done_) {
      server.Poll();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  std::atomic<bool> done_ = false;
  std::thread thread_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_RPC_POLLING_THREAD_H_
