// Tests which annotations a plan sets on MachineSets and removes from MachineSets: section 7 of
// docs/reference/cluster-autoscaler.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "cpsizer/limits.h"
#include "tests/engine/cluster_autoscaler/plans.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AnnotationTexts;
using ::cpsizer::testing::MachineAutoscalerJson;
using ::cpsizer::testing::MachineSetJson;
using ::cpsizer::testing::MachinesPlan;
using ::cpsizer::testing::MachinesTexts;
using ::cpsizer::testing::Plan;
using ::cpsizer::testing::PlanFindings;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr char kMin[] = "machine.openshift.io/cluster-api-autoscaler-node-group-min-size";
constexpr char kMax[] = "machine.openshift.io/cluster-api-autoscaler-node-group-max-size";
constexpr char kOwner[] = "autoscaling.openshift.io/machineautoscaler";
constexpr char kDeleting[] = R"(, "deletionTimestamp": "2026-01-02T03:04:05Z")";
constexpr char kHasFinalizer[] = R"(, "finalizers": ["machinetarget.autoscaling.openshift.io"])";

// Returns the annotations of a MachineSet with the bounds 1 and 6 and this owner.
std::string Bounded(absl::string_view owner, absl::string_view more = "") {
  return absl::StrCat("\"", kMin, R"(": "1", ")", kMax, R"(": "6", ")", kOwner, R"(": ")", owner, "\"", more);
}

// Returns a `status` field with a lastTargetRef to the object with this name.
std::string LastTarget(absl::string_view name, absl::string_view kind = "MachineSet") {
  return absl::StrCat(R"(, "status": {"lastTargetRef": {"apiVersion": "machine.openshift.io/v1beta1", "kind": ")", kind,
                      R"(", "name": ")", name, R"("}})");
}

// Returns the texts of AnnotationTexts() for the minimum, maximum and owner annotations with this action.
std::vector<std::string> Three(absl::string_view set, absl::string_view action, absl::string_view owner) {
  return {absl::StrCat(set, " ", action, " ", kMin, "=1"), absl::StrCat(set, " ", action, " ", kMax, "=6"),
          absl::StrCat(set, " ", action, " ", kOwner, "=", owner)};
}
std::vector<std::string> ThreeRemoved(absl::string_view set) {
  return {absl::StrCat(set, " REMOVE ", kMin), absl::StrCat(set, " REMOVE ", kMax),
          absl::StrCat(set, " REMOVE ", kOwner)};
}

TEST(PlanTargets, Section7ANewMachineAutoscalerBoundsItsTarget) {
  const auto response = Plan(MachinesPlan({MachineAutoscalerJson("a", "workers")}, {MachineSetJson("workers")}));
  EXPECT_THAT(MachinesTexts(response), ElementsAre("a BOUNDS SuccessfulUpdate lastTargetRef=workers +finalizer"));
  EXPECT_THAT(AnnotationTexts(response), ElementsAreArray(Three("workers", "SET", "ns/a")));
  ASSERT_THAT(response.targets(), SizeIs(1));
  EXPECT_TRUE(response.targets(0).changed());
  EXPECT_EQ(response.targets(0).annotations(0).source(), "machineAutoscalers[0].spec.minReplicas");
  EXPECT_EQ(response.targets(0).annotations(2).source(), "machineAutoscalers[0].metadata.name");
  EXPECT_EQ(response.machine_autoscalers(0).message(), "it bounds MachineSet \"workers\" to 1 to 6 machines");
  EXPECT_EQ(response.summary(),
            "There is no ClusterAutoscaler: nothing runs. 1 of 1 MachineAutoscaler bounds its MachineSet; 1 MachineSet "
            "changes.");
}

TEST(PlanTargets, AMachineAutoscalerWithoutANamespaceIsInThatOfTheOperator) {
  auto request = MachinesPlan({MachineAutoscalerJson("a", "workers")}, {MachineSetJson("workers")});
  request.mutable_machine_autoscalers(0)->mutable_metadata()->clear_namespace_();
  request.mutable_operator_()->set_namespace_("autoscaling");
  for (auto& set : *request.mutable_machine_sets()) set.mutable_metadata()->clear_namespace_();
  const auto response = Plan(request);
  EXPECT_EQ(response.machine_autoscalers(0).namespace_(), "autoscaling");
  EXPECT_THAT(AnnotationTexts(response), ElementsAreArray(Three("workers", "SET", "autoscaling/a")));
}

