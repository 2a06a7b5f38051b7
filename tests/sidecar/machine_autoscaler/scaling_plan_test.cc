#include "client/sidecar/machine_autoscaler/scaling_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/sidecar/control/hold_reasons.h"
#include "client/tree/parse_json.h"
#include "cpsizer/plan_cluster_autoscaler.h"
#include "tests/sidecar/machine_autoscaler/scaling_objects_json.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

v1::MachineAutoscaler BoundsAutoscalerOf(const Json& json) {
  const MachineAutoscaler object = ReadMachineAutoscaler(tree::ParseJson(json.dump()));
  EXPECT_EQ(object.problem, "");
  return object.autoscaler;
}

v1::MachineSet MachineSetOfTarget(const Json& json) {
  const ScalingTarget target = ReadScalingTargetObject(tree::ParseJson(json.dump()));
  EXPECT_EQ(target.problem, "");
  return target.machine_set;
}

v1::PlanClusterAutoscalerRequest ScalingRequest(const std::vector<BoundsJson>& autoscalers,
                                                const std::vector<TargetJson>& sets) {
  v1::PlanClusterAutoscalerRequest request;
  request.mutable_operator_()->set_namespace_(kScalingNamespace);
  for (const BoundsJson& autoscaler : autoscalers) {
    *request.add_machine_autoscalers() = BoundsAutoscalerOf(MachineAutoscalerJson(autoscaler));
  }
  for (const TargetJson& set : sets) *request.add_machine_sets() = MachineSetOfTarget(MachineSetJson(set));
  return request;
}

v1::PlanClusterAutoscalerResponse Answered(const v1::PlanClusterAutoscalerRequest& request) {
  v1::PlanClusterAutoscalerResponse response;
  EXPECT_EQ(PlanClusterAutoscaler(request, response), absl::OkStatus());
  return response;
}

std::string TextOfStep(const ScalingStep& step) {
  const std::string name = step.autoscaler.substr(step.autoscaler.find('/') + 1);
  switch (step.kind) {
    case ScalingStep::Kind::kAddFinalizer:
      return absl::StrCat("finalizer ", name);
    case ScalingStep::Kind::kReleaseTarget:
      return absl::StrCat("release ", step.target, " of ", name, ", ", step.annotations.size());
    case ScalingStep::Kind::kSetLastTarget:
      return absl::StrCat("last ", name, " ", step.last_target.name());
    case ScalingStep::Kind::kBoundTarget:
      return absl::StrCat("bound ", step.target, " of ", name, ", ",
                          absl::StrJoin(step.annotations, " ", [](std::string* out, const AnnotationChange& change) {
                            absl::StrAppend(out, change.value.value_or("-"));
                          }));
    case ScalingStep::Kind::kRemoveFinalizer:
      return absl::StrCat("end ", name);
  }
  return "";
}

std::vector<std::string> StepTexts(const ScalingPlan& plan) {
  EXPECT_EQ(plan.invalid, "");
  std::vector<std::string> texts;
  for (const ScalingStep& step : plan.steps) texts.push_back(TextOfStep(step));
  return texts;
}

ScalingPlan PlanOfScaling(const v1::PlanClusterAutoscalerRequest& request, const ScalingState& state = {}) {
  return PlanScaling(request, Answered(request), state);
}

struct StepsCase {
  const char* name;
  std::vector<BoundsJson> autoscalers;
  std::vector<TargetJson> sets;
  std::vector<std::string> steps;
};

const BoundsJson kSteady = {.name = "a", .target = "x", .finalizer = true, .last = "x"};

