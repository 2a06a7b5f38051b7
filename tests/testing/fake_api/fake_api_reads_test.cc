// Tests lists and watches of the fake API server. Each case was observed on a real API server.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/net/raw_http_client.h"

namespace cpsizer::testing {
namespace {

using kube::Find;
using kube::ParseJson;
using kube::TextAt;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kAll[] = "/apis/autoscaling.k8s.io/v1/verticalpodautoscalers";
constexpr char kForm[] = "Accept: application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
constexpr char kListForm[] = "Accept: application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

Json Vpa(absl::string_view name_space, absl::string_view name = "kube-apiserver", int cpu = 1) {
  return {{"apiVersion", "autoscaling.k8s.io/v1"},
          {"kind", "VerticalPodAutoscaler"},
          {"metadata", {{"name", std::string(name)}, {"namespace", std::string(name_space)}}},
          {"spec", {{"cpu", cpu}}}};
}

std::string PathOfVpa(absl::string_view name_space, absl::string_view name = "kube-apiserver") {
  return PathOf(VerticalPodAutoscalers(), name_space, name);
}

class FakeApiReadsTest : public ::testing::Test {
 protected:
  FakeApiReadsTest() {
    server_.InstallKind(VerticalPodAutoscalers());
    for (const char* const name_space : {"e", "b", "d", "a", "c"}) server_.Put(Vpa(name_space));
  }

  RawHttpClient::Reply Get(absl::string_view path, absl::string_view header = "Accept: application/json") {
    RawHttpClient client(server_.url());
    client.Begin("GET", path, "", {std::string(header)});
    return client.Read();
  }

  FakeApiServer server_;
};

std::vector<std::string> NamespacesOf(const Json& list) {
  std::vector<std::string> names;
  for (const Json& item : list["items"]) names.emplace_back(TextAt(item, {"metadata", "namespace"}));
  return names;
}

std::string Encoded(std::string token) {
  for (size_t at = token.find('='); at != std::string::npos; at = token.find('=')) token.replace(at, 1, "%3D");
  return token;
}

// A watch. Its events have the form `TYPE namespace/name@resourceVersion`.
class Watched {
 public:
  Watched(const FakeApiServer& server, absl::string_view query, std::vector<std::string> headers = {})
      : client_(server.url()) {
    client_.Begin("GET", absl::StrCat(kAll, "?watch=true", query), "", headers);
    code_ = client_.ReadHead();
  }

  int code() const { return code_; }
  Json Event() {
    const absl::optional<std::string> line = client_.ReadLine();
    return line.has_value() ? ParseJson(*line) : Json();
  }
  std::string NextEvent() {
    const Json event = Event();
    if (event.is_null()) return "end";
    return absl::StrCat(TextAt(event, {"type"}), " ", TextAt(event, {"object", "metadata", "namespace"}), "@",
                        TextAt(event, {"object", "metadata", "resourceVersion"}));
  }