TEST(PlanTargets, Section7ABoundedTargetStaysAsItIs) {
  const auto response = Plan(MachinesPlan({MachineAutoscalerJson("a", "workers", kHasFinalizer, LastTarget("workers"))},
                                          {MachineSetJson("workers", Bounded("ns/a"))}));
  EXPECT_THAT(MachinesTexts(response), ElementsAre("a BOUNDS SuccessfulUpdate"));
  EXPECT_THAT(AnnotationTexts(response), ElementsAreArray(Three("workers", "KEEP", "ns/a")));
  EXPECT_FALSE(response.targets(0).changed());
}

TEST(PlanTargets, Section7OnlyWhatDiffersIsSet) {
  const struct {
    const char* min;
    const char* max;
    const char* actions[2];
  } kCases[] = {
      {"2", "6", {"SET", "KEEP"}}, {"1", "60", {"KEEP", "SET"}},   {"one", "6", {"SET", "KEEP"}},
      {"", "6", {"SET", "KEEP"}},  {"+1", "06", {"KEEP", "KEEP"}}, {" 1", "6 ", {"SET", "SET"}},
  };
  for (const auto& test : kCases) {
    const std::string annotations = absl::StrCat("\"", kMin, R"(": ")", test.min, R"(", ")", kMax, R"(": ")", test.max,
                                                 R"(", ")", kOwner, R"(": "ns/a")");
    const auto response =
        Plan(MachinesPlan({MachineAutoscalerJson("a", "workers")}, {MachineSetJson("workers", annotations)}));
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(v1::ClusterAutoscalerAnnotationAction_Name(response.targets(0).annotations(i).action()),
                absl::StrCat("CLUSTER_AUTOSCALER_ANNOTATION_ACTION_", test.actions[i]))
          << test.min << " to " << test.max << ": " << i;
    }
  }
}

TEST(PlanTargets, Section7ADeletedOneReleasesItsTarget) {
  const auto response =
      Plan(MachinesPlan({MachineAutoscalerJson("a", "workers", absl::StrCat(kDeleting, kHasFinalizer))},
                        {MachineSetJson("workers", Bounded("ns/a", R"(, "other": "stays")"))}));
  EXPECT_THAT(MachinesTexts(response), ElementsAre("a DELETED  -finalizer"));
  EXPECT_THAT(AnnotationTexts(response), ElementsAreArray(ThreeRemoved("workers")));
  EXPECT_EQ(response.targets(0).annotations(0).source(), "machineAutoscalers[0].metadata.deletionTimestamp");
  EXPECT_EQ(response.targets(0).annotations(0).current(), "1");
  EXPECT_EQ(response.targets(0).owner(), "");
}

TEST(PlanTargets, Section7ADeletedOneWithoutATargetLosesItsFinalizer) {
  const auto response =
      Plan(MachinesPlan({MachineAutoscalerJson("a", "gone", absl::StrCat(kDeleting, kHasFinalizer))}, {}));
  EXPECT_THAT(MachinesTexts(response), ElementsAre("a DELETED  -finalizer"));
  EXPECT_THAT(response.targets(), IsEmpty());
}

TEST(PlanTargets, Section7ADeletedOneWithATargetOfAnotherKindKeepsItsFinalizer) {
  auto request = MachinesPlan({MachineAutoscalerJson("a", "workers", absl::StrCat(kDeleting, kHasFinalizer))},
                              {MachineSetJson("workers", Bounded("ns/a"))});
  request.mutable_machine_autoscalers(0)->mutable_spec()->mutable_scale_target_ref()->set_kind("MachineDeployment");
  const auto response = Plan(request);
  EXPECT_THAT(MachinesTexts(response), ElementsAre("a INVALID "));
  EXPECT_THAT(response.targets(), IsEmpty());
}

