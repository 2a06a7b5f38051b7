// Tests the controller of MachineAutoscalers while the API server and the service have all kinds of faults. During the
// test, users create, change and delete objects, and the process is killed. Each write must be correct. After each
// burst of faults, all objects must reach the specified state.
#include <algorithm>
#include <atomic>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "client/kube/api_client.h"
#include "client/kube/event_recorder.h"
#include "client/kube/http/event_loop.h"
#include "client/sidecar/machine_autoscaler/machine_autoscaler_controller.h"
#include "client/sidecar/machine_autoscaler/scaling_objects.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/control/fault_bursts.h"
#include "tests/sidecar/control/random_faults.h"
#include "tests/sidecar/control/running_sidecar.h"
#include "tests/sidecar/machine_autoscaler/scaling_objects_json.h"
#include "tests/sidecar/machine_autoscaler/scaling_oracle.h"
#include "tests/testing/environment.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using kube::TextAt;
using testing::FakeApiFault;
using testing::FakeApiRequest;
using testing::FakeApiServer;
using testing::FakeApiStore;
using testing::FakeApiWrite;
using ::testing::IsEmpty;

// The number of faults in the short form of the test; `./dev soak sidecar` runs the long form.
constexpr int kScalingFaults = 200;
constexpr int kScalingTimesFaster = 100;
constexpr double kScalingRequestsPerSecond = 20;
constexpr int kScalingRequestsAtOnce = 40;
constexpr int kWritersAutoscalers = 20;
constexpr int kFaultySets = 12;
constexpr int kFewestWrites = 8;  // minimum for each kind of write
constexpr char kSerialHeader[] = "x-serial";
// Longer than the timeout of a request.
constexpr absl::Duration kLongestRequest = absl::Seconds(15);
// If a connection breaks, the HTTP client repeats the request during this time.
constexpr absl::Duration kRepetition = absl::Milliseconds(100);

// Simulates users that change MachineAutoscalers and MachineSets, and another writer that changes annotations.
class RandomScalingWriters {
 public:
  RandomScalingWriters(uint32_t seed, FakeApiServer& server) : random_(seed), server_(server) {}

  void Begin() {
    server_.InstallKind(MachineAutoscalerKind());
    server_.InstallKind(testing::MachineSets());
    for (int i = 0; i < kFaultySets; ++i) PutSet(i);
    for (int i = 0; i < kWritersAutoscalers; ++i) Create(i);
  }

  void ChangeSomething() {
    switch (RandomBelow(100)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return Create(RandomBelow(kWritersAutoscalers));
      case 4:
      case 5:
      case 6:
      case 7:
      case 8:
        return ChangeTarget(RandomBelow(kWritersAutoscalers));
      case 9:
      case 10:
        return ChangeBounds(RandomBelow(kWritersAutoscalers));
      case 11:
      case 12:
      case 13:
        server_.Remove(AutoscalerPath(RandomBelow(kWritersAutoscalers)));
        return;
      case 14:
        return PutSet(RandomBelow(kFaultySets));
      case 15:
        server_.Remove(SetPath(RandomBelow(kFaultySets)));
        return;
      case 16:
        return Scale(RandomBelow(kFaultySets));
      case 17:
        if (RandomBelow(4) == 0) Undo(RandomBelow(kFaultySets));
        return;
      default:
        return ChangeServer();
    }
  }

  // Repairs the invalid states that only a user can repair.
  void EndChanges() {
    for (int i = 0; i < kWritersAutoscalers; ++i) {
      server_.Modify(AutoscalerPath(i), [](Json& autoscaler) {
        autoscaler["spec"]["scaleTargetRef"]["kind"] = "MachineSet";
        const absl::string_view last = TextAt(autoscaler, {"status", "lastTargetRef", "kind"});
        if (!last.empty() && last != "MachineSet") autoscaler["status"].erase("lastTargetRef");
      });
    }
  }

  bool Chance(int sides) { return RandomBelow(sides) == 0; }

  // Deletes the MachineAutoscaler `owner` if `deletes` is true. Otherwise changes the target of `owner`. Called while
  // the sidecar writes the MachineSet of `owner`. This function is thread-safe; the other functions are not.
  static void DeleteOrRetarget(const std::string& owner, bool deletes, FakeApiServer& server) {
    const std::string path =
        testing::PathOf(MachineAutoscalerKind(), kScalingNamespace, owner.substr(owner.find('/') + 1));
    if (deletes) {
      server.Remove(path);
    } else {
      server.Modify(path, [](Json& autoscaler) { autoscaler["spec"]["scaleTargetRef"]["name"] = "x0"; });
    }
  }

