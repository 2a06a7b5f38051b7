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

// An API server that plays one step for each request, in their order; without a step left it does not respond.
// Thread-safe.
class ScriptedApi {
 public:
  using Step = std::function<void(testing::FakeHttpConnection&)>;

  explicit ScriptedApi(std::vector<Step> steps);

  std::string url() const { return server_.url(); }
  // Returns the requests so far, `GET /path?query`.
  std::vector<std::string> requests() const;
  // The headers of the n-th request.
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
// A watch with these lines that ends in order.
ScriptedApi::Step Streams(std::string lines);
// The same, and the connection then breaks.
ScriptedApi::Step StreamsAndBreaks(std::string lines);
// The same, and it then stays open.
ScriptedApi::Step StreamsAndStays(std::string lines);

// The loop of a client of such a server, at a time that only advances when nothing is in flight.
class ManualLoop {
 public:
  explicit ManualLoop(const std::string& url);

  EventLoop& loop() { return loop_; }
  absl::Time now() const { return now_; }
  void Advance(absl::Duration duration) { now_ += duration; }
  // Advances the time: everything that is due happens at its time, and all that follows from it.
  void Pass(absl::Duration duration);
  // Runs until `done`; if nothing is in flight, advances to the next due timer.
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
