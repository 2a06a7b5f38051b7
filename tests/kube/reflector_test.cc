#include "client/kube/reflector.h"

#include <algorithm>
#include <future>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/kube/scripted_api.h"

namespace cpsizer::kube {
namespace {

using ::cpsizer::testing::FakeHttpConnection;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr char kPath[] = "/apis/g/v1/things";

std::string Object(absl::string_view name, int version) {
  return absl::StrCat(R"({"kind":"Thing","metadata":{"name":")", name, R"(","resourceVersion":")", version, R"("}})");
}

std::string Page(int version, absl::string_view items, absl::string_view next = "") {
  return absl::StrCat(R"({"kind":"ThingList","metadata":{"resourceVersion":")", version, R"(","continue":")", next,
                      R"("},"items":[)", items, "]}");
}

std::string Event(absl::string_view type, absl::string_view object) {
  return absl::StrCat(R"({"type":")", type, R"(","object":)", object, "}\n");
}

const std::string kExpired =
    Event("ERROR", R"({"kind":"Status","code":410,"reason":"Expired","message":"too old resource version"})");

std::string WatchFrom(int version) {
  return absl::StrCat("GET ", kPath, "?watch=true&allowWatchBookmarks=true&resourceVersion=", version,
                      "&timeoutSeconds=300");
}
const std::string kList = absl::StrCat("GET ", kPath, "?limit=500");

// A reflector on a scripted server. Stores the reports of the reflector.
class Reflected {
 public:
  explicit Reflected(std::vector<ScriptedApi::Step> steps, Resource resource = {kPath, "", false})
      : api_(std::move(steps)), manual_(api_.url()), client_(manual_.loop(), Credentials(), RateLimit(0, 0)) {
    Reflector::Callbacks callbacks;
    callbacks.list_begins = [this] { reported_.emplace_back("list"); };
    callbacks.listed = Report("listed");
    callbacks.list_ends = [this] { reported_.emplace_back("listed all"); };
    callbacks.list_abandoned = [this] { reported_.emplace_back("abandoned"); };
    callbacks.refused = [this](const absl::Status& status) { refused_.push_back(status); };
    callbacks.changed = Report("changed");
    callbacks.deleted = Report("deleted");
    callbacks.lost = [this] { reported_.emplace_back("lost"); };
    callbacks.failed = [this](const absl::Status& status) { failures_.push_back(status); };
    reflector_ = std::make_unique<Reflector>(manual_.loop(), client_, std::move(resource), std::move(callbacks));
  }

  // Runs until the server has received `count` requests.
  void RunUntilRequests(size_t count) {
    manual_.RunUntil([&] { return api_.requests().size() >= count; });
  }
  void RunUntilReported(size_t count) {
    manual_.RunUntil([&] { return reported_.size() >= count; });
  }
  absl::Duration elapsed() const { return manual_.now() - absl::UnixEpoch(); }
  std::vector<absl::StatusCode> FailureCodes() const {
    std::vector<absl::StatusCode> codes;
    for (const absl::Status& status : failures_) codes.push_back(status.code());
    return codes;
  }

  ScriptedApi& api() { return api_; }
  ManualLoop& manual() { return manual_; }
  const std::vector<std::string>& reported() const { return reported_; }
  const std::vector<absl::Status>& failures() const { return failures_; }
  const std::vector<absl::Status>& refused() const { return refused_; }
  void Relist() { reflector_->Relist(); }
  void RetryNow() { reflector_->RetryNow(); }
  void ReopenWatch() { reflector_->ReopenWatch(); }
  void End() { reflector_.reset(); }

 private:
  static Authorization Credentials() {
    Authorization authorization;
    authorization.headers = [](absl::Time /*now*/) {
      return std::vector<std::string>{"Authorization: Bearer top-secret-token"};
    };
    return authorization;
  }

  std::function<void(tree::Node)> Report(const char* what) {
    return [this, what](const tree::Node& object) {
      reported_.push_back(absl::StrCat(what, " ", TextAt(object, {"metadata", "name"})));
    };
  }

  ScriptedApi api_;
  ManualLoop manual_;
  ApiClient client_;
  std::vector<std::string> reported_;
  std::vector<absl::Status> failures_;
  std::vector<absl::Status> refused_;
  std::unique_ptr<Reflector> reflector_;
};

