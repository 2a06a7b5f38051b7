#include "client/kube/leader_elector.h"

#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/kube/scripted_api.h"
#include "tests/testing/json.h"
#include "tests/testing/net/fake_http_server.h"

namespace cpsizer::kube {
namespace {

using ::cpsizer::testing::FakeHttpConnection;
using ::cpsizer::testing::FakeHttpRequest;
using ::cpsizer::testing::FakeHttpServer;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kNamespace[] = "/apis/coordination.k8s.io/v1/namespaces/cpsizer/leases";
constexpr char kLease[] = "/apis/coordination.k8s.io/v1/namespaces/cpsizer/leases/sidecar";

// An API server with one Lease and the operations that an election needs. Thread-safe.
class FakeLeases {
 public:
  FakeLeases() : server_([this](FakeHttpConnection& connection) { Serve(connection); }) {}

  std::string url() const { return server_.url(); }
  Json lease() const {
    const std::lock_guard lock(mutex_);
    return lease_;
  }
  void Set(Json spec) {
    const std::lock_guard lock(mutex_);
    Store({{"metadata", {{"name", "sidecar"}, {"uid", "u"}}}, {"spec", std::move(spec)}});
  }
  // Stores the next `count` writes, but does not send their responses.
  void LoseAnswers(int count) {
    const std::lock_guard lock(mutex_);
    lost_answers_ = count;
  }
  // Stores writes, but delays their responses until ReleaseAnswers() is called.
  void HoldAnswers() {
    const std::lock_guard lock(mutex_);
    held_ = true;
  }
  void ReleaseAnswers() {
    const std::lock_guard lock(mutex_);
    held_ = false;
    let_go_.notify_all();
  }
  // If `down` is true, refuses all requests until SetDown(false) is called.
  void SetDown(bool down) {
    const std::lock_guard lock(mutex_);
    down_ = down;
  }
  std::vector<std::string> writes() const {
    const std::lock_guard lock(mutex_);
    return writes_;
  }

 private:
  void Serve(FakeHttpConnection& connection) {
    while (const absl::optional<FakeHttpRequest> request = connection.Read()) {
      if (!Answer(*request, connection)) return;
    }
  }

  bool Answer(const FakeHttpRequest& request, FakeHttpConnection& connection) {
    std::unique_lock lock(mutex_);
    if (down_) return connection.Answer(500, "");
    if (request.method == "GET") return connection.Answer(lease_.is_null() ? 404 : 200, lease_.dump());
    const Json sent = ParseJson(request.body);
    const bool creates = request.method == "POST" && request.path == kNamespace;
    const bool updates = request.method == "PUT" && request.path == kLease;
    if ((!creates && !updates) || creates != lease_.is_null()) return connection.Answer(409, "");
    if (updates && Find(sent, {"metadata", "resourceVersion"}) != Find(lease_, {"metadata", "resourceVersion"})) {
      return connection.Answer(409, R"({"kind":"Status","reason":"Conflict"})");
    }
    Store(sent);
    lease_["metadata"]["uid"] = "u";
    writes_.push_back(absl::StrCat(request.method, " ", TextAt(sent, {"spec", "holderIdentity"})));
    const std::string stored = lease_.dump();
    let_go_.wait(lock, [this] { return !held_; });
    if (lost_answers_ > 0 && lost_answers_-- > 0) return false;
    return connection.Answer(200, stored);
  }

  void Store(Json lease) {
    lease_ = std::move(lease);
    lease_["metadata"]["resourceVersion"] = absl::StrCat(++version_);
  }

