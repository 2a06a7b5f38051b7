// Tests the effects of the writes of client/kube on the real API server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/kube/event_recorder.h"
#include "client/kube/requests.h"
#include "client/sidecar/control/field_manager.h"
#include "tests/e2e/real_cluster_test.h"
#include "tests/testing/real_api/manifests.h"

namespace cpsizer::e2e {
namespace {

using ::cpsizer::kube::Json;
using ::cpsizer::kube::ObjectVersion;
using ::cpsizer::kube::TextAt;
using ::testing::HasSubstr;

ObjectVersion VersionOf(const Json& object, const std::string& path) {
  return {path, object.at("metadata").at("uid"), object.at("metadata").at("resourceVersion")};
}

class KubeWritesTest : public RealClusterTest {
 protected:
  ObjectVersion CreateHostedCluster(const std::string& name) {
    return VersionOf(MustCreate(kHostedClusters, HostedCluster(name)), HostedClusterPath(name));
  }

  // Changes the object as another writer does.
  void Touch(const ObjectVersion& version, const char* value) {
    const auto touched = admin().Patch(version.path, Annotation("touched", value));
    EXPECT_TRUE(touched.ok()) << touched.status();
  }

  absl::Status SetSize(const ObjectVersion& version, const char* size) {
    const auto request = kube::MergePatch(version, Annotation(kSizeAnnotation, size), kFieldManager);
    return request.ok() ? sidecar().Send(*request).status() : request.status();
  }

