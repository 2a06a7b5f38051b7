// Tests the sidecar while the API server and the service have all kinds of faults. During the test, users change
// objects. WriteOracle verifies each write. After each burst of faults, the sidecar must apply all decisions in time.
#include "tests/sidecar/control/random_faults.h"

#include <functional>
#include <iostream>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/control/fault_bursts.h"
#include "tests/sidecar/control/running_sidecar.h"
#include "tests/sidecar/size/objects.h"
#include "tests/sidecar/size/random_writers.h"
#include "tests/sidecar/size/verify_write.h"
#include "tests/sidecar/size/write_oracle.h"
#include "tests/testing/environment.h"

namespace cpsizer::sidecar {
namespace {

using kube::Find;
using kube::Json;
using testing::FakeApiAnswer;
using testing::FakeApiRequest;
using testing::FakeApiServer;
using testing::FakeApiStore;
using testing::FakeApiTarget;
using testing::FakeApiWrite;
using ::testing::IsEmpty;
using testing::NumberOf;

constexpr int kClusters = 200;
// With this page size, a list of clusters has four pages.
constexpr size_t kMostInPage = 60;
// The number of faults in the short form of the test; `./dev soak sidecar` runs the long form.
constexpr int kFaults = 200;
// The time of the sidecar must not be too fast: in real time, the limit for convergence must be longer than a sidecar
// with a sanitizer needs to converge.
constexpr int kTimesFaster = 20;
// In real time this is the default rate of RunningSidecar. At this rate, writes wait in the queue.
constexpr double kRequestsPerSecond = 50;
// This is long enough for a sanitizer on a busy machine.
constexpr absl::Duration kRandomFaultsTimeout = absl::Minutes(5);

class FaultRun {
 public:
  FaultRun(int faults, uint32_t seed)
      : faults_(seed, faults, /*pages=*/true),
        server_(ServerOptions()),
        writers_(seed + 1, kClusters, server_),
        sidecar_(SidecarOptions()) {}

  void Run();

 private:
  FakeApiServer::Options ServerOptions() {
    FakeApiServer::Options options;
    options.most_in_page = kMostInPage;
    options.admission = [this](const FakeApiTarget& target, const Json& after, const FakeApiStore& store) {
      return RefusalOfSize(target, after, store);
    };
    options.observe = [this](const FakeApiWrite& write, const FakeApiStore& store) { oracle_.Check(write, store); };
    return options;
  }
  RunningSidecar::Options SidecarOptions() {
    for (const testing::FakeApiKind& kind :
         {testing::HostedClusters(), testing::VerticalPodAutoscalers(), testing::ClusterSizingConfigurations(),
          testing::MachineSets(), testing::CustomResourceDefinitions()}) {
      server_.InstallKind(kind);
    }
    server_.Put(ConfigurationCrdJson());
    writers_.Begin();
    server_.SetFaults([this](const FakeApiRequest& request) {
      if (request.IsWatch()) oracle_.SeeWatch(request);
      return faults_.Next(request);
    });
    return {server_.url(),
            [this](ClusterCache& known) {
              return std::vector<std::string>{"Authorization: " + token_,
                                              absl::StrCat(WriteOracle::kMomentHeader, ": ", history_.Record(known))};
            },
            [this] { token_ = faults_.Token(); },
            {},
            kTimesFaster,
            kRequestsPerSecond};
  }

  // Implements the admission policy in deploy/base.
  absl::optional<FakeApiAnswer> RefusalOfSize(const FakeApiTarget& target, const Json& after,
                                              const FakeApiStore& store);

  bool IsSettled(const std::string& name, const Json& configuration) const;
  void LeaveDecidable();
  // Describes the first object whose decision is not applied. Returns an empty text if all decisions are applied.
  std::string Unsettled() const;
  void Report(const WriteOracle::Findings& findings);

