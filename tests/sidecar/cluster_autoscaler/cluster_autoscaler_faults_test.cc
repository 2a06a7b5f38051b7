// Tests the controller of the ClusterAutoscaler while the API server and the service have all kinds of faults.
//
// During the test, the ClusterAutoscaler is created, changed and deleted. Other writers change and delete its objects,
// and the process is killed. Each write must follow from a ClusterAutoscaler that existed, and must keep the fields of
// other owners. After each burst of faults, all objects must reach the planned state.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "client/sidecar/control/field_manager.h"
#include "tests/sidecar/cluster_autoscaler/autoscaler_fixture.h"
#include "tests/sidecar/control/fault_bursts.h"
#include "tests/sidecar/control/random_faults.h"
#include "tests/testing/environment.h"

namespace cpsizer::sidecar {
namespace {

using kube::Find;
using kube::Json;
using kube::TextAt;
using testing::FakeApiRequest;
using testing::FakeApiServer;
using testing::FakeApiStore;
using testing::FakeApiWrite;
using ::testing::IsEmpty;

// The number of faults in the short form of the test; `./dev soak sidecar` runs the long form.
constexpr int kPlanFaults = 200;
constexpr int kPlanTimesFaster = 60;
// The command-line argument with the maximum number of nodes.
constexpr char kLimitArgument[] = "--max-nodes-total=";

std::string OwnerUidOf(const Json& object) {
  const Json& owners = Find(object, {"metadata", "ownerReferences"});
  return owners.size() == 1 ? std::string(TextAt(owners[0], {"uid"})) : "";
}

int LimitOf(const Json& deployment) {
  const std::string arguments = ArgumentsOf(deployment);
  const size_t start = arguments.find(kLimitArgument);
  int limit = 0;
  if (start == std::string::npos) return limit;
  const std::string rest = arguments.substr(start + std::size(kLimitArgument) - 1);
  return absl::SimpleAtoi(rest.substr(0, rest.find(' ')), &limit) ? limit : 0;
}

bool IsOfOthers(const Json& object) {
  const Json& managers = Find(object, {"metadata", "managedFields"});
  return OwnerUidOf(object).empty() && std::none_of(managers.begin(), managers.end(), [](const Json& entry) {
           return TextAt(entry, {"manager"}) == kFieldManager;
         });
}

// Checks each write of the sidecar against the ClusterAutoscalers that have existed, and against the objects that the
// API server has at the time of the write. Thread-safe.
class PlanOracle {
 public:
  // Must be called before a user creates or changes a ClusterAutoscaler. A later `limit` must not be smaller.
  void SeeAutoscaler(const std::string& uid, int limit) {
    const std::lock_guard lock(mutex_);
    limits_[uid].push_back(limit);
  }

  void Check(const FakeApiWrite& write, const FakeApiStore& store) {
    const std::lock_guard lock(mutex_);
    std::string why;
    if (write.path == absl::StrCat(ClusterOperatorPath(), "/status")) {
      why = VerifyStatus(write);
    } else if (!absl::StartsWith(write.path, "/apis/events.k8s.io/")) {
      why = VerifyOperand(write, store);
    }
    if (!why.empty()) wrong_.push_back(absl::StrCat(why, ": ", write.method, " ", write.path, " ", write.body));
  }

  std::vector<std::string> wrong() const {
    const std::lock_guard lock(mutex_);
    return wrong_;
  }
  std::map<std::string, int> made() const {
    const std::lock_guard lock(mutex_);
    return made_;
  }

 private:
  static bool IsMade(const FakeApiWrite& write) { return write.reached && (write.code == 200 || write.code == 201); }

  static std::string VerifyStatus(const FakeApiWrite& write) {
    if (!IsMade(write)) return "";
    const Json& conditions = Find(*write.after, {"status", "conditions"});
    const bool kept = std::any_of(conditions.begin(), conditions.end(),
                                  [](const Json& condition) { return TextAt(condition, {"type"}) == "Own"; });
    return kept ? "" : "a condition of others is gone";
  }

  std::string VerifyOperand(const FakeApiWrite& write, const FakeApiStore& store) {
    const std::vector<std::string> paths = OperandPaths();
    if (write.method != "POST" && std::find(paths.begin(), paths.end(), write.path) == paths.end()) {
      return "not a write of the sidecar";
    }
    if (!IsMade(write)) return "";
    ++made_[write.method];
    if (write.method == "DELETE") return VerifyDeletion(write, store);
    if (std::find(paths.begin(), paths.end(), write.object_path) == paths.end()) return "another object";
    if (write.method == "PATCH") {
      if (IsOfOthers(*write.before)) return "an object of others";
      if (Find(*write.before, {"spec", "replicas"}) != Find(*write.after, {"spec", "replicas"})) return "replicas";
      if (TextAt(*write.before, {"metadata", "labels", "team"}) !=
          TextAt(*write.after, {"metadata", "labels", "team"})) {
        return "a label of others";
      }
    }
    return write.object_path == AutoscalerDeploymentPath() ? VerifyDeployment(*write.after) : VerifyOwner(*write.after);
  }

