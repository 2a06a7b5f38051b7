#include "client/sidecar/cluster_autoscaler/operand_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "client/sidecar/control/hold_reasons.h"
#include "client/tree/node_json.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using OperandAction = OperandPlan::Action;
using ::testing::HasSubstr;

constexpr char kOurUid[] = "autoscaler-1";

Json OwnerReference(const std::string& kind, const std::string& uid) {
  return {{"apiVersion", "autoscaling.openshift.io/v1"},
          {"kind", kind},
          {"name", "default"},
          {"uid", uid},
          {"controller", true}};
}

// Returns the planned Deployment.
Json Manifest() {
  return {{"apiVersion", "apps/v1"},
          {"kind", "Deployment"},
          {"metadata",
           {{"name", "cluster-autoscaler-default"},
            {"namespace", "openshift-machine-api"},
            {"labels", {{"k8s-app", "cluster-autoscaler"}}},
            {"ownerReferences", Json::array({OwnerReference("ClusterAutoscaler", kOurUid)})}}},
          {"spec",
           {{"replicas", 1},
            {"template",
             {{"metadata", {{"labels", {{"k8s-app", "cluster-autoscaler"}}}}},
              {"spec", {{"containers", Json::array({{{"name", "cluster-autoscaler"}, {"image", "new"}}})}}}}}}}};
}

// Returns the current Deployment. Its image differs from the planned image.
Json Current() {
  Json current = Manifest();
  current["metadata"]["uid"] = "deployment-1";
  current["metadata"]["resourceVersion"] = "7";
  current["spec"]["template"]["spec"]["containers"][0]["image"] = "old";
  return current;
}

void AddManager(Json& object, const std::string& manager, const std::string& operation, const Json& fields) {
  object["metadata"]["managedFields"].push_back(
      {{"manager", manager}, {"operation", operation}, {"fieldsType", "FieldsV1"}, {"fieldsV1", fields}});
}

Json ImageField() {
  return {{"f:spec",
           {{"f:template",
             {{"f:spec",
               {{"f:containers",
                 {{R"(k:{"name":"cluster-autoscaler"})", {{".", Json::object()}, {"f:image", Json::object()}}}}}}}}}}}};
}

v1::ClusterAutoscalerObject Planned(v1::ClusterAutoscalerObjectAction action) {
  v1::ClusterAutoscalerObject planned;
  planned.set_api_version("apps/v1");
  planned.set_kind("Deployment");
  planned.set_namespace_("openshift-machine-api");
  planned.set_name("cluster-autoscaler-default");
  planned.set_action(action);
  if (action != v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_DELETE) planned.set_manifest(Manifest().dump());
  return planned;
}

constexpr char kImagePath[] = "spec.template.spec.containers[0].image";

v1::ClusterAutoscalerObject PlannedImage() {
  v1::ClusterAutoscalerObject planned = Planned(v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_UPDATE);
  v1::ClusterAutoscalerDifference& difference = *planned.add_differences();
  difference.set_path(kImagePath);
  difference.set_planned("new");
  difference.set_current("old");
  return planned;
}

v1::ClusterAutoscalerObject PlannedRemovals(const std::vector<std::string>& paths) {
  v1::ClusterAutoscalerObject planned = Planned(v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_UPDATE);
  for (const std::string& path : paths) {
    v1::ClusterAutoscalerDifference& difference = *planned.add_differences();
    difference.set_path(path);
    difference.set_current("x");
  }
  return planned;
}

OperandPlan PlanOf(const v1::ClusterAutoscalerObject& planned, const Json& current) {
  return PlanOperand(planned, tree::FromJson(current), kOurUid);
}

TEST(OperandPlanTest, AnObjectThatDoesNotExistIsCreatedAsPlanned) {
  const OperandPlan plan = PlanOperand(Planned(v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_CREATE), tree::Node(), kOurUid);
  EXPECT_EQ(plan.action, OperandAction::kCreate);
  EXPECT_EQ(plan.body, Manifest());
}

TEST(OperandPlanTest, RepairsDriftOfEachWriter) {
  Json current = Current();
  AddManager(current, "kubectl-edit", "Update", ImageField());
  const OperandPlan plan = PlanOf(PlannedImage(), current);
  EXPECT_EQ(plan.action, OperandAction::kApply);
  EXPECT_EQ(plan.body, Manifest());
  EXPECT_EQ(plan.changes, R"(spec.template.spec.containers[0].image: "old" -> "new")");
}