TEST(PlanTargets, Section7ATargetThatIsNotThereYet) {
  const auto response = Plan(MachinesPlan({MachineAutoscalerJson("a", "workers")}, {MachineSetJson("other")}));
  EXPECT_THAT(MachinesTexts(response), ElementsAre("a TARGET_NOT_FOUND FailedGetTarget"));
  EXPECT_THAT(PlanFindings(response), ElementsAre("TARGET_NOT_FOUND machineAutoscalers[0].spec.scaleTargetRef.name: "
                                                  "there is no MachineSet \"workers\""));
}

TEST(PlanTargets, Section7TargetsAreInTheNamespaceOfTheClusterAutoscaler) {
  auto request = MachinesPlan({MachineAutoscalerJson("a", "workers")}, {MachineSetJson("workers")});
  request.mutable_machine_sets(0)->mutable_metadata()->set_namespace_("ns");
  EXPECT_THAT(MachinesTexts(Plan(request)), ElementsAre("a TARGET_NOT_FOUND FailedGetTarget"));
  request.mutable_machine_sets(0)->mutable_metadata()->set_namespace_("openshift-machine-api");
  EXPECT_THAT(MachinesTexts(Plan(request)), ElementsAre("a BOUNDS SuccessfulUpdate lastTargetRef=workers +finalizer"));
}

TEST(PlanTargets, Section7ANewTargetTakesTheBoundsAndTheOldOneLosesThem) {
  const auto response = Plan(MachinesPlan({MachineAutoscalerJson("a", "new", kHasFinalizer, LastTarget("old"))},
                                          {MachineSetJson("old", Bounded("ns/a")), MachineSetJson("new")}));
  EXPECT_THAT(MachinesTexts(response), ElementsAre("a BOUNDS SuccessfulUpdate lastTargetRef=new"));
  std::vector<std::string> expected = ThreeRemoved("old");
  const std::vector<std::string> set = Three("new", "SET", "ns/a");
  expected.insert(expected.end(), set.begin(), set.end());
  EXPECT_THAT(AnnotationTexts(response), ElementsAreArray(expected));
  EXPECT_EQ(response.targets(0).annotations(0).source(), "machineAutoscalers[0].status.lastTargetRef");
}

TEST(PlanTargets, Section7TheLastTargetIsReleasedEvenIfTheNewOneIsInvalid) {
  auto request = MachinesPlan({MachineAutoscalerJson("a", "new", kHasFinalizer, LastTarget("old"))},
                              {MachineSetJson("old", Bounded("ns/a")), MachineSetJson("new")});
  request.mutable_machine_autoscalers(0)->mutable_spec()->set_max_replicas(0);
  const auto response = Plan(request);
  EXPECT_THAT(MachinesTexts(response), ElementsAre("a INVALID FailedValidation lastTargetRef=new"));
  EXPECT_THAT(AnnotationTexts(response), ElementsAreArray(ThreeRemoved("old")));
  EXPECT_THAT(PlanFindings(response),
              ElementsAre("VALUE_OUT_OF_RANGE machineAutoscalers[0].spec.maxReplicas: 0 is below 1"));
  EXPECT_EQ(response.machine_autoscalers(0).message(), "it has errors, the first at spec.maxReplicas: 0 is below 1");
}

TEST(PlanTargets, Section7ALastTargetOfAnotherKindStopsEverything) {
  const auto response =
      Plan(MachinesPlan({MachineAutoscalerJson("a", "new", "", LastTarget("old", "MachineDeployment"))},
                        {MachineSetJson("old", Bounded("ns/a")), MachineSetJson("new")}));
  EXPECT_THAT(MachinesTexts(response), ElementsAre("a INVALID FailedGetLastTarget"));
  EXPECT_THAT(response.targets(), IsEmpty());
}