  std::string VerifyOwner(const Json& object) const {
    return limits_.contains(OwnerUidOf(object)) ? "" : "an owner that never existed";
  }

  std::string VerifyDeployment(const Json& deployment) {
    const std::string uid = OwnerUidOf(deployment);
    const int limit = LimitOf(deployment);
    const auto limits = limits_.find(uid);
    if (limits == limits_.end()) return "an owner that never existed";
    if (std::find(limits->second.begin(), limits->second.end(), limit) == limits->second.end()) {
      return absl::StrCat("a limit that never existed, ", limit);
    }
    if (limit < written_[uid]) return absl::StrCat("an older limit, ", limit, " after ", written_[uid]);
    written_[uid] = limit;
    return "";
  }

  static std::string VerifyDeletion(const FakeApiWrite& write, const FakeApiStore& store) {
    if (IsOfOthers(*write.before)) return "an object of others";
    const testing::FakeApiObject autoscaler = store.Get(ClusterAutoscalerPath());
    if (autoscaler == nullptr) return "";
    const bool belongs = OwnerUidOf(*write.before) == TextAt(*autoscaler, {"metadata", "uid"});
    return belongs ? "an object of the ClusterAutoscaler that is there" : "";
  }

  mutable std::mutex mutex_;
  std::map<std::string, std::vector<int>> limits_;  // by UID
  std::map<std::string, int> written_;
  std::map<std::string, int> made_;
  std::vector<std::string> wrong_;
};

// Simulates users and other writers that change the ClusterAutoscaler and its objects.
class RandomAutoscalerWriters {
 public:
  RandomAutoscalerWriters(uint32_t seed, FakeApiServer& server, PlanOracle& oracle)
      : random_(seed), server_(server), oracle_(oracle) {}

  void Begin() {
    InstallAutoscaling(server_);
    server_.Modify(ClusterOperatorPath(), [](Json& object) {
      object["status"]["conditions"] = Json::array({{{"type", "Own"}, {"status", "True"}}});
    });
    CreateAutoscaler();
  }

  void ChangeSomething() {
    switch (RandomBelow(300)) {
      case 0:
        if (RandomBelow(4) == 0) RemoveAutoscaler();
        return;
      case 1:
      case 2:
        return CreateAutoscaler();
      case 3:
      case 4:
      case 5:
      case 6:
        return ChangeAutoscaler();
      case 7:
        server_.Remove(AnyOperand());
        return;
      case 8:
      case 9:
        return ModifyDeployment([](Json& object) { ContainersOf(object)[0]["args"] = Json::array({"--v=9"}); });
      case 10:
        return ModifyDeployment([](Json& object) { ContainersOf(object).push_back({{"name", "other"}}); });
      case 11:
      case 12:
        return ModifyDeployment([this](Json& object) { object["spec"]["replicas"] = 1 + RandomBelow(5); });
      case 13:
        server_.Modify(AnyOperand(), [this](Json& object) {
          object["metadata"]["labels"]["team"] = absl::StrCat("team-", RandomBelow(5));
        });
        return;
      case 14:
        return PutForeignService();
      case 15:
        return server_.Compact();
      case 16:
        return server_.SendBookmarks();
      case 17:
      case 18:
        return server_.BreakWatches();
      default:
        return;
    }
  }

  void EndChanges() {
    CreateAutoscaler();
    const Json service = server_.Get(AutoscalerServicePath());
    if (!service.is_null() && IsOfOthers(service)) server_.Remove(AutoscalerServicePath());
  }

  // Describes the first object that is not in the planned state. Returns an empty text if all objects are.
  std::string Unsettled() const {
    const Json autoscaler = server_.Get(ClusterAutoscalerPath());
    const std::string uid(TextAt(autoscaler, {"metadata", "uid"}));
    for (const std::string& path : OperandPaths()) {
      const Json object = server_.Get(path);
      if (object.is_null()) return absl::StrCat(path, " is missing");
      if (OwnerUidOf(object) != uid) return absl::StrCat(path, " has another owner");
    }
    const Json deployment = server_.Get(AutoscalerDeploymentPath());
    if (LimitOf(deployment) != limit_) return absl::StrCat("arguments are ", ArgumentsOf(deployment));
    const Json& containers = Find(deployment, {"spec", "template", "spec", "containers"});
    return containers.size() == 1 ? "" : "there is another container";
  }

  void ChangeAutoscaler() {
    const Json autoscaler = server_.Get(ClusterAutoscalerPath());
    if (autoscaler.is_null()) return;
    oracle_.SeeAutoscaler(std::string(TextAt(autoscaler, {"metadata", "uid"})), ++limit_);
    server_.Modify(ClusterAutoscalerPath(),
                   [this](Json& object) { object["spec"]["resourceLimits"]["maxNodesTotal"] = limit_; });
  }

  void RemoveAutoscaler() { server_.Remove(ClusterAutoscalerPath()); }

  bool HasNoObjects() const {
    const std::vector<std::string> paths = OperandPaths();
    return std::all_of(paths.begin(), paths.end(),
                       [this](const std::string& path) { return server_.Get(path).is_null(); });
  }