TEST(OperandPlanTest, AFieldOfAnotherApplierStays) {
  Json current = Current();
  AddManager(current, "argocd", "Apply", ImageField());
  const OperandPlan plan = PlanOf(PlannedImage(), current);
  EXPECT_EQ(plan.action, OperandAction::kNothing);
  EXPECT_EQ(plan.held.reason, kFieldOfAnotherManager);
  EXPECT_THAT(
      plan.note,
      HasSubstr(R"(the field manager "argocd" owns spec.template.spec.containers[0].image by server-side apply)"));
}

TEST(OperandPlanTest, AnApplierOfAnotherFieldDoesNotOwnIt) {
  Json current = Current();
  const Json item = {{R"(k:{"name":"cluster-autoscaler"})", {{"f:imagePullPolicy", Json::object()}}}};
  AddManager(current, "argocd", "Apply",
             {{"f:spec", {{"f:replicas", Json::object()}, {"f:template", {{"f:spec", {{"f:containers", item}}}}}}}});
  EXPECT_EQ(PlanOf(PlannedImage(), current).action, OperandAction::kApply);
}

TEST(OperandPlanTest, AnApplierOfTheWholeListOwnsItsItems) {
  Json current = Current();
  AddManager(current, "argocd", "Apply",
             {{"f:spec", {{"f:template", {{"f:spec", {{"f:containers", Json::object()}}}}}}}});
  EXPECT_EQ(PlanOf(PlannedImage(), current).held.reason, kFieldOfAnotherManager);
}

TEST(OperandPlanTest, FieldsForCreationOnlyAreNotTakenFromOthers) {
  Json current = Current();
  current["spec"]["replicas"] = 3;
  current["metadata"]["labels"] = {{"k8s-app", "mine"}};
  Json expected = Manifest();
  expected["spec"].erase("replicas");
  expected["metadata"]["labels"].erase("k8s-app");
  EXPECT_EQ(PlanOf(PlannedImage(), current).body, expected);
}

// The texts of an alert are not compared, but a list is written as a whole.
TEST(OperandPlanTest, AListWithADifferenceIsWrittenWithItsTexts) {
  v1::ClusterAutoscalerObject planned = Planned(v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_UPDATE);
  Json manifest = Manifest(), current = Manifest();
  manifest["spec"]["rules"] = Json::array({{{"alert", "a"}, {"for", "20m"}, {"text", "ours"}}});
  current["spec"]["rules"] = Json::array({{{"alert", "a"}, {"for", "1m"}, {"text", "theirs"}}});
  planned.set_manifest(manifest.dump());
  v1::ClusterAutoscalerDifference& difference = *planned.add_differences();
  difference.set_path("spec.rules[0].for");
  difference.set_planned("20m");
  difference.set_current("1m");
  const OperandPlan plan = PlanOf(planned, current);
  EXPECT_EQ(plan.action, OperandAction::kApply);
  EXPECT_EQ(plan.body["spec"]["rules"], manifest["spec"]["rules"]);
}

// An apply without a list that our last apply wrote would remove the list.
TEST(OperandPlanTest, AListOfOurLastApplyIsNotLeftOut) {
  v1::ClusterAutoscalerObject planned = PlannedImage();
  Json manifest = Manifest(), current = Current();
  manifest["spec"]["endpoints"] = Json::array({{{"scheme", "HTTP"}}});
  current["spec"]["endpoints"] = Json::array({{{"scheme", "http"}}});
  planned.set_manifest(manifest.dump());
  EXPECT_FALSE(PlanOf(planned, current).body["spec"].contains("endpoints"));
  AddManager(current, "cpsizer-sidecar", "Apply", {{"f:spec", {{"f:endpoints", Json::object()}}}});
  EXPECT_EQ(PlanOf(planned, current).body["spec"]["endpoints"], manifest["spec"]["endpoints"]);
}

TEST(OperandPlanTest, OwnersAreLeftOutIfThereIsAnotherOwner) {
  Json current = Current();
  Json& owners = current["metadata"]["ownerReferences"];
  owners.insert(owners.begin(), Json{{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"name", "a"}, {"uid", "c"}});
  Json expected = Manifest();
  expected["metadata"].erase("ownerReferences");
  EXPECT_EQ(PlanOf(PlannedImage(), current).body, expected);
}