std::vector<StepsCase> StepsCases() {
  const BoundsJson moved = {.name = "a", .target = "y", .finalizer = true, .last = "x"};
  const BoundsJson moved_back = {.name = "b", .target = "x", .finalizer = true, .last = "y"};
  BoundsJson deleted = kSteady;
  deleted.deleting = true;
  BoundsJson deleted_after_move = moved;
  deleted_after_move.deleting = true;
  BoundsJson invalid = kSteady;
  invalid.min = 9;
  BoundsJson wrong_kind = {.name = "a", .target = "y", .finalizer = true, .last = "x", .kind = "MachineDeployment"};
  BoundsJson other = {.name = "b", .target = "x", .finalizer = true, .last = "x"};
  BoundsJson other_deleted = other;
  other_deleted.deleting = true;
  const BoundsJson elsewhere = {.name = "a", .target = "y", .finalizer = true, .last = "y"};
  const std::string bounds = absl::StrCat("1 6 ", OwnerText("a"));
  return {
      {"the finalizer comes first", {{.name = "a", .target = "x"}}, {{"x"}}, {"finalizer a"}},
      {"then lastTargetRef", {{.name = "a", .target = "x", .finalizer = true}}, {{"x"}}, {"last a x"}},
      {"then the bounds", {kSteady}, {{"x"}}, {"bound x of a, " + bounds}},
      {"then nothing", {kSteady}, {{"x", "a"}}, {}},
      {"only what differs", {kSteady}, {{"x", "a", 2, 6}}, {"bound x of a, 1"}},
      {"an old target is released first", {moved}, {{"x", "a"}, {"y"}}, {"release x of a, 3"}},
      {"then lastTargetRef moves", {moved}, {{"x"}, {"y"}}, {"last a y"}},
      {"an old target that does not exist is released", {moved}, {{"y"}}, {"last a y"}},
      {"two that swap release both",
       {moved, moved_back},
       {{"x", "a"}, {"y", "b"}},
       {"release x of a, 3", "release y of b, 3"}},
      {"one of them is released", {moved, moved_back}, {{"x"}, {"y", "b"}}, {"last a y", "release y of b, 3"}},
      {"then both move", {moved, moved_back}, {{"x"}, {"y"}}, {"last a y", "last b x"}},
      {"then each takes the other",
       {elsewhere, other},
       {{"x"}, {"y"}},
       {"bound x of b, 1 6 " + OwnerText("b"), "bound y of a, " + bounds}},
      {"three in a circle",
       {moved,
        {.name = "b", .target = "z", .finalizer = true, .last = "y"},
        {.name = "c", .target = "x", .finalizer = true, .last = "z"}},
       {{"x", "a"}, {"y", "b"}, {"z", "c"}},
       {"release x of a, 3", "release y of b, 3", "release z of c, 3"}},
      {"a target that changes hands is released first", {moved, other}, {{"x", "a"}, {"y"}}, {"release x of a, 3"}},
      {"a deleted one releases", {deleted}, {{"x", "a"}}, {"release x of a, 3"}},
      {"then it ends", {deleted}, {{"x"}}, {"end a"}},
      {"a deleted one without a target ends", {deleted}, {}, {"end a"}},
      {"a deleted one releases the target before too",
       {deleted_after_move},
       {{"x", "a"}, {"y"}},
       {"release x of a, 3"}},
      {"a deleted one of another kind keeps its finalizer",
       {{.name = "a", .target = "x", .finalizer = true, .last = "x", .deleting = true, .kind = "MachineDeployment"}},
       {{"x", "a"}},
       {}},
      {"another kind releases the target before", {wrong_kind}, {{"x", "a"}}, {"release x of a, 3"}},
      {"a target that is not there", {{.name = "a", .target = "x"}}, {}, {}},
      {"the first of two has it", {kSteady, other}, {{"x"}}, {"bound x of a, " + bounds}},
      {"the second of two has it", {kSteady, other}, {{"x", "b"}}, {}},
      {"a deleted one leaves the target of another", {kSteady, other_deleted}, {{"x", "a"}}, {"end b"}},
      {"an invalid one keeps its target", {invalid}, {{"x", "a"}}, {}},
      {"another one does not release the target of an invalid one", {invalid, other_deleted}, {{"x", "a"}}, {"end b"}},
      {"another one does not take the target of an invalid one", {invalid, other}, {{"x", "a"}}, {}},
      {"an owner that does not exist keeps it", {kSteady}, {{"x", "gone"}}, {}},
      {"unless another one releases it", {kSteady, other_deleted}, {{"x", "gone"}}, {"release x of a, 3"}},
      {"an owner that refers to another target loses it", {elsewhere}, {{"x", "a"}, {"y", "a"}}, {"release x of a, 3"}},
      {"and another one gets it later", {elsewhere, other}, {{"x", "a"}, {"y", "a"}}, {"release x of a, 3"}},
  };
}