 private:
  static std::string AutoscalerPath(int i) {
    return testing::PathOf(MachineAutoscalerKind(), kScalingNamespace, absl::StrCat("a", i));
  }
  static std::string SetPath(int i) {
    return testing::PathOf(testing::MachineSets(), kScalingNamespace, absl::StrCat("x", i));
  }
  int RandomBelow(int sides) { return static_cast<int>(random_() % static_cast<uint32_t>(sides)); }
  std::string SomeSet() { return absl::StrCat("x", RandomBelow(kFaultySets + 1)); }

  void Create(int i) {
    if (!server_.Get(AutoscalerPath(i)).is_null()) return;
    const int min = RandomBelow(4);
    const int max = Chance(20) ? 0 : min + RandomBelow(4) + (min == 0 ? 1 : 0);
    server_.Put(MachineAutoscalerJson({.name = absl::StrCat("a", i), .target = SomeSet(), .min = min, .max = max}));
  }

  void ChangeTarget(int i) {
    server_.Modify(AutoscalerPath(i), [this](Json& autoscaler) {
      Json& target = autoscaler["spec"]["scaleTargetRef"];
      target["name"] = SomeSet();
      target["kind"] = Chance(20) ? "MachineDeployment" : "MachineSet";
    });
  }

  void ChangeBounds(int i) {
    server_.Modify(AutoscalerPath(i), [this](Json& autoscaler) {
      autoscaler["spec"]["minReplicas"] = RandomBelow(4);
      autoscaler["spec"]["maxReplicas"] = Chance(10) ? 0 : 4 + RandomBelow(4);
    });
  }

  void PutSet(int i) {
    if (!server_.Get(SetPath(i)).is_null()) return;
    Json set = MachineSetJson({absl::StrCat("x", i)});
    if (Chance(2)) {
      set["metadata"]["annotations"] = {{"machine.openshift.io/vCPU", "4"}, {"machine.openshift.io/memoryMb", "16384"}};
    }
    server_.Put(set);
  }

  // Simulates the machine-api operator and the cluster-autoscaler. They change the MachineSet but not the annotations
  // of the sidecar.
  void Scale(int i) {
    server_.Modify(SetPath(i), [this](Json& set) {
      set["spec"]["replicas"] = RandomBelow(10);
      set["status"]["replicas"] = RandomBelow(10);
    });
  }

  void Undo(int i) {
    server_.Modify(SetPath(i), [](Json& set) {
      if (TextAt(set, {"metadata", "annotations", kScalingMinKey}).empty()) return;
      set["metadata"]["annotations"][kScalingMinKey] = "77";
    });
  }

  void ChangeServer() {
    switch (RandomBelow(1'000)) {
      case 0:
        return server_.Compact();
      case 1:
        return server_.SendBookmarks();
      case 2:
      case 3:
      case 4:
        return server_.BreakWatches();
      default:
        return;
    }
  }

  std::mt19937 random_;
  FakeApiServer& server_;
};

// The writes that were sent and that the server may still apply. Thread-safe.
class OpenWrites {
 public:
  // Must be called when a write is sent. Returns the number of the write.
  int64_t Send() {
    const std::lock_guard lock(mutex_);
    open_[++last_] = absl::Now();
    return last_;
  }
  template <typename Headers>
  void End(const Headers& headers) {
    const auto header = headers.find(kSerialHeader);
    int64_t number = 0;
    if (header == headers.end() || !absl::SimpleAtoi(header->second, &number)) return;
    const std::lock_guard lock(mutex_);
    open_.erase(number);
  }
  int64_t last() const {
    const std::lock_guard lock(mutex_);
    return last_;
  }
  // Returns whether the server can no longer apply any write with a number up to `last`.
  bool HaveEnded(int64_t last) const {
    const std::lock_guard lock(mutex_);
    return std::none_of(open_.begin(), open_.end(), [last](const auto& request) {
      return request.first <= last && request.second > absl::Now() - kLongestRequest;
    });
  }

