// The sidecar on an API server and with a service where everything goes wrong that can, while people change things:
// what it writes is judged at the server, one write after the other, and in the end everything is as it should be.
#include "tests/sidecar/size/random_faults.h"

#include <iostream>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/control/running_sidecar.h"
#include "tests/sidecar/size/judge_write.h"
#include "tests/sidecar/size/random_people.h"
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
// So that a list takes four.
constexpr size_t kMostInPage = 60;
// Of the short form; `./dev soak sidecar` is the long one.
constexpr int kFaults = 300;
constexpr int kChangesToAToken = 512;
// For a sanitizer on a busy machine.
constexpr absl::Duration kRandomFaultsPatience = absl::Minutes(5);

class Storm {
 public:
  Storm(int faults, uint32_t seed)
      : faults_(seed, faults),
        at_most_(kRandomFaultsPatience + faults * absl::Milliseconds(100)),
        server_(ServerOptions()),
        people_(seed + 1, kClusters, server_),
        sidecar_(SidecarOptions()) {}

  void Rage();

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
    for (const testing::FakeApiKind& kind : {testing::HostedClusters(), testing::VerticalPodAutoscalers(),
                                             testing::ClusterSizingConfigurations(), testing::MachineSets()}) {
      server_.InstallKind(kind);
    }
    people_.Begin();
    server_.SetFaults([this](const FakeApiRequest& request) {
      if (request.IsWatch()) oracle_.SeeWatch(request);
      return faults_.Next(request);
    });
    return {server_.url(),
            [this](World& known) {
              return std::vector<std::string>{"Authorization: " + token_,
                                              absl::StrCat(WriteOracle::kMomentHeader, ": ", knowledge_.Look(known))};
            },
            [this] { token_ = faults_.Token(); }};
  }

  // As the policy in deploy/base does.
  absl::optional<FakeApiAnswer> RefusalOfSize(const FakeApiTarget& target, const Json& after,
                                              const FakeApiStore& store);

  bool IsSettled(const std::string& name, const Json& configuration) const;
  // What is not as it should be; empty where all is.
  std::string Unsettled() const;
  void Report(const WriteOracle::Findings& findings);

  RandomFaults faults_;
  const absl::Duration at_most_;
  Knowledge knowledge_;
  WriteOracle oracle_{knowledge_};
  FakeApiServer server_;
  RandomPeople people_;
  std::string token_;
  int sizes_refused_ = 0;
  RunningSidecar sidecar_;
};

absl::optional<FakeApiAnswer> Storm::RefusalOfSize(const FakeApiTarget& target, const Json& after,
                                                   const FakeApiStore& store) {
  if (target.collection != testing::HostedClusters().Collection()) return absl::nullopt;
  const testing::FakeApiObject configuration = store.Get(ConfigurationPath());
  const std::string size = SizeOf(after);
  if (configuration == nullptr || size.empty() || HoldsSize(*configuration, size)) return absl::nullopt;
  ++sizes_refused_;
  return testing::StatusAnswer(403, "Forbidden", "the ClusterSizingConfiguration holds no size " + size);
}

bool Storm::IsSettled(const std::string& name, const Json& configuration) const {
  const Json cluster = server_.Get(ClusterPath(name));
  const Json vpa = server_.Get(VpaPath(name));
  const bool left_alone = cluster.is_null() || !Find(cluster, {"metadata", "deletionTimestamp"}).is_null();
  if (left_alone || IsOfAnother(vpa)) return true;
  if (!IsSized(cluster)) return vpa.is_null();
  const std::string size = DecisionOf(configuration, vpa);
  return IsAsKept(vpa, cluster) && (size.empty() || SizeOf(cluster) == size);
}

std::string Storm::Unsettled() const {
  const Json configuration = server_.Get(ConfigurationPath());
  if (!HasVerdict(configuration)) return "the condition of the configuration";
  for (int i = 0; i < kClusters; ++i) {
    if (!IsSettled(RandomPeople::NameOf(i), configuration)) return RandomPeople::NameOf(i);
  }
  return "";
}

void Storm::Rage() {
  sidecar_.service().before_answer = [this] { faults_.Disturb(sidecar_.service()); };
  int changes = 0;
  const auto rages = [&] {
    people_.ChangeSomething();
    if (++changes % kChangesToAToken == 0) faults_.ExpireToken();
    faults_.LetOneGo();
    return faults_.over();
  };
  EXPECT_TRUE(sidecar_.RunUntil(rages, at_most_)) << "the faults do not end, or a kind of them does not come";
  faults_.LetAllGo();
  people_.End();
  const auto settled = [this] { return Unsettled().empty(); };
  EXPECT_TRUE(sidecar_.RunUntil(settled, kRandomFaultsPatience)) << Unsettled();
  people_.WantAllSized();
  EXPECT_TRUE(sidecar_.RunUntil(settled, kRandomFaultsPatience)) << Unsettled();
  const WriteOracle::Findings findings = oracle_.findings();
  EXPECT_THAT(findings.wrong, IsEmpty());
  EXPECT_GE(findings.sizes_taken, kClusters);
  Report(findings);
}

void Storm::Report(const WriteOracle::Findings& findings) {
  std::cout << "faults:";
  for (const auto& [name, count] : faults_.counts()) std::cout << " " << name << " " << count << ",";
  std::cout << "\nwrites:";
  for (const auto& [name, count] : findings.writes) std::cout << " " << name << " " << count << ",";
  std::cout << " sizes taken " << findings.sizes_taken << ", refused by the policy " << sizes_refused_ << "\n";
}

TEST(RandomFaultsTest, NothingWrongIsWrittenAndAllSettles) {
  const int seeds = NumberOf("CPSIZER_SEEDS", 1);
  for (int seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE(seed);
    Storm(NumberOf("CPSIZER_FAULTS", kFaults), static_cast<uint32_t>(seed)).Rage();
  }
}

}  // namespace
}  // namespace cpsizer::sidecar