  int RandomBelow(int sides) { return static_cast<int>(random_() % static_cast<uint32_t>(sides)); }

 private:
  static Json& ContainersOf(Json& deployment) { return deployment["spec"]["template"]["spec"]["containers"]; }

  void CreateAutoscaler() {
    if (!server_.Get(ClusterAutoscalerPath()).is_null()) return;
    const std::string uid = absl::StrCat("autoscaler-", ++autoscalers_);
    oracle_.SeeAutoscaler(uid, ++limit_);
    server_.Put(ClusterAutoscalerJson(limit_, uid));
  }

  void ModifyDeployment(const std::function<void(Json&)>& change) {
    server_.Modify(AutoscalerDeploymentPath(), change);
  }

  std::string AnyOperand() {
    const std::vector<std::string> paths = OperandPaths();
    return paths[static_cast<size_t>(RandomBelow(static_cast<int>(paths.size())))];
  }

  // Replaces the Service by a Service that the sidecar did not create.
  void PutForeignService() {
    server_.Remove(AutoscalerServicePath());
    server_.Put({{"apiVersion", "v1"},
                 {"kind", "Service"},
                 {"metadata", {{"name", "cluster-autoscaler-default"}, {"namespace", kAutoscalerNamespace}}},
                 {"spec", {{"type", "ExternalName"}}}});
  }

  std::mt19937 random_;
  FakeApiServer& server_;
  PlanOracle& oracle_;
  int autoscalers_ = 0;
  int limit_ = 10;
};

class AutoscalerFaultRun {
 public:
  AutoscalerFaultRun(int faults, uint32_t seed)
      : faults_(seed, faults, /*pages=*/false),
        server_(ServerOptions()),
        writers_(Begun(seed + 1, server_, oracle_)),
        sidecar_(server_, {.times_faster = kPlanTimesFaster,
                           .headers = [this] { return std::vector<std::string>{"Authorization: " + token_}; },
                           .renew = [this] { token_ = faults_.Token(); }}) {
    server_.SetFaults([this](const FakeApiRequest& request) { return faults_.Next(request); });
  }

  void Run() {
    FaultBursts bursts(
        faults_,
        {server_, sidecar_.service(), [this] { return sidecar_.now(); },
         [this](const std::function<bool()>& done, absl::Duration at_most) { return sidecar_.RunUntil(done, at_most); },
         [this] { ChangeSomething(); }, [this] { writers_.EndChanges(); }, [this] { return writers_.Unsettled(); }});
    // Does not call ExpectConvergedInTime(): a contention pauses writes, so convergence takes longer.
    bursts.Run();
    bursts.Print();
    // The random faults may have prevented a kind of write. Without faults, these changes cause each kind of write at
    // least once.
    server_.SetFaults(nullptr);
    sidecar_.Start();
    ++kills_;
    writers_.ChangeAutoscaler();
    ASSERT_TRUE(sidecar_.RunUntil([this] { return writers_.Unsettled().empty(); })) << writers_.Unsettled();
    writers_.RemoveAutoscaler();
    ASSERT_TRUE(sidecar_.RunUntil([this] { return writers_.HasNoObjects(); }));
    std::cout << "writes:";
    for (const auto& [method, count] : oracle_.made()) std::cout << " " << method << " " << count;
    std::cout << ", wrong: " << oracle_.wrong().size() << ", kills: " << kills_ << "\n";
    EXPECT_THAT(oracle_.wrong(), IsEmpty());
    for (const char* method : {"POST", "PATCH", "DELETE"}) EXPECT_GE(oracle_.made()[method], 1) << method;
    EXPECT_GE(kills_, 1);
  }

 private:
  static RandomAutoscalerWriters Begun(uint32_t seed, FakeApiServer& server, PlanOracle& oracle) {
    RandomAutoscalerWriters writers(seed, server, oracle);
    writers.Begin();
    return writers;
  }

  FakeApiServer::Options ServerOptions() {
    FakeApiServer::Options options;
    options.observe = [this](const FakeApiWrite& write, const FakeApiStore& store) { oracle_.Check(write, store); };
    return options;
  }

  void ChangeSomething() {
    writers_.ChangeSomething();
    if (writers_.RandomBelow(500) != 0) return;
    ++kills_;
    sidecar_.Start();
  }

  RandomFaults faults_;
  PlanOracle oracle_;
  FakeApiServer server_;
  RandomAutoscalerWriters writers_;
  std::string token_;
  int kills_ = 0;
  AutoscalerSidecar sidecar_;
};

TEST(RandomFaultsTest, WritesOnlyCorrectObjectsOfTheClusterAutoscaler) {
  const int seeds = testing::NumberOf("CPSIZER_SEEDS", 1);
  for (int seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE(seed);
    AutoscalerFaultRun(testing::NumberOf("CPSIZER_FAULTS", kPlanFaults), static_cast<uint32_t>(seed)).Run();
  }
}

}  // namespace
}  // namespace cpsizer::sidecar