TEST(PlanTargets, Section7ATargetOfAnotherKindIsReportedWhenItIsRead) {
  auto request = MachinesPlan({MachineAutoscalerJson("a", "workers")}, {MachineSetJson("workers")});
  request.mutable_machine_autoscalers(0)->mutable_spec()->mutable_scale_target_ref()->set_kind("MachineDeployment");
  const auto response = Plan(request);
  EXPECT_THAT(MachinesTexts(response), ElementsAre("a INVALID FailedGetTarget"));
  EXPECT_THAT(PlanFindings(response), SizeIs(1));
  EXPECT_THAT(response.targets(), IsEmpty());
}

TEST(PlanTargets, Section7AnInvalidOneLeavesItsTargetAsItIs) {
  auto request = MachinesPlan({MachineAutoscalerJson("a", "workers", kHasFinalizer, LastTarget("workers"))},
                              {MachineSetJson("workers", Bounded("ns/a"))});
  request.mutable_machine_autoscalers(0)->mutable_spec()->set_max_replicas(0);
  EXPECT_THAT(Plan(request).targets(), IsEmpty());
}

TEST(PlanTargets, TwoOfOneTargetAreOneFindingAndTheOwnerKeepsIt) {
  // The current owner is `b`. By name, `b` is after `a`.
  const auto response =
      Plan(MachinesPlan({MachineAutoscalerJson("a", "workers"), MachineAutoscalerJson("b", "workers")},
                        {MachineSetJson("workers", Bounded("ns/b"))}));
  EXPECT_THAT(MachinesTexts(response), ElementsAre("a TARGET_OWNED FailedSetOwner",
                                                   "b BOUNDS SuccessfulUpdate lastTargetRef=workers +finalizer"));
  EXPECT_THAT(AnnotationTexts(response), ElementsAreArray(Three("workers", "KEEP", "ns/b")));
  EXPECT_THAT(PlanFindings(response), ElementsAre("TARGET_SHARED machineAutoscalers[0].spec.scaleTargetRef.name: "
                                                  "MachineSet \"workers\" belongs to MachineAutoscaler \"ns/b\""));
}

TEST(PlanTargets, ReadingCA12TheFirstByNameHasATargetWithoutAnOwner) {
  const auto response = Plan(MachinesPlan(
      {MachineAutoscalerJson("b", "workers"), MachineAutoscalerJson("a", "workers")}, {MachineSetJson("workers")}));
  EXPECT_THAT(AnnotationTexts(response), ElementsAreArray(Three("workers", "SET", "ns/a")));
  EXPECT_THAT(MachinesTexts(response), ElementsAre("b TARGET_OWNED FailedSetOwner",
                                                   "a BOUNDS SuccessfulUpdate lastTargetRef=workers +finalizer"));
}

TEST(PlanTargets, APlanThatIsAppliedChangesNothingMore) {
  // This request has the state after the plan of the previous test was applied.
  const auto response = Plan(MachinesPlan({MachineAutoscalerJson("b", "workers"),
                                           MachineAutoscalerJson("a", "workers", kHasFinalizer, LastTarget("workers"))},
                                          {MachineSetJson("workers", Bounded("ns/a"))}));
  EXPECT_FALSE(response.targets(0).changed());
  EXPECT_THAT(MachinesTexts(response), ElementsAre("b TARGET_OWNED FailedSetOwner", "a BOUNDS SuccessfulUpdate"));
}

TEST(PlanTargets, Section7TargetGetsAnotherOwnerWhenItsOwnerIsDeleted) {
  const auto response =
      Plan(MachinesPlan({MachineAutoscalerJson("a", "workers", absl::StrCat(kDeleting, kHasFinalizer)),
                         MachineAutoscalerJson("b", "workers")},
                        {MachineSetJson("workers", Bounded("ns/a"))}));
  EXPECT_THAT(MachinesTexts(response),
              ElementsAre("a DELETED  -finalizer", "b BOUNDS SuccessfulUpdate lastTargetRef=workers +finalizer"));
  EXPECT_THAT(AnnotationTexts(response),
              ElementsAre(absl::StrCat("workers KEEP ", kMin, "=1"), absl::StrCat("workers KEEP ", kMax, "=6"),
                          absl::StrCat("workers SET ", kOwner, "=ns/b")));
}

