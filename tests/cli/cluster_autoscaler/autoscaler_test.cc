// Tests `cpsizer autoscaler` with files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kAutoscalingExample[] = "deploy/examples/cluster-autoscaler";
const std::vector<std::string> kOperatorSettings = {"--release-version=5.1.2", "--image=cluster-autoscaler:4.18"};

std::vector<std::string> WithSettings(std::vector<std::string> args) {
  args.insert(args.end(), kOperatorSettings.begin(), kOperatorSettings.end());
  return args;
}

constexpr char kClusterAutoscaler[] =
    "apiVersion: autoscaling.openshift.io/v1\nkind: ClusterAutoscaler\nmetadata: {name: default, uid: 1-2-3}\n"
    "spec: {resourceLimits: {maxNodesTotal: 24}}\n---\n";

std::string MachineAutoscalerYaml(absl::string_view name, absl::string_view target, absl::string_view more = "") {
  return absl::StrCat("apiVersion: autoscaling.openshift.io/v1beta1\nkind: MachineAutoscaler\nmetadata: {name: ", name,
                      ", namespace: openshift-machine-api", more,
                      "}\nspec:\n  minReplicas: 1\n  maxReplicas: 6\n  scaleTargetRef: {apiVersion: "
                      "machine.openshift.io/v1beta1, kind: MachineSet, name: ",
                      target, "}\n---\n");
}

std::string MachineSetYaml(absl::string_view name, absl::string_view annotations = "") {
  return absl::StrCat("apiVersion: machine.openshift.io/v1beta1\nkind: MachineSet\nmetadata: {name: ", name,
                      ", namespace: openshift-machine-api, annotations: {", annotations, "}}\n---\n");
}

std::string OperatorYaml(absl::string_view environment) {
  return absl::StrCat("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: cluster-autoscaler-operator}\n",
                      "spec: {template: {spec: {containers: [{name: kube-rbac-proxy}, {name: operator, env: [",
                      environment, "]}]}}}\n---\n");
}

// Writes `text` to a file and runs a verb of `cpsizer autoscaler` on this file.
RunResult RunAutoscaler(const std::string& verb, const std::string& text, const std::vector<std::string>& more = {}) {
  const TemporaryFolder folder;
  std::vector<std::string> args = {"autoscaler", verb, "-f", folder.Write("objects.yaml", text)};
  args.insert(args.end(), more.begin(), more.end());
  RunResult result = RunCommand(args);
  result.err = absl::StrReplaceAll(result.err, {{folder.PathOf("objects.yaml"), "FILE"}});
  return result;
}

TEST(AutoscalerVerbTest, ExampleMatchesGoldenFiles) {
  ExpectGolden("autoscaler_plan.txt", RunCommand(WithSettings({"autoscaler", "plan", "-f", kAutoscalingExample})).out);
  ExpectGolden("autoscaler_args.txt", RunCommand({"autoscaler", "args", "-f", kAutoscalingExample}).out);
  ExpectGolden("autoscaler_args_names.txt",
               RunCommand({"autoscaler", "args", "-f", kAutoscalingExample, "-o", "name"}).out);
  ExpectGolden("autoscaler_args.json", RunCommand({"autoscaler", "args", "-f", kAutoscalingExample, "-o", "json"}).out);
  ExpectGolden("autoscaler_plan_names.txt",
               RunCommand(WithSettings({"autoscaler", "plan", "-f", kAutoscalingExample, "-o", "name"})).out);
  ExpectGolden("autoscaler_diff.txt", RunCommand(WithSettings({"autoscaler", "diff", "-f", kAutoscalingExample})).out);
  ExpectGolden("help_autoscaler.txt", RunCommand({"autoscaler", "--help"}).out);
  ExpectGolden("help_autoscaler_plan.txt", RunCommand({"autoscaler", "plan", "--help"}).out);
}

