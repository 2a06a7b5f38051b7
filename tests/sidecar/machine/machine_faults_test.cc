// Tests the controller of machines while the API server, the metrics API and the service have all kinds of faults.
//
// During the test, the load changes, machines are replaced, and the process is killed. The samples of the metrics API
// and the log lines must justify each change of the size. After each burst of faults, the status must contain the time
// of each step, and the size must follow the load.
#include <algorithm>
#include <atomic>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "client/kube/api_client.h"
#include "client/kube/event_recorder.h"
#include "client/kube/http/event_loop.h"
#include "client/sidecar/control/status_fields.h"
#include "client/sidecar/machine/machine_controller.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/machine/machine_objects_json.h"
#include "tests/sidecar/control/fault_bursts.h"
#include "tests/sidecar/control/random_faults.h"
#include "tests/sidecar/control/running_sidecar.h"
#include "tests/sidecar/machine/machine_oracle.h"
#include "tests/testing/environment.h"

namespace cpsizer::sidecar {
namespace {

using kube::Find;
using kube::Json;
using kube::TextAt;
using testing::FakeApiFault;
using testing::FakeApiKind;
using testing::FakeApiRequest;
using testing::FakeApiServer;
using testing::FakeApiStore;
using testing::FakeApiWrite;
using ::testing::IsEmpty;

// The number of faults in the short form of the test; `./dev soak sidecar` runs the long form.
constexpr int kMachineFaults = 200;
constexpr int kMachineTimesFaster = 40;
constexpr double kMachineRequestsPerSecond = 20;
constexpr int kMachineRequestsAtOnce = 20;
constexpr int kMachines = 3;
constexpr int kLoadPercents[] = {10, 60, 95};

FakeApiKind ControlPlaneAutoscalerKind() {
  return {"machine.openshift.io/v1alpha1", "ControlPlaneMachineSetAutoscaler", "controlplanemachinesetautoscalers"};
}
FakeApiKind MachineSetKind() {
  return {"machine.openshift.io/v1", "ControlPlaneMachineSet", "controlplanemachinesets"};
}
FakeApiKind NodeKind() {
  return {"v1", "Node", "nodes", /*namespaced=*/false};
}
const std::string& AutoscalerPath() {
  static const std::string& path =
      *new std::string(testing::PathOf(ControlPlaneAutoscalerKind(), machine::kNamespace, "cluster"));
  return path;
}
const std::string& MachineSetPath() {
  static const std::string& path = *new std::string(testing::PathOf(MachineSetKind(), machine::kNamespace, "cluster"));
  return path;
}

// The decision library as a service. It passes its requests to the oracle.
class ObservedService : public BreakableService {
 public:
  ObservedService(kube::EventLoop& loop, MachineOracle& oracle) : BreakableService(loop), oracle_(oracle) {}

  void Send(const Message& request, bool is_large, Message& response, OnEnd end) override {
    oracle_.SeeRequest(dynamic_cast<const v1::RecommendMachineRequest&>(request));
    machines_asked.clear();
    BreakableService::Send(request, is_large, response, std::move(end));
  }

 private:
  MachineOracle& oracle_;
};

// A control plane with a load that changes. Its machine-api operator replaces one machine at a time.
class ControlPlane {
 public:
  ControlPlane(uint32_t seed, FakeApiServer& server) : random_(seed), server_(server) {}

  void Begin() {
    for (const FakeApiKind& kind : {ControlPlaneAutoscalerKind(), MachineSetKind(), NodeKind()}) {
      server_.InstallKind(kind);
    }
    Json autoscaler = machine::AutoscalerJson(absl::FormatDuration(kFaultyWindow));
    autoscaler["spec"]["syncPeriod"] = "5s";
    autoscaler["spec"]["scaleUp"]["scaleUpDelay"] = absl::FormatDuration(kFaultyDelay);
    autoscaler["spec"]["scaleDown"]["scaleDownDelay"] = absl::FormatDuration(kFaultyDelay);
    server_.Put(autoscaler);
    server_.Put(machine::MachineSetJson());
    for (int i = 0; i < kMachines; ++i) PutNode();
  }

