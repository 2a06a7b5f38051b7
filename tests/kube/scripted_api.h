#ifndef CPSIZER_TESTS_KUBE_SCRIPTED_API_H_
#define CPSIZER_TESTS_KUBE_SCRIPTED_API_H_

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "client/kube/http/event_loop.h"
#include "tests/testing/net/fake_http_server.h"

namespace cpsizer::kube {

// An API server that executes one step for each request, in the order of the steps. After the last step it does not
// respond. Thread-safe.
class ScriptedApi {
 public:
  using Step = std::function<void(testing::FakeHttpConnection&)>;

  explicit ScriptedApi(std::vector<Step> steps);

  std::string url() const { return server_.url(); }
  // Returns the requests received so far, each as `GET /path?query`.
  std::vector<std::string> requests() const;
  // Returns the headers of the request with the index `n`.
  absl::flat_hash_map<std::string, std::string> headers(size_t n) const;

 private:
  void Serve(testing::FakeHttpConnection& connection);

  mutable std::mutex mutex_;
  const std::vector<Step> steps_;
  std::vector<testing::FakeHttpRequest> requests_;  // guarded by mutex_
  testing::FakeHttpServer server_;
};

// Functions that return steps.
ScriptedApi::Step Answers(int code, std::string body, std::string headers = "");
// Returns a step that sends these lines of a watch and then ends the response.
ScriptedApi::Step Streams(std::string lines);
// Same as Streams(), but then breaks the connection.
ScriptedApi::Step StreamsAndBreaks(std::string lines);
// Same as Streams(), but then keeps the response open.
ScriptedApi::Step StreamsAndStays(std::string lines);

// An event loop for a client of a ScriptedApi. The time advances only when no request is in flight.
class ManualLoop {
 public:
  explicit ManualLoop(const std::string& url);

  EventLoop& loop() { return loop_; }
  absl::Time now() const { return now_; }
  void Advance(absl::Duration duration) { now_ += duration; }
  // Advances the time by `duration`. Runs each timer at its time, and then all tasks that the timer has posted.
  void Pass(absl::Duration duration);
  // Runs until `done` returns true. If no request is in flight, advances the time to the next timer.
  void RunUntil(const std::function<bool()>& done);

  // The source of jitter.
  std::function<double()> random = [] { return 0.0; };

 private:
  void RunWhatIsPosted();

  absl::Time now_ = absl::UnixEpoch();
  EventLoop loop_;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_TESTS_KUBE_SCRIPTED_API_H_