TEST(PlanScalingTest, StepsThatMayBeDone) {
  for (const StepsCase& c : StepsCases()) {
    EXPECT_THAT(StepTexts(PlanOfScaling(ScalingRequest(c.autoscalers, c.sets))), ElementsAreArray(c.steps)) << c.name;
  }
}

TEST(PlanScalingTest, ATargetThatCannotBeReadIsNotAbsent) {
  ScalingState state;
  state.unreadable_targets["x"].problem = "spec is a text";
  state.unreadable_targets["x"].owner = OwnerText("b");
  const BoundsJson moved = {.name = "a", .target = "y", .finalizer = true, .last = "x"};
  const BoundsJson deleted = {.name = "b", .target = "gone", .finalizer = true, .last = "gone", .deleting = true};
  const ScalingPlan plan =
      PlanOfScaling(ScalingRequest({moved, deleted, {.name = "c", .target = "x"}}, {{"y"}}), state);
  EXPECT_THAT(StepTexts(plan), IsEmpty()) << "the annotation of its owner can be read";
  EXPECT_EQ(plan.results[2].outcome, "target_unreadable");
  EXPECT_EQ(plan.results[2].held.reason, "TARGET_UNREADABLE");
  EXPECT_EQ(plan.results[2].message, "MachineSet x cannot be read: spec is a text");
  EXPECT_THAT(StepTexts(PlanOfScaling(ScalingRequest({moved, deleted}, {{"y"}}))), ElementsAre("last a y", "end b"));
}

TEST(PlanScalingTest, TheTargetOfAnOwnerThatCannotBeReadIsLeft) {
  const BoundsJson deleted = {.name = "a", .target = "x", .finalizer = true, .last = "x", .deleting = true};
  ScalingState state;
  EXPECT_THAT(StepTexts(PlanOfScaling(ScalingRequest({deleted}, {{"x", "b"}}), state)),
              ElementsAre("release x of a, 3"))
      << "there is no b";
  state.unreadable_autoscalers = {OwnerText("b")};
  EXPECT_THAT(StepTexts(PlanOfScaling(ScalingRequest({deleted}, {{"x", "b"}}), state)), ElementsAre("end a"));
}

TEST(PlanScalingTest, AnOwnerThatCannotBeReadKeepsATargetThatAnotherOneReleases) {
  const BoundsJson deleted = {.name = "b", .target = "x", .finalizer = true, .last = "x", .deleting = true};
  ScalingState state;
  state.unreadable_autoscalers = {OwnerText("c")};
  const ScalingPlan plan = PlanOfScaling(ScalingRequest({kSteady, deleted}, {{"x", "c"}}), state);
  EXPECT_THAT(StepTexts(plan), ElementsAre("end b"));
  EXPECT_EQ(plan.results[0].outcome, "target_owned");
  EXPECT_EQ(plan.results[0].message, "MachineSet x belongs to MachineAutoscaler " + OwnerText("c"));
}

TEST(PlanScalingTest, WritesNothingForAnUnsettledTarget) {
  const BoundsJson moved = {.name = "a", .target = "y", .finalizer = true, .last = "x"};
  const BoundsJson deleted = {.name = "b", .target = "x", .finalizer = true, .last = "x", .deleting = true};
  ScalingState state;
  state.unsettled_targets = {"x"};
  EXPECT_THAT(StepTexts(PlanOfScaling(ScalingRequest({moved, deleted}, {{"x"}, {"y"}}), state)), IsEmpty());
}

TEST(PlanScalingTest, VerdictsAreThoseOfTheService) {
  BoundsJson invalid = kSteady;
  invalid.name = "d";
  invalid.max = 0;
  const ScalingPlan plan = PlanOfScaling(
      ScalingRequest({kSteady, {.name = "b", .target = "x"}, {.name = "c", .target = "gone"}, invalid}, {{"x", "a"}}));
  std::vector<std::string> texts;
  for (const ScalingResult& result : plan.results) {
    texts.push_back(absl::StrCat(result.autoscaler.substr(result.autoscaler.find('/') + 1), " ", result.outcome, " ",
                                 result.held.reason, " ", result.event));
  }
  EXPECT_THAT(texts, ElementsAre("a bounds  SuccessfulUpdate", "b target_owned TARGET_OWNED FailedSetOwner",
                                 "c target_not_found TARGET_NOT_FOUND FailedGetTarget",
                                 "d invalid INVALID_CONFIGURATION FailedValidation"));
  EXPECT_EQ(plan.results[0].message, "it bounds MachineSet \"x\" to 1 to 6 machines");
}

