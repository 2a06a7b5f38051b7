// Tests the controller of replicas while the API server, the metrics API and the service have all kinds of faults.
// During the test, users change objects. The number in each scale that the server accepts must follow from the objects
// that existed during the decision. After each burst of faults, the sidecar must apply all decisions in time.
#include <cstdint>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "client/kube/api_client.h"
#include "client/kube/event_recorder.h"
#include "client/kube/http/event_loop.h"
#include "client/replicas/hpa_options.h"
#include "client/sidecar/control/counters.h"
#include "client/sidecar/control/log.h"
#include "client/sidecar/control/options.h"
#include "client/sidecar/replicas/replica_controller.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/control/fault_bursts.h"
#include "tests/sidecar/control/random_faults.h"
#include "tests/sidecar/control/running_sidecar.h"
#include "tests/sidecar/replicas/random_autoscalers.h"
#include "tests/testing/environment.h"

namespace cpsizer::sidecar {
namespace {

using kube::Find;
using kube::Json;
using testing::FakeApiChange;
using testing::FakeApiFault;
using testing::FakeApiRequest;
using testing::FakeApiServer;
using testing::FakeApiStore;
using testing::FakeApiWrite;
using ::testing::IsEmpty;

constexpr int kFaultyAutoscalers = 30;
// The number of faults in the short form of the test; `./dev soak sidecar` runs the long form.
constexpr int kReplicaFaults = 200;
constexpr int kReplicaTimesFaster = 20;
constexpr double kReplicaRequestsPerSecond = 50;
constexpr int kReplicaRequestsAtOnce = 10;
// This header contains the newest version in the server when the request was sent.
constexpr char kSentHeader[] = "x-sent";

// Verifies the writes of a controller of replicas. A scale that the server accepts has the UID and the resourceVersion
// of the current Deployment, so its number must be decided from the replicas of this Deployment. The number must also
// be decided from a value that the metric had between the read of the scale and the write. The controller reads the
// metric during this time, and no precondition of the API includes the metric. Thread-safe.
class ScaleOracle {
 public:
  // Must be called for each request of the sidecar. `version` is the newest resourceVersion in the server at that time.
  // A decision begins with the read of a scale.
  void SeeRequest(const FakeApiRequest& request, int64_t version) {
    if (request.IsWrite() || !absl::EndsWith(request.path, "/scale")) return;
    const std::lock_guard lock(mutex_);
    begun_[request.path] = version;
  }
  // FakeApiServer calls this function through Options::observe.
  void Check(const FakeApiWrite& write, const FakeApiStore& store) {
    const std::lock_guard lock(mutex_);
    const bool is_scale = absl::EndsWith(write.path, "/scale");
    const std::string why = is_scale ? VerifyScale(write, store) : VerifyOther(write);
    if (!why.empty()) wrong_.push_back(absl::StrCat(why, ": ", write.method, " ", write.path, " ", write.body));
  }
  std::vector<std::string> wrong() const {
    const std::lock_guard lock(mutex_);
    return wrong_;
  }
  int scales_taken() const {
    const std::lock_guard lock(mutex_);
    return scales_taken_;
  }

 private:
  std::string VerifyScale(const FakeApiWrite& write, const FakeApiStore& store) {
    const bool patched = write.method == "PATCH" && write.content_type == "application/merge-patch+json" &&
                         write.query == std::map<std::string, std::string>{{"fieldManager", "cpsizer-sidecar"}};
    if (!patched) return "not a patch by the sidecar";
    const Json body = kube::ParseJson(write.body);
    const int replicas = RandomAutoscalers::ReplicasOf(body);
    const Json expected = {
        {"metadata",
         {{"uid", Find(body, {"metadata", "uid"})}, {"resourceVersion", Find(body, {"metadata", "resourceVersion"})}}},
        {"spec", {{"replicas", replicas}}}};
    if (body != expected || Find(body, {"metadata", "uid"}).empty()) return "more or less than a scale";
    if (!write.reached || write.code != 200) return "";
    ++scales_taken_;
    const int before = RandomAutoscalers::ReplicasOf(*write.before);
    if (replicas == before) return "a scale that exists";
    int64_t sent = 0;
    const auto header = write.headers.find(kSentHeader);
    if (header == write.headers.end() || !absl::SimpleAtoi(header->second, &sent)) return "of an unknown moment";
    return IsExplained(write, store, before, replicas, sent) ? "" : absl::StrCat("not decided, from ", before);
  }

  bool IsExplained(const FakeApiWrite& write, const FakeApiStore& store, int before, int replicas, int64_t sent) {
    const std::string name(kube::TextAt(*write.before, {"metadata", "name"}));
    const int64_t begun = begun_[write.path];
    int load = 0;
    for (const FakeApiChange& change : store.Changes(RandomAutoscalers::MetricKind(name).Collection())) {
      if (change.version > sent) break;
      if (change.version > begun && load != 0 && DecidedReplicas(load, before) == replicas) return true;
      load = RandomAutoscalers::LoadOf(*change.object);
    }
    return DecidedReplicas(load, before) == replicas;
  }