TEST(AutoscalerVerbTest, PlannedManifestsHaveNoDifferences) {
  const RunResult plan = RunAutoscaler("plan", kClusterAutoscaler, WithSettings({"-o", "name"}));
  EXPECT_EQ(plan.exit_code, 0) << plan.err;
  const std::string applied = absl::StrReplaceAll(plan.out, {{"\n", "\n---\n"}});
  const RunResult same = RunAutoscaler("diff", kClusterAutoscaler + applied, WithSettings({}));
  EXPECT_EQ(same.exit_code, 0) << same.err;
  EXPECT_EQ(same.out, "Nothing differs from the plan.\n");
  EXPECT_EQ(RunAutoscaler("diff", kClusterAutoscaler + applied, WithSettings({"-o", "name"})).out, "");
  // In these objects, one argument differs from the plan.
  const std::string drifted = absl::StrReplaceAll(applied, {{"--max-nodes-total=24", "--max-nodes-total=99"}});
  const RunResult diff = RunAutoscaler("diff", kClusterAutoscaler + drifted, WithSettings({}));
  EXPECT_EQ(diff.exit_code, 1);
  EXPECT_THAT(diff.out, AllOf(HasSubstr("spec.template.spec.containers[0].args[9]"), HasSubstr("--max-nodes-total=99"),
                              HasSubstr("clusterAutoscaler.spec.resourceLimits.maxNodesTotal")));
  EXPECT_EQ(RunAutoscaler("diff", kClusterAutoscaler + drifted, WithSettings({"-o", "name"})).out,
            "Deployment cluster-autoscaler-default\n");
  EXPECT_EQ(RunAutoscaler("diff", kClusterAutoscaler + drifted, WithSettings({"-o", "json"})).exit_code, 1);
  EXPECT_EQ(RunAutoscaler("diff", kClusterAutoscaler + drifted, WithSettings({"--exit-zero"})).exit_code, 0);
  // If there is no ClusterAutoscaler, all objects are deleted. A deletion does not need an image.
  const RunResult gone = RunAutoscaler("diff", applied);
  EXPECT_EQ(gone.exit_code, 1);
  EXPECT_EQ(std::vector<std::string>(absl::StrSplit(gone.out, "delete")).size(), 10u) << gone.out;
}

TEST(AutoscalerVerbTest, TheNoteNamesOnlyTheSettingsThatAreMissing) {
  EXPECT_THAT(RunAutoscaler("plan", kClusterAutoscaler, {"--release-version=4.18.2"}).err,
              HasSubstr("with its settings; give --image\n"));
  EXPECT_THAT(RunAutoscaler("plan", kClusterAutoscaler).err, HasSubstr("; give --image and --release-version\n"));
}

TEST(AutoscalerVerbTest, TheOwnerOfObjectsIsTheClusterAutoscaler) {
  EXPECT_THAT(RunAutoscaler("plan", kClusterAutoscaler, WithSettings({"-o", "name"})).out,
              HasSubstr(R"("uid":"1-2-3","controller":true)"));
}

TEST(AutoscalerVerbTest, FlagsAreSettingsOfTheOperator) {
  const RunResult result =
      RunAutoscaler("args",
                    absl::StrCat(kClusterAutoscaler,
                                 "apiVersion: config.openshift.io/v1\nkind: Infrastructure\n"
                                 "metadata: {name: cluster}\nstatus: {platformStatus: {type: AWS, aws: {}}}\n"),
                    {"-o", "name", "--operator-namespace=other", "--cloud-provider=clusterapi",
                     "--feature-gate=ClusterAPIMachineManagementAWS", "--feature-gate=ProvisioningRequestAvailable",
                     "--extra-args=--one --two"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("--cloud-provider=clusterapi\n--namespace=other\n"),
                    HasSubstr("--node-group-auto-discovery=clusterapi:namespace=openshift-cluster-api\n"
                              "--enable-provisioning-requests=true\n--max-nodes-total=24\n--v=1\n--one --two\n")));
}

TEST(AutoscalerVerbTest, AnInvalidSettingIsAUsageErrorOfThePlanAndOfThePage) {
  const struct {
    const char* flag;
    const char* error;
  } kCases[] = {
      {"--release-version=zzz", "--release-version: \"zzz\" is not a semantic version; write one such as 4.18.2"},
      {"--release-version=4.11.3",
       "--release-version: \"4.11.3\" is not a release whose operator is known; write the release of the cluster, from "
       "4.12 to 4.23 and 5.0 to 5.2"},
      {"--image=a b", "--image: \"a b\" is not an image; write its name without spaces"},
      {"--operator-namespace=Bad", "--operator-namespace: \"Bad\" is not a DNS label: at most 63 lower-case letters"},
      {"--cloud-provider=aws ec2", "--cloud-provider: \"aws ec2\" is not a cloud provider; write a name such as"},
      {"--extra-args=v=1", "--extra-args: \"v=1\" is not an argument; write a flag of the cluster-autoscaler"},
      {"--architecture=foo",
       "--architecture: \"foo\" is not an architecture that the cluster-autoscaler knows; write one of amd64, arm64, "
       "ppc64le, s390x"},
      {"--feature-gate=ProvisioningRequestAvailable=true",
       "--feature-gate: \"ProvisioningRequestAvailable=true\" is not the name of a feature gate that a plan depends "
       "on; "
       "write one of ProvisioningRequestAvailable, ClusterAPIMachineManagementAWS, "},
  };
  for (const auto& test : kCases) {
    for (const std::vector<std::string>& verb : {std::vector<std::string>{"autoscaler", "plan"}, {"ui"}}) {
      std::vector<std::string> args = verb;
      args.insert(args.end(), {"-f", kAutoscalingExample, test.flag});
      const RunResult result = RunCommand(args);
      EXPECT_EQ(result.exit_code, 2) << test.flag;
      EXPECT_THAT(result.err, HasSubstr(test.error));
    }
  }
}

