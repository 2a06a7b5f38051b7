// Tests the reflector with a stateful server. After all faults, the reflector must have the objects of the server.
#include <atomic>
#include <map>
#include <memory>
#include <random>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/kube/reflector.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/kube/scripted_api.h"
#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/json.h"

namespace cpsizer::kube {
namespace {

using ::cpsizer::testing::FakeApiFault;
using ::cpsizer::testing::FakeApiRequest;
using ::cpsizer::testing::FakeApiServer;
using ::cpsizer::testing::FakeApiStore;

std::string NameOf(int number) {
  return absl::StrCat("hc", number);
}

Json Cluster(int number, int release = 0) {
  return {{"apiVersion", "hypershift.openshift.io/v1beta1"},
          {"kind", "HostedCluster"},
          {"metadata", {{"name", NameOf(number)}, {"namespace", "clusters"}}},
          {"spec", {{"release", release}}}};
}

std::string PathOfCluster(int number) {
  return testing::PathOf(testing::HostedClusters(), "clusters", NameOf(number));
}

// Stores the resourceVersions of the objects that a reflector reports, by name.
class Mirror {
 public:
  explicit Mirror(FakeApiServer& server)
      : server_(server), manual_(server.url()), client_(manual_.loop(), {}, RateLimit(0, 0)) {
    Reflector::Callbacks callbacks;
    callbacks.list_begins = [this] { listed_.clear(); };
    callbacks.listed = [this](const tree::Node& object) { Learn(object, listed_); };
    callbacks.list_ends = [this] {
      known_ = std::move(listed_);
      ++lists_;
    };
    callbacks.changed = [this](const tree::Node& object) { Learn(object, known_); };
    callbacks.deleted = [this](const tree::Node& object) {
      known_.erase(std::string(TextAt(object, {"metadata", "name"})));
    };
    callbacks.failed = [this](const absl::Status& status) { last_failure_ = status; };
    const Resource resource = {testing::HostedClusters().Collection(), "", false};
    reflector_ = std::make_unique<Reflector>(manual_.loop(), client_, resource, std::move(callbacks));
  }

  // Runs until the reflector has all objects of the server.
  void CatchUp() {
    manual_.RunUntil([this] { return lists_ > 0 && known_ == Truth(); });
  }
  // Runs until `count` lists were completed.
  void RunUntilLists(int count) {
    manual_.RunUntil([&] { return lists_ >= count; });
  }
  void RunUntilRequests(size_t count) {
    manual_.RunUntil([&] { return server_.requests().size() >= count; });
  }

  void RunUntilWatches(size_t count) {
    manual_.RunUntil([&] { return server_.watches(testing::HostedClusters().Collection()) == count; });
  }

  ManualLoop& manual() { return manual_; }
  int lists() const { return lists_; }
  const absl::Status& last_failure() const { return last_failure_; }

 private:
  using Versions = std::map<std::string, std::string>;

  template <typename Object>
  static void Learn(const Object& object, Versions& versions) {
    versions[std::string(TextAt(object, {"metadata", "name"}))] =
        std::string(TextAt(object, {"metadata", "resourceVersion"}));
  }
  Versions Truth() const {
    Versions truth;
    server_.ReadStore([&](const FakeApiStore& store) {
      for (const auto& object : *store.All(testing::HostedClusters().Collection())) Learn(*object, truth);
    });
    return truth;
  }