 private:
  mutable std::mutex mutex_;  // guards all fields below
  int64_t last_ = 0;
  std::map<int64_t, absl::Time> open_;
};

// A watch that can delay its events. Thread-safe.
class LateWatch {
 public:
  void Begin() {
    const std::lock_guard lock(mutex_);
    gate_ = std::make_shared<testing::FakeGate>();
  }
  void ReleaseOne() {
    const std::lock_guard lock(mutex_);
    gate_->Open(1);
  }
  void End() {
    const std::lock_guard lock(mutex_);
    if (gate_ != nullptr) gate_->OpenForGood();
    gate_.reset();
  }
  // Returns the fault for a watch request. Events are delayed only between Begin() and End().
  FakeApiFault Fault() const {
    const std::lock_guard lock(mutex_);
    constexpr size_t kWholeEvent = size_t{1} << 20;
    return gate_ == nullptr ? FakeApiFault() : testing::SlowFault(kWholeEvent, gate_);
  }

 private:
  mutable std::mutex mutex_;
  // Guarded by mutex_. Null, except between Begin() and End().
  std::shared_ptr<testing::FakeGate> gate_;
};

// The decision library as a service. It passes its requests to the oracle.
class ObservedPlans : public BreakableService {
 public:
  ObservedPlans(kube::EventLoop& loop, ScalingOracle& oracle) : BreakableService(loop), oracle_(oracle) {}

  void Send(const Message& request, bool is_large, Message& response, OnEnd end) override {
    asked = oracle_.SeeRequest(dynamic_cast<const v1::PlanClusterAutoscalerRequest&>(request));
    BreakableService::Send(request, is_large, response, std::move(end));
  }

  int64_t asked = 0;  // number of the last request to the service

 private:
  ScalingOracle& oracle_;
};

class ScalingFaultRun {
 public:
  ScalingFaultRun(int faults, uint32_t seed)
      : faults_(seed, faults, /*pages=*/false),
        chance_(seed + 2),
        server_(ServerOptions()),
        writers_(seed + 1, server_),
        loop_(DirectHttp(server_.url()), FastClock(kScalingTimesFaster), [] { return 0.5; }),
        client_(loop_, {[this](absl::Time) { return Headers(); }, [this](absl::Time) { token_ = faults_.Token(); }},
                kube::RateLimit(kScalingRequestsPerSecond, kScalingRequestsAtOnce)),
        events_(loop_, client_, {"cpsizer.io/sidecar", "test"}),
        service_(loop_, oracle_) {
    writers_.Begin();
    server_.SetFaults([this](const FakeApiRequest& request) { return FaultFor(request); });
    StartSidecar();
  }

  void Run() {
    FaultBursts bursts(faults_,
                       {server_, service_, [this] { return loop_.now(); },
                        [this](const std::function<bool()>& done, absl::Duration at_most) {
                          return RunLoopUntil(loop_, done, at_most);
                        },
                        [this] { ChangeSomething(); }, [this] { EndChanges(); }, [this] { return Unsettled(); }});
    // Does not call ExpectConvergedInTime(), because a contention lasts ten minutes.
    bursts.Run();
    bursts.Print();
    std::cout << "writes:";
    for (const auto& [kind, count] : oracle_.taken()) std::cout << " " << kind << " " << count << ",";
    std::cout << " wrong: " << oracle_.wrong().size() << ", contentions: " << counters_.contentions
              << ", kills: " << kills_ << ", forgotten while they were written: " << forgotten_ << "\n";
    EXPECT_THAT(oracle_.wrong(), IsEmpty());
    for (const char* kind : {"release", "bounds", "finalizer", "end", "lastTargetRef"}) {
      EXPECT_GE(oracle_.taken()[kind], kFewestWrites) << kind;
    }
    EXPECT_GE(kills_, 1);
  }

 private:
  FakeApiServer::Options ServerOptions() {
    FakeApiServer::Options options;
    options.observe = [this](const FakeApiWrite& write, const FakeApiStore& store) {
      oracle_.Check(write, store);
      open_writes_.End(write.headers);
    };
    return options;
  }

  std::vector<std::string> Headers() {
    std::vector<std::string> headers = {"Authorization: " + token_, absl::StrCat(kAskedHeader, ": ", service_.asked)};
    if (std::exchange(is_writing_, false)) headers.push_back(absl::StrCat(kSerialHeader, ": ", open_writes_.Send()));
    return headers;
  }

