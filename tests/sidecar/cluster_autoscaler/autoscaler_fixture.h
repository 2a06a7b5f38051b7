#ifndef CPSIZER_TESTS_SIDECAR_CLUSTER_AUTOSCALER_AUTOSCALER_FIXTURE_H_
#define CPSIZER_TESTS_SIDECAR_CLUSTER_AUTOSCALER_AUTOSCALER_FIXTURE_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "client/kube/api_client.h"
#include "client/kube/event_recorder.h"
#include "client/kube/http/event_loop.h"
#include "client/sidecar/control/counters.h"
#include "client/sidecar/control/status_board.h"
#include "client/sidecar/control/work.h"
#include "tests/sidecar/size/sidecar_fixture.h"
#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/json.h"

namespace cpsizer::sidecar {

inline constexpr char kAutoscalerNamespace[] = "openshift-machine-api";

// Installs on `server` the objects that the controller of the ClusterAutoscaler reads: the platform, the
// ClusterOperators and the Deployment of the cluster-autoscaler-operator. The environment variables of this Deployment
// contain the image and the release version.
void InstallAutoscaling(testing::FakeApiServer& server);

// Returns a ClusterAutoscaler that allows at most `max_nodes` nodes.
kube::Json ClusterAutoscalerJson(int max_nodes, const std::string& uid = "");

// Each function returns the URL path of one object.
std::string ClusterAutoscalerPath();
std::string AutoscalerDeploymentPath();
std::string AutoscalerServicePath();
std::string ClusterOperatorPath();
// Returns the URL paths of all nine objects of a ClusterAutoscaler, in the order in which the controller writes them.
std::vector<std::string> OperandPaths();

// Returns the arguments of the cluster-autoscaler in a Deployment, separated by spaces.
std::string ArgumentsOf(const kube::Json& deployment);

// Runs the controller of the ClusterAutoscaler on an API server. The controller calls the decision library instead of a
// service. A test can inject faults into these calls.
class AutoscalerSidecar {
 public:
  struct Setup {
    bool enforce = true;
    int times_faster = 100;
    double requests_per_second = 100;
    // Returns the headers of a request. `renew` is called when the server refuses the headers.
    std::function<std::vector<std::string>()> headers = [] { return std::vector<std::string>(); };
    std::function<void()> renew = [] {};
  };
  AutoscalerSidecar(testing::FakeApiServer& server, Setup setup);

  // Starts the controller. If a controller already runs, destroys it and starts a new one, as after SIGKILL.
  void Start();
  // Runs the controller until `done` returns true. Returns false after `at_most` of real time.
  bool RunUntil(const std::function<bool()>& done, absl::Duration at_most = absl::Minutes(1));
  // Changes an object, so that a round begins, and runs the controller for two more rounds.
  bool RunForTwoRounds();

  absl::Time now() const { return loop_.now(); }
  BreakableService& service() { return service_; }
  const Counters& counters() const { return counters_; }
  std::string HoldReason() const;
  SidecarStatus Status() const;
  // Returns the log lines of level info and above.
  const std::vector<std::string>& log() const { return log_; }

 private:
  const Setup setup_;
  testing::FakeApiServer& server_;
  const std::function<absl::Time()> clock_;
  std::vector<std::string> log_;
  Counters counters_;
  kube::EventLoop loop_;
  kube::ApiClient client_;
  kube::EventRecorder events_;
  BreakableService service_;
  std::unique_ptr<Work> work_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_CLUSTER_AUTOSCALER_AUTOSCALER_FIXTURE_H_
