#include "client/sidecar/cluster_autoscaler/operator_conditions.h"

#include <gtest/gtest.h>

#include <string>

#include "client/tree/node_json.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;

constexpr char kBefore[] = "2026-01-01T00:00:00Z";
constexpr char kPatchTime[] = "2026-01-02T00:00:00Z";

v1::ClusterAutoscalerOperatorStatus AvailableStatus() {
  v1::ClusterAutoscalerOperatorStatus status;
  for (const char* type : {"Available", "Progressing"}) {
    v1::Condition& condition = *status.add_conditions();
    condition.set_type(type);
    condition.set_status(condition.type() == "Available" ? "True" : "False");
  }
  status.mutable_conditions(0)->set_reason("AsExpected");
  status.mutable_conditions(0)->set_message("at version 4.18.2");
  status.set_version("4.18.2");
  v1::ClusterAutoscalerRelatedObject& object = *status.add_related_objects();
  object.set_resource("namespaces");
  object.set_name("openshift-machine-api");
  return status;
}

Json ClusterOperator() {
  return {{"status",
           {{"conditions", Json::array({{{"type", "Available"},
                                         {"status", "True"},
                                         {"reason", "AsExpected"},
                                         {"message", "at version 4.18.2"},
                                         {"lastTransitionTime", kBefore}},
                                        {{"type", "Progressing"}, {"status", "False"}, {"lastTransitionTime", kBefore}},
                                        {{"type", "Own"}, {"status", "True"}}})},
            {"versions", Json::array({{{"name", "operator"}, {"version", "4.18.2"}}})},
            {"relatedObjects",
             Json::array({{{"group", ""}, {"resource", "namespaces"}, {"name", "openshift-machine-api"}}})}}}};
}

Json PatchOf(const Json& cluster_operator, const v1::ClusterAutoscalerOperatorStatus& planned) {
  absl::Time now;
  absl::ParseTime(absl::RFC3339_full, kPatchTime, &now, nullptr);
  return OperatorStatusPatch(tree::FromJson(cluster_operator), planned, now);
}

TEST(OperatorConditionsTest, AStatusThatIsAsPlannedIsNotWritten) {
  EXPECT_TRUE(PatchOf(ClusterOperator(), AvailableStatus()).is_null());
}

TEST(OperatorConditionsTest, AnEmptyStatusGetsEverything) {
  const Json status = PatchOf(Json::object(), AvailableStatus())["status"];
  EXPECT_EQ(status["conditions"].size(), 2u);
  EXPECT_EQ(status["conditions"][0]["lastTransitionTime"], kPatchTime);
  EXPECT_EQ(status["versions"], ClusterOperator()["status"]["versions"]);
  EXPECT_EQ(status["relatedObjects"], ClusterOperator()["status"]["relatedObjects"]);
}

TEST(OperatorConditionsTest, TheTimeChangesWithTheStatusAloneAndOthersKeepTheirConditions) {
  v1::ClusterAutoscalerOperatorStatus planned = AvailableStatus();
  planned.mutable_conditions(0)->set_message("at version 4.18.2, again");
  planned.mutable_conditions(1)->set_status("True");
  const Json status = PatchOf(ClusterOperator(), planned)["status"];
  ASSERT_EQ(status["conditions"].size(), 3u);
  EXPECT_EQ(status["conditions"][0]["lastTransitionTime"], kBefore);
  EXPECT_EQ(status["conditions"][0]["message"], "at version 4.18.2, again");
  EXPECT_EQ(status["conditions"][1]["lastTransitionTime"], kPatchTime);
  EXPECT_EQ(status["conditions"][2], ClusterOperator()["status"]["conditions"][2]);
  EXPECT_FALSE(status.contains("versions"));
}

TEST(OperatorConditionsTest, AVersionChangeRestartsTheTimeOfProgressing) {
  v1::ClusterAutoscalerOperatorStatus planned = AvailableStatus();
  planned.set_version("4.19.0");
  planned.set_reset_progressing_time(true);
  Json current = ClusterOperator();
  current["status"]["versions"].push_back({{"name", "other"}, {"version", "1"}});
  const Json status = PatchOf(current, planned)["status"];
  EXPECT_EQ(status["conditions"][1]["lastTransitionTime"], kPatchTime);
  EXPECT_EQ(status["versions"],
            Json::array({{{"name", "operator"}, {"version", "4.19.0"}}, {{"name", "other"}, {"version", "1"}}}));
}

// After a failed check, the plan has no version, so the existing version stays.
TEST(OperatorConditionsTest, WithoutAVersionTheReportedOneStays) {
  v1::ClusterAutoscalerOperatorStatus planned = AvailableStatus();
  planned.clear_version();
  EXPECT_TRUE(PatchOf(ClusterOperator(), planned).is_null());
}

}  // namespace
}  // namespace cpsizer::sidecar