TEST(OperandPlanTest, FieldsThatOthersAddedAreRemoved) {
  const v1::ClusterAutoscalerObject planned =
      PlannedRemovals({"spec.template.metadata.labels[example.com/a]", "spec.ingress[0].from[0].ipBlock.cidr"});
  Json current = Current();
  current["spec"]["template"]["metadata"]["labels"]["example.com/a"] = "x";
  current["spec"]["ingress"] = Json::array({{{"from", Json::array({{{"ipBlock", {{"cidr", "0.0.0.0/0"}}}}})}}});
  const OperandPlan plan = PlanOf(planned, current);
  EXPECT_EQ(plan.action, OperandAction::kReplace);
  EXPECT_EQ(plan.body,
            (Json{{"spec",
                   {{"ingress", nullptr}, {"template", {{"metadata", {{"labels", {{"example.com/a", nullptr}}}}}}}}}}));
  EXPECT_EQ(plan.changes, "removed /spec/template/metadata/labels/example.com~1a, removed /spec/ingress");
}

// Each case adds another container to the list or renames our container. An apply identifies a container by its name.
TEST(OperandPlanTest, AListOfNamedItemsIsReplacedWithTheFieldsOfOthersInOurs) {
  const auto expect_replaced = [](const std::function<void(Json&)>& change) {
    Json current = Current();
    Json& containers = current["spec"]["template"]["spec"]["containers"];
    containers[0]["terminationMessagePath"] = "/dev/x";
    change(containers);
    const OperandPlan plan = PlanOf(PlannedImage(), current);
    EXPECT_EQ(plan.action, OperandAction::kReplace);
    EXPECT_EQ(plan.changes, "replaced /spec/template/spec/containers");
    return plan.body["spec"]["template"]["spec"]["containers"];
  };
  const Json ours = {{"name", "cluster-autoscaler"}, {"image", "new"}, {"terminationMessagePath", "/dev/x"}};
  EXPECT_EQ(expect_replaced([](Json& list) {
              list.insert(list.begin(), Json{{"name", "evil"}});
            }),
            Json::array({ours}));
  EXPECT_EQ(expect_replaced([](Json& list) { list.push_back({{"name", "evil"}}); }), Json::array({ours}));
  EXPECT_EQ(expect_replaced([](Json& list) { list[0]["name"] = "evil"; }),
            Json::array({{{"name", "cluster-autoscaler"}, {"image", "new"}}}));
}

TEST(OperandPlanTest, APortThatChangedIsReplaced) {
  Json manifest = Manifest();
  manifest["spec"]["ports"] = Json::array({{{"name", "metrics"}, {"port", 8085}}});
  v1::ClusterAutoscalerObject planned = PlannedImage();
  planned.set_manifest(manifest.dump());
  Json current = Current();
  current["spec"]["ports"] = Json::array({{{"name", "metrics"}, {"port", 9999}, {"nodePort", 30000}}});
  EXPECT_EQ(PlanOf(planned, current).body["spec"]["ports"],
            Json::array({{{"name", "metrics"}, {"port", 8085}, {"nodePort", 30000}}}));
}

TEST(OperandPlanTest, AListWithAnItemThatIsNotAnObjectIsReplaced) {
  Json current = Current();
  current["spec"]["template"]["spec"]["containers"] = Json::array({"x"});
  const OperandPlan plan = PlanOf(PlannedImage(), current);
  EXPECT_EQ(plan.action, OperandAction::kReplace);
  EXPECT_EQ(plan.body["spec"]["template"]["spec"]["containers"],
            Json::array({{{"name", "cluster-autoscaler"}, {"image", "new"}}}));
}

TEST(OperandPlanTest, AListIsReplacedIfAPortOfAnItemChanged) {
  const Json ports = Json::array({{{"name", "metrics"}, {"containerPort", 8085}}});
  Json manifest = Manifest();
  manifest["spec"]["template"]["spec"]["containers"][0]["ports"] = ports;
  v1::ClusterAutoscalerObject planned = PlannedImage();
  planned.set_manifest(manifest.dump());
  Json current = Current();
  current["spec"]["template"]["spec"]["containers"][0]["ports"] = ports;
  EXPECT_EQ(PlanOf(planned, current).action, OperandAction::kApply);
  current["spec"]["template"]["spec"]["containers"][0]["ports"][0]["containerPort"] = 9999;
  const OperandPlan plan = PlanOf(planned, current);
  EXPECT_EQ(plan.action, OperandAction::kReplace);
  EXPECT_EQ(plan.changes, "replaced /spec/template/spec/containers");
  EXPECT_EQ(plan.body["spec"]["template"]["spec"]["containers"][0]["ports"], ports);
}