TEST(AutoscalerVerbTest, VersionsAreThoseThatTheOperatorCompares) {
  for (const char* const version : {"4.18.2", "v4.18.2", "4.18.0-0.nightly-2026-01-02-030405", "5.2.0-rc.1"}) {
    EXPECT_EQ(RunAutoscaler("args", kClusterAutoscaler, {"--release-version", version}).exit_code, 0) << version;
  }
  for (const char* const version :
       {"4.18", "4.18.02", "4.18.2-", "4.18.2 x", "latest", "4.11.9", "4.24.0", "5.3.0", "0.0.1-snapshot"}) {
    EXPECT_EQ(RunAutoscaler("args", kClusterAutoscaler, {"--release-version", version}).exit_code, 2) << version;
  }
}

TEST(AutoscalerVerbTest, TheReleaseOfTheOperatorCounts) {
  const RunResult known = RunAutoscaler("args", kClusterAutoscaler, {"--release-version=4.18.2", "-o", "name"});
  EXPECT_THAT(known.out, AllOf(HasSubstr("--cloud-provider=clusterapi\n"), Not(HasSubstr("content-type"))));
  const RunResult unknown =
      RunAutoscaler("args", absl::StrCat(kClusterAutoscaler, OperatorYaml("{name: RELEASE_VERSION, value: 4.11.3}")));
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("\"4.11.3\" is not a release whose operator is known; known releases are 4.12 to "
                                     "4.23 and 5.0 to 5.2"));
}

TEST(AutoscalerVerbTest, WithoutAnImageThereAreNoObjects) {
  const RunResult result = RunAutoscaler("plan", kClusterAutoscaler);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, Not(HasSubstr("OBJECT")));
  EXPECT_THAT(result.err, HasSubstr("the objects of the cluster-autoscaler are left out"));
}