  mutable std::mutex mutex_;
  std::condition_variable let_go_;
  bool held_ = false;
  Json lease_;
  int version_ = 0;
  int lost_answers_ = 0;
  bool down_ = false;
  std::vector<std::string> writes_;
  FakeHttpServer server_;
};

// A process that tries to become the leader.
class Candidate {
 public:
  Candidate(
      FakeLeases& leases, std::string identity,
      std::function<absl::Status(const tree::Node&)> accept = [](const tree::Node&) { return absl::OkStatus(); })
      : manual_(leases.url()), client_(manual_.loop(), {}, RateLimit(0, 0)) {
    LeaderElector::Options options;
    options.path = kNamespace;
    options.name = "sidecar";
    options.identity = std::move(identity);
    options.annotations = {{"example.org/policy", "policy of a"}};
    options.wall_time = [] { return absl::FromUnixSeconds(1'800'000'000); };
    LeaderElector::Callbacks callbacks;
    callbacks.elected = [this] { heard_.emplace_back("elected"); };
    callbacks.lost = [this] { heard_.emplace_back("lost"); };
    callbacks.failed = [this](const absl::Status& /*status*/) { ++failures_; };
    callbacks.led_by = [this](absl::string_view leader) { heard_.push_back(absl::StrCat("led by ", leader)); };
    callbacks.accept = std::move(accept);
    callbacks.refused = [this](const absl::Status& status) { heard_.emplace_back(status.message()); };
    elector_.emplace(manual_.loop(), client_, std::move(options), std::move(callbacks));
  }

  void RunUntil(const std::function<bool()>& done) { manual_.RunUntil(done); }
  // Runs until the clock of this candidate has advanced by `duration` and no request is in flight.
  void RunFor(absl::Duration duration) {
    const absl::Time end = manual_.now() + duration;
    manual_.loop().timers().At(end, [] {});
    manual_.RunUntil([&] { return manual_.now() >= end && manual_.loop().http().size() == 0; });
  }
  absl::Duration elapsed() const { return manual_.now() - absl::UnixEpoch(); }
  const std::vector<std::string>& heard() const { return heard_; }
  int failures() const { return failures_; }
  LeaderElector& elector() { return *elector_; }
  ManualLoop& manual() { return manual_; }

 private:
  ManualLoop manual_;
  ApiClient client_;
  std::vector<std::string> heard_;
  int failures_ = 0;
  absl::optional<LeaderElector> elector_;
};

Json HeldBy(const char* holder, int seconds = 137) {
  return {{"holderIdentity", holder},
          {"leaseDurationSeconds", seconds},
          {"leaseTransitions", 4},
          {"acquireTime", "2020-01-01T00:00:00.000000Z"},
          {"renewTime", "2099-01-01T00:00:00.000000Z"}};
}

TEST(LeaderElectorTest, CreatesTheLeaseAndRenewsIt) {
  FakeLeases leases;
  Candidate a(leases, "a");
  a.RunUntil([&] { return !a.heard().empty(); });
  EXPECT_THAT(a.heard(), ElementsAre("elected"));
  EXPECT_TRUE(a.elector().MayWrite());
  const Json expected = {{"holderIdentity", "a"},
                         {"leaseDurationSeconds", 137},
                         {"leaseTransitions", 0},
                         {"acquireTime", "2027-01-15T08:00:00.000000Z"},
                         {"renewTime", "2027-01-15T08:00:00.000000Z"}};
  EXPECT_EQ(leases.lease()["spec"], expected);
  a.RunFor(absl::Seconds(60));
  EXPECT_THAT(leases.writes(), ElementsAre("POST a", "PUT a", "PUT a"));
  EXPECT_EQ(leases.lease()["spec"], expected);
}

TEST(LeaderElectorTest, AcquiresAFreeLeaseAndKeepsUnknownFields) {
  FakeLeases leases;
  Json spec = HeldBy("");
  spec["strategy"] = "OldestEmulationVersion";
  leases.Set(spec);
  Candidate a(leases, "a");
  a.RunUntil([&] { return !a.heard().empty(); });
  EXPECT_EQ(leases.lease()["spec"]["leaseTransitions"], 5);
  EXPECT_EQ(leases.lease()["spec"]["strategy"], "OldestEmulationVersion");
  EXPECT_EQ(a.elapsed(), absl::ZeroDuration());
}

TEST(LeaderElectorTest, SetsAnnotationsAndKeepsThemAfterRelease) {
  FakeLeases leases;
  leases.Set(HeldBy(""));
  Candidate a(leases, "a");
  a.RunUntil([&] { return !a.heard().empty(); });
  const Json annotations = {{"example.org/policy", "policy of a"}};
  EXPECT_EQ(leases.lease()["metadata"]["annotations"], annotations);
  bool released = false;
  a.elector().Release([&] { released = true; });
  a.RunUntil([&] { return released; });
  EXPECT_EQ(leases.lease()["spec"]["holderIdentity"], "");
  EXPECT_EQ(leases.lease()["metadata"]["annotations"], annotations);
}

TEST(LeaderElectorTest, WritesAnAnnotationAtOnceAndTheNextLeaderReadsIt) {
  FakeLeases leases;
  leases.Set(HeldBy(""));
  const auto noted = [&] { return leases.lease()["metadata"]["annotations"].value("example.org/note", ""); };
  Candidate a(leases, "a");
  a.RunUntil([&] { return !a.heard().empty(); });
  a.elector().SetAnnotation("example.org/note", "first");
  a.RunUntil([&] { return noted() == "first"; });
  EXPECT_EQ(a.elapsed(), absl::ZeroDuration()) << "before the next renewal";
  a.elector().SetAnnotation("example.org/note", "second");
  a.RunUntil([&] { return noted() == "second"; });
  a.RunFor(absl::Seconds(60));
  EXPECT_EQ(noted(), "second");
  EXPECT_THAT(leases.writes(), ElementsAre("PUT a", "PUT a", "PUT a", "PUT a", "PUT a"));
  bool released = false;
  a.elector().Release([&] { released = true; });
  a.RunUntil([&] { return released; });
  Candidate b(leases, "b");
  b.RunUntil([&] { return !b.heard().empty(); });
  EXPECT_EQ(TextAt(b.elector().lease(), {"metadata", "annotations", "example.org/note"}), "second");
  EXPECT_EQ(noted(), "second");
}

TEST(LeaderElectorTest, WritesAnAnnotationThatWasSetDuringAWriteAfterIt) {
  FakeLeases leases;
  Candidate a(leases, "a");
  a.RunUntil([&] { return !a.heard().empty(); });
  a.elector().SetAnnotation("example.org/note", "first");
  while (leases.writes().size() < 2) a.manual().loop().RunOnce(absl::ZeroDuration());
  a.elector().SetAnnotation("example.org/note", "second");
  a.RunUntil([&] { return leases.lease()["metadata"]["annotations"].value("example.org/note", "") == "second"; });
  EXPECT_EQ(a.elapsed(), absl::ZeroDuration());
  EXPECT_EQ(a.failures(), 0);
}

TEST(LeaderElectorTest, EndsIfTheLeaseIsNotAccepted) {
  for (const bool exists : {false, true}) {
    FakeLeases leases;
    if (exists) leases.Set(HeldBy(""));
    Candidate a(leases, "a", [exists](const tree::Node& lease) {
      EXPECT_EQ(lease.is_null(), !exists);
      return absl::FailedPreconditionError("not that one");
    });
    a.RunFor(absl::Minutes(10));
    EXPECT_THAT(a.heard(), ElementsAre("not that one")) << "once";
    EXPECT_FALSE(a.elector().MayWrite());
    EXPECT_THAT(leases.writes(), IsEmpty());
  }
}

// The previous leader or another process may have changed the Lease.
TEST(LeaderElectorTest, ReadsTheLeaseAgainBeforeAcquiringIt) {
  FakeLeases leases;
  leases.Set(HeldBy("b", 60));
  Candidate a(leases, "a", [](const tree::Node& lease) {
    return TextAt(lease, {"spec", "holderIdentity"}) == "b" ? absl::OkStatus() : absl::FailedPreconditionError("no");
  });
  a.RunFor(absl::Seconds(1));
  leases.Set(HeldBy("c", 60));
  a.RunFor(absl::Minutes(10));
  EXPECT_THAT(a.heard(), ElementsAre("led by b", "no"));
  EXPECT_THAT(leases.writes(), IsEmpty());
}

TEST(LeaderElectorTest, WaitsForTheLeaseDurationOfTheHolderByItsOwnClock) {
  FakeLeases leases;
  leases.Set(HeldBy("b", 60));
  Candidate a(leases, "a");
  a.RunUntil([&] { return a.elector().MayWrite(); });
  EXPECT_EQ(a.elapsed(), absl::Seconds(60));
  EXPECT_THAT(a.heard(), ElementsAre("led by b", "elected"));
  EXPECT_THAT(leases.writes(), ElementsAre("PUT a"));
}

TEST(LeaderElectorTest, WaitsWhileAnotherHolderRenews) {
  FakeLeases leases;
  leases.Set(HeldBy("b", 60));
  Candidate a(leases, "a");
  for (int i = 0; i < 10; ++i) {
    a.RunFor(absl::Seconds(50));
    Json spec = HeldBy("b", 60);
    spec["renewTime"] = absl::StrCat("2020-01-01T00:00:00.00000", i, "Z");
    leases.Set(spec);
  }
  EXPECT_THAT(a.heard(), ElementsAre("led by b"));
  leases.Set(HeldBy("c"));
  a.RunFor(absl::Seconds(50));
  EXPECT_THAT(a.heard(), ElementsAre("led by b", "led by c"));
  EXPECT_THAT(leases.writes(), IsEmpty());
}

TEST(LeaderElectorTest, ALostResponseDoesNotLoseTheLease) {
  FakeLeases leases;
  Candidate a(leases, "a");
  a.RunUntil([&] { return !a.heard().empty(); });
  leases.LoseAnswers(1);
  a.RunFor(absl::Minutes(3));
  EXPECT_THAT(a.heard(), ElementsAre("elected"));
  EXPECT_TRUE(a.elector().MayWrite());
  EXPECT_EQ(a.failures(), 1);
}

TEST(LeaderElectorTest, LosesALeaseThatItCannotRenewBeforeItExpires) {
  FakeLeases leases;
  Candidate a(leases, "a");
  a.RunUntil([&] { return !a.heard().empty(); });
  leases.SetDown(true);
  a.RunUntil([&] { return a.heard().size() == 2; });
  EXPECT_THAT(a.heard(), ElementsAre("elected", "lost"));
  EXPECT_EQ(a.elapsed(), absl::Seconds(107));
  EXPECT_FALSE(a.elector().MayWrite());
  leases.SetDown(false);
  a.manual().Advance(absl::Hours(1));
  a.manual().loop().RunOnce(absl::ZeroDuration());
  EXPECT_EQ(a.manual().loop().http().size(), 0U);
}

TEST(LeaderElectorTest, APausedLeaderMayNotWriteBeforeItHasNoticed) {
  FakeLeases leases;
  Candidate a(leases, "a");
  a.RunUntil([&] { return !a.heard().empty(); });
  a.manual().Advance(absl::Seconds(107));
  EXPECT_FALSE(a.elector().MayWrite());
}

TEST(LeaderElectorTest, LosesTheLeaseToAnotherHolder) {
  FakeLeases leases;
  Candidate a(leases, "a");
  a.RunUntil([&] { return !a.heard().empty(); });
  leases.Set(HeldBy("b"));
  a.RunUntil([&] { return a.heard().size() == 2; });
  EXPECT_THAT(a.heard(), ElementsAre("elected", "lost"));
  EXPECT_EQ(leases.lease()["spec"]["holderIdentity"], "b");
}

TEST(LeaderElectorTest, ReleasesTheLease) {
  FakeLeases leases;
  Candidate a(leases, "a");
  a.RunUntil([&] { return !a.heard().empty(); });
  bool done = false;
  a.elector().Release([&] { done = true; });
  EXPECT_FALSE(a.elector().MayWrite());
  a.RunUntil([&] { return done; });
  EXPECT_EQ(leases.lease()["spec"]["holderIdentity"], "");
  EXPECT_EQ(leases.lease()["spec"]["leaseDurationSeconds"], 1);
  EXPECT_EQ(leases.lease()["spec"]["leaseTransitions"], 0);
  Candidate b(leases, "b");
  b.RunUntil([&] { return !b.heard().empty(); });
  EXPECT_EQ(b.elapsed(), absl::ZeroDuration());
  EXPECT_THAT(a.heard(), ElementsAre("elected"));
}

TEST(LeaderElectorTest, ReleasesAfterAPendingRenewal) {
  for (const int lost_answers : {0, 1}) {
    FakeLeases leases;
    Candidate a(leases, "a");
    a.RunUntil([&] { return !a.heard().empty(); });
    leases.HoldAnswers();
    leases.LoseAnswers(lost_answers);
    a.RunUntil([&] { return leases.writes().size() == 2; });
    bool done = false;
    a.elector().Release([&] { done = true; });
    EXPECT_FALSE(a.elector().MayWrite());
    leases.ReleaseAnswers();
    a.RunUntil([&] { return done; });
    EXPECT_THAT(leases.writes(), ElementsAre("POST a", "PUT a", "PUT "));
    EXPECT_THAT(a.heard(), ElementsAre("elected"));
  }
}

TEST(LeaderElectorTest, ReleasesALeaseThatItAcquiresWhileItStops) {
  FakeLeases leases;
  leases.HoldAnswers();
  Candidate a(leases, "a");
  a.RunUntil([&] { return leases.writes().size() == 1; });
  bool done = false;
  a.elector().Release([&] { done = true; });
  leases.ReleaseAnswers();
  a.RunUntil([&] { return done; });
  EXPECT_THAT(leases.writes(), ElementsAre("POST a", "PUT "));
  EXPECT_THAT(a.heard(), IsEmpty());
}

TEST(LeaderElectorTest, DoesNotReleaseALeaseOfAnotherHolder) {
  FakeLeases leases;
  Candidate a(leases, "a");
  a.RunUntil([&] { return !a.heard().empty(); });
  leases.Set(HeldBy("b"));
  bool done = false;
  a.elector().Release([&] { done = true; });
  a.RunUntil([&] { return done; });
  EXPECT_EQ(leases.lease()["spec"]["holderIdentity"], "b");
  EXPECT_THAT(leases.writes(), ElementsAre("POST a"));
}

TEST(LeaderElectorTest, AStandbyReleasesNothing) {
  FakeLeases leases;
  leases.Set(HeldBy("b"));
  Candidate a(leases, "a");
  bool done = false;
  a.elector().Release([&] { done = true; });
  EXPECT_TRUE(done);
  a.RunFor(absl::ZeroDuration());
  EXPECT_THAT(leases.writes(), IsEmpty());
}

}  // namespace
}  // namespace cpsizer::kube
