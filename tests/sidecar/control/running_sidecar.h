#ifndef CPSIZER_TESTS_SIDECAR_CONTROL_RUNNING_SIDECAR_H_
#define CPSIZER_TESTS_SIDECAR_CONTROL_RUNNING_SIDECAR_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "absl/types/span.h"
#include "client/kube/api_client.h"
#include "client/kube/event_recorder.h"
#include "client/sidecar/control/log.h"
#include "client/sidecar/size/size_controller.h"
#include "client/sidecar/size/size_kinds.h"
#include "tests/sidecar/size/sidecar_fixture.h"

namespace cpsizer::sidecar {

// Returns a clock that starts now and runs `times_faster` times faster than real time.
std::function<absl::Time()> FastClock(int times_faster);

// Returns options for a client of the server at `url`, without a proxy.
kube::HttpOptions DirectHttp(const std::string& url);
// Runs the loop until `done` returns true. Returns false after `at_most` of real time.
bool RunLoopUntil(kube::EventLoop& loop, const std::function<bool()>& done, absl::Duration at_most);

// Runs the sidecar without its lease, in this process, on the API server at `url`. The sidecar calls the decision
// library instead of a service. A test can inject faults into these calls. Timers run many times faster than real time,
// so tests do not wait for backoffs. The timeouts of requests are in real time.
class RunningSidecar {
 public:
  struct Options {
    std::string url;
    // Returns the headers of a request. Called before each request, on the thread of the sidecar, with the cache of the
    // sidecar.
    std::function<std::vector<std::string>(ClusterCache& known)> headers = [](ClusterCache&) {
      return std::vector<std::string>();
    };
    // Called after the API server refused the credentials in the headers.
    std::function<void()> renew = [] {};
    SizeKinds::Options kinds;
    int times_faster = 100;
    // At this rate, writes wait in the queue.
    double requests_per_second = 10;
    Log log = [](LogLevel, absl::string_view, absl::Span<const LogField>) {};
  };
  explicit RunningSidecar(Options options);

  // Runs the sidecar until `done` returns true. Returns false after `at_most` of real time. `at_most` must be longer
  // than `done` needs.
  bool RunUntil(const std::function<bool()>& done, absl::Duration at_most);

  // Returns the time of the sidecar, which runs faster than real time.
  absl::Time now() const { return loop_.now(); }
  BreakableService& service() { return service_; }
  const Counters& counters() const { return counters_; }
  bool writes_ended() const { return controller_.writes_ended(); }

 private:
  kube::EventLoop loop_;
  ClusterCache cache_;
  kube::ApiClient client_;
  kube::EventRecorder events_;
  Counters counters_;
  BreakableService service_;
  const Dependencies dependencies_;
  SizeController controller_;
  const Work::Context context_;
  Watched watched_;
  const SizeKinds kinds_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_CONTROL_RUNNING_SIDECAR_H_