  FakeApiServer& server_;
  ManualLoop manual_;
  ApiClient client_;
  Versions listed_;
  Versions known_;
  int lists_ = 0;
  absl::Status last_failure_;
  std::unique_ptr<Reflector> reflector_;
};

class ReflectorFleetTest : public ::testing::Test {
 protected:
  void PutFleet(int count) {
    server_.InstallKind(testing::HostedClusters());
    for (int i = 0; i < count; ++i) server_.Put(Cluster(i));
  }
  const std::string collection_ = testing::HostedClusters().Collection();
  FakeApiServer server_;
};

TEST_F(ReflectorFleetTest, FollowsEveryChange) {
  PutFleet(1'200);
  Mirror mirror(server_);
  mirror.CatchUp();
  for (int i = 0; i < 1'200; i += 3) server_.Put(Cluster(i, 1));
  for (int i = 0; i < 1'200; i += 5) server_.Remove(PathOfCluster(i));
  server_.Put(Cluster(2'000));
  mirror.CatchUp();
  EXPECT_EQ(mirror.lists(), 1);
}

TEST_F(ReflectorFleetTest, RelistsAfterACompaction) {
  PutFleet(3);
  std::atomic<bool> compacts = true;
  server_.SetFaults([&](const FakeApiRequest& request) {
    // Changes and compacts the store between the list and the watch.
    if (request.IsWatch() && compacts.exchange(false)) {
      server_.Put(Cluster(1, 1));
      server_.Compact();
    }
    return FakeApiFault();
  });
  Mirror mirror(server_);
  mirror.RunUntilLists(2);
  mirror.CatchUp();
  EXPECT_TRUE(absl::IsOutOfRange(mirror.last_failure())) << mirror.last_failure();
}

TEST_F(ReflectorFleetTest, PagesThatAgeOutAreListedAtOnce) {
  PutFleet(1'200);
  server_.SetFaults([this](const FakeApiRequest& request) {
    if (!request.Parameter("continue").empty()) server_.Compact();
    return FakeApiFault();
  });
  Mirror mirror(server_);
  mirror.CatchUp();
  EXPECT_EQ(server_.requests()[2], absl::StrCat("GET ", collection_));
}

TEST_F(ReflectorFleetTest, AListThatFailsOnItsThirdPageBeginsAgain) {
  PutFleet(1'200);
  server_.SetFaults([this](const FakeApiRequest& /*request*/) {
    if (server_.requests().size() != 3) return FakeApiFault();
    // Deletes an object that is in one of the first two pages.
    server_.Remove(PathOfCluster(1));
    return testing::AnswerFault(500);
  });
  Mirror mirror(server_);
  mirror.CatchUp();
  EXPECT_EQ(mirror.lists(), 1);
  EXPECT_GE(server_.requests().size(), 6u);
}

TEST_F(ReflectorFleetTest, RelistsARestoredServer) {
  PutFleet(3);
  Mirror mirror(server_);
  mirror.CatchUp();
  const int64_t backup = server_.version();
  server_.Put(Cluster(3));
  server_.Put(Cluster(1, 1));
  mirror.CatchUp();
  mirror.RunUntilWatches(1);
  server_.RestoreToOlder(backup);
  mirror.RunUntilLists(2);
  mirror.CatchUp();
}

TEST_F(ReflectorFleetTest, ContinuesWhenAKindIsRemovedAndInstalled) {
  server_.SetFaults([this](const FakeApiRequest& /*request*/) {
    if (server_.requests().size() == 2) PutFleet(3);
    return FakeApiFault();
  });
  Mirror mirror(server_);
  mirror.RunUntilLists(1);
  mirror.CatchUp();
  EXPECT_EQ(mirror.manual().now() - absl::UnixEpoch(), absl::Seconds(30));
  mirror.RunUntilWatches(1);
  server_.RemoveKind(collection_);
  EXPECT_TRUE(server_.WaitForWatches(collection_, 0));
  mirror.CatchUp();
}

// Returns a random fault for one request.
FakeApiFault AnyFault(std::mt19937& random) {
  const size_t bytes = random() % 2'000;
  switch (random() % 12) {
    case 0:
      return testing::AnswerFault(429, 1);
    case 1:
      return testing::AnswerFault(500);
    case 2:
      return testing::AnswerFault(503);
    case 3:
      return testing::AnswerFault(504);
    case 4:
      return testing::AnswerFault(401);
    case 5:
      return testing::HtmlFault(200);
    case 6:
      return testing::CloseFault();
    case 7:
      return testing::CutFault(bytes);
    case 8:
      return testing::ResetFault(bytes);
    case 9:
      return testing::WatchLineFault("{\"type\":", random() % 3);
    case 10:
      return testing::WatchTextFault("{\"type\":\"ADDED\",", random() % 3);
    default:
      return testing::WatchErrorFault(testing::StatusObject(410, "Expired", "too old"), random() % 3);
  }
}

TEST_F(ReflectorFleetTest, ConvergesAfterHundredsOfFaults) {
  constexpr int kClusters = 200;
  constexpr int kFaults = 300;
  PutFleet(kClusters);
  std::mt19937 random(20'261'121);
  int faults = 0;
  server_.SetFaults([&](const FakeApiRequest& /*request*/) {
    // Changes an object at each request.
    const int number = static_cast<int>(random() % kClusters);
    if (random() % 4 == 0) {
      server_.Remove(PathOfCluster(number));
    } else {
      server_.Put(Cluster(number, static_cast<int>(random() % 1'000)));
    }
    if (random() % 16 == 0) server_.Compact();
    return ++faults > kFaults ? FakeApiFault() : AnyFault(random);
  });
  Mirror mirror(server_);
  int changes = 0;
  mirror.manual().RunUntil([&] {
    // Adds an event, because some faults occur only after an event.
    ++changes;
    server_.Put(Cluster(changes % kClusters, changes));
    return server_.requests().size() > kFaults;
  });
  mirror.CatchUp();
}

}  // namespace
}  // namespace cpsizer::kube
