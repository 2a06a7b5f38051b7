// Tests writes to the fake API server. Each case was observed on a real API server.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/net/raw_http_client.h"

namespace cpsizer::testing {
namespace {

using kube::Find;
using kube::NumberAt;
using kube::ParseJson;
using kube::TextAt;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr char kCluster[] = "/apis/hypershift.openshift.io/v1beta1/namespaces/clusters/hostedclusters/hc1";
constexpr char kFakeApiWritesLeases[] = "/apis/coordination.k8s.io/v1/namespaces/cpsizer/leases";
constexpr char kEvents[] = "/apis/events.k8s.io/v1/namespaces/clusters/events";
constexpr char kMerge[] = "merge-patch+json";
constexpr char kApply[] = "apply-patch+yaml";
constexpr char kJson[] = "json";

Json Cluster(absl::string_view name = "hc1") {
  return {{"apiVersion", "hypershift.openshift.io/v1beta1"},
          {"kind", "HostedCluster"},
          {"metadata", {{"name", std::string(name)}, {"namespace", "clusters"}, {"annotations", {{"size", "small"}}}}},
          {"spec", {{"release", 1}}}};
}

// A server with one HostedCluster that has been changed once.
class FakeApiWritesTest : public ::testing::Test {
 protected:
  FakeApiWritesTest() {
    server_.InstallKind(HostedClusters());
    old_version_ = std::string(TextAt(server_.Put(Cluster()), {"metadata", "resourceVersion"}));
    server_.Modify(kCluster, [](Json& object) { object["spec"]["release"] = 2; });
  }

  // Sends a request. In `body`, $UID, $RV and $OLD are replaced with the cluster's uid, its resourceVersion and an
  // older resourceVersion.
  RawHttpClient::Reply Send(absl::string_view method, absl::string_view path, absl::string_view body = "",
                            absl::string_view type = kJson, FakeApiServer* server = nullptr) {
    if (server == nullptr) server = &server_;
    RawHttpClient client(server->url());
    const Json cluster = server->Get(kCluster);
    const std::string filled = absl::StrReplaceAll(body, {{"$UID", TextAt(cluster, {"metadata", "uid"})},
                                                          {"$RV", TextAt(cluster, {"metadata", "resourceVersion"})},
                                                          {"$OLD", old_version_}});
    client.Begin(method, path, filled, {absl::StrCat("Content-Type: application/", type)});
    return client.Read();
  }