  void ChangeSomething() {
    Operate();
    switch (RandomBelow(1'000)) {
      case 0:
      case 1:
        percent_ = kLoadPercents[RandomBelow(3)];
        return;
      case 2:
        return ReplaceNode();
      case 3:
        server_.Modify(AutoscalerPath(), [this](Json& autoscaler) {
          autoscaler["spec"]["syncPeriod"] = absl::StrCat(3 + RandomBelow(4), "s");
        });
        return;
      case 4:
        return server_.Compact();
      case 5:
        return server_.SendBookmarks();
      // Four of the cases break the watch. The controller has only one watch, and each kind of fault of a watch must
      // occur on it.
      case 6:
      case 7:
      case 8:
      case 9:
        return server_.BreakWatches();
      default:
        return;
    }
  }

  // Simulates the machine-api operator. Starts a rollout immediately, and replaces the next machine at a random time.
  void Operate() {
    const Json set = server_.Get(MachineSetPath());
    const int64_t generation = kube::NumberAt(set, {"metadata", "generation"});
    if (kube::NumberAt(set, {"status", "observedGeneration"}) != generation) {
      server_.Modify(MachineSetPath(), [&](Json& object) {
        object["status"]["observedGeneration"] = generation;
        object["status"]["updatedReplicas"] = 0;
      });
      return;
    }
    if (kube::NumberAt(set, {"status", "updatedReplicas"}) == kMachines || RandomBelow(64) != 0) return;
    ReplaceNode();
    server_.Modify(MachineSetPath(), [](Json& object) {
      object["status"]["updatedReplicas"] = object["status"]["updatedReplicas"].get<int>() + 1;
    });
  }

  int percent() const { return percent_; }
  bool Chance(int sides) { return RandomBelow(sides) == 0; }

 private:
  int RandomBelow(int sides) { return static_cast<int>(random_() % static_cast<uint32_t>(sides)); }
  void PutNode() { server_.Put(machine::NodeJson(absl::StrCat("master-", nodes_++))); }
  void ReplaceNode() {
    server_.Remove(absl::StrCat("/api/v1/nodes/master-", nodes_ - kMachines));
    PutNode();
  }

  std::mt19937 random_;
  FakeApiServer& server_;
  std::atomic<int> percent_ = 60;
  int nodes_ = 0;
};

class MachineFaultRun {
 public:
  MachineFaultRun(int faults, uint32_t seed)
      : clock_(FastClock(kMachineTimesFaster)),
        faults_(seed, faults, /*pages=*/false),
        server_(ServerOptions()),
        control_plane_(seed + 1, server_),
        loop_(DirectHttp(server_.url()), clock_, [] { return 0.5; }),
        client_(loop_,
                {[this](absl::Time) { return std::vector<std::string>{"Authorization: " + token_}; },
                 [this](absl::Time) { token_ = faults_.Token(); }},
                kube::RateLimit(kMachineRequestsPerSecond, kMachineRequestsAtOnce)),
        events_(loop_, client_, {"cpsizer.io/sidecar", "test"}),
        service_(loop_, oracle_) {
    control_plane_.Begin();
    server_.SetFaults([this](const FakeApiRequest& request) { return FaultFor(request); });
    StartSidecar();
  }

  void Run() {
    FaultBursts bursts(faults_, {server_, service_, [this] { return loop_.now(); },
                                 [this](const std::function<bool()>& done, absl::Duration at_most) {
                                   return RunLoopUntil(loop_, done, at_most);
                                 },
                                 [this] { ChangeSomething(); }, [] {}, [this] { return Unsettled(); }});
    // Does not call ExpectConvergedInTime(): windows, delays and rollouts determine when a step can happen.
    bursts.Run();
    bursts.Print();
    std::cout << "steps: " << oracle_.steps() << ", in the log " << oracle_.logged_steps()
              << ", wrong writes and lines: " << oracle_.wrong().size() << ", kills: " << kills_ << "\n";
    EXPECT_THAT(oracle_.wrong(), IsEmpty());
    EXPECT_GE(oracle_.steps(), 2);
    EXPECT_GE(oracle_.logged_steps(), std::max(1, oracle_.steps() - kills_));
    EXPECT_GE(kills_, 1);
  }