TEST(ReflectorTest, ListsInPagesAndWatchesFromTheFirst) {
  Reflected reflected({Answers(200, Page(10, absl::StrCat(Object("a", 3), ",", Object("b", 4)), "x==")),
                       Answers(200, Page(10, "", "y")), Answers(200, Page(10, Object("c", 5)))},
                      {kPath, "metadata.name=kube-apiserver", true});
  reflected.RunUntilRequests(4);
  EXPECT_THAT(reflected.reported(), ElementsAre("list", "listed a", "listed b", "listed c", "listed all"));
  const std::string selector = "fieldSelector=metadata.name%3Dkube-apiserver";
  EXPECT_THAT(reflected.api().requests(),
              ElementsAre(absl::StrCat("GET ", kPath, "?", selector, "&limit=500"),
                          absl::StrCat("GET ", kPath, "?", selector, "&limit=500&continue=x%3D%3D"),
                          absl::StrCat("GET ", kPath, "?", selector, "&limit=500&continue=y"),
                          absl::StrCat(WatchFrom(10), "&", selector)));
  const std::string form = ";g=meta.k8s.io;v=v1";
  EXPECT_EQ(reflected.api().headers(0)["accept"], "application/json;as=PartialObjectMetadataList" + form);
  EXPECT_EQ(reflected.api().headers(3)["accept"], "application/json;as=PartialObjectMetadata" + form);
}

TEST(ReflectorTest, AnEmptyListOfMetadataHasNullForItems) {
  Reflected reflected({Answers(200, R"({"metadata":{"resourceVersion":"4"},"items":null})"), StreamsAndStays("")});
  reflected.RunUntilRequests(2);
  EXPECT_THAT(reflected.reported(), ElementsAre("list", "listed all"));
  EXPECT_THAT(reflected.api().requests(), ElementsAre(kList, WatchFrom(4)));
}

TEST(ReflectorTest, ListsAgainAfterAWhileWhereNothingIsWatched) {
  Resource resource{kPath, "", false};
  resource.watch = false;
  resource.poll_interval = absl::Minutes(5);
  Reflected reflected({Answers(200, Page(4, "")), Answers(200, Page(5, ""))}, resource);
  reflected.RunUntilRequests(2);
  EXPECT_EQ(reflected.elapsed(), absl::Minutes(5));
  EXPECT_THAT(reflected.api().requests(), ElementsAre(kList, kList));
}

// A watch that ends at the time that the test sets.
class TimedWatch {
 public:
  ScriptedApi::Step Streams(const std::string& lines) {
    return [this, lines](FakeHttpConnection& connection) {
      connection.BeginChunks();
      if (!lines.empty()) connection.SendChunk(lines);
      opened_.set_value();
      end_.get_future().wait();
      connection.EndChunks();
    };
  }
  void EndAfter(absl::Duration duration, Reflected& reflected) {
    opened_.get_future().wait();
    reflected.manual().Advance(duration);
    end_.set_value();
  }

 private:
  std::promise<void> opened_;
  std::promise<void> end_;
};

TEST(ReflectorTest, ReportsEventsAndContinuesAfterTheLastOne) {
  TimedWatch watch;
  Reflected reflected({Answers(200, Page(10, Object("a", 3))),
                       watch.Streams(Event("ADDED", Object("b", 11)) + Event("MODIFIED", Object("a", 12)) +
                                     Event("DELETED", Object("b", 13)) + Event("BOOKMARK", Object("", 20)))});
  reflected.RunUntilReported(6);
  watch.EndAfter(absl::Seconds(300), reflected);
  reflected.RunUntilRequests(3);
  EXPECT_THAT(reflected.reported(),
              ElementsAre("list", "listed a", "listed all", "changed b", "changed a", "deleted b"));
  EXPECT_THAT(reflected.api().requests(), ElementsAre(kList, WatchFrom(10), WatchFrom(20)));
  EXPECT_EQ(reflected.elapsed(), absl::Seconds(300));
  EXPECT_THAT(reflected.FailureCodes(), IsEmpty());
}

// An API server that shuts down ends its watches early and without an error.
TEST(ReflectorTest, AWatchThatEndsEarlyIsOutOfSync) {
  Reflected reflected(
      {Answers(200, Page(10, "")), Streams(Event("ADDED", Object("a", 11))), Answers(200, Page(99, ""))});
  reflected.RunUntilRequests(4);
  EXPECT_THAT(reflected.reported(), ElementsAre("list", "listed all", "changed a", "lost", "list", "listed all"));
  EXPECT_THAT(reflected.api().requests(), ElementsAre(kList, WatchFrom(10), kList, WatchFrom(99)));
  EXPECT_THAT(reflected.FailureCodes(), IsEmpty());
}

