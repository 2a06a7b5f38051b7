// The sidecar on an API server where everything goes wrong that can, while people change things: what it writes is
// checked at the server, one write after the other, and in the end everything is as it should be.
#include <cstdlib>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "cpsizer/recommend_size.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/objects.h"
#include "tests/sidecar/running_sidecar.h"
#include "tests/testing/fake_api_server.h"

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

constexpr char kKey[] = "hypershift.openshift.io/recommended-cluster-size";
constexpr int kClusters = 200;
constexpr const char* kMemories[] = {"10Gi", "16Gi", "20Gi", "32Gi", "40Gi", "64Gi", "100Gi"};

std::string NameOf(int number) {
  return absl::StrCat("hc", number);
}
std::string ClusterPath(const std::string& name) {
  return testing::PathOf(testing::HostedClusters(), "clusters", name);
}
std::string VpaPath(const std::string& name) {
  return testing::PathOf(testing::VerticalPodAutoscalers(), "clusters-" + name, "kube-apiserver");
}
std::string ConfigurationPath() {
  return testing::PathOf(testing::ClusterSizingConfigurations(), "", "cluster");
}

// Three configurations, each with sizes of its own names.
Json Variant(int number) {
  Json configuration = ConfigurationJson();
  for (Json& size : configuration["spec"]["sizes"]) {
    if (number > 0) size["name"] = absl::StrCat(std::string(size["name"]), "-", number);
  }
  return configuration;
}

// What the library says to a VPA under a configuration; empty for no recommendation.
std::string Decide(const Json& configuration, const Json& vpa) {
  v1::RecommendSizeRequest request;
  *request.mutable_config() = ReadConfiguration(configuration).config;
  request.mutable_vpa_status()->ParseFromString(ReadVpa(vpa).status);
  v1::RecommendSizeResponse response;
  return cpsizer::RecommendSize(request, response).ok() ? response.recommended_size() : "";
}

class RandomFaultsTest : public ::testing::Test {
 protected:
  RandomFaultsTest() : server_(ServerOptions()) {
    for (const testing::FakeApiKind& kind :
         {testing::HostedClusters(), testing::VerticalPodAutoscalers(), testing::ClusterSizingConfigurations()}) {
      server_.InstallKind(kind);
    }
    server_.Put(Variant(0));
    for (int i = 0; i < kClusters; ++i) {
      server_.Put(ClusterJson(NameOf(i)));
      server_.Put(VpaJson(NameOf(i), kMemories[i % std::size(kMemories)]));
    }
    for (int i = 0; i < kVariants; ++i) {
      for (const char* memory : kMemories) possible_.insert(Decide(Variant(i), VpaJson("x", memory)));
    }
  }

  FakeApiServer::Options ServerOptions() {
    FakeApiServer::Options options;
    options.observe = [this](const FakeApiWrite& write, const FakeApiStore&) { Check(write); };
    return options;
  }

  // The oracle of one write.
  void Check(const FakeApiWrite& write) {
    if (!absl::StrContains(write.path, "hostedclusters")) return;
    const Json body = kube::ParseJson(write.body);
    const Json& annotations = kube::Find(body, {"metadata", "annotations"});
    const std::string size(TextAt(annotations, {kKey}));
    const bool shape = write.method == "PATCH" && body.size() == 1 && body["metadata"].size() == 3 &&
                       annotations.size() == 1 && !TextAt(body, {"metadata", "uid"}).empty() &&
                       !TextAt(body, {"metadata", "resourceVersion"}).empty();
    const bool about_life = write.before == nullptr || write.code != 200 ||
                            kube::Find(*write.before, {"metadata", "deletionTimestamp"}).is_null();
    const std::lock_guard lock(mutex_);
    ++writes_;
    if (!shape || !about_life) wrong_.push_back(absl::StrCat("shape: ", write.body));
    if (!possible_.contains(size)) wrong_.push_back(absl::StrCat("size: ", write.body));
    if (write.code == 200 && write.before != nullptr && SizeOf(*write.before) == size) {
      wrong_.push_back(absl::StrCat("the same value: ", write.body));
    }
  }
  static std::string SizeOf(const Json& cluster) {
    return std::string(TextAt(cluster, {"metadata", "annotations", kKey}));
  }