  absl::Status Delete(const ObjectVersion& version) {
    const auto request = kube::Delete(version);
    return request.ok() ? sidecar().Send(*request).status() : request.status();
  }
};

TEST_F(KubeWritesTest, PatchAppliesOnlyToTheVersionThatWasRead) {
  const ObjectVersion right = CreateHostedCluster("patched");
  EXPECT_EQ(SetSize(right, "medium"), absl::OkStatus());
  EXPECT_EQ(SizeOf(MustGet(right.path)), "medium");

  ObjectVersion now = VersionOf(MustGet(right.path), right.path);
  EXPECT_EQ(SetSize(now, "medium"), absl::OkStatus());
  EXPECT_EQ(VersionOf(MustGet(right.path), right.path).resource_version, now.resource_version);

  EXPECT_EQ(SetSize(right, "stale").code(), absl::StatusCode::kAborted);
  now.uid = "0b5e8b2c-0000-4000-8000-000000000000";
  EXPECT_EQ(SetSize(now, "wrong-uid").code(), absl::StatusCode::kAborted);
  now.resource_version = right.resource_version;
  EXPECT_EQ(SetSize(now, "both-wrong").code(), absl::StatusCode::kAborted);
  EXPECT_EQ(SizeOf(MustGet(right.path)), "medium");
}

TEST_F(KubeWritesTest, PatchDoesNotApplyToASuccessorWithTheSameName) {
  const ObjectVersion first = CreateHostedCluster("recreated");
  ASSERT_TRUE(admin().Delete(first.path).ok());
  EXPECT_EQ(SetSize(first, "medium").code(), absl::StatusCode::kNotFound);
  CreateHostedCluster("recreated");
  EXPECT_EQ(SetSize(first, "medium").code(), absl::StatusCode::kAborted);
  EXPECT_EQ(SizeOf(MustGet(first.path)), "");
}

TEST_F(KubeWritesTest, TheOwnerOfTheAnnotationIsItsLastWriter) {
  const ObjectVersion version = CreateHostedCluster("owned");
  ASSERT_EQ(SetSize(version, "medium"), absl::OkStatus());
  std::string owner;
  const Json cluster = MustGet(version.path);
  for (const Json& entry : kube::Find(cluster, {"metadata", "managedFields"})) {
    const std::string field = absl::StrCat("f:", kSizeAnnotation);
    const Json& annotations = kube::Find(entry, {"fieldsV1", "f:metadata", "f:annotations"});
    if (annotations.contains(field)) owner = absl::StrCat(owner, TextAt(entry, {"manager"}), ";");
  }
  EXPECT_EQ(owner, absl::StrCat(kFieldManager, ";"));
}

TEST_F(KubeWritesTest, DeletesOnlyTheVersionThatWasRead) {
  const Json vpa = {{"apiVersion", "autoscaling.k8s.io/v1"},
                    {"kind", "VerticalPodAutoscaler"},
                    {"metadata", {{"namespace", "clusters"}, {"name", "kube-apiserver"}}},
                    {"spec", {{"targetRef", {{"kind", "Deployment"}, {"name", "kube-apiserver"}}}}}};
  const std::string collection = testing::CollectionOf(vpa);
  ASSERT_EQ(sidecar().Send(kube::Create(collection, vpa, kFieldManager)).status(), absl::OkStatus());
  EXPECT_EQ(sidecar().Send(kube::Create(collection, vpa, kFieldManager)).status().code(),
            absl::StatusCode::kAlreadyExists);
  const ObjectVersion old = VersionOf(MustGet(testing::PathOf(vpa)), testing::PathOf(vpa));
  Touch(old, "since");
  EXPECT_EQ(Delete(old).code(), absl::StatusCode::kAborted);
  const ObjectVersion now = VersionOf(MustGet(old.path), old.path);
  ObjectVersion other = now;
  other.uid = "0b5e8b2c-0000-4000-8000-000000000000";
  EXPECT_EQ(Delete(other).code(), absl::StatusCode::kAborted);
  EXPECT_EQ(Delete(now), absl::OkStatus());
  EXPECT_EQ(Delete(now).code(), absl::StatusCode::kNotFound);
}

Json WithCondition(const char* reason) {
  const Json condition = {{"type", "ClusterSizingConfigurationValid"},
                          {"status", "True"},
                          {"reason", reason},
                          {"message", "ok"},
                          {"lastTransitionTime", "2026-11-21T02:00:00Z"}};
  return {{"apiVersion", "scheduling.hypershift.openshift.io/v1alpha1"},
          {"kind", "ClusterSizingConfiguration"},
          {"metadata", {{"name", "cluster"}}},
          {"status", {{"conditions", Json::array({condition})}}}};
}

TEST_F(KubeWritesTest, AppliesTheConditionUntilAnotherManagerOwnsIt) {
  const std::string path = absl::StrCat(kConfigurations, "/cluster");
  const std::string status = path + "/status";
  EXPECT_EQ(sidecar().Send(kube::Apply(status, WithCondition("AsExpected"), kFieldManager)).status().code(),
            absl::StatusCode::kNotFound);
  ASSERT_EQ(testing::CreateManifests(admin(), "deploy/examples/fleet/clustersizingconfiguration.yaml"),
            absl::OkStatus());
  EXPECT_EQ(sidecar().Send(kube::Apply(status, WithCondition("AsExpected"), kFieldManager)).status(), absl::OkStatus());
  EXPECT_EQ(sidecar().Send(kube::Apply(status, WithCondition("Changed"), kFieldManager)).status(), absl::OkStatus());
  EXPECT_EQ(MustGet(path)["status"]["conditions"][0]["reason"], "Changed");

  // After the forced apply, the manager `operator` owns the condition.
  Json theirs = WithCondition("Theirs");
  ASSERT_TRUE(admin().Send(kube::Apply(status + "?force=true&fieldManager=operator", theirs, "")).ok());
  const absl::Status refused = sidecar().Send(kube::Apply(status, WithCondition("Ours"), kFieldManager)).status();
  EXPECT_EQ(refused.code(), absl::StatusCode::kAborted) << refused;
  EXPECT_EQ(MustGet(path)["status"]["conditions"][0]["reason"], "Theirs");
  EXPECT_TRUE(admin().Delete(path).ok());
}

TEST_F(KubeWritesTest, EventIsCreatedAndCounted) {
  const ObjectVersion version = CreateHostedCluster("eventful");
  kube::EventRecorder::Options options;
  options.controller = "cpsizer.example.com/sidecar";
  options.instance = "sidecar-1";
  options.failed = [](const absl::Status& status) { ADD_FAILURE() << status; };
  kube::EventRecorder recorder(sidecar().loop(), sidecar().client(), std::move(options));
  kube::Event event;
  event.reason = "ClusterSizeRecommendationChanged";
  event.action = "Recommend";
  event.note = "medium, since memory 20Gi needs it";
  event.api_version = "hypershift.openshift.io/v1beta1";
  event.kind = "HostedCluster";
  event.name_space = "clusters";
  event.name = "eventful";
  event.uid = version.uid;

  const auto written = [&] {
    const Json events = MustGet("/apis/events.k8s.io/v1/namespaces/clusters/events");
    for (const Json& item : kube::Find(events, {"items"})) {
      if (TextAt(item, {"regarding", "uid"}) == version.uid) return item;
    }
    return Json();
  };
  recorder.Record(event);
  EXPECT_TRUE(sidecar().RunUntil([&] { return !written().is_null(); }));
  EXPECT_EQ(written()["note"], event.note);
  EXPECT_EQ(written()["reportingController"], "cpsizer.example.com/sidecar");
  recorder.Record(event);
  EXPECT_TRUE(sidecar().RunUntil([&] { return kube::NumberAt(written(), {"series", "count"}) == 2; }));
}

TEST_F(KubeWritesTest, PolicyAdmitsOnlyTheSize) {
  const ObjectVersion version = CreateHostedCluster("guarded");
  ASSERT_EQ(SetSize(version, "medium"), absl::OkStatus());
  struct Case {
    const char* name;
    Json patch;
    absl::StatusCode code;
    const char* message;
  };
  const Case kCases[] = {
      {"the size", Annotation(kSizeAnnotation, "large"), absl::StatusCode::kOk, ""},
      {"another annotation", Annotation("other", "x"), absl::StatusCode::kPermissionDenied, "no annotation but"},
      {"of another", Annotation("owner", nullptr), absl::StatusCode::kPermissionDenied, "no annotation but"},
      {"no size", Annotation(kSizeAnnotation, nullptr), absl::StatusCode::kPermissionDenied, "may not remove"},
      {"an empty size", Annotation(kSizeAnnotation, ""), absl::StatusCode::kInvalidArgument, "label value"},
      {"no label value", Annotation(kSizeAnnotation, "x large"), absl::StatusCode::kInvalidArgument, "label value"},
      {"a label", {{"metadata", {{"labels", {{"a", "b"}}}}}}, absl::StatusCode::kPermissionDenied, "no metadata but"},
      {"the spec", {{"spec", {{"pausedUntil", "true"}}}}, absl::StatusCode::kPermissionDenied, "neither spec nor"},
  };
  for (const Case& test : kCases) {
    SCOPED_TRACE(test.name);
    const absl::Status status = sidecar().Patch(version.path, test.patch).status();
    EXPECT_EQ(status.code(), test.code) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(test.message));
  }
  // The policy restricts only the writes of the sidecar.
  Touch(version, "by admin");
}

TEST_F(KubeWritesTest, PolicyRejectsASizeThatIsNotInTheConfiguration) {
  const ObjectVersion version = CreateHostedCluster("renamed");
  const auto outcome = [&](const char* size) {
    return sidecar().Patch(version.path + "?dryRun=All", Annotation(kSizeAnnotation, size)).status();
  };
  // After a change of the configuration, the policy uses the new configuration with a delay.
  const auto wait_until_refused = [&](const char* size) {
    return sidecar().RunUntil([&] { return absl::IsPermissionDenied(outcome(size)); });
  };
  ASSERT_EQ(testing::CreateManifests(admin(), "deploy/examples/fleet/clustersizingconfiguration.yaml"),
            absl::OkStatus());
  EXPECT_TRUE(wait_until_refused("middle"));
  EXPECT_THAT(std::string(outcome("middle").message()), HasSubstr("holds no size middle"));
  EXPECT_EQ(outcome("medium"), absl::OkStatus());

  const std::string configuration = absl::StrCat(kConfigurations, "/cluster");
  Json sizes = MustGet(configuration)["spec"]["sizes"];
  sizes[1]["name"] = "middle";
  ASSERT_TRUE(admin().Patch(configuration, {{"spec", {{"sizes", sizes}}}}).ok());
  EXPECT_TRUE(wait_until_refused("medium"));
  EXPECT_EQ(outcome("middle"), absl::OkStatus());
  // The policy does not restrict other writers. Without a configuration, it does not restrict the sidecar either.
  EXPECT_TRUE(admin().Patch(version.path, Annotation(kSizeAnnotation, "theirs")).ok());
  EXPECT_TRUE(admin().Delete(configuration).ok());
  EXPECT_TRUE(sidecar().RunUntil([&] { return outcome("medium").ok(); }));
}

TEST_F(KubeWritesTest, RightsAreLimitedToTheNeedsOfTheSidecar) {
  const std::string vpas = "/apis/autoscaling.k8s.io/v1/verticalpodautoscalers";
  const std::string leases = "/apis/coordination.k8s.io/v1/namespaces/cpsizer/leases";
  const std::string machine_sets = "/apis/machine.openshift.io/v1beta1";
  struct Case {
    std::string path;
    bool allowed;
  };
  const Case kCases[] = {
      {"/apis/hypershift.openshift.io/v1beta1/hostedclusters", true},
      {vpas + "?fieldSelector=metadata.name%3Dkube-apiserver", true},
      {vpas, false},
      {absl::StrCat(kConfigurations, "?fieldSelector=metadata.name%3Dcluster"), true},
      {kConfigurations, false},
      {leases + "/another", false},
      {leases, false},
      {machine_sets + "/namespaces/openshift-machine-api/machinesets", true},
      {machine_sets + "/machinesets", false},
      {"/api/v1/secrets", false},
  };
  for (const Case& test : kCases) {
    const absl::Status status = sidecar().Get(test.path).status();
    EXPECT_EQ(status.code(), test.allowed ? absl::StatusCode::kOk : absl::StatusCode::kPermissionDenied)
        << test.path << ": " << status;
  }
  const ObjectVersion version = CreateHostedCluster("kept");
  EXPECT_EQ(Delete(version).code(), absl::StatusCode::kPermissionDenied);
}

}  // namespace
}  // namespace cpsizer::e2e