TEST(ReflectorTest, RelistsInEachState) {
  const ScriptedApi::Step breaks = StreamsAndBreaks(Event("ADDED", Object("a", 11)));
  const ScriptedApi::Step no_answer = [](FakeHttpConnection& connection) { connection.WaitForClose(); };
  struct Case {
    std::vector<ScriptedApi::Step> steps;
    size_t reported;
  };
  const Case kUnderWay[] = {
      {{no_answer}, 1},                                                          // during a list
      {{Answers(200, Page(9, "")), StreamsAndStays("")}, 2},                     // during a watch
      {{Answers(200, Page(9, "")), breaks, no_answer}, 5},                       // during the list after a broken watch
      {{Answers(200, Page(9, "")), Answers(429, "", "Retry-After: 7\r\n")}, 3},  // during the delay before a list
  };
  for (const Case& under_way : kUnderWay) {
    std::vector<ScriptedApi::Step> steps = under_way.steps;
    steps.push_back(Answers(200, Page(20, Object("b", 15))));
    steps.push_back(StreamsAndStays(""));
    Reflected reflected(std::move(steps));
    const size_t before = under_way.steps.size();
    reflected.RunUntilRequests(before);
    reflected.RunUntilReported(under_way.reported);
    reflected.Relist();
    reflected.RunUntilRequests(before + 2);
    EXPECT_EQ(reflected.api().requests()[before], kList);
    EXPECT_EQ(reflected.api().requests().back(), WatchFrom(20));
    EXPECT_EQ(reflected.reported().back(), "listed all");
  }
}

TEST(ReflectorTest, ReopensAnOpenWatchAfterItsLastEvent) {
  Reflected reflected({Answers(200, Page(10, Object("a", 3))), StreamsAndStays(Event("MODIFIED", Object("a", 12))),
                       StreamsAndStays(Event("MODIFIED", Object("a", 13)))});
  reflected.ReopenWatch();
  reflected.RunUntilReported(4);
  EXPECT_EQ(reflected.api().requests().size(), 2) << "there was no open watch";
  reflected.ReopenWatch();
  reflected.RunUntilReported(5);
  EXPECT_THAT(reflected.api().requests(), ElementsAre(kList, WatchFrom(10), WatchFrom(12)));
  EXPECT_THAT(reflected.reported(), ElementsAre("list", "listed a", "listed all", "changed a", "changed a"));
  EXPECT_THAT(reflected.failures(), IsEmpty());
}

// Callers also call Relist() if the connection of another resource breaks.
TEST(ReflectorTest, RelistsNotBeforeTheDelayOfTheServer) {
  const ScriptedApi::Step busy = Answers(429, "", "Retry-After: 40\r\n");
  const ScriptedApi::Step list = Answers(200, Page(10, ""));
  for (const std::vector<ScriptedApi::Step>& steps : {std::vector<ScriptedApi::Step>{busy, list}, {list, busy, list}}) {
    Reflected reflected(steps);
    reflected.manual().RunUntil([&] { return !reflected.failures().empty(); });
    reflected.Relist();
    reflected.manual().Pass(absl::Seconds(39));
    EXPECT_EQ(reflected.api().requests().size(), steps.size() - 1);
    reflected.Relist();
    reflected.RunUntilRequests(steps.size());
    EXPECT_EQ(reflected.elapsed(), absl::Seconds(40));
  }
}

// Even if the server fails for a long time, the next list follows soon after each failure.
TEST(ReflectorTest, ListsSoonAfterEachKindOfFault) {
  const struct {
    const char* fault;
    ScriptedApi::Step step;
  } kFaults[] = {{"401", Answers(401, "")},
                 {"403", Answers(403, "")},
                 {"429", Answers(429, "", "Retry-After: 1\r\n")},
                 {"500", Answers(500, "")},
                 {"503", Answers(503, "")},
                 {"HTML for JSON", Answers(200, "<html>")},
                 {"closed", [](FakeHttpConnection& connection) { connection.Close(); }}};
  for (const auto& test : kFaults) {
    SCOPED_TRACE(test.fault);
    constexpr size_t kMany = 60;
    // There are two steps for each list, because a request with refused credentials is sent again with new credentials.
    Reflected reflected(std::vector<ScriptedApi::Step>(2 * kMany, test.step));
    reflected.manual().random = [] { return 0.999; };
    absl::Duration longest;
    for (size_t i = 0; i < kMany; ++i) {
      const absl::Duration before = reflected.elapsed();
      reflected.manual().RunUntil([&] { return reflected.failures().size() > i; });
      longest = std::max(longest, reflected.elapsed() - before);
    }
    EXPECT_LE(longest, absl::Seconds(7));
    EXPECT_GE(longest, absl::Seconds(5)) << "backoff";
  }
}