TEST(PlanTargets, TheNewOwnerIsNamedWhereTheOldOneIsDeleted) {
  const auto response =
      Plan(MachinesPlan({MachineAutoscalerJson("b", "workers"), MachineAutoscalerJson("c", "workers"),
                         MachineAutoscalerJson("a", "workers", kDeleting), MachineAutoscalerJson("d", "gone")},
                        {MachineSetJson("workers", Bounded("ns/a"))}));
  EXPECT_EQ(response.machine_autoscalers(1).message(), "MachineSet \"workers\" belongs to MachineAutoscaler \"ns/b\"");
  EXPECT_EQ(response.summary(),
            "There is no ClusterAutoscaler: nothing runs. 1 of 4 MachineAutoscalers bounds its MachineSet, 1 is being "
            "deleted, 2 do not bound any; 1 MachineSet changes.");
}

TEST(PlanTargets, TheSummaryCounts) {
  const auto response = Plan(MachinesPlan(
      {MachineAutoscalerJson("a", "x", kDeleting), MachineAutoscalerJson("b", "y", kDeleting),
       MachineAutoscalerJson("c", "x"), MachineAutoscalerJson("d", "y"), MachineAutoscalerJson("e", "gone")},
      {MachineSetJson("x"), MachineSetJson("y")}));
  EXPECT_EQ(
      response.summary(),
      "There is no ClusterAutoscaler: nothing runs. 2 of 5 MachineAutoscalers bound their MachineSet, 2 are being "
      "deleted, 1 does not bound any; 2 MachineSets change.");
}

TEST(PlanTargets, ReadingCA13ADeletedOneThatNeverHadTheTargetTakesNothing) {
  const auto response = Plan(MachinesPlan({MachineAutoscalerJson("a", "workers"), MachineAutoscalerJson("b", "workers"),
                                           MachineAutoscalerJson("c", "workers", kDeleting)},
                                          {MachineSetJson("workers", Bounded("ns/b"))}));
  EXPECT_THAT(AnnotationTexts(response), ElementsAreArray(Three("workers", "KEEP", "ns/b")));
}

TEST(PlanTargets, ReadingCA13AnOwnerThatCannotWriteKeepsItsTarget) {
  const auto response =
      Plan(MachinesPlan({MachineAutoscalerJson("b", "workers"), MachineAutoscalerJson("a", "workers"),
                         MachineAutoscalerJson("c", "workers", kDeleting)},
                        {MachineSetJson("workers", Bounded("ns/b", R"(, "machine.openshift.io/memoryMb": "x")"))}));
  EXPECT_THAT(MachinesTexts(response),
              ElementsAre("b TARGET_UNREADABLE FailedUpdateTarget lastTargetRef=workers +finalizer",
                          "a TARGET_OWNED FailedSetOwner", "c DELETED "));
  EXPECT_THAT(AnnotationTexts(response), IsEmpty());
}

TEST(PlanTargets, ReadingCA13AnInvalidOwnerKeepsItsTarget) {
  auto request = MachinesPlan({MachineAutoscalerJson("a", "workers", kHasFinalizer),
                               MachineAutoscalerJson("b", "workers", absl::StrCat(kDeleting, kHasFinalizer)),
                               MachineAutoscalerJson("c", "workers", kHasFinalizer)},
                              {MachineSetJson("workers", Bounded("ns/a"))});
  request.mutable_machine_autoscalers(0)->mutable_spec()->set_max_replicas(0);
  const auto response = Plan(request);
  EXPECT_THAT(MachinesTexts(response),
              ElementsAre("a INVALID FailedValidation", "b DELETED  -finalizer", "c TARGET_OWNED FailedSetOwner"));
  EXPECT_THAT(AnnotationTexts(response), IsEmpty());
}

TEST(PlanTargets, ATargetThatNoneCanWriteIsReleasedByItsOwner) {
  const auto response =
      Plan(MachinesPlan({MachineAutoscalerJson("a", "workers", kDeleting), MachineAutoscalerJson("b", "workers")},
                        {MachineSetJson("workers", Bounded("ns/a", R"(, "machine.openshift.io/memoryMb": "x")"))}));
  EXPECT_THAT(AnnotationTexts(response), ElementsAreArray(ThreeRemoved("workers")));
}

