// Tests cpsizer-sidecar --controller=machine-autoscalers on the real kube-apiserver.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/e2e/autoscalers/autoscalers_e2e_test.h"

namespace cpsizer::e2e {
namespace {

using kube::Find;
using kube::Json;
using kube::TextAt;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr char kController[] = "machine-autoscalers";
constexpr char kMin[] = "machine.openshift.io/cluster-api-autoscaler-node-group-min-size";
constexpr char kMax[] = "machine.openshift.io/cluster-api-autoscaler-node-group-max-size";
constexpr char kOwner[] = "autoscaling.openshift.io/machineautoscaler";
constexpr char kFinalizer[] = "machinetarget.autoscaling.openshift.io";

std::string MachineSetsPath() {
  return absl::StrCat("/apis/machine.openshift.io/v1beta1/namespaces/", kMachineNamespace, "/machinesets");
}
std::string AutoscalersPath() {
  return absl::StrCat("/apis/autoscaling.openshift.io/v1beta1/namespaces/", kMachineNamespace, "/machineautoscalers");
}
std::string SetPath(const std::string& name) {
  return absl::StrCat(MachineSetsPath(), "/", name);
}
std::string AutoscalerPath(const std::string& name) {
  return absl::StrCat(AutoscalersPath(), "/", name);
}

Json TargetRef(const std::string& name, const std::string& kind = "MachineSet") {
  return {{"apiVersion", "machine.openshift.io/v1beta1"}, {"kind", kind}, {"name", name}};
}

class MachineAutoscalersTest : public AutoscalersTest {
 protected:
  void TearDown() override {
    AutoscalersTest::TearDown();
    if (IsSkipped()) return;
    for (const std::string& path : created_) {
      admin().Patch(path, {{"metadata", {{"finalizers", nullptr}}}}).IgnoreError();
      admin().Delete(path).IgnoreError();
    }
  }

  void CreateSet(const std::string& name, const Json& annotations = Json::object()) {
    created_.push_back(SetPath(name));
    MustCreate(MachineSetsPath(), {{"apiVersion", "machine.openshift.io/v1beta1"},
                                   {"kind", "MachineSet"},
                                   {"metadata", {{"name", name}, {"annotations", annotations}}},
                                   {"spec", {{"replicas", 1}}}});
  }
  void CreateAutoscaler(const std::string& name, const Json& target, int min, int max) {
    created_.push_back(AutoscalerPath(name));
    MustCreate(AutoscalersPath(), {{"apiVersion", "autoscaling.openshift.io/v1beta1"},
                                   {"kind", "MachineAutoscaler"},
                                   {"metadata", {{"name", name}}},
                                   {"spec", {{"minReplicas", min}, {"maxReplicas", max}, {"scaleTargetRef", target}}}});
  }
  void SetTarget(const std::string& name, const std::string& target) {
    MustPatch(AutoscalerPath(name), {{"spec", {{"scaleTargetRef", {{"name", target}}}}}});
  }

  Json Annotations(const std::string& set) {
    const Json annotations = Find(MustGet(SetPath(set)), {"metadata", "annotations"});
    return annotations.is_null() ? Json::object() : annotations;
  }
  // Returns `OWNER MIN MAX` from the three annotations, or an empty text if none of them is set.
  std::string Bounds(const std::string& set) {
    const Json annotations = Annotations(set);
    std::string text;
    for (const char* key : {kOwner, kMin, kMax}) {
      absl::StrAppend(&text, text.empty() ? "" : " ", annotations.value(key, ""));
    }
    const std::string prefix = absl::StrCat(kMachineNamespace, "/");
    return absl::StartsWith(text, prefix) ? text.substr(prefix.size()) : text == "  " ? "" : text;
  }
  bool WaitForBounds(const std::string& set, const std::string& bounds) {
    return WaitUntil([&] { return Bounds(set) == bounds; });
  }

