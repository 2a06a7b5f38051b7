#ifndef CPSIZER_TESTS_E2E_LOAD_STEADY_CALLERS_H_
#define CPSIZER_TESTS_E2E_LOAD_STEADY_CALLERS_H_

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

namespace cpsizer::e2e {

// Clients that make calls without pauses. Each client has its own channel, which several threads share. Thread-safe.
class SteadyCallers {
 public:
  SteadyCallers(const std::vector<std::shared_ptr<grpc::Channel>>& channels, int threads_per_channel);
  // Stops the calls and waits for the calls in flight.
  ~SteadyCallers();
  SteadyCallers(const SteadyCallers&) = delete;
  SteadyCallers& operator=(const SteadyCallers&) = delete;

  // Waits until each client has a response from the server at `address` to a call that began after the call of
  // WaitForAnswersOf(). Returns false after `timeout`.
  bool WaitForAnswersOf(const std::string& address, absl::Duration timeout);

  int64_t calls() const { return calls_; }
  int64_t failures() const { return failures_; }
  // Returns the messages of the first failures.
  std::string FirstFailures();

 private:
  // The number of responses that one client got, by the address of the server.
  using Answers = absl::flat_hash_map<std::string, int64_t>;

  void Call(const std::shared_ptr<grpc::Channel>& channel, size_t client);

  const int threads_per_channel_;
  std::atomic<bool> done_ = false;
  std::atomic<int64_t> calls_ = 0;
  std::atomic<int64_t> failures_ = 0;
  absl::Mutex mutex_;
  std::vector<Answers> answers_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::string> first_failures_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::thread> threads_;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_LOAD_STEADY_CALLERS_H_