TEST(PlanTargets, ReadingCA14ADeletedOneReleasesATargetWhoseOwnerIsGone) {
  const auto response =
      Plan(MachinesPlan({MachineAutoscalerJson("a", "workers", absl::StrCat(kDeleting, kHasFinalizer))},
                        {MachineSetJson("workers", Bounded("ns/gone"))}));
  EXPECT_THAT(MachinesTexts(response), ElementsAre("a DELETED  -finalizer"));
  EXPECT_THAT(AnnotationTexts(response), ElementsAreArray(ThreeRemoved("workers")));
}

TEST(PlanTargets, ADeletedOneReleasesOnlyWhatItReleases) {
  const auto message = [](const std::vector<std::string>& others, const std::vector<std::string>& sets) {
    std::vector<std::string> autoscalers = {MachineAutoscalerJson("a", "workers", kDeleting)};
    autoscalers.insert(autoscalers.end(), others.begin(), others.end());
    return Plan(MachinesPlan(autoscalers, sets)).machine_autoscalers(0).message();
  };
  const std::string releases = "it is being deleted and releases MachineSet \"workers\"";
  EXPECT_EQ(message({}, {MachineSetJson("workers", Bounded("ns/a"))}), releases);
  EXPECT_EQ(message({}, {MachineSetJson("workers", Bounded("ns/gone"))}), releases);
  EXPECT_EQ(message({MachineAutoscalerJson("b", "workers")}, {MachineSetJson("workers", Bounded("ns/a"))}), releases);
  EXPECT_EQ(message({}, {MachineSetJson("other")}), "it is being deleted, and there is no MachineSet \"workers\"");
  EXPECT_EQ(message({}, {MachineSetJson("workers")}),
            "it is being deleted, and it does not own MachineSet \"workers\"");
  EXPECT_EQ(message({MachineAutoscalerJson("b", "workers")}, {MachineSetJson("workers", Bounded("ns/b"))}),
            "it is being deleted; MachineSet \"workers\" belongs to MachineAutoscaler \"ns/b\" and keeps its bounds");
}

TEST(PlanTargets, Section7ANewOwnerWritesBothBoundsInTheirShortestForm) {
  const std::string bounds = absl::StrCat("\"", kMin, R"(": "+1", ")", kMax, R"(": "06")");
  EXPECT_THAT(
      AnnotationTexts(Plan(MachinesPlan({MachineAutoscalerJson("a", "workers")}, {MachineSetJson("workers", bounds)}))),
      ElementsAreArray(Three("workers", "SET", "ns/a")));
}

TEST(PlanTargets, ReadingCA14AnOwnerThatIsGoneKeepsTheTarget) {
  const auto response =
      Plan(MachinesPlan({MachineAutoscalerJson("a", "workers")}, {MachineSetJson("workers", Bounded("ns/gone"))}));
  EXPECT_THAT(MachinesTexts(response), ElementsAre("a TARGET_OWNED FailedSetOwner"));
  EXPECT_THAT(PlanFindings(response),
              ElementsAre("TARGET_OWNED machineAutoscalers[0].spec.scaleTargetRef.name: MachineSet \"workers\" belongs "
                          "to MachineAutoscaler \"ns/gone\", which is not in the request"));
  EXPECT_FALSE(response.targets(0).changed());
}

constexpr char kOldCapacity[] = R"("machine.openshift.io/vCPU": "4", "machine.openshift.io/memoryMb": "16384",
    "machine.openshift.io/GPU": "0", "machine.openshift.io/maxPods": "250")";