TEST(PlanScalingTest, TheWarningAboutGpusComesWithTheStep) {
  v1::PlanClusterAutoscalerRequest request = ScalingRequest({kSteady}, {{"other"}, {"x"}});
  (*request.mutable_machine_sets(1)->mutable_metadata()->mutable_annotations())["machine.openshift.io/GPU"] = "1";
  const ScalingPlan plan = PlanOfScaling(request);
  ASSERT_EQ(plan.steps.size(), 1u);
  EXPECT_EQ(plan.steps[0].gpu_warning, "the nodes have no label cluster-api/accelerator");
  EXPECT_EQ(plan.steps[0].annotations.size(), 5u) << "gpu-count and gpu-type too";
}

TEST(PlanScalingTest, IgnoresAGpuWarningAboutAMachineSetOutsideTheRequest) {
  const v1::PlanClusterAutoscalerRequest request = ScalingRequest({kSteady}, {});
  v1::PlanClusterAutoscalerResponse response = Answered(request);
  v1::Finding& finding = *response.add_findings();
  finding.set_rule("GPU_LABEL_MISSING");
  finding.set_path("machineSets[0].spec.template.spec.metadata.labels[cluster-api/accelerator]");
  EXPECT_THAT(StepTexts(PlanScaling(request, response, {})), IsEmpty());
}

TEST(PlanScalingTest, DefersCapacitiesUntilTheBoundsChange) {
  v1::PlanClusterAutoscalerRequest request = ScalingRequest({kSteady}, {{"x", "a"}});
  (*request.mutable_machine_sets(0)->mutable_metadata()->mutable_annotations())["machine.openshift.io/GPU"] = "1";
  const v1::PlanClusterAutoscalerResponse response = Answered(request);
  ASSERT_EQ(response.targets(0).annotations_size(), 5);
  EXPECT_EQ(response.targets(0).annotations(3).action(), v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_DEFER);
  EXPECT_THAT(StepTexts(PlanScaling(request, response, {})), IsEmpty());
}

TEST(PlanScalingTest, OtherFinalizersStay) {
  v1::PlanClusterAutoscalerRequest request = ScalingRequest({{.name = "a", .target = "x"}}, {{"x"}});
  request.mutable_machine_autoscalers(0)->mutable_metadata()->add_finalizers("other");
  EXPECT_THAT(PlanOfScaling(request).steps[0].finalizers, ElementsAre("other", kScalingFinalizer));
  BoundsJson deleted = kSteady;
  deleted.deleting = true;
  request = ScalingRequest({deleted}, {});
  request.mutable_machine_autoscalers(0)->mutable_metadata()->add_finalizers("other");
  EXPECT_THAT(PlanOfScaling(request).steps[0].finalizers, ElementsAre("other"));
}

// Returns the reason why a plan does not use the response, or a part of it; empty if it uses the whole response.
std::string WhyInvalid(const ScalingPlan& plan) {
  for (const ScalingResult& result : plan.results) {
    if (result.held.reason == kInvalidResponse) return result.message;
  }
  return plan.invalid;
}

struct InvalidScaling {
  const char* why;
  std::function<void(v1::PlanClusterAutoscalerResponse&)> corrupt;
};