  RandomFaults faults_;
  CacheHistory history_;
  WriteOracle oracle_{history_};
  FakeApiServer server_;
  RandomWriters writers_;
  std::string token_;
  int sizes_refused_ = 0;
  RunningSidecar sidecar_;
};

absl::optional<FakeApiAnswer> FaultRun::RefusalOfSize(const FakeApiTarget& target, const Json& after,
                                                      const FakeApiStore& store) {
  if (target.collection != testing::HostedClusters().Collection()) return absl::nullopt;
  const testing::FakeApiObject configuration = store.Get(ConfigurationPath());
  const std::string size = SizeOf(after);
  if (configuration == nullptr || size.empty() || HoldsSize(*configuration, size)) return absl::nullopt;
  ++sizes_refused_;
  return testing::StatusAnswer(403, "Forbidden", "the ClusterSizingConfiguration holds no size " + size);
}

bool FaultRun::IsSettled(const std::string& name, const Json& configuration) const {
  const Json cluster = server_.Get(ClusterPath(name));
  const Json vpa = server_.Get(VpaPath(name));
  const bool left_alone = cluster.is_null() || !Find(cluster, {"metadata", "deletionTimestamp"}).is_null();
  if (left_alone || IsOfAnother(vpa)) return true;
  if (!IsSized(cluster)) return vpa.is_null();
  const std::string size = DecisionOf(configuration, vpa);
  return IsAsKept(vpa, cluster) && (size.empty() || SizeOf(cluster) == size);
}

std::string FaultRun::Unsettled() const {
  const Json configuration = server_.Get(ConfigurationPath());
  if (!HasVerdict(configuration)) return "the condition of the configuration";
  for (int i = 0; i < kClusters; ++i) {
    if (!IsSettled(RandomWriters::NameOf(i), configuration)) return RandomWriters::NameOf(i);
  }
  return "";
}

// Puts a valid configuration if no decision is possible with the current configuration, or if its condition is not
// current. Keeps any other configuration. A new configuration would cause a new decision about each cluster, so the
// sidecar would not wait before it retries refused clusters.
void FaultRun::LeaveDecidable() {
  const Json configuration = server_.Get(ConfigurationPath());
  const bool decides = !DecisionOf(configuration, VpaJson(RandomWriters::NameOf(0), "20Gi")).empty();
  if (!decides || !HasVerdict(configuration)) writers_.End();
}

void FaultRun::Run() {
  const auto unsettled = [this] { return Unsettled(); };
  FaultBursts bursts(faults_, {server_, sidecar_.service(), [this] { return sidecar_.now(); },
                               [this](const std::function<bool()>& done, absl::Duration at_most) {
                                 return sidecar_.RunUntil(done, at_most);
                               },
                               [this] { writers_.ChangeSomething(); }, [this] { LeaveDecidable(); }, unsettled});
  bursts.Run();
  writers_.WantAllSized();
  EXPECT_TRUE(sidecar_.RunUntil([&] { return unsettled().empty(); }, kRandomFaultsTimeout)) << Unsettled();
  const WriteOracle::Findings findings = oracle_.findings();
  bursts.Print();
  Report(findings);
  bursts.ExpectConvergedInTime();
  EXPECT_THAT(findings.wrong, IsEmpty());
  EXPECT_GE(findings.sizes_taken, kClusters);
}

void FaultRun::Report(const WriteOracle::Findings& findings) {
  std::cout << "writes of sizes: wrong " << findings.wrong.size() << ";";
  for (const auto& [name, count] : findings.writes) std::cout << " " << name << " " << count << ",";
  std::cout << " sizes taken " << findings.sizes_taken << ", refused by the policy " << sizes_refused_ << "\n";
}

TEST(RandomFaultsTest, WritesOnlyCorrectValuesAndConverges) {
  const int seeds = NumberOf("CPSIZER_SEEDS", 1);
  for (int seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE(seed);
    FaultRun(NumberOf("CPSIZER_FAULTS", kFaults), static_cast<uint32_t>(seed)).Run();
  }
}

}  // namespace
}  // namespace cpsizer::sidecar