TEST(AutoscalerVerbTest, TheDeploymentOfTheOperatorHasItsSettings) {
  const std::string text = absl::StrCat(
      kClusterAutoscaler,
      OperatorYaml("{name: RELEASE_VERSION, value: 5.1.2}, {name: CLUSTER_AUTOSCALER_IMAGE, value: an-image}, "
                   "{name: WATCH_NAMESPACE, valueFrom: {fieldRef: {fieldPath: metadata.namespace}}}, "
                   "{name: CLUSTER_AUTOSCALER_VERBOSITY, value: '3'}, {name: WEBHOOKS_PORT, value: '9443'}, "
                   "{name: CLUSTER_AUTOSCALER_NAMESPACE, value: other}, {name: LEADER_ELECTION, value: 'true'}"));
  const RunResult result = RunAutoscaler("plan", text, {"-o", "name"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out,
              AllOf(HasSubstr(R"("image":"an-image")"), HasSubstr("--v=3"), HasSubstr(R"("port":9443)"),
                    HasSubstr(R"("namespace":"other")"), HasSubstr(R"("release.openshift.io/version":"5.1.2")")));
  EXPECT_THAT(RunAutoscaler("plan", text, {"-o", "name", "--image=mine"}).out, HasSubstr(R"("image":"mine")"));
}

TEST(AutoscalerVerbTest, TheFeatureGateOfTheReleaseCounts) {
  const std::string text = absl::StrCat(
      kClusterAutoscaler,
      "apiVersion: config.openshift.io/v1\nkind: FeatureGate\nmetadata: {name: cluster}\nstatus: {featureGates: [",
      "{version: 5.0.0, enabled: [{name: Other}]}, {version: 5.1.2, enabled: [{name: ProvisioningRequestAvailable}]}",
      "]}\n---\n");
  constexpr char kArgument[] = "--enable-provisioning-requests=true";
  const RunResult result = RunAutoscaler("args", text, {"--release-version=5.1.2"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr(kArgument));
  EXPECT_THAT(result.err, Not(HasSubstr("skipped")));
  EXPECT_THAT(RunAutoscaler("args", text, {"--release-version=5.0.0"}).out, Not(HasSubstr(kArgument)));
  EXPECT_THAT(RunAutoscaler("args", text, {"--feature-gate=Mine"}).out, Not(HasSubstr(kArgument)));
  const RunResult unknown = RunAutoscaler("args", text, {"--release-version=5.1.3"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("has the releases 5.0.0, 5.1.2, but not \"5.1.3\""));
}

TEST(AutoscalerVerbTest, AnOperatorThatDoesNotStartIsAnError) {
  const RunResult result = RunAutoscaler(
      "plan", absl::StrCat(kClusterAutoscaler, OperatorYaml("{name: CLUSTER_AUTOSCALER_VERBOSITY, value: high}")));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("CLUSTER_AUTOSCALER_VERBOSITY is \"high\", which is not a number"));
}

TEST(AutoscalerVerbTest, AReleaseIsNeededWithAnImage) {
  const RunResult result = RunAutoscaler("plan", kClusterAutoscaler, {"--image=a"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("--release-version"));
}

TEST(AutoscalerVerbTest, TwoAutoscalersOfOneTargetAreOneErrorWithItsPlace) {
  const std::string two = absl::StrCat(MachineAutoscalerYaml("a", "workers"), MachineAutoscalerYaml("b", "workers"),
                                       MachineSetYaml("workers"));
  const RunResult result = RunAutoscaler("plan", two);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, AllOf(HasSubstr("FILE:15:"), HasSubstr("TARGET_SHARED")));
  EXPECT_THAT(result.out, AllOf(HasSubstr("target owned"), HasSubstr("openshift-machine-api/a")));
}

TEST(AutoscalerVerbTest, WarningsHaveTheirPlace) {
  const RunResult missing = RunAutoscaler("plan", MachineAutoscalerYaml("a", "gone"));
  EXPECT_EQ(missing.exit_code, 0);
  EXPECT_THAT(missing.err, AllOf(HasSubstr("FILE:7:"), HasSubstr("TARGET_NOT_FOUND")));
  const RunResult gpus = RunAutoscaler(
      "plan",
      absl::StrCat(MachineAutoscalerYaml("a", "workers"), MachineSetYaml("workers", "machine.openshift.io/GPU: '1'")));
  EXPECT_THAT(gpus.err, AllOf(HasSubstr("FILE:9"), HasSubstr("GPU_LABEL_MISSING")));
  EXPECT_EQ(RunAutoscaler("plan", MachineAutoscalerYaml("a", "gone"), {"--fail-on=warning"}).exit_code, 1);
}

TEST(AutoscalerVerbTest, DeletedAutoscalerReleasesItsTarget) {
  const RunResult result = RunAutoscaler(
      "diff",
      absl::StrCat(
          MachineAutoscalerYaml("a", "workers",
                                ", deletionTimestamp: '2026-01-02T03:04:05Z', finalizers: "
                                "[machinetarget.autoscaling.openshift.io]"),
          MachineSetYaml("workers", "autoscaling.openshift.io/machineautoscaler: openshift-machine-api/a, other: b")));
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("metadata.annotations[autoscaling.openshift.io/machineautoscaler]"),
                                HasSubstr("openshift-machine-api/a"), Not(HasSubstr("other"))));
}

TEST(AutoscalerVerbTest, InvalidInputIsOneClearError) {
  const struct {
    std::string text;
    int exit_code;
    const char* error;
  } kCases[] = {
      {"apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n", 2,
       "contain no ClusterAutoscaler or MachineAutoscaler that can be read"},
      {absl::StrCat(kClusterAutoscaler, kClusterAutoscaler), 2,
       "contain 2 objects of kind ClusterAutoscaler; keep one of them"},
      {absl::StrReplaceAll(kClusterAutoscaler, {{"maxNodesTotal", "maxNodeTotal"}}), 1, "FIELD_UNKNOWN"},
      {absl::StrReplaceAll(kClusterAutoscaler, {{"24", "many"}}), 2, "FILE:4:"},
      {absl::StrReplaceAll(kClusterAutoscaler, {{"24", "-1"}}), 1, "VALUE_OUT_OF_RANGE"},
      {absl::StrReplaceAll(kClusterAutoscaler, {{"name: default", "name: other"}}), 1, "NAME_NOT_DEFAULT"},
  };
  for (const auto& test : kCases) {
    const RunResult result = RunAutoscaler("args", test.text);
    EXPECT_EQ(result.exit_code, test.exit_code) << test.error << "\n" << result.err;
    EXPECT_THAT(result.err, HasSubstr(test.error));
  }
}

}  // namespace
}  // namespace cpsizer::cli