TEST(ReflectorTest, TheNextListReplacesAnIncompleteEvent) {
  const std::string second = Event("MODIFIED", Object("a", 12));
  for (size_t cut = 0; cut < second.size(); ++cut) {
    Reflected reflected({Answers(200, Page(10, "")),
                         StreamsAndBreaks(Event("ADDED", Object("a", 11)) + second.substr(0, cut)),
                         Answers(200, Page(12, Object("a", 12)))});
    reflected.RunUntilRequests(4);
    EXPECT_THAT(reflected.reported(),
                ElementsAre("list", "listed all", "changed a", "lost", "list", "listed a", "listed all"));
    EXPECT_EQ(reflected.api().requests().back(), WatchFrom(12));
    EXPECT_EQ(reflected.elapsed(), absl::Milliseconds(800));
  }
}

TEST(ReflectorTest, RelistsIfItsResourceVersionIsTooOld) {
  const std::vector<ScriptedApi::Step> kTooOld = {Streams(kExpired), Answers(410, ""),
                                                  Streams(Event("ADDED", Object("b", 11)) + kExpired)};
  for (const ScriptedApi::Step& too_old : kTooOld) {
    Reflected reflected({Answers(200, Page(10, Object("a", 3))), too_old, Answers(200, Page(99, Object("c", 98)))});
    reflected.RunUntilRequests(4);
    EXPECT_EQ(reflected.api().requests()[2], kList);
    EXPECT_EQ(reflected.api().requests()[3], WatchFrom(99));
    EXPECT_EQ(reflected.reported().back(), "listed all");
    EXPECT_THAT(reflected.FailureCodes(), ElementsAre(absl::StatusCode::kOutOfRange));
  }
}

TEST(ReflectorTest, RequestsAllObjectsAtOnceIfThePagesExpire) {
  Reflected reflected({Answers(200, Page(10, Object("a", 3), "x")),
                       Answers(410, R"({"kind":"Status","reason":"Expired","metadata":{"continue":"inconsistent"}})"),
                       Answers(200, Page(12, Object("b", 4)))});
  reflected.RunUntilRequests(4);
  EXPECT_THAT(reflected.reported(), ElementsAre("list", "listed a", "list", "listed b", "listed all"));
  EXPECT_EQ(reflected.api().requests()[2], absl::StrCat("GET ", kPath));
  EXPECT_EQ(reflected.api().requests()[3], WatchFrom(12));
}

TEST(ReflectorTest, ABrokenListBeginsAgainAfterAPause) {
  const std::vector<ScriptedApi::Step> kBroken = {Answers(500, ""), Answers(200, "<html>login</html>"),
                                                  Answers(200, R"({"items":[]})"),
                                                  Answers(200, R"({"metadata":{"resourceVersion":"1"},"items":{}})")};
  for (const ScriptedApi::Step& broken : kBroken) {
    Reflected reflected({Answers(200, Page(10, Object("a", 3), "x")), broken, Answers(200, Page(12, Object("b", 4)))});
    reflected.RunUntilRequests(4);
    EXPECT_THAT(reflected.reported(), ElementsAre("list", "listed a", "list", "listed b", "listed all"));
    EXPECT_THAT(reflected.FailureCodes(), SizeIs(1));
    EXPECT_EQ(reflected.elapsed(), absl::Milliseconds(800));
  }
}

TEST(ReflectorTest, RetriesLastingErrorsSlowly) {
  for (const int code : {404, 422}) {
    Reflected reflected({Answers(code, "404 page not found"), Answers(code, ""), Answers(200, Page(10, ""))});
    reflected.RunUntilRequests(4);
    EXPECT_EQ(reflected.elapsed(), absl::Minutes(1)) << code;
    EXPECT_EQ(reflected.api().requests().back(), WatchFrom(10));
  }
}