TEST(PlanScalingTest, AnInvalidResponseIsNotUsed) {
  using Response = v1::PlanClusterAutoscalerResponse;
  constexpr auto kDefer = v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_DEFER;
  constexpr auto kSet = v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_SET;
  constexpr auto kRemove = v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_REMOVE;
  const std::vector<InvalidScaling> cases = {
      {"plans of 0 MachineAutoscalers", [](Response& response) { response.Clear(); }},
      {"another name", [](Response& response) { response.mutable_machine_autoscalers(0)->set_name("b"); }},
      {"no outcome", [](Response& response) { response.mutable_machine_autoscalers(0)->clear_outcome(); }},
      {"a name that is not in the request", [](Response& response) { response.mutable_targets(0)->set_name("z"); }},
      {"two plans", [](Response& response) { response.add_targets()->set_name("x"); }},
      {"an owner that is not in the request",
       [](Response& response) { response.mutable_targets(0)->set_owner("n/z"); }},
      {"an owner that does not name it",
       [](Response& response) { response.mutable_targets(0)->set_owner(OwnerText("other")); }},
      {"an owner that is being deleted",
       [](Response& response) { response.mutable_targets(0)->set_owner(OwnerText("deleted")); }},
      {"a change of spec.replicas",
       [](Response& response) { response.mutable_targets(0)->mutable_annotations(0)->set_key("spec.replicas"); }},
      {"an annotation twice",
       [](Response& response) {
         *response.mutable_targets(0)->add_annotations() = response.targets(0).annotations(0);
       }},
      {"a value that differs from the MachineAutoscaler",
       [](Response& response) { response.mutable_targets(0)->mutable_annotations(1)->set_value("60"); }},
      {"a value that differs from the MachineAutoscaler",
       [](Response& response) { response.mutable_targets(0)->mutable_annotations(2)->set_value(OwnerText("b")); }},
      {"an annotation that does not exist",
       [](Response& response) {
         response.mutable_targets(0)->mutable_annotations(0)->set_action(v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_KEEP);
       }},
      {"a removal",
       [](Response& response) { response.mutable_targets(0)->mutable_annotations(0)->set_action(kRemove); }},
      {"a deferred value",
       [](Response& response) { response.mutable_targets(0)->mutable_annotations(0)->set_action(kDefer); }},
      {"a deferred value",
       [](Response& response) {
         response.mutable_targets(0)->clear_owner();
         response.mutable_targets(0)->clear_annotations();
         v1::ClusterAutoscalerAnnotation& annotation = *response.mutable_targets(0)->add_annotations();
         annotation.set_key("capacity.cluster-autoscaler.kubernetes.io/memory");
         annotation.set_action(kDefer);
       }},
      {"a change of capacity",
       [](Response& response) {
         v1::ClusterAutoscalerAnnotation& annotation = *response.mutable_targets(0)->add_annotations();
         annotation.set_key("capacity.cluster-autoscaler.kubernetes.io/pods");
         annotation.set_action(kSet);
         annotation.set_value("1");
       }},
      {"no action", [](Response& response) { response.mutable_targets(0)->mutable_annotations(0)->clear_action(); }},
      {"a value without an owner", [](Response& response) { response.mutable_targets(0)->clear_owner(); }},
      {"bounds for a MachineSet that it does not own", [](Response& response) { response.clear_targets(); }},
      {"a MachineSet without",
       [](Response& response) { response.mutable_targets(0)->mutable_annotations()->DeleteSubrange(0, 1); }},
      {"a MachineSet that it does not bound",
       [](Response& response) {
         response.mutable_machine_autoscalers(0)->set_outcome(v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_INVALID);
       }},
      {"a deletion that was not requested",
       [](Response& response) {
         response.mutable_machine_autoscalers(0)->set_outcome(v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_DELETED);
       }},
      {"a finalizer that exists already",
       [](Response& response) { response.mutable_machine_autoscalers(0)->set_add_finalizer(true); }},
      {"a finalizer that is needed",
       [](Response& response) { response.mutable_machine_autoscalers(0)->set_remove_finalizer(true); }},
      {"another target",
       [](Response& response) { response.mutable_machine_autoscalers(0)->mutable_last_target_ref()->set_name("z"); }},
      {"another value of capacity",
       [](Response& response) {
         v1::ClusterAutoscalerAnnotation& annotation = *response.mutable_targets(0)->add_annotations();
         annotation.set_key("capacity.cluster-autoscaler.kubernetes.io/cpu");
         annotation.set_action(kSet);
         annotation.set_value("1");
       }},
  };
  v1::PlanClusterAutoscalerRequest request =
      ScalingRequest({kSteady,
                      {.name = "deleted", .target = "x", .finalizer = true, .last = "x", .deleting = true},
                      {.name = "other", .target = "y"}},
                     {{"x"}});
  (*request.mutable_machine_sets(0)
        ->mutable_metadata()
        ->mutable_annotations())["capacity.cluster-autoscaler.kubernetes.io/cpu"] = "8";
  const Response right = Answered(request);
  ASSERT_EQ(WhyInvalid(PlanScaling(request, right, {})), "");
  for (const InvalidScaling& c : cases) {
    Response response = right;
    c.corrupt(response);
    const ScalingPlan plan = PlanScaling(request, response, {});
    EXPECT_THAT(WhyInvalid(plan), HasSubstr(c.why));
    EXPECT_THAT(plan.steps, Each(Field(&ScalingStep::autoscaler, OwnerText("other"))))
        << c.why << ": only that of the MachineAutoscaler that does not refer to the MachineSet";
  }
}

