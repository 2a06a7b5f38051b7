#include "client/kube/event_recorder.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <string>
#include <vector>

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
using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::SizeIs;

Event Changed() {
  Event event;
  event.reason = "ClusterSizeRecommendationChanged";
  event.action = "Recommend";
  event.note = "large: cpu 12 exceeds medium";
  event.api_version = "hypershift.openshift.io/v1beta1";
  event.kind = "HostedCluster";
  event.name_space = "clusters";
  event.name = "payments";
  event.uid = "U";
  return event;
}

// A recorder on a server that responds with given codes in their order, then with 200. The code 0 breaks the
// connection.
class EventRecorderTest : public ::testing::Test {
 protected:
  void Start(std::vector<int> codes = {}) {
    codes_ = std::move(codes);
    server_.emplace([this](FakeHttpConnection& connection) { Serve(connection); });
    manual_.emplace(server_->url());
    client_.emplace(manual_->loop(), Authorization(), RateLimit(0, 0));
    EventRecorder::Options options;
    options.controller = "cpsizer.io/sidecar";
    options.instance = "pod-1";
    options.wall_time = [] { return absl::FromUnixSeconds(1'800'000'000); };
    options.failed = [this](const absl::Status& status) { failures_.push_back(status.code()); };
    recorder_.emplace(manual_->loop(), *client_, std::move(options));
  }

  void Finish() {
    manual_->RunUntil([&] { return manual_->loop().http().size() == 0; });
  }
  void RunFor(absl::Duration duration) {
    const absl::Time end = manual_->now() + duration;
    manual_->loop().timers().At(end, [] {});
    manual_->RunUntil([&] { return manual_->now() >= end && manual_->loop().http().size() == 0; });
  }

  void RunUntilIdle() {
    manual_->RunUntil([&] { return recorder_->idle(); });
  }
  absl::Time now() const { return manual_->now(); }

  std::vector<FakeHttpRequest> Requests() {
    const std::lock_guard lock(mutex_);
    return requests_;
  }
  std::vector<std::string> Methods() {
    std::vector<std::string> methods;
    for (const FakeHttpRequest& request : Requests()) methods.push_back(request.method);
    return methods;
  }
  // Writes an object `count` times: now, and then half a second after each response.
  void WriteObjects(int count) {
    if (count == 0) return;
    HttpRequest patch;
    patch.method = "PATCH";
    patch.path = "/apis/x";
    client_->Send(std::move(patch), [this, count](const absl::StatusOr<tree::Node>& answer) {
      EXPECT_TRUE(answer.ok()) << answer.status();
      manual_->loop().timers().At(manual_->now() + absl::Milliseconds(500), [this, count] { WriteObjects(count - 1); });
    });
  }

  int connections() const { return server_->connections(); }
  EventRecorder& recorder() { return *recorder_; }
  const std::vector<absl::StatusCode>& failures() const { return failures_; }

 private:
  void Serve(FakeHttpConnection& connection) {
    while (const absl::optional<FakeHttpRequest> request = connection.Read()) {
      const std::lock_guard lock(mutex_);
      const int code = requests_.size() < codes_.size() ? codes_[requests_.size()] : 200;
      requests_.push_back(*request);
      if (code == 0) return;
      connection.Answer(code, "{}");
    }
  }

  std::mutex mutex_;
  std::vector<int> codes_;
  std::vector<FakeHttpRequest> requests_;  // guarded by mutex_
  absl::optional<FakeHttpServer> server_;
  absl::optional<ManualLoop> manual_;
  absl::optional<ApiClient> client_;
  std::vector<absl::StatusCode> failures_;
  absl::optional<EventRecorder> recorder_;
};

TEST_F(EventRecorderTest, WritesAnEventThatKubectlShows) {
  Start();
  recorder().Record(Changed());
  Finish();
  ASSERT_THAT(Methods(), ElementsAre("POST"));
  EXPECT_EQ(Requests()[0].path, "/apis/events.k8s.io/v1/namespaces/clusters/events");
  Json event = ParseJson(Requests()[0].body);
  EXPECT_THAT(event["metadata"]["name"].get<std::string>(), MatchesRegex("payments\\.[0-9a-f]+"));
  event["metadata"].erase("name");
  EXPECT_EQ(event, ParseJson(R"({"apiVersion":"events.k8s.io/v1","kind":"Event","metadata":{"namespace":"clusters"},
      "eventTime":"2027-01-15T08:00:00.000000Z","type":"Normal","reason":"ClusterSizeRecommendationChanged",
      "action":"Recommend","note":"large: cpu 12 exceeds medium",
      "regarding":{"apiVersion":"hypershift.openshift.io/v1beta1","kind":"HostedCluster","namespace":"clusters",
                   "name":"payments","uid":"U"},
      "reportingController":"cpsizer.io/sidecar","reportingInstance":"pod-1"})"));
}

TEST_F(EventRecorderTest, AnObjectWithoutNamespaceHasItsEventsInDefault) {
  Start();
  Event event = Changed();
  event.warning = true;
  event.name_space = "";
  recorder().Record(event);
  Finish();
  EXPECT_EQ(Requests()[0].path, "/apis/events.k8s.io/v1/namespaces/default/events");
  const Json written = ParseJson(Requests()[0].body);
  EXPECT_EQ(written["type"], "Warning");
  EXPECT_FALSE(written["regarding"].contains("namespace"));
}

TEST_F(EventRecorderTest, RepetitionsIncreaseTheCountOfTheExistingEvent) {
  Start();
  for (int i = 0; i < 5; ++i) recorder().Record(Changed());
  Finish();
  ASSERT_THAT(Methods(), ElementsAre("POST", "PATCH"));
  const std::string name = ParseJson(Requests()[0].body)["metadata"]["name"];
  EXPECT_EQ(Requests()[1].path, "/apis/events.k8s.io/v1/namespaces/clusters/events/" + name);
  EXPECT_EQ(Requests()[1].headers["content-type"], "application/merge-patch+json");
  EXPECT_EQ(Requests()[1].body, R"({"series":{"count":5,"lastObservedTime":"2027-01-15T08:00:00.000000Z"}})");
  for (int i = 0; i < 3; ++i) recorder().Record(Changed());
  Finish();
  EXPECT_THAT(Methods(), SizeIs(2));
  RunFor(absl::Minutes(3));
  ASSERT_THAT(Methods(), SizeIs(3));
  EXPECT_EQ(ParseJson(Requests()[2].body)["series"]["count"], 8);
}

TEST_F(EventRecorderTest, AnotherNoteIsAnotherEvent) {
  Start();
  Event smaller = Changed();
  smaller.note = "medium: 11 cpu fit";
  for (const Event& event : {Changed(), smaller, Changed()}) {
    recorder().Record(event);
    Finish();
  }
  ASSERT_THAT(Methods(), ElementsAre("POST", "POST", "PATCH"));
  const Json first = ParseJson(Requests()[0].body);
  EXPECT_EQ(first["note"], Changed().note);
  EXPECT_EQ(ParseJson(Requests()[1].body)["note"], smaller.note);
  EXPECT_THAT(Requests()[2].path, EndsWith("/" + first["metadata"]["name"].get<std::string>()));
}

TEST_F(EventRecorderTest, ASeriesStartsAgainAfterASilence) {
  Start();
  recorder().Record(Changed());
  RunFor(absl::Minutes(10));
  recorder().Record(Changed());
  Finish();
  EXPECT_THAT(Methods(), ElementsAre("POST", "POST"));
  EXPECT_NE(ParseJson(Requests()[0].body)["metadata"]["name"], ParseJson(Requests()[1].body)["metadata"]["name"]);
}

TEST_F(EventRecorderTest, RetriesOnlyAfterABrokenConnection) {
  Start({0, 0, 409});
  recorder().Record(Changed());
  RunFor(absl::Seconds(30));
  EXPECT_THAT(Methods(), ElementsAre("POST", "POST", "POST"));
  EXPECT_THAT(failures(), ElementsAre(absl::StatusCode::kAborted));
}

TEST_F(EventRecorderTest, ARefusalIsFinalAndTheNextEventIsCreatedAgain) {
  Start({403, 200, 404});
  recorder().Record(Changed());
  Finish();
  EXPECT_THAT(failures(), ElementsAre(absl::StatusCode::kPermissionDenied));
  for (int i = 0; i < 2; ++i) recorder().Record(Changed());
  Finish();
  recorder().Record(Changed());
  Finish();
  EXPECT_THAT(Methods(), ElementsAre("POST", "POST", "PATCH", "POST"));
  EXPECT_THAT(failures(), SizeIs(1));
}

TEST_F(EventRecorderTest, StopsAfterTwelveAttempts) {
  Start(std::vector<int>(20, 0));
  recorder().Record(Changed());
  RunFor(absl::Minutes(5));
  EXPECT_THAT(Methods(), SizeIs(12));
  EXPECT_THAT(failures(), ElementsAre(absl::StatusCode::kUnavailable));
}

TEST_F(EventRecorderTest, DropsEventsBeyondTheLimit) {
  Start();
  for (int i = 0; i < 1'500; ++i) {
    Event event = Changed();
    event.name = absl::StrCat("c", i);
    recorder().Record(event);
  }
  EXPECT_EQ(recorder().dropped(), 500);
  EXPECT_THAT(failures(), IsEmpty());
}

TEST_F(EventRecorderTest, DropsTheOldestThatWait) {
  Start();
  for (int i = 0; i < 1'500; ++i) {
    Event event = Changed();
    event.name = absl::StrCat("c", i);
    recorder().Record(event);
  }
  RunFor(absl::Seconds(1));
  // Compares sets, because the events are sent on several connections and the server reads the connections in any
  // order.
  std::set<std::string> names, expected = {"c0", "c1", "c2", "c3"};
  for (const FakeHttpRequest& request : Requests()) names.insert(ParseJson(request.body)["regarding"]["name"]);
  for (int i = 504; i < 1'500; ++i) expected.insert(absl::StrCat("c", i));
  EXPECT_EQ(names, expected);
  EXPECT_TRUE(recorder().idle());
  // A dropped event was never created. Therefore the recorder creates an event when the same event occurs again,
  // instead of increasing the count of an existing event.
  Event again = Changed();
  again.name = "c100";
  recorder().Record(again);
  Finish();
  EXPECT_EQ(Methods().back(), "POST");
}

TEST_F(EventRecorderTest, AnEventWaitsForWritesToEnd) {
  Start();
  WriteObjects(10);
  recorder().Record(Changed());
  const absl::Time begin = now();
  RunFor(absl::Milliseconds(5'400));
  EXPECT_THAT(Methods(), AllOf(SizeIs(10), Each("PATCH")));
  EXPECT_FALSE(recorder().idle());
  RunUntilIdle();
  EXPECT_THAT(Methods(), SizeIs(11));
  EXPECT_EQ(Methods().back(), "POST");
  EXPECT_LE(now() - begin, absl::Seconds(7));
}

TEST_F(EventRecorderTest, AnEventWaitsThirtySecondsForWritesAtMost) {
  Start();
  WriteObjects(100);
  recorder().Record(Changed());
  const absl::Time begin = now();
  RunUntilIdle();
  EXPECT_EQ(now() - begin, absl::Seconds(30));
  EXPECT_LT(Methods().size(), 70u) << "writes go on";
}

TEST_F(EventRecorderTest, BeforeTheEndNothingWaitsForWrites) {
  Start();
  WriteObjects(100);
  recorder().Record(Changed());
  RunFor(absl::Seconds(3));
  EXPECT_THAT(Methods(), Each("PATCH"));
  const absl::Time begin = now();
  recorder().Flush();
  RunUntilIdle();
  Event later = Changed();
  later.note = "later";
  recorder().Record(later);
  RunUntilIdle();
  EXPECT_EQ(now(), begin);
  const std::vector<std::string> methods = Methods();
  EXPECT_EQ(std::count(methods.begin(), methods.end(), "POST"), 2);
}

TEST_F(EventRecorderTest, WritesManyOverFewConnections) {
  Start();
  for (int i = 0; i < 100; ++i) {
    Event event = Changed();
    event.name = absl::StrCat("c", i);
    recorder().Record(event);
  }
  Finish();
  EXPECT_THAT(Methods(), SizeIs(100));
  EXPECT_LE(connections(), 4);
}

TEST_F(EventRecorderTest, CutsLongTextsAndNamesBetweenCharacters) {
  Start();
  Event event = Changed();
  event.name = std::string(253, 'a');
  event.note = std::string(1'023, 'x') + "\u00f6";
  recorder().Record(event);
  Finish();
  const Json written = ParseJson(Requests()[0].body);
  EXPECT_EQ(written["note"], std::string(1'023, 'x'));
  EXPECT_EQ(written["metadata"]["name"].get<std::string>().size(), 253U);
  EXPECT_EQ(written["regarding"]["name"], event.name);
}

}  // namespace
}  // namespace cpsizer::kube