// A server that is still starting can report missing permissions.
TEST(ReflectorTest, ForbiddenIsTriedAgainSoon) {
  Reflected reflected({Answers(403, ""), Answers(403, ""), Answers(200, Page(10, ""))});
  reflected.RunUntilRequests(4);
  EXPECT_EQ(reflected.elapsed(), absl::Milliseconds(800 + 1'600));
}

TEST(ReflectorTest, WaitsForTheRequestedDelay) {
  const ScriptedApi::Step list = Answers(200, Page(10, ""));
  Reflected reflected({list, Answers(429, "", "Retry-After: 7\r\n"), list, Answers(401, ""), list});
  reflected.RunUntilRequests(6);
  EXPECT_THAT(reflected.api().requests(),
              ElementsAre(kList, WatchFrom(10), kList, WatchFrom(10), kList, WatchFrom(10)));
  EXPECT_EQ(reflected.elapsed(), absl::Seconds(7) + absl::Milliseconds(1'600));
}

// Each failed list is reported, because decisions are paused until a list succeeds.
TEST(ReflectorTest, AListWithARetryDelayIsAFailure) {
  const ScriptedApi::Step busy = Answers(503, "", "Retry-After: 0\r\n");
  Reflected reflected({busy, busy, Answers(429, "", "Retry-After: 7\r\n"), Answers(200, Page(10, ""))});
  reflected.RunUntilRequests(5);
  EXPECT_THAT(reflected.FailureCodes(), ElementsAre(absl::StatusCode::kUnavailable, absl::StatusCode::kUnavailable,
                                                    absl::StatusCode::kResourceExhausted));
  EXPECT_EQ(reflected.elapsed(), absl::Milliseconds(800 + 1'600) + absl::Seconds(7));
}

TEST(ReflectorTest, ALaterPageWithARetryDelayIsRequestedAgain) {
  Reflected reflected({Answers(200, Page(10, Object("a", 3), "x")), Answers(429, "", "Retry-After: 7\r\n"),
                       Answers(200, Page(10, Object("b", 4)))});
  reflected.RunUntilRequests(4);
  EXPECT_THAT(reflected.reported(), ElementsAre("list", "listed a", "listed b", "listed all"));
  EXPECT_THAT(reflected.FailureCodes(), IsEmpty());
}

TEST(ReflectorTest, WatchesThatEndAtOnceAreAFailure) {
  Reflected reflected({Answers(200, Page(10, "")), Streams(""), Answers(200, Page(11, "")), Streams("")});
  reflected.RunUntilRequests(5);
  EXPECT_THAT(reflected.api().requests(), ElementsAre(kList, WatchFrom(10), kList, WatchFrom(11), kList));
  EXPECT_EQ(reflected.elapsed(), absl::Milliseconds(800 + 1'600));
}

TEST(ReflectorTest, AWatchWithoutEventsIsFollowedByAList) {
  TimedWatch watch;
  Reflected reflected({Answers(200, Page(999, "")), watch.Streams(""), Answers(200, Page(10, Object("a", 3)))});
  reflected.RunUntilRequests(2);
  watch.EndAfter(absl::Seconds(300), reflected);
  reflected.RunUntilRequests(4);
  EXPECT_THAT(reflected.api().requests(), ElementsAre(kList, WatchFrom(999), kList, WatchFrom(10)));
}

TEST(ReflectorTest, ALongWatchResetsTheBackoff) {
  const ScriptedApi::Step breaks = StreamsAndBreaks("");
  const ScriptedApi::Step list = Answers(200, Page(10, ""));
  TimedWatch watch;
  Reflected reflected({list, breaks, list, breaks, list, watch.Streams(""), list});
  reflected.RunUntilRequests(6);
  EXPECT_EQ(reflected.elapsed(), absl::Milliseconds(800 + 1'600));
  watch.EndAfter(absl::Seconds(30), reflected);
  reflected.RunUntilRequests(8);
  EXPECT_EQ(reflected.elapsed(), absl::Seconds(30) + absl::Milliseconds(800 + 1'600 + 800));
}

TEST(ReflectorTest, AWatchIsNoLongerThanThePollInterval) {
  Resource resource{kPath, "", false};
  resource.poll_interval = absl::Seconds(5);
  Reflected reflected({Answers(200, Page(10, "")), StreamsAndStays("")}, resource);
  reflected.RunUntilRequests(2);
  EXPECT_THAT(reflected.api().requests().back(), HasSubstr("timeoutSeconds=3"));
}

TEST(ReflectorTest, MissingBookmarksEndTheWatch) {
  const std::string bookmarks = Event("BOOKMARK", Object("", 11)) + Event("BOOKMARK", Object("", 12));
  Reflected reflected({Answers(200, Page(10, "")), StreamsAndStays(bookmarks + Event("ADDED", Object("a", 13))),
                       Answers(200, Page(13, ""))});
  reflected.RunUntilReported(3);
  reflected.manual().Advance(absl::Minutes(3));
  reflected.RunUntilRequests(4);
  EXPECT_EQ(reflected.api().requests().back(), WatchFrom(13));
  EXPECT_THAT(reflected.FailureCodes(), ElementsAre(absl::StatusCode::kUnavailable));
}

TEST(ReflectorTest, InvalidEventsCauseARelist) {
  const std::string invalid[] = {"<html>\n", Event("ADDED", "{}"),
                                 Event("ADDED", R"({"kind":"Status","metadata":{"resourceVersion":"11"}})"),
                                 Event("ERROR", R"({"kind":"Status","code":500})")};
  for (const std::string& lines : invalid) {
    Reflected reflected({Answers(200, Page(10, "")), Streams(lines + Event("ADDED", Object("late", 99))),
                         Answers(200, Page(20, Object("a", 3)))});
    reflected.RunUntilRequests(4);
    EXPECT_THAT(reflected.reported(), ElementsAre("list", "listed all", "lost", "list", "listed a", "listed all"))
        << lines;
    EXPECT_THAT(reflected.FailureCodes(), SizeIs(1));
  }
}

TEST(ReflectorTest, AnErrorInAWatchDoesNotHaveTheCredentials) {
  Reflected reflected(
      {Answers(200, Page(10, "")),
       Streams(Event("ERROR", R"({"kind":"Status","code":500,"message":"no user for Bearer top-secret-token"})")),
       Answers(200, Page(20, ""))});
  reflected.RunUntilRequests(3);
  ASSERT_THAT(reflected.failures(), SizeIs(1));
  EXPECT_THAT(std::string(reflected.failures()[0].message()), HasSubstr("no user for Bearer [masked]"));
}

TEST(ReflectorTest, AListOfMoreObjectsThanItsLimitIsAbandoned) {
  Resource resource{kPath, "", false};
  resource.max_objects = 2;
  const std::string objects = absl::StrCat(Object("b", 4), ",", Object("c", 5), ",", Object("d", 6));
  Reflected reflected({Answers(200, Page(10, Object("a", 3), "x")), Answers(200, Page(10, objects, "y")),
                       Answers(200, Page(10, Object("a", 3)))},
                      resource);
  reflected.RunUntilRequests(4);
  EXPECT_THAT(reflected.reported(),
              ElementsAre("list", "listed a", "listed b", "abandoned", "list", "listed a", "listed all"));
  ASSERT_THAT(reflected.FailureCodes(), ElementsAre(absl::StatusCode::kResourceExhausted));
  EXPECT_THAT(std::string(reflected.failures()[0].message()), HasSubstr("/apis/g/v1/things has more than 2 objects"));
  EXPECT_EQ(reflected.elapsed(), absl::Seconds(30));
}

TEST(ReflectorTest, AListWhosePagesDoNotEndIsAbandoned) {
  Reflected reflected(std::vector<ScriptedApi::Step>(kMaxListPages + 1, Answers(200, Page(10, "", "again"))));
  reflected.manual().RunUntil([&] { return !reflected.failures().empty(); });
  EXPECT_THAT(reflected.reported(), ElementsAre("list", "abandoned"));
  EXPECT_THAT(reflected.api().requests(), SizeIs(kMaxListPages + 1));
  EXPECT_THAT(std::string(reflected.failures()[0].message()), HasSubstr("has more than 2000 pages"));
}

TEST(ReflectorTest, AnEventThatIsTooLongEndsTheWatch) {
  Reflected reflected({Answers(200, Page(10, "")), StreamsAndStays(std::string(kMaxWatchLineBytes + 1, ' ')),
                       Answers(200, Page(11, ""))});
  reflected.RunUntilRequests(4);
  EXPECT_THAT(reflected.reported(), ElementsAre("list", "listed all", "lost", "list", "listed all"));
  EXPECT_THAT(reflected.FailureCodes(), ElementsAre(absl::StatusCode::kDataLoss));
  EXPECT_EQ(reflected.elapsed(), absl::Seconds(30));
}

TEST(ReflectorTest, AnObjectWhoseNameCannotBePartOfAPathIsLeftOut) {
  const auto in = [](absl::string_view name_space) {
    return absl::StrCat(R"({"kind":"Thing","metadata":{"name":"x","namespace":")", name_space,
                        R"(","resourceVersion":"4"}})");
  };
  const std::string long_name(254, 'a');
  const std::string objects =
      absl::StrCat(in("../../api/v1/secrets"), ",", Object("..", 3), ",", Object("a/b", 3), ",", Object("", 3), ",",
                   Object("a%2Fb", 3), ",", Object("a?b", 3), ",", Object("a#b", 3), ",", Object("a\\nb", 3), ",",
                   Object(long_name, 3), ",", in("ok"));
  Reflected reflected({Answers(200, Page(10, objects)),
                       Streams(Event("ADDED", Object("../b", 11)) + Event("MODIFIED", Object("c", 12)) +
                               Event("DELETED", Object("..", 13)))});
  reflected.RunUntilReported(4);
  reflected.RunUntilRequests(3);
  EXPECT_THAT(std::vector<std::string>(reflected.reported().begin(), reflected.reported().begin() + 4),
              ElementsAre("list", "listed x", "listed all", "changed c"));
  ASSERT_THAT(reflected.refused(), SizeIs(1)) << "one line for a list, however many there are";
  EXPECT_THAT(std::string(reflected.refused()[0].message()), HasSubstr("../../api/v1/secrets"));
}

TEST(ReflectorTest, WaitsForSecondsOnlyWhileTheServerDoesNotAnswer) {
  std::vector<ScriptedApi::Step> steps(8, Answers(500, ""));
  steps.push_back(Answers(200, Page(10, "")));
  Reflected reflected(std::move(steps));
  reflected.RunUntilRequests(10);
  EXPECT_EQ(reflected.elapsed(), absl::Milliseconds(800 + 1'600 + 6 * 3'000));
}

TEST(ReflectorTest, WatchesThatBreakRepeatedlyCausePausesOfSeconds) {
  std::vector<ScriptedApi::Step> steps;
  for (int i = 0; i < 10; ++i) {
    steps.push_back(Answers(200, Page(10, "")));
    steps.push_back(StreamsAndBreaks(""));
  }
  Reflected reflected(std::move(steps));
  reflected.RunUntilRequests(21);
  EXPECT_EQ(reflected.elapsed(), absl::Milliseconds(800 + 1'600 + 8 * 3'000));
}

TEST(ReflectorTest, RetriesAFailedListAtOnceUnlessItMustWait) {
  struct Case {
    std::vector<ScriptedApi::Step> steps;
    absl::Duration elapsed;
  };
  const ScriptedApi::Step list = Answers(200, Page(10, ""));
  const Case cases[] = {
      {{Answers(500, ""), list}, absl::ZeroDuration()},
      {{Answers(503, "", "Retry-After: 0\r\n"), list}, absl::ZeroDuration()},
      {{Answers(429, "", "Retry-After: 7\r\n"), list}, absl::Seconds(7)},
      {{Answers(404, ""), list}, absl::Seconds(30)},
      {{list, StreamsAndBreaks(""), list}, absl::Milliseconds(800)},
  };
  for (const Case& c : cases) {
    const size_t before = c.steps.size() - 1;
    Reflected reflected(c.steps);
    reflected.RunUntilRequests(before);
    reflected.manual().RunUntil([&] { return !reflected.failures().empty(); });
    reflected.RetryNow();
    reflected.RunUntilRequests(before + 2);
    EXPECT_EQ(reflected.elapsed(), c.elapsed);
  }
}

TEST(ReflectorTest, ReportsNothingAfterDestruction) {
  Reflected reflected({Answers(200, Page(10, "")), StreamsAndStays("")});
  reflected.End();
  reflected.manual().RunUntil([&] { return reflected.manual().loop().http().size() == 0; });
  EXPECT_THAT(reflected.reported(), ElementsAre("list"));
}

}  // namespace
}  // namespace cpsizer::kube