 private:
  RawHttpClient client_;
  int code_ = 0;
};

TEST_F(FakeApiReadsTest, AllPagesShowTheMomentOfTheFirst) {
  const Json first = ParseJson(Get(absl::StrCat(kAll, "?limit=2")).body);
  EXPECT_THAT(NamespacesOf(first), ElementsAre("a", "b"));
  EXPECT_EQ(first["metadata"]["remainingItemCount"], 3);
  EXPECT_EQ(first["kind"], "VerticalPodAutoscalerList");
  server_.Remove(PathOfVpa("c"));
  server_.Put(Vpa("aa"));
  const std::string next = absl::StrCat(kAll, "?limit=2&continue=");
  const Json second = ParseJson(Get(next + Encoded(first["metadata"]["continue"])).body);
  EXPECT_THAT(NamespacesOf(second), ElementsAre("c", "d"));
  const Json third = ParseJson(Get(next + Encoded(second["metadata"]["continue"])).body);
  EXPECT_THAT(NamespacesOf(third), ElementsAre("e"));
  EXPECT_FALSE(third["metadata"].contains("continue"));
  EXPECT_EQ(third["metadata"]["resourceVersion"], first["metadata"]["resourceVersion"]);
  EXPECT_THAT(NamespacesOf(ParseJson(Get(kAll).body)), ElementsAre("a", "aa", "b", "d", "e"));
}

TEST_F(FakeApiReadsTest, ACompactedTokenIsGone) {
  const Json first = ParseJson(Get(absl::StrCat(kAll, "?limit=2")).body);
  server_.Compact();
  const auto gone = Get(absl::StrCat(kAll, "?limit=2&continue=", Encoded(first["metadata"]["continue"])));
  EXPECT_EQ(gone.code, 410);
  EXPECT_EQ(TextAt(ParseJson(gone.body), {"reason"}), "Expired");
  EXPECT_FALSE(TextAt(ParseJson(gone.body), {"metadata", "continue"}).empty());
  EXPECT_EQ(Get(absl::StrCat(kAll, "?limit=2")).code, 200);
}

struct ReadCase {
  const char* name;
  std::string path;
  const char* header;
  int code;
  const char* says = "";
};

TEST_F(FakeApiReadsTest, RespondsLikeARealServer) {
  const std::string one = PathOfVpa("a");
  constexpr char kPlain[] = "Accept: application/json";
  const ReadCase kCases[] = {
      {"one", one, kPlain, 200, R"("spec")"},
      {"one, metadata", one, kForm, 200, R"("kind":"PartialObjectMetadata")"},
      {"one, as a list", one, kListForm, 500, "content is not a list"},
      {"list, metadata", kAll, kListForm, 200, R"("kind":"PartialObjectMetadataList")"},
      {"list, as one", kAll, kForm, 406, "NotAcceptable"},
      {"none", PathOfVpa("x"), kPlain, 404, "NotFound"},
      {"absent namespace", "/apis/autoscaling.k8s.io/v1/namespaces/x/verticalpodautoscalers", kPlain, 200,
       R"("items":[])"},
      {"other selector", absl::StrCat(kAll, "?fieldSelector=spec.x%3Dy"), kPlain, 400, "field label not supported"},
      {"token and version", absl::StrCat(kAll, "?continue=x&resourceVersion=5"), kPlain, 400},
      {"token and match", absl::StrCat(kAll, "?continue=x&resourceVersionMatch=Exact"), kPlain, 422},
      {"match alone", absl::StrCat(kAll, "?resourceVersionMatch=Exact"), kPlain, 422},
      {"version 0 knows no limit", absl::StrCat(kAll, "?resourceVersion=0&limit=1"), kPlain, 200, R"("namespace":"e")"},
      {"future", absl::StrCat(kAll, "?resourceVersion=999"), kPlain, 504, "ResourceVersionTooLarge"},
      {"watch of no kind", "/apis/a/v1/things?watch=true", kPlain, 404, "404 page not found"},
      {"watch after letters", absl::StrCat(kAll, "?watch=true&resourceVersion=abc"), kPlain, 500},
  };
  for (const ReadCase& c : kCases) {
    const auto reply = Get(c.path, c.header);
    EXPECT_EQ(reply.code, c.code) << c.name;
    EXPECT_THAT(reply.body, HasSubstr(c.says)) << c.name;
  }
}

TEST_F(FakeApiReadsTest, MetadataOnlyOmitsTheRest) {
  EXPECT_FALSE(ParseJson(Get(PathOfVpa("a"), kForm).body).contains("spec"));
  EXPECT_FALSE(ParseJson(Get(kAll, kListForm).body)["items"][0].contains("spec"));
}

TEST_F(FakeApiReadsTest, FieldSelectors) {
  server_.Put(Vpa("b", "other"));
  const std::string by_name = absl::StrCat(kAll, "?fieldSelector=metadata.name%3Dkube-apiserver");
  EXPECT_THAT(NamespacesOf(ParseJson(Get(by_name).body)), ElementsAre("a", "b", "c", "d", "e"));
  const Json page = ParseJson(Get(by_name + "&limit=4").body);
  EXPECT_THAT(NamespacesOf(page), ElementsAre("a", "b", "c", "d"));
  EXPECT_FALSE(page["metadata"].contains("remainingItemCount"));
  EXPECT_TRUE(page["metadata"].contains("continue"));
  EXPECT_THAT(NamespacesOf(ParseJson(Get(by_name + ",metadata.namespace%3Db").body)), ElementsAre("b"));
}

TEST_F(FakeApiReadsTest, WatchReportsChanges) {
  Watched all(server_, "&resourceVersion=103");
  Watched some(server_, "&resourceVersion=105&fieldSelector=metadata.name%3Dkube-apiserver", {kForm});
  server_.Put(Vpa("f", "other"));
  server_.Put(Vpa("a", "kube-apiserver", 2));
  server_.Remove(PathOfVpa("b"));
  for (const char* const expected : {"ADDED a@104", "ADDED c@105", "ADDED f@106", "MODIFIED a@107", "DELETED b@108"}) {
    EXPECT_EQ(all.NextEvent(), expected);
  }
  const Json event = some.Event();
  EXPECT_EQ(event["object"]["kind"], "PartialObjectMetadata");
  EXPECT_FALSE(event["object"].contains("spec"));
  EXPECT_EQ(some.NextEvent(), "DELETED b@108");
  server_.EndWatches();
  EXPECT_EQ(all.NextEvent(), "end");
  EXPECT_EQ(some.NextEvent(), "end");
  EXPECT_TRUE(server_.WaitForWatches(kAll, 0));
}

TEST_F(FakeApiReadsTest, WatchWithoutRevisionBeginsWithAll) {
  Watched watched(server_, "&allowWatchBookmarks=true");
  for (const char* const expected : {"ADDED a@104", "ADDED b@102", "ADDED c@105", "ADDED d@103", "ADDED e@101"}) {
    EXPECT_EQ(watched.NextEvent(), expected);
  }
  const Json mark = watched.Event();
  EXPECT_EQ(mark["type"], "BOOKMARK");
  EXPECT_EQ(Find(mark, {"object", "metadata", "annotations", "k8s.io/initial-events-end"}), "true");
}

TEST_F(FakeApiReadsTest, BookmarksComeAfterTheEventsAndOnRequest) {
  Watched with(server_, "&resourceVersion=105&allowWatchBookmarks=true");
  Watched without(server_, "&resourceVersion=105");
  server_.Put(Vpa("f"));
  server_.Put({{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", {{"name", "x"}}}});
  server_.SendBookmarks();
  EXPECT_EQ(with.NextEvent(), "ADDED f@106");
  EXPECT_EQ(with.NextEvent(), "BOOKMARK @107");
  server_.EndWatches(R"({"type":"ERROR","object":{"kind":"Status","code":500}})");
  EXPECT_EQ(without.NextEvent(), "ADDED f@106");
  EXPECT_EQ(without.NextEvent(), "ERROR @");
  EXPECT_EQ(without.NextEvent(), "end");
}

TEST_F(FakeApiReadsTest, CompactedWatchGetsAnError) {
  Watched open(server_, "&resourceVersion=105");
  server_.Put(Vpa("f"));
  server_.Compact();
  Watched watched(server_, "&resourceVersion=104");
  EXPECT_EQ(watched.code(), 200);
  const Json event = watched.Event();
  EXPECT_EQ(event["type"], "ERROR");
  EXPECT_EQ(event["object"]["code"], 410);
  EXPECT_EQ(event["object"]["reason"], "Expired");
  EXPECT_EQ(watched.NextEvent(), "end");
  EXPECT_EQ(open.NextEvent(), "ADDED f@106");
  Watched at_the_edge(server_, "&resourceVersion=106");
  server_.Put(Vpa("g"));
  EXPECT_EQ(at_the_edge.NextEvent(), "ADDED g@107");
}

TEST_F(FakeApiReadsTest, TheListFormOnAWatchIsAnEmptyStream) {
  Watched watched(server_, "&allowWatchBookmarks=true", {kListForm});
  EXPECT_EQ(watched.code(), 200);
  server_.Put(Vpa("f"));
  server_.SendBookmarks();
  server_.EndWatches();
  EXPECT_EQ(watched.NextEvent(), "end");
}

TEST_F(FakeApiReadsTest, SendsNothingForAFutureRevisionAfterARestore) {
  Watched open(server_, "&resourceVersion=105");
  server_.Put(Vpa("f"));
  server_.Remove(PathOfVpa("a"));
  server_.Put(Vpa("b", "kube-apiserver", 9));
  EXPECT_EQ(server_.version(), 108);
  server_.RestoreToOlder(104);
  EXPECT_EQ(server_.version(), 104);
  EXPECT_THAT(NamespacesOf(ParseJson(Get(kAll).body)), ElementsAre("a", "b", "d", "e"));
  EXPECT_EQ(Find(server_.Get(PathOfVpa("b")), {"spec", "cpu"}), 1);
  while (open.NextEvent() != "end") {
  }
  Watched future(server_, "&resourceVersion=108&allowWatchBookmarks=true");
  EXPECT_EQ(future.code(), 200);
  server_.Put(Vpa("g"));
  server_.SendBookmarks();
  server_.EndWatches();
  EXPECT_EQ(future.NextEvent(), "end");
}

TEST_F(FakeApiReadsTest, WatchesThatClientsCloseAreRemoved) {
  {
    Watched watched(server_, "&resourceVersion=105");
    EXPECT_TRUE(server_.WaitForWatches(kAll, 1));
  }
  EXPECT_TRUE(server_.WaitForWatches(kAll, 0));
}

TEST_F(FakeApiReadsTest, ARemovedKindEndsItsWatches) {
  Watched watched(server_, "&resourceVersion=105");
  server_.RemoveKind(kAll);
  std::vector<std::string> events;
  for (std::string event = watched.NextEvent(); event != "end"; event = watched.NextEvent()) {
    events.push_back(event.substr(0, 9));
  }
  EXPECT_THAT(events, ElementsAre("DELETED a", "DELETED b", "DELETED c", "DELETED d", "DELETED e"));
}

TEST(FakeApiPagesTest, HaveAtMostTheLimitOfTheServer) {
  FakeApiServer::Options options;
  options.most_in_page = 2;
  FakeApiServer server(options);
  server.InstallKind(VerticalPodAutoscalers());
  for (const char* const name_space : {"a", "b", "c"}) server.Put(Vpa(name_space));
  for (const auto& [query, size] : {std::pair("?limit=500", 2u), std::pair("?limit=1", 1u), std::pair("", 3u)}) {
    RawHttpClient client(server.url());
    client.Begin("GET", absl::StrCat(kAll, query));
    EXPECT_EQ(ParseJson(client.Read().body)["items"].size(), size) << query;
  }
}

}  // namespace
}  // namespace cpsizer::testing