  static std::string VerifyOther(const FakeApiWrite& write) {
    const bool is_event = absl::StartsWith(write.path, "/apis/events.k8s.io/");
    const bool is_status = absl::StrContains(write.path, "/horizontalpodautoscalers/") &&
                           absl::EndsWith(write.path, "/status") && write.method == "PATCH";
    return is_event || is_status ? "" : "not a write of the sidecar";
  }

  mutable std::mutex mutex_;              // guards all fields below
  std::map<std::string, int64_t> begun_;  // newest version at the last read of a scale, by path
  std::vector<std::string> wrong_;
  int scales_taken_ = 0;
};

Options EnforcedReplicas() {
  Options options;
  options.own = std::make_shared<ReplicaOptions>();
  options.enforce = true;
  return options;
}

class ReplicaFaultRun {
 public:
  ReplicaFaultRun(int faults, uint32_t seed)
      : faults_(seed, faults, /*pages=*/false),
        server_(ServerOptions()),
        writers_(seed + 1, kFaultyAutoscalers, server_),
        loop_(DirectHttp(server_.url()), FastClock(kReplicaTimesFaster), [] { return 0.5; }),
        client_(loop_,
                {[this](absl::Time) {
                   return std::vector<std::string>{"Authorization: " + token_,
                                                   absl::StrCat(kSentHeader, ": ", server_.version())};
                 },
                 [this](absl::Time) { token_ = faults_.Token(); }},
                kube::RateLimit(kReplicaRequestsPerSecond, kReplicaRequestsAtOnce)),
        events_(loop_, client_, {"cpsizer.io/sidecar", "test"}),
        service_(loop_) {
    writers_.Begin();
    server_.SetFaults([this](const FakeApiRequest& request) { return FaultFor(request); });
    work_ = kReplicaController.make_work(
        EnforcedReplicas(),
        {loop_, client_, events_, service_, counters_, [](LogLevel, absl::string_view, absl::Span<const LogField>) {},
         [] { return true; }, [] {}});
    work_->Follow({[this] { work_->Start(); }, [this] { work_->Pause(); }, [] {}});
  }

  void Run() {
    FaultBursts bursts(faults_,
                       {server_, service_, [this] { return loop_.now(); },
                        [this](const std::function<bool()>& done, absl::Duration at_most) {
                          return RunLoopUntil(loop_, done, at_most);
                        },
                        [this] { writers_.ChangeSomething(); }, [] {}, [this] { return writers_.Unsettled(); }});
    bursts.Run();
    bursts.Print();
    std::cout << "writes of scales: wrong " << oracle_.wrong().size() << "; taken " << oracle_.scales_taken() << "\n";
    bursts.ExpectConvergedInTime();
    EXPECT_THAT(oracle_.wrong(), IsEmpty());
    EXPECT_GE(oracle_.scales_taken(), kFaultyAutoscalers);
  }

 private:
  FakeApiServer::Options ServerOptions() {
    FakeApiServer::Options options;
    options.observe = [this](const FakeApiWrite& write, const FakeApiStore& store) { oracle_.Check(write, store); };
    return options;
  }

  FakeApiFault FaultFor(const FakeApiRequest& request) {
    oracle_.SeeRequest(request, server_.version());
    FakeApiFault fault = faults_.Next(request);
    if (fault.kind != FakeApiFault::Kind::kNone) return fault;
    const std::map<std::string, Json> kDiscovery = {
        {"/apis/apps", {{"versions", {{{"version", "v1"}}}}, {"preferredVersion", {{"version", "v1"}}}}},
        {"/apis/apps/v1", {{"resources", {{{"name", "deployments"}, {"kind", "Deployment"}, {"namespaced", true}}}}}}};
    const auto found = kDiscovery.find(request.path);
    if (found == kDiscovery.end()) return fault;
    FakeApiFault discovery;
    discovery.kind = FakeApiFault::Kind::kAnswer;
    discovery.answer = testing::ObjectAnswer(200, found->second);
    return discovery;
  }

  RandomFaults faults_;
  ScaleOracle oracle_;
  FakeApiServer server_;
  RandomAutoscalers writers_;
  std::string token_;
  Counters counters_;
  kube::EventLoop loop_;
  kube::ApiClient client_;
  kube::EventRecorder events_;
  BreakableService service_;
  std::unique_ptr<Work> work_;
};

TEST(RandomFaultsTest, WritesOnlyCorrectScalesAndConverges) {
  const int seeds = testing::NumberOf("CPSIZER_SEEDS", 1);
  for (int seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE(seed);
    ReplicaFaultRun(testing::NumberOf("CPSIZER_FAULTS", kReplicaFaults), static_cast<uint32_t>(seed)).Run();
  }
}

}  // namespace
}  // namespace cpsizer::sidecar