 private:
  std::vector<std::string> created_;
};

TEST_F(MachineAutoscalersTest, AMachineSetGetsAndLosesItsAnnotationsExactly) {
  const Json before = {{"team", "a"}, {"machine.openshift.io/vCPU", "4"}, {"machine.openshift.io/memoryMb", "16384"}};
  CreateSet("exact", before);
  CreateAutoscaler("exact-a", TargetRef("exact"), 1, 6);
  StartSidecar(kController);
  ASSERT_TRUE(WaitForBounds("exact", "exact-a 1 6"));
  Json with_capacity = before;
  with_capacity["capacity.cluster-autoscaler.kubernetes.io/cpu"] = "4";
  with_capacity["capacity.cluster-autoscaler.kubernetes.io/memory"] = "17179869184";
  Json bounded = with_capacity;
  bounded[kOwner] = absl::StrCat(kMachineNamespace, "/exact-a");
  bounded[kMin] = "1";
  bounded[kMax] = "6";
  EXPECT_EQ(Annotations("exact"), bounded);
  EXPECT_EQ(Find(MustGet(SetPath("exact")), {"metadata", "ownerReferences"}), Json());
  EXPECT_EQ(Find(MustGet(SetPath("exact")), {"spec"}), Json({{"replicas", 1}}));
  const Json autoscaler = MustGet(AutoscalerPath("exact-a"));
  EXPECT_EQ(Find(autoscaler, {"metadata", "finalizers"}), Json::array({kFinalizer}));
  EXPECT_EQ(Find(autoscaler, {"status", "lastTargetRef"}), TargetRef("exact"));
  EXPECT_TRUE(WaitUntil([&] { return Events("exact-a", "SuccessfulUpdate").size() == 1; }));
  MustPatch(AutoscalerPath("exact-a"), {{"spec", {{"minReplicas", 0}}}});
  ASSERT_TRUE(WaitForBounds("exact", "exact-a 0 6"));
  EXPECT_TRUE(admin().Delete(AutoscalerPath("exact-a")).ok());
  ASSERT_TRUE(WaitUntil([&] { return !Exists(AutoscalerPath("exact-a")); }));
  EXPECT_EQ(Annotations("exact"), with_capacity);
}

TEST_F(MachineAutoscalersTest, MachineSetChangesItsAutoscalerAndTwoAreSwapped) {
  for (const char* name : {"hand-x", "hand-y"}) CreateSet(name);
  CreateAutoscaler("hand-a", TargetRef("hand-x"), 1, 2);
  CreateAutoscaler("hand-b", TargetRef("hand-y"), 1, 3);
  StartSidecar(kController);
  ASSERT_TRUE(WaitForBounds("hand-x", "hand-a 1 2") && WaitForBounds("hand-y", "hand-b 1 3"));
  SetTarget("hand-a", "hand-y");
  SetTarget("hand-b", "hand-x");
  EXPECT_TRUE(WaitForBounds("hand-x", "hand-b 1 3"));
  EXPECT_TRUE(WaitForBounds("hand-y", "hand-a 1 2"));
  CreateAutoscaler("hand-c", TargetRef("hand-x"), 1, 4);
  SetTarget("hand-b", "hand-nothing");
  EXPECT_TRUE(WaitForBounds("hand-x", "hand-c 1 4"));
  EXPECT_TRUE(WaitUntil([&] {
    return TextAt(MustGet(AutoscalerPath("hand-b")), {"status", "lastTargetRef", "name"}) == "hand-nothing";
  }));
}

TEST_F(MachineAutoscalersTest, AMachineSetThatIsCreatedLaterIsBound) {
  CreateAutoscaler("later-a", TargetRef("later"), 2, 5);
  StartSidecar(kController);
  ASSERT_TRUE(WaitUntil([&] { return Events("later-a", "FailedGetTarget").size() == 1; }));
  CreateSet("later");
  EXPECT_TRUE(WaitForBounds("later", "later-a 2 5"));
}

TEST_F(MachineAutoscalersTest, AResourceOfAnotherKindIsAnEvent) {
  CreateSet("kind");
  CreateAutoscaler("kind-a", TargetRef("kind", "MachineDeployment"), 1, 2);
  StartSidecar(kController);
  ASSERT_TRUE(WaitUntil([&] { return Events("kind-a", "FailedGetTarget").size() == 1; }));
  EXPECT_TRUE(absl::StrContains(TextAt(Events("kind-a", "FailedGetTarget")[0], {"note"}), "scaleTargetRef.kind"));
  EXPECT_EQ(Bounds("kind"), "");
  MustPatch(AutoscalerPath("kind-a"), {{"spec", {{"scaleTargetRef", {{"kind", "MachineSet"}}}}}});
  EXPECT_TRUE(WaitForBounds("kind", "kind-a 1 2"));
}

TEST_F(MachineAutoscalersTest, ADeletionWhileTheSidecarIsStoppedIsDoneLater) {
  CreateSet("stopped");
  CreateAutoscaler("stopped-a", TargetRef("stopped"), 1, 2);
  testing::Subprocess& first = StartSidecar(kController);
  ASSERT_TRUE(WaitForBounds("stopped", "stopped-a 1 2"));
  StopSidecar(first);
  EXPECT_TRUE(admin().Delete(AutoscalerPath("stopped-a")).ok());
  EXPECT_NE(TextAt(MustGet(AutoscalerPath("stopped-a")), {"metadata", "deletionTimestamp"}), "");
  EXPECT_EQ(Bounds("stopped"), "stopped-a 1 2");
  StartSidecar(kController);
  ASSERT_TRUE(WaitUntil([&] { return !Exists(AutoscalerPath("stopped-a")); }));
  EXPECT_EQ(Annotations("stopped"), Json::object());
}

TEST_F(MachineAutoscalersTest, SecondAutoscalerOfAMachineSetGetsOneEvent) {
  CreateSet("two");
  CreateSet("other");
  CreateAutoscaler("two-a", TargetRef("two"), 1, 2);
  CreateAutoscaler("two-b", TargetRef("two"), 1, 3);
  StartSidecar(kController);
  ASSERT_TRUE(WaitForBounds("two", "two-a 1 2"));
  ASSERT_TRUE(WaitUntil([&] { return Events("two-b", "FailedSetOwner").size() == 1; }));
  const std::string version = VersionOf(SetPath("two"));
  // Causes more rounds of the controller. Each round decides all autoscalers.
  CreateAutoscaler("other-a", TargetRef("other"), 1, 2);
  ASSERT_TRUE(WaitForBounds("other", "other-a 1 2"));
  MustPatch(AutoscalerPath("other-a"), {{"spec", {{"maxReplicas", 9}}}});
  ASSERT_TRUE(WaitForBounds("other", "other-a 1 9"));
  EXPECT_EQ(VersionOf(SetPath("two")), version);
  const std::vector<Json> events = Events("two-b", "FailedSetOwner");
  ASSERT_THAT(events, SizeIs(1));
  EXPECT_EQ(Find(events[0], {"series"}), Json()) << "it was not repeated";
  EXPECT_EQ(Find(MustGet(AutoscalerPath("two-b")), {"metadata", "finalizers"}), Json());
}

TEST_F(MachineAutoscalersTest, ObserveModeChangesNothing) {
  CreateSet("observed-x");
  CreateSet("observed-y");
  CreateAutoscaler("observed-a", TargetRef("observed-x"), 1, 2);
  CreateAutoscaler("observed-b", TargetRef("observed-gone"), 1, 2);
  std::vector<std::string> versions;
  const std::vector<std::string> paths = {SetPath("observed-x"), SetPath("observed-y"), AutoscalerPath("observed-a"),
                                          AutoscalerPath("observed-b")};
  versions.reserve(paths.size());
  for (const std::string& path : paths) versions.push_back(VersionOf(path));
  testing::Subprocess& sidecar = StartSidecar(kController, "observe");
  const auto is_about = [](absl::string_view text) {
    return [text](absl::string_view line) {
      return absl::StrContains(line, "would change a MachineAutoscaler") && absl::StrContains(line, text);
    };
  };
  ASSERT_TRUE(sidecar.WaitForLine(is_about("\"observed-a\""), kAutoscalersTimeout).has_value());
  // observed-c is logged in a later round. By then, the controller has observed all earlier changes.
  CreateAutoscaler("observed-c", TargetRef("observed-y"), 1, 2);
  ASSERT_TRUE(sidecar.WaitForLine(is_about("\"observed-c\""), kAutoscalersTimeout).has_value());
  for (size_t i = 0; i < paths.size(); ++i) EXPECT_EQ(VersionOf(paths[i]), versions[i]) << paths[i];
  EXPECT_THAT(Events("observed-b", "FailedGetTarget"), IsEmpty());
  EXPECT_EQ(Annotations("observed-x"), Json::object());
}

}  // namespace
}  // namespace cpsizer::e2e