TEST(PlanTargets, Section7CapacityIsTranslated) {
  const auto response =
      Plan(MachinesPlan({MachineAutoscalerJson("a", "workers")}, {MachineSetJson("workers", kOldCapacity)}));
  std::vector<std::string> expected = Three("workers", "SET", "ns/a");
  for (const char* made : {"cpu=4", "memory=17179869184", "gpu-count=0", "gpu-type=", "maxPods=250"}) {
    expected.push_back(absl::StrCat("workers SET capacity.cluster-autoscaler.kubernetes.io/", made));
  }
  EXPECT_THAT(AnnotationTexts(response), ElementsAreArray(expected));
  EXPECT_EQ(response.targets(0).annotations(4).source(),
            "machineSets[0].metadata.annotations[machine.openshift.io/memoryMb]");
  EXPECT_THAT(response.findings(), IsEmpty());
}

TEST(PlanTargets, Section7WhatIsThereIsNotTranslated) {
  const auto response = Plan(MachinesPlan(
      {MachineAutoscalerJson("a", "workers")},
      {MachineSetJson("workers", absl::StrCat(kOldCapacity, R"(, "capacity.cluster-autoscaler.kubernetes.io/cpu": "",
          "capacity.cluster-autoscaler.kubernetes.io/memory": "1Gi",
          "capacity.cluster-autoscaler.kubernetes.io/gpu-type": "amd.com/gpu")"))}));
  std::vector<std::string> expected = Three("workers", "SET", "ns/a");
  for (const char* made : {"gpu-count=0", "maxPods=250"}) {
    expected.push_back(absl::StrCat("workers SET capacity.cluster-autoscaler.kubernetes.io/", made));
  }
  EXPECT_THAT(AnnotationTexts(response), ElementsAreArray(expected));
}

TEST(PlanTargets, Section7ATranslationAloneWaitsForTheNextChange) {
  const auto response =
      Plan(MachinesPlan({MachineAutoscalerJson("a", "workers")},
                        {MachineSetJson("workers", Bounded("ns/a", R"(, "machine.openshift.io/vCPU": "4")"))}));
  std::vector<std::string> expected = Three("workers", "KEEP", "ns/a");
  expected.push_back("workers DEFER capacity.cluster-autoscaler.kubernetes.io/cpu=4");
  EXPECT_THAT(AnnotationTexts(response), ElementsAreArray(expected));
  EXPECT_FALSE(response.targets(0).changed());
}

// Returns the number of bytes that the plan computes from this memory annotation, or `error` if the annotation is
// invalid.
std::string TranslatedMemory(absl::string_view text) {
  const auto response = Plan(
      MachinesPlan({MachineAutoscalerJson("a", "workers")},
                   {MachineSetJson("workers", absl::StrCat(R"("machine.openshift.io/memoryMb": ")", text, "\""))}));
  if (response.machine_autoscalers(0).outcome() == v1::CLUSTER_AUTOSCALER_MACHINES_OUTCOME_TARGET_UNREADABLE) {
    EXPECT_FALSE(response.targets(0).changed()) << text;
    EXPECT_EQ(response.machine_autoscalers(0).event(), "FailedUpdateTarget");
    EXPECT_EQ(response.machine_autoscalers(0).last_target_ref().name(), "workers");
    EXPECT_TRUE(response.machine_autoscalers(0).add_finalizer());
    return "error";
  }
  return response.targets(0).annotations(3).value();
}

TEST(PlanTargets, Section7MemoryIsInMebibytes) {
  const struct {
    const char* text;
    const char* memory;
  } kCases[] = {
      {"16384", "17179869184"},
      {"125", "131072k"},
      {"0", "0"},
      {"+1", "1048576"},
      {"-1", "-1048576"},
      {"", "error"},
      {"16Gi", "error"},
      {"1.5", "error"},
      {" 1", "error"},
      {"1 ", "error"},
      {"0x10", "error"},
      {"8796093022207", "9223372036853727232"},
      {"-8796093022207", "-9223372036853727232"},
  };
  for (const auto& test : kCases) EXPECT_EQ(TranslatedMemory(test.text), test.memory) << test.text;
}

TEST(PlanTargets, ReadingCA15MoreThan64BitsOfBytesIsAnError) {
  EXPECT_EQ(TranslatedMemory("8796093022208"), "error");
  EXPECT_EQ(TranslatedMemory("99999999999999999999"), "error");
  const auto response = Plan(MachinesPlan({MachineAutoscalerJson("a", "workers")},
                                          {MachineSetJson("workers", R"("machine.openshift.io/memoryMb": "x")")}));
  EXPECT_THAT(
      PlanFindings(response),
      ElementsAre("NUMBER_MALFORMED machineSets[0].metadata.annotations[machine.openshift.io/memoryMb]: \"x\" is "
                  "not a whole number of MiB below 2^43"));
}

// Returns the findings about a MachineSet with this GPU annotation. If `label` is not null, the nodes have the
// accelerator label with the value `label`.
std::vector<std::string> GpuFindings(absl::string_view gpus, const char* label) {
  auto request =
      MachinesPlan({MachineAutoscalerJson("a", "workers")},
                   {MachineSetJson("workers", absl::StrCat(R"("machine.openshift.io/GPU": ")", gpus, "\""))});
  if (label != nullptr) {
    auto& labels = *request.mutable_machine_sets(0)
                        ->mutable_spec()
                        ->mutable_template_()
                        ->mutable_spec()
                        ->mutable_metadata()
                        ->mutable_labels();
    labels["cluster-api/accelerator"] = label;
  }
  return PlanFindings(Plan(request));
}

TEST(PlanTargets, Section7NodesWithGpusNeedALabel) {
  const std::string path =
      "GPU_LABEL_MISSING machineSets[0].spec.template.spec.metadata.labels[cluster-api/accelerator]: ";
  EXPECT_THAT(GpuFindings("1", "nvidia-t4"), IsEmpty());
  EXPECT_THAT(GpuFindings("1", nullptr), ElementsAre(path + "the nodes have no label cluster-api/accelerator"));
  EXPECT_THAT(GpuFindings("1", ""), ElementsAre(path + "the nodes have no label cluster-api/accelerator"));
  EXPECT_THAT(GpuFindings("2", "nvidia.com/gpu"), ElementsAre(path + "\"nvidia.com/gpu\" is not a valid label value"));
  for (const char* none : {"0", "-1", ""}) EXPECT_THAT(GpuFindings(none, nullptr), IsEmpty()) << none;
}

TEST(PlanTargets, ReadingCA16AGpuThatIsNotAQuantityIsNone) {
  // The cluster-autoscaler reads the number of GPUs as a whole number.
  const std::string path =
      "NODE_GROUP_CAPACITY_INVALID machineSets[0].metadata.annotations[machine.openshift.io/GPU]: ";
  for (const char* none : {"many", "1500m", "500m"}) {
    EXPECT_THAT(GpuFindings(none, nullptr),
                ElementsAre(::testing::StartsWith(absl::StrCat(path, "\"", none, "\" is not a whole number"))));
  }
  EXPECT_THAT(GpuFindings("2k", nullptr), SizeIs(2)) << "it also has no label";
}

TEST(PlanTargets, ReadingCA18TheWarningStaysWhileNothingIsWritten) {
  const auto response =
      Plan(MachinesPlan({MachineAutoscalerJson("a", "workers")},
                        {MachineSetJson("workers", Bounded("ns/a", R"(, "machine.openshift.io/GPU": "1",
          "capacity.cluster-autoscaler.kubernetes.io/gpu-count": "1",
          "capacity.cluster-autoscaler.kubernetes.io/gpu-type": "nvidia.com/gpu")"))}));
  EXPECT_FALSE(response.targets(0).changed());
  EXPECT_THAT(PlanFindings(response), SizeIs(1));
}

TEST(PlanTargets, FindingsAreBounded) {
  v1::PlanClusterAutoscalerRequest request;
  for (int i = 0; i <= kMaxPlanFindings; ++i) {
    request.add_machine_autoscalers()->mutable_metadata()->set_name(absl::StrCat("a", i));
  }
  const auto response = Plan(request);
  EXPECT_THAT(response.findings(), SizeIs(kMaxPlanFindings));
  EXPECT_THAT(response.machine_autoscalers(), SizeIs(kMaxPlanFindings + 1));
}

}  // namespace
}  // namespace cpsizer