 private:
  FakeApiServer::Options ServerOptions() {
    FakeApiServer::Options options;
    options.observe = [this](const FakeApiWrite& write, const FakeApiStore& store) { oracle_.Check(write, store); };
    return options;
  }

  // Starts the controller as after SIGKILL: its state in memory is lost, and requests that it sent earlier continue.
  void StartSidecar() {
    Options options;
    const auto own = std::make_shared<MachineOptions>();
    own->sample_interval = kFaultyInterval;
    options.own = own;
    options.enforce = true;
    work_.reset();
    const Log log = [this](LogLevel, absl::string_view message, absl::Span<const LogField> fields) {
      oracle_.SeeLine(message, fields);
    };
    work_ = kMachineController.make_work(options, {loop_, client_, events_, service_, counters_, log,
                                                   [] { return true; }, [] {}, nullptr, nullptr, clock_});
    work_->Follow({[this] { work_->Start(); }, [this] { work_->Pause(); }, [] {}});
  }

  void ChangeSomething() {
    control_plane_.ChangeSomething();
    const Json pending = Find(server_.Get(AutoscalerPath()), {"status", "pendingScale"});
    // The controller is killed more often while the status has a pending change.
    if (!control_plane_.Chance(pending.is_object() ? 3 : 2'000)) return;
    ++kills_;
    StartSidecar();
  }

  FakeApiFault FaultFor(const FakeApiRequest& request) {
    FakeApiFault fault = faults_.Next(request);
    if (fault.kind != FakeApiFault::Kind::kNone || request.path != "/apis/metrics.k8s.io/v1beta1/nodes") return fault;
    FakeApiFault metrics;
    metrics.kind = FakeApiFault::Kind::kAnswer;
    metrics.answer = testing::ObjectAnswer(200, Metrics());
    return metrics;
  }

  Json Metrics() {
    const absl::Time end = absl::FromUnixMillis(absl::ToUnixMillis(clock_()));
    const std::string time = TimeText(end);
    const int millicores = 40 * control_plane_.percent();
    const std::string cpu = absl::StrCat(millicores, "m");
    std::vector<Json> items;
    server_.ReadStore([&](const FakeApiStore& store) {
      for (const auto& node : *store.All(NodeKind().Collection())) {
        const std::string name(TextAt(*node, {"metadata", "name"}));
        oracle_.SeeSample(name, end, millicores);
        items.push_back(machine::NodeMetricsJson(name, time, cpu));
        items.back()["window"] = absl::FormatDuration(kFaultyInterval);
      }
    });
    return machine::ListOf("NodeMetricsList", items);
  }

  // Returns the reason why the controller has not converged yet, or an empty text if it has converged.
  std::string Unsettled() {
    control_plane_.Operate();
    const Json status = server_.Get(AutoscalerPath())["status"];
    if (!status.is_object()) return "no status yet";
    if (status.contains("pendingScale")) return "a change is pending";
    std::string forgotten = oracle_.Forgotten(status);
    if (!forgotten.empty()) return forgotten;
    const std::string size = MachineSizeOf(server_.Get(MachineSetPath()));
    if (control_plane_.percent() > 80 && size != "large") return absl::StrCat("high load, ", size);
    if (control_plane_.percent() < 40 && size != "small") return absl::StrCat("low load, ", size);
    for (const Json& condition : status.value("conditions", Json::array())) {
      if (condition["type"] == "Degraded" && condition["status"] == "True") return condition.dump();
    }
    return "";
  }

  const std::function<absl::Time()> clock_;
  RandomFaults faults_;
  MachineOracle oracle_;
  FakeApiServer server_;
  ControlPlane control_plane_;
  std::string token_;
  Counters counters_;
  int kills_ = 0;
  kube::EventLoop loop_;
  kube::ApiClient client_;
  kube::EventRecorder events_;
  ObservedService service_;
  std::unique_ptr<Work> work_;
};

TEST(RandomFaultsTest, JustifiesEachSizeChangeAndRecordsEachStep) {
  const int seeds = testing::NumberOf("CPSIZER_SEEDS", 1);
  for (int seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE(seed);
    MachineFaultRun(testing::NumberOf("CPSIZER_FAULTS", kMachineFaults), static_cast<uint32_t>(seed)).Run();
  }
}

}  // namespace
}  // namespace cpsizer::sidecar