  FakeApiFault FaultFor(const FakeApiRequest& request) {
    // This request is a read that Headers() had recorded as a write.
    if (!request.IsWrite()) open_writes_.End(request.headers);
    FakeApiFault fault = faults_.Next(request);
    if (fault.kind == FakeApiFault::Kind::kNone && request.IsWatch() &&
        absl::StrContains(request.path, testing::MachineSets().plural)) {
      return late_watch_.Fault();
    }
    const std::string owner(TextAt(kube::ParseJson(request.body), {"metadata", "annotations", kScalingOwnerKey}));
    const bool strikes = fault.kind == FakeApiFault::Kind::kNone && are_writers_active_ && !owner.empty();
    if (!strikes || chance_() % 4 != 0) return fault;
    // Injects the worst case: the server applies the bounds of the MachineSet, the response is lost, and the owner no
    // longer refers to the MachineSet.
    ++forgotten_;
    RandomScalingWriters::DeleteOrRetarget(owner, chance_() % 2 == 0, server_);
    return testing::CloseAfterFault();
  }

  void StartSidecar() {
    Options options;
    options.enforce = true;
    options.machine_namespace = kScalingNamespace;
    work_ =
        kMachineAutoscalerController.make_work(options, {loop_, client_, events_, service_, counters_,
                                                         [](LogLevel, absl::string_view, absl::Span<const LogField>) {},
                                                         [this] { return is_writing_ = true; }, [] {}});
    work_->Follow({[this] { work_->Start(); }, [this] { work_->Pause(); }, [] {}});
  }

  // Ends the controller as SIGKILL does: its state in memory is lost, and requests that it sent continue.
  void Kill() {
    ++kills_;
    work_.reset();
    killed_at_ = open_writes_.last();
    may_start_ = absl::Now() + kRepetition;
  }

  // Starts the controller again after the API server has completed all requests of the killed process. In a cluster,
  // the lease of a killed process expires only after the end of these requests.
  void StartAgain() {
    if (work_ == nullptr && absl::Now() > may_start_ && open_writes_.HaveEnded(killed_at_)) StartSidecar();
  }

  void ChangeSomething() {
    if (!are_writers_active_.exchange(true)) late_watch_.Begin();
    if (writers_.Chance(16)) late_watch_.ReleaseOne();
    writers_.ChangeSomething();
    StartAgain();
    // The controller is killed more often while a write is in flight.
    if (work_ != nullptr && writers_.Chance(work_->writes_ended() ? 3'000 : 100)) Kill();
  }

  void EndChanges() {
    are_writers_active_ = false;
    late_watch_.End();
    writers_.EndChanges();
  }

  std::string Unsettled() {
    StartAgain();
    std::string unfinished;
    server_.ReadStore([&](const FakeApiStore& store) { unfinished = ScalingOracle::Unfinished(store); });
    if (unfinished.empty() && (work_ == nullptr || !work_->writes_ended())) return "writes are under way";
    return unfinished;
  }

  RandomFaults faults_;
  std::atomic<bool> are_writers_active_ = false;
  std::mt19937 chance_;  // used only for one request at a time
  std::atomic<int> forgotten_ = 0;
  LateWatch late_watch_;  // of MachineSets
  ScalingOracle oracle_;
  OpenWrites open_writes_;
  // True if the next request is a write for which `may_write` returned true.
  bool is_writing_ = false;
  FakeApiServer server_;
  RandomScalingWriters writers_;
  std::string token_;
  Counters counters_;
  int kills_ = 0;
  int64_t killed_at_ = 0;
  absl::Time may_start_ = absl::InfinitePast();
  kube::EventLoop loop_;
  kube::ApiClient client_;
  kube::EventRecorder events_;
  ObservedPlans service_;
  std::unique_ptr<Work> work_;
};

TEST(RandomFaultsTest, WritesOnlyCorrectBoundsAndReleasesEachMachineSet) {
  const int seeds = testing::NumberOf("CPSIZER_SEEDS", 1);
  for (int seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE(seed);
    ScalingFaultRun(testing::NumberOf("CPSIZER_FAULTS", kScalingFaults), static_cast<uint32_t>(seed)).Run();
  }
}

}  // namespace
}  // namespace cpsizer::sidecar