// A MachineSet and the MachineAutoscalers that name it, or that it names, are planned together.
TEST(PlanScalingTest, AnInvalidPartOfAResponseAppliesToAllThatReferToIt) {
  const v1::PlanClusterAutoscalerRequest request =
      ScalingRequest({{.name = "moved", .target = "y", .finalizer = true, .last = "x"},
                      {.name = "waits", .target = "x"},
                      {.name = "free", .target = "z", .finalizer = true, .last = "z"}},
                     {{"x", "moved"}, {"y"}, {"z"}});
  v1::PlanClusterAutoscalerResponse response = Answered(request);
  const size_t steps = PlanScaling(request, response, {}).steps.size();
  ASSERT_GT(steps, 1u);
  response.mutable_machine_autoscalers(1)->clear_outcome();
  const ScalingPlan plan = PlanScaling(request, response, {});
  ASSERT_EQ(plan.results.size(), 3u);
  EXPECT_EQ(plan.results[0].held.reason, kInvalidResponse);
  EXPECT_EQ(plan.results[1].held.reason, kInvalidResponse);
  EXPECT_EQ(plan.results[2].held.reason, "");
  ASSERT_EQ(plan.steps.size(), 1u);
  EXPECT_EQ(plan.steps[0].target, "z");
}

TEST(PlanScalingTest, DoesNotKeepABoundThatIsNotThatOfTheOwner) {
  const v1::PlanClusterAutoscalerRequest request = ScalingRequest({kSteady}, {{"x", "a", 2, 6}});
  v1::PlanClusterAutoscalerResponse response = Answered(request);
  response.mutable_targets(0)->mutable_annotations(0)->set_action(v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_KEEP);
  EXPECT_THAT(WhyInvalid(PlanScaling(request, response, {})),
              HasSubstr(absl::StrCat("a value that differs from the MachineAutoscaler of ", kScalingMinKey)));
}

TEST(ScalingObjectsTest, ContentIsWhatAPlanDependsOn) {
  Json json = MachineSetJson({"x", "a"});
  json["metadata"]["uid"] = "u";
  json["metadata"]["resourceVersion"] = "7";
  const auto read = [&json] { return ReadScalingTargetObject(tree::ParseJson(json.dump())); };
  const ScalingTarget before = read();
  json["metadata"]["resourceVersion"] = "8";
  json["metadata"]["generation"] = 3;
  json["metadata"]["annotations"]["other"] = "x";
  json["spec"]["replicas"] = 4;
  json["spec"]["template"]["metadata"]["labels"]["a"] = "b";
  json["status"]["replicas"] = 4;
  EXPECT_TRUE(HasSameContent(before, read()));
  json["spec"]["template"]["spec"]["metadata"]["labels"]["cluster-api/accelerator"] = "t4";
  EXPECT_FALSE(HasSameContent(before, read()));
  const ScalingTarget labelled = read();
  json["metadata"]["annotations"][kScalingMinKey] = "2";
  EXPECT_FALSE(HasSameContent(labelled, read()));
  json["metadata"]["annotations"][kScalingMinKey] = 2;
  EXPECT_NE(read().problem, "");
  EXPECT_EQ(read().owner, OwnerText("a"));
}

}  // namespace
}  // namespace cpsizer::sidecar