TEST(OperandPlanTest, AListWithAnItemOfAnotherApplierStays) {
  Json current = Current();
  current["spec"]["template"]["spec"]["containers"].push_back({{"name", "evil"}, {"image", "evil"}});
  const Json item = {{R"(k:{"name":"evil"})", {{".", Json::object()}}}};
  AddManager(current, "argocd", "Apply", {{"f:spec", {{"f:template", {{"f:spec", {{"f:containers", item}}}}}}}});
  EXPECT_EQ(PlanOf(PlannedImage(), current).held.reason, kFieldOfAnotherManager);
}

TEST(OperandPlanTest, TheNextApplyRemovesFieldsOfOurLastApply) {
  Json current = Current();
  AddManager(current, "cpsizer-sidecar", "Apply",
             {{"f:spec", {{"f:template", {{"f:metadata", {{"f:labels", {{"f:old", Json::object()}}}}}}}}}});
  EXPECT_EQ(PlanOf(PlannedRemovals({"spec.template.metadata.labels.old"}), current).action, OperandAction::kApply);
}

TEST(OperandPlanTest, AnObjectOfAnotherOwnerIsNeitherWrittenNorDeleted) {
  Json written_by_others = Current();
  written_by_others["metadata"].erase("ownerReferences");
  AddManager(written_by_others, "kubectl", "Update", ImageField());
  Json of_another_controller = Current();
  of_another_controller["metadata"]["ownerReferences"] = Json::array({OwnerReference("Other", "o")});
  AddManager(of_another_controller, "cpsizer-sidecar", "Apply", ImageField());
  for (const Json& current : {written_by_others, of_another_controller}) {
    for (const v1::ClusterAutoscalerObject& planned :
         {PlannedImage(), Planned(v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_DELETE)}) {
      const OperandPlan plan = PlanOf(planned, current);
      EXPECT_EQ(plan.action, OperandAction::kNothing);
      EXPECT_EQ(plan.held.reason, kObjectOfAnotherOwner);
    }
    EXPECT_EQ(PlanOf(Planned(v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_KEEP), current).held.reason, "");
  }
}

TEST(OperandPlanTest, AnObjectThatWeCreatedWithoutAnOwnerIsOurs) {
  Json current = Current();
  current["metadata"].erase("ownerReferences");
  AddManager(current, "cpsizer-sidecar", "Update", ImageField());
  EXPECT_EQ(PlanOf(PlannedImage(), current).action, OperandAction::kApply);
  EXPECT_EQ(PlanOf(Planned(v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_DELETE), current).action, OperandAction::kDelete);
}

TEST(OperandPlanTest, AnObjectOfAnEarlierAutoscalerIsDeletedForEachPlan) {
  Json current = Current();
  current["metadata"]["ownerReferences"][0]["uid"] = "autoscaler-0";
  EXPECT_EQ(PlanOf(PlannedImage(), current).action, OperandAction::kDelete);
  EXPECT_EQ(PlanOf(Planned(v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_KEEP), current).action, OperandAction::kDelete);
  // Without a ClusterAutoscaler, an object that belongs to an earlier ClusterAutoscaler is also treated as an object of
  // the sidecar.
  EXPECT_EQ(PlanOperand(Planned(v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_DELETE), tree::FromJson(current), "").action,
            OperandAction::kDelete);
}

TEST(OperandPlanTest, AnObjectThatIsBeingDeletedIsNotWritten) {
  Json current = Current();
  current["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z";
  for (const v1::ClusterAutoscalerObject& planned :
       {PlannedImage(), Planned(v1::CLUSTER_AUTOSCALER_OBJECT_ACTION_DELETE)}) {
    EXPECT_EQ(PlanOf(planned, current).action, OperandAction::kNothing);
  }
}

TEST(OperandPlanTest, ManyAndLongChangesAreCutInMessages) {
  v1::ClusterAutoscalerObject planned = PlannedImage();
  planned.mutable_differences(0)->set_current(std::string(1000, 'x'));
  for (int i = 0; i < 7; ++i) *planned.add_differences() = planned.differences(0);
  const OperandPlan plan = PlanOf(planned, Current());
  EXPECT_THAT(plan.changes, HasSubstr(", and 3 more"));
  EXPECT_LT(plan.changes.size(), 1000u);
}

}  // namespace
}  // namespace cpsizer::sidecar