  FakeApiFault Fault(const FakeApiRequest& request) {
    const std::lock_guard lock(mutex_);
    if (faults_ >= most_faults_ || random_() % 4 != 0) return {};
    ++faults_;
    if (request.IsWatch() && random_() % 2 == 0) return WatchFault();
    switch (random_() % 11) {
      case 0:
        return testing::AnswerFault(429, 1);
      case 1:
        return testing::AnswerFault(500);
      case 2:
        return testing::AnswerFault(503);
      case 3:
        return testing::AnswerFault(504);
      case 4:
        return testing::AnswerFault(403);
      case 5:
        return testing::HtmlFault(502);
      case 6:
        return testing::CloseFault();
      case 7:
        return testing::CloseAfterFault();
      case 8:
        return testing::CutFault(random_() % 400);
      case 9:
        return testing::ResetFault(random_() % 400);
      default:
        return testing::AnswerAfterFault(500);
    }
  }
  FakeApiFault WatchFault() {
    const size_t events = random_() % 5;
    switch (random_() % 4) {
      case 0:
        return testing::WatchTextFault(R"({"type":"MODIFIED","obj)", events);
      case 1:
        return testing::WatchLineFault("this is no event", events);
      case 2:
        return testing::WatchErrorFault({{"kind", "Status"}, {"code", 410}, {"reason", "Expired"}}, events);
      default:
        return testing::WatchErrorFault({{"kind", "Status"}, {"code", 500}, {"reason", "InternalError"}}, events);
    }
  }

  // Somebody changes something.
  void ChangeSomething() {
    const std::string name = NameOf(static_cast<int>(random_people_() % kClusters));
    switch (random_people_() % 20) {
      case 0:
        server_.Remove(ClusterPath(name));
        server_.Put(ClusterJson(name));
        return;
      case 1:
        if (rewritten_[name]++ < Contention::kRounds - 1) {
          server_.Modify(ClusterPath(name), [](Json& cluster) { cluster["metadata"]["annotations"][kKey] = "other"; });
        }
        return;
      case 2:
        server_.Remove(VpaPath(name));
        server_.Put(VpaJson(name, "20Gi"));
        return;
      case 3:
        if (random_people_() % 5 == 0) server_.Put(Variant(static_cast<int>(random_people_() % kVariants)));
        return;
      case 4:
        server_.BreakWatches();
        return;
      case 5:
        server_.Compact();
        return;
      default:
        server_.Put(VpaJson(name, kMemories[random_people_() % std::size(kMemories)]));
    }
  }

  // Clusters whose annotation is not what the library says to their VPA.
  int Unsettled() const {
    const Json configuration = server_.Get(ConfigurationPath());
    int unsettled = 0;
    for (int i = 0; i < kClusters; ++i) {
      const Json cluster = server_.Get(ClusterPath(NameOf(i)));
      if (SizeOf(cluster) != Decide(configuration, server_.Get(VpaPath(NameOf(i))))) ++unsettled;
    }
    return unsettled;
  }

  void Run(int faults, uint32_t seed);

  static constexpr int kVariants = 3;
  FakeApiServer server_;
  std::set<std::string> possible_;
  std::map<std::string, int> rewritten_;
  std::mt19937 random_people_;
  std::mutex mutex_;
  std::mt19937 random_;             // guarded by mutex_
  int most_faults_ = 0;             // guarded by mutex_
  int faults_ = 0;                  // guarded by mutex_
  int writes_ = 0;                  // guarded by mutex_
  std::vector<std::string> wrong_;  // guarded by mutex_
};

void RandomFaultsTest::Run(int faults, uint32_t seed) {
  random_.seed(seed);
  random_people_.seed(seed + 1);
  most_faults_ = faults;
  server_.SetFaults([this](const FakeApiRequest& request) { return Fault(request); });
  RunningSidecar sidecar(server_.url());
  ASSERT_TRUE(sidecar.RunUntil([&] {
    ChangeSomething();
    const std::lock_guard lock(mutex_);
    return faults_ >= most_faults_;
  }));
  server_.SetFaults(nullptr);
  EXPECT_TRUE(sidecar.RunUntil([&] { return Unsettled() == 0; })) << Unsettled() << " clusters are not settled";
  const std::lock_guard lock(mutex_);
  EXPECT_THAT(wrong_, IsEmpty());
  EXPECT_GT(writes_, kClusters);
}

TEST_F(RandomFaultsTest, WritesNothingWrongAndSettles) {
  // More of them take longer: `./dev soak`.
  const char* const faults = std::getenv("CPSIZER_FAULTS");
  Run(faults == nullptr ? 300 : std::atoi(faults), /*seed=*/1);
}

}  // namespace
}  // namespace cpsizer::sidecar