  FakeApiServer server_;
  std::string old_version_;
};

struct PatchCase {
  const char* name;
  const char* metadata;
  int code;
  const char* reason = "";
  const char* field = "";
  const char* annotation = "small";  // the annotation after the patch
};

constexpr PatchCase kPatches[] = {
    {"both right", R"("uid":"$UID","resourceVersion":"$RV","annotations":{"size":"medium"})", 200, "", "", "medium"},
    {"no preconditions", R"("annotations":{"size":"medium"})", 200, "", "", "medium"},
    {"stale", R"("uid":"$UID","resourceVersion":"$OLD","annotations":{"size":"medium"})", 409, "Conflict"},
    {"future", R"("resourceVersion":"99999","annotations":{"size":"medium"})", 409, "Conflict"},
    {"other uid", R"("uid":"x","resourceVersion":"$RV","annotations":{"size":"medium"})", 422, "Invalid",
     "metadata.uid"},
    {"other uid alone", R"("uid":"x","annotations":{"size":"medium"})", 422, "Invalid", "metadata.uid"},
    {"other uid and stale", R"("uid":"x","resourceVersion":"$OLD","annotations":{"size":"medium"})", 409, "Conflict"},
    {"empty uid", R"("uid":"","annotations":{"size":"medium"})", 200, "", "", "medium"},
    {"null uid", R"("uid":null,"annotations":{"size":"medium"})", 200, "", "", "medium"},
    {"empty version", R"("resourceVersion":"","annotations":{"size":"medium"})", 422, "Invalid",
     "metadata.resourceVersion"},
    {"version 0", R"("resourceVersion":"0","annotations":{"size":"medium"})", 422, "Invalid",
     "metadata.resourceVersion"},
    {"null version", R"("resourceVersion":null,"annotations":{"size":"medium"})", 422, "Invalid",
     "metadata.resourceVersion"},
    {"version of letters", R"("resourceVersion":"abc","annotations":{"size":"medium"})", 500},
    {"version a number", R"("resourceVersion":1,"annotations":{"size":"medium"})", 422, "Invalid", "patch"},
    {"annotation a number", R"("annotations":{"size":1})", 422, "Invalid", "metadata.annotations"},
    {"annotation removed", R"("annotations":{"size":null})", 200, "", "", ""},
    {"other name", R"("name":"hc2")", 400, "BadRequest"},
};

TEST_F(FakeApiWritesTest, MergePatchChecksPreconditions) {
  for (const PatchCase& c : kPatches) {
    SCOPED_TRACE(c.name);
    server_.Modify(kCluster, [](Json& object) { object["metadata"]["annotations"]["size"] = "small"; });
    const Json before = server_.Get(kCluster);
    const auto reply = Send("PATCH", kCluster, absl::StrCat(R"({"metadata":{)", c.metadata, "}}"), kMerge);
    EXPECT_EQ(reply.code, c.code) << reply.body;
    const Json after = server_.Get(kCluster);
    EXPECT_EQ(TextAt(after, {"metadata", "annotations", "size"}), c.annotation);
    EXPECT_EQ(before == after, before["metadata"]["annotations"] == after["metadata"]["annotations"]);
    if (c.code == 200) continue;
    const Json status = ParseJson(reply.body);
    EXPECT_EQ(TextAt(status, {"reason"}), c.reason);
    const Json& causes = Find(status, {"details", "causes"});
    EXPECT_EQ(causes.is_array() ? causes[0]["field"] : "", c.field);
  }
}

TEST_F(FakeApiWritesTest, EmptyPatchIsNotAChange) {
  const int64_t version = server_.version();
  const Json before = server_.Get(kCluster);
  EXPECT_EQ(Send("PATCH", kCluster, R"({"metadata":{"annotations":{"size":"small"}}})", kMerge).code, 200);
  EXPECT_EQ(server_.Get(kCluster), before);
  EXPECT_EQ(server_.version(), version);
}

TEST_F(FakeApiWritesTest, OtherPatches) {
  EXPECT_EQ(Send("PATCH", kCluster, "{}", kJson).code, 415);
  EXPECT_EQ(Send("PATCH", kCluster, "{}", "strategic-merge-patch+json").code, 415);
  EXPECT_EQ(Send("PATCH", absl::StrCat(kCluster, "x"), "{}", kMerge).code, 404);
  const std::string large(262'145, 'x');
  EXPECT_EQ(
      Send("PATCH", kCluster, absl::StrCat(R"({"metadata":{"annotations":{"k":")", large, R"("}}})"), kMerge).code,
      422);
  const auto dry = Send("PATCH", absl::StrCat(kCluster, "?dryRun=All"), R"({"spec":{"release":9}})", kMerge);
  EXPECT_EQ(NumberAt(ParseJson(dry.body), {"spec", "release"}), 9);
  EXPECT_EQ(NumberAt(server_.Get(kCluster), {"spec", "release"}), 2);
}

TEST_F(FakeApiWritesTest, GenerationCountsSpecChangesOnly) {
  EXPECT_EQ(NumberAt(server_.Get(kCluster), {"metadata", "generation"}), 2);
  Send("PATCH", kCluster, R"({"spec":{"release":3},"status":{"version":1}})", kMerge);
  Json object = server_.Get(kCluster);
  EXPECT_EQ(NumberAt(object, {"metadata", "generation"}), 3);
  EXPECT_FALSE(object.contains("status"));
  Send("PATCH", absl::StrCat(kCluster, "/status"), R"({"spec":{"release":4},"status":{"version":1}})", kMerge);
  object = server_.Get(kCluster);
  EXPECT_EQ(NumberAt(object, {"metadata", "generation"}), 3);
  EXPECT_EQ(NumberAt(object, {"spec", "release"}), 3);
  EXPECT_EQ(NumberAt(object, {"status", "version"}), 1);
}

// Returns the managers that own the annotation `size`. The Kubernetes client of cpsizer finds the owners in the same
// way.
std::vector<std::string> OwnersOfSize(const Json& object) {
  std::vector<std::string> owners;
  for (const Json& entry : object["metadata"]["managedFields"]) {
    const Json& fields = Find(entry, {"fieldsV1", "f:metadata", "f:annotations"});
    if (fields.contains("f:size")) owners.push_back(entry["manager"]);
  }
  return owners;
}

TEST_F(FakeApiWritesTest, TheLastWriterOwnsAnAnnotation) {
  EXPECT_THAT(OwnersOfSize(server_.Get(kCluster)), ElementsAre("test"));
  const std::string as_us = absl::StrCat(kCluster, "?fieldManager=us");
  Send("PATCH", as_us, R"({"metadata":{"annotations":{"size":"small","other":"x"}}})", kMerge);
  EXPECT_THAT(OwnersOfSize(server_.Get(kCluster)), ElementsAre("test"));
  Send("PATCH", as_us, R"({"metadata":{"annotations":{"size":"large"}}})", kMerge);
  EXPECT_THAT(OwnersOfSize(server_.Get(kCluster)), ElementsAre("us"));
  Send("PATCH", kCluster, R"({"metadata":{"annotations":{"size":"huge"}}})", kMerge);
  EXPECT_THAT(OwnersOfSize(server_.Get(kCluster)), ElementsAre("raw"));
  Send("PATCH", kCluster, R"({"metadata":{"annotations":{"size":null}}})", kMerge);
  EXPECT_THAT(OwnersOfSize(server_.Get(kCluster)), IsEmpty());
}

TEST_F(FakeApiWritesTest, KindsExistAfterInstallation) {
  const std::string path = "/apis/autoscaling.k8s.io/v1/namespaces/clusters/verticalpodautoscalers";
  for (const char* const method : {"GET", "POST"}) {
    const auto reply = Send(method, path, "{}");
    EXPECT_EQ(reply.code, 404);
    EXPECT_EQ(reply.body, "404 page not found\n");
    EXPECT_THAT(reply.headers.at("content-type"), HasSubstr("text/plain"));
  }
  server_.InstallKind(VerticalPodAutoscalers());
  EXPECT_EQ(Send("POST", path, R"({"metadata":{"name":"v"}})").code, 201);
  EXPECT_EQ(Send("GET", path + "/v").code, 200);
  server_.RemoveKind(VerticalPodAutoscalers().Collection());
  EXPECT_EQ(Send("GET", path + "/v").code, 404);
  server_.InstallKind(VerticalPodAutoscalers());
  EXPECT_THAT(ParseJson(Send("GET", path).body)["items"], SizeIs(0));
}

TEST_F(FakeApiWritesTest, Creation) {
  const std::string collection = "/apis/hypershift.openshift.io/v1beta1/namespaces/clusters/hostedclusters";
  const auto twice = Send("POST", collection, Cluster().dump());
  EXPECT_EQ(twice.code, 409);
  EXPECT_EQ(TextAt(ParseJson(twice.body), {"reason"}), "AlreadyExists");
  Json with_status = Cluster("hc2");
  with_status["status"] = Json::object();
  const auto created = Send("POST", collection, with_status.dump());
  EXPECT_EQ(created.code, 201);
  const Json object = ParseJson(created.body);
  EXPECT_FALSE(object.contains("status"));
  EXPECT_FALSE(TextAt(object, {"metadata", "uid"}).empty());
  EXPECT_FALSE(TextAt(object, {"metadata", "creationTimestamp"}).empty());
  EXPECT_EQ(NumberAt(object, {"metadata", "generation"}), 1);
  EXPECT_EQ(Send("POST", collection, "{}").code, 422);
  EXPECT_EQ(Send("POST", collection, "no JSON").code, 400);
}

TEST_F(FakeApiWritesTest, TerminatingNamespaces) {
  FakeApiServer::Options options;
  options.enforce_namespaces = true;
  FakeApiServer strict(options);
  const std::string lease = R"({"metadata":{"name":"l"},"spec":{"leaseDurationSeconds":1}})";
  const auto absent = Send("POST", kFakeApiWritesLeases, lease, kJson, &strict);
  EXPECT_EQ(absent.code, 404);
  EXPECT_THAT(absent.body, HasSubstr("namespaces"));
  strict.Put({{"apiVersion", "v1"},
              {"kind", "Namespace"},
              {"metadata", {{"name", "cpsizer"}, {"finalizers", {"kubernetes"}}}}});
  EXPECT_EQ(Send("POST", kFakeApiWritesLeases, lease, kJson, &strict).code, 201);
  strict.Remove("/api/v1/namespaces/cpsizer");
  const auto ending = Send("POST", kFakeApiWritesLeases, R"({"metadata":{"name":"m"}})", kJson, &strict);
  EXPECT_EQ(ending.code, 403);
  EXPECT_EQ(ParseJson(ending.body)["details"]["causes"][0]["reason"], "NamespaceTerminating");
}

TEST_F(FakeApiWritesTest, Deletion) {
  EXPECT_EQ(Send("DELETE", kCluster, R"({"preconditions":{"uid":"x"}})").code, 409);
  EXPECT_EQ(Send("DELETE", kCluster, R"({"preconditions":{"uid":"$UID","resourceVersion":"$OLD"}})").code, 409);
  const auto gone = Send("DELETE", kCluster, R"({"preconditions":{"uid":"$UID","resourceVersion":"$RV"}})");
  EXPECT_EQ(gone.code, 200);
  EXPECT_EQ(TextAt(ParseJson(gone.body), {"status"}), "Success");
  EXPECT_EQ(Send("DELETE", kCluster).code, 404);
  const Json again = server_.Put(Cluster());
  EXPECT_NE(again["metadata"]["uid"], server_.writes()[2].before->at("metadata").at("uid"));
}

TEST_F(FakeApiWritesTest, AFinalizerHoldsAnObject) {
  server_.Modify(kCluster, [](Json& object) { object["metadata"]["finalizers"] = {"a/b"}; });
  EXPECT_EQ(Send("DELETE", kCluster).code, 200);
  const Json held = server_.Get(kCluster);
  EXPECT_FALSE(TextAt(held, {"metadata", "deletionTimestamp"}).empty());
  EXPECT_EQ(Send("DELETE", kCluster).code, 200);
  EXPECT_EQ(server_.Get(kCluster), held);
  EXPECT_EQ(Send("PATCH", kCluster, R"({"metadata":{"annotations":{"size":"large"}}})", kMerge).code, 200);
  EXPECT_EQ(Send("PATCH", kCluster, R"({"metadata":{"finalizers":null}})", kMerge).code, 200);
  EXPECT_TRUE(server_.Get(kCluster).is_null());
}

struct WriteCase {
  const char* name;
  const char* method;
  std::string path;
  const char* body;
  int code;
};

TEST_F(FakeApiWritesTest, LeasesAreCheckedAndStored) {
  const std::string lease = absl::StrCat(kFakeApiWritesLeases, "/l");
  const WriteCase kCases[] = {
      {"create", "POST", kFakeApiWritesLeases, R"({"metadata":{"name":"l"},"spec":{"leaseDurationSeconds":1}})", 201},
      {"again", "POST", kFakeApiWritesLeases, R"({"metadata":{"name":"l"}})", 409},
      {"no version", "PUT", lease, R"({"spec":{"holderIdentity":"a"}})", 422},
      {"stale", "PUT", lease, R"({"metadata":{"resourceVersion":"1"}})", 409},
      {"other uid", "PUT", lease, R"({"metadata":{"uid":"x","resourceVersion":"1"}})", 409},
      {"right", "PUT", lease, R"({"metadata":{"resourceVersion":"103"},"spec":{"holderIdentity":""}})", 200},
      {"a PUT creates", "PUT", absl::StrCat(kFakeApiWritesLeases, "/m"), R"({"spec":{"leaseDurationSeconds":1}})", 201},
      {"no duration", "PUT", lease, R"({"metadata":{"resourceVersion":"104"},"spec":{"leaseDurationSeconds":0}})", 422},
      {"three digits", "PUT", lease,
       R"({"metadata":{"resourceVersion":"104"},"spec":{"renewTime":"2026-11-21T02:00:00.000Z"}})", 400},
      {"six digits", "PUT", lease,
       R"({"metadata":{"resourceVersion":"104"},"spec":{"renewTime":"2026-11-21T02:00:00.000000Z"}})", 200},
      {"a PUT of a custom resource creates nothing", "PUT", absl::StrCat(kCluster, "x"), "{}", 404},
  };
  for (const WriteCase& c : kCases) {
    const auto reply = Send(c.method, c.path, c.body);
    EXPECT_EQ(reply.code, c.code) << c.name << ": " << reply.body;
  }
}

TEST_F(FakeApiWritesTest, EventsAreCheckedAndStored) {
  const Json good = {{"metadata", {{"name", "e"}}},
                     {"eventTime", "2026-11-21T02:00:00.000000Z"},
                     {"reportingController", "a.b/c"},
                     {"reportingInstance", "i"},
                     {"action", "A"},
                     {"reason", "R"},
                     {"type", "Normal"},
                     {"note", "n"},
                     {"regarding", {{"namespace", "clusters"}}}};
  const auto with = [&](const char* patch) {
    Json event = good;
    event.merge_patch(ParseJson(patch));
    return event.dump();
  };
  EXPECT_EQ(Send("POST", kEvents, with(R"({"reportingController":null})")).code, 422);
  EXPECT_EQ(Send("POST", kEvents, with(R"({"eventTime":"2026-11-21T02:00:00Z"})")).code, 400);
  EXPECT_EQ(Send("POST", kEvents, with(R"({"regarding":{"namespace":null}})")).code, 422);
  Json long_note = good;
  long_note["note"] = std::string(1'025, 'n');
  EXPECT_EQ(Send("POST", kEvents, long_note.dump()).code, 422);
  EXPECT_EQ(
      Send("POST", "/apis/events.k8s.io/v1/namespaces/default/events", with(R"({"regarding":{"namespace":null}})"))
          .code,
      201);
  EXPECT_EQ(Send("POST", kEvents, good.dump()).code, 201);
  EXPECT_EQ(Send("POST", kEvents, good.dump()).code, 409);
  const std::string event = absl::StrCat(kEvents, "/e");
  const char* const kSeries = R"({"series":{"count":2,"lastObservedTime":"2026-11-21T02:00:01.000000Z"}})";
  EXPECT_EQ(Send("PATCH", event, kSeries, kMerge).code, 200);
  EXPECT_EQ(Send("PATCH", event, R"({"series":{"count":1}})", kMerge).code, 422);
  EXPECT_EQ(Send("PATCH", event, R"({"note":"other"})", kMerge).code, 422);
  EXPECT_EQ(Send("PATCH", absl::StrCat(kEvents, "/f"), kSeries, kMerge).code, 404);
}

TEST_F(FakeApiWritesTest, ApplyOfAWholeObject) {
  const std::string as_us = absl::StrCat(kCluster, "?fieldManager=us");
  EXPECT_EQ(Send("PATCH", kCluster, "{}", kApply).code, 422);
  const auto conflict = Send("PATCH", as_us, R"({"metadata":{"annotations":{"size":"large"}}})", kApply);
  EXPECT_EQ(conflict.code, 409);
  EXPECT_EQ(ParseJson(conflict.body)["details"]["causes"][0]["reason"], "FieldManagerConflict");
  EXPECT_THAT(conflict.body, HasSubstr(R"(conflict with \"test\")"));
  EXPECT_EQ(Send("PATCH", as_us, R"({"metadata":{"annotations":{"size":"small","mine":"x"}}})", kApply).code, 200);
  EXPECT_THAT(OwnersOfSize(server_.Get(kCluster)), ElementsAre("test", "us"));
  EXPECT_EQ(Send("PATCH", as_us, "{}", kApply).code, 200);
  EXPECT_EQ(server_.Get(kCluster)["metadata"]["annotations"], Json({{"size", "small"}}));
  EXPECT_EQ(Send("PATCH", as_us, R"({"metadata":{"uid":"x"}})", kApply).code, 422);
  const std::string missing = absl::StrReplaceAll(as_us, {{"hc1", "hc9"}});
  EXPECT_EQ(Send("PATCH", missing, R"({"metadata":{"uid":"x"}})", kApply).code, 409);
  EXPECT_EQ(Send("PATCH", missing, R"({"metadata":{"resourceVersion":"5"}})", kApply).code, 201);
  EXPECT_EQ(Send("PATCH", absl::StrReplaceAll(as_us, {{"hc1", "hc8/status"}}), "{}", kApply).code, 404);
  EXPECT_EQ(
      Send("PATCH", absl::StrCat(as_us, "&force=true"), R"({"metadata":{"annotations":{"size":"xl"}}})", kApply).code,
      200);
  EXPECT_THAT(OwnersOfSize(server_.Get(kCluster)), ElementsAre("us"));
}

TEST_F(FakeApiWritesTest, WritesAreRecorded) {
  Send("PATCH", absl::StrCat(kCluster, "?fieldManager=us"), R"({"spec":{"release":5}})", kMerge);
  Send("DELETE", kCluster);
  const std::vector<FakeApiWrite> writes = server_.writes();
  ASSERT_THAT(writes, SizeIs(2));
  EXPECT_EQ(writes[0].method, "PATCH");
  EXPECT_EQ(writes[0].path, kCluster);
  EXPECT_EQ(writes[0].query.at("fieldManager"), "us");
  EXPECT_EQ(writes[0].body, R"({"spec":{"release":5}})");
  EXPECT_EQ(writes[0].code, 200);
  EXPECT_TRUE(writes[0].reached);
  EXPECT_EQ(NumberAt(*writes[0].before, {"spec", "release"}), 2);
  EXPECT_EQ(NumberAt(*writes[0].after, {"spec", "release"}), 5);
  EXPECT_EQ(writes[0].object_path, kCluster);
  EXPECT_EQ(writes[1].after, nullptr);
  EXPECT_EQ(writes[1].version, writes[0].version + 1);
}

}  // namespace
}  // namespace cpsizer::testing
