// Tests each verb with fields of a newer version of a kind, and with misspelled fields.
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/cli/input/inputs.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/example_fleet.h"
#include "tests/cli/run_command.h"
#include "tests/testing/fake_api/fake_api_server.h"

namespace cpsizer::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kHistory[] = "deploy/examples/history/recommendations.csv";
constexpr char kPath[] = "spec.sizes[0].effects.containerResourcePolicy";

// Returns a file of the example with `to` in place of `from`, at each place.
std::string ExampleWith(const std::string& path, absl::string_view from, absl::string_view to) {
  const std::string text = ReadSource(path);
  const std::string changed = absl::StrReplaceAll(text, {{from, to}});
  EXPECT_NE(changed, text) << from;
  return changed;
}

// Returns the example configuration with an effect that this version does not know.
std::string NewerConfiguration() {
  return ExampleWith(kConfiguration, "kasGoMemLimit: 16GiB",
                     "kasGoMemLimit: 16GiB\n        containerResourcePolicy: {goMemoryLimitPercent: 90}");
}

std::string MisspelledConfiguration() {
  return ExampleWith(kConfiguration, "resourceBasedAutoscaling:\n    kubeAPIServerMemoryFraction",
                     "resourceBasedAutoscaling:\n    kubeApiServerMemoryFractions");
}

// Runs a verb on the example fleet with the configuration `text`.
RunResult RunFleet(const std::string& text, std::vector<std::string> args) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("sizes.yaml", text);
  for (const std::string& path : FleetWith(file)) args.insert(args.end(), {"-f", path});
  for (std::string& arg : args) absl::StrReplaceAll({{"FILE", file}}, &arg);
  RunResult result = RunCommand(args);
  absl::StrReplaceAll({{file, "FILE"}}, &result.err);
  return result;
}

const std::vector<std::vector<std::string>>& FleetVerbs() {
  static const auto& verbs = *new std::vector<std::vector<std::string>>{
      {"recommend"},
      {"recommend", "-o", "name"},
      {"diff", "--with", "FILE"},
      {"replay", "--history", kHistory, "--to=2026-02-02T00:00:00Z"},
      {"replay", "--history", kHistory, "--to=2026-02-02T00:00:00Z", "-o", "json"},
      {"fit", "--history", kHistory, "--to=2026-02-02T00:00:00Z", "--resource=cpu"},
  };
  return verbs;
}

TEST(ReaderWarningsTest, AnEffectOfANewerVersionDoesNotChangeTheDecision) {
  for (const std::vector<std::string>& args : FleetVerbs()) {
    SCOPED_TRACE(::testing::PrintToString(args));
    const RunResult known = RunFleet(ReadSource(kConfiguration), args);
    const RunResult newer = RunFleet(NewerConfiguration(), args);
    EXPECT_EQ(newer.out, known.out);
    EXPECT_EQ(newer.exit_code, known.exit_code);
    EXPECT_THAT(newer.err, HasSubstr(absl::StrCat("warning: FILE:28:9: ", kPath,
                                                  ": spec.sizes[0].effects has no field containerResourcePolicy. "
                                                  "Keep it if the API of the cluster has this field; ")));
  }
}

TEST(ReaderWarningsTest, AMisspelledFieldThatADecisionReadsIsRefused) {
  for (const std::vector<std::string>& args : FleetVerbs()) {
    SCOPED_TRACE(::testing::PrintToString(args));
    const RunResult result = RunFleet(MisspelledConfiguration(), args);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.out, args.back() == "json" ? "{\n  \"items\": []\n}\n" : "");
    EXPECT_THAT(result.err, AllOf(StartsWith("error: FILE:"), HasSubstr("Write kubeAPIServerMemoryFraction. ("
                                                                        "FIELD_UNKNOWN)\n")));
  }
}

TEST(ReaderWarningsTest, JsonHasTheWarningAndFailOnCountsIt) {
  const RunResult all = RunFleet(NewerConfiguration(), {"recommend", "-o", "json"});
  EXPECT_EQ(all.exit_code, 0) << all.err;
  const nlohmann::json fleet = nlohmann::json::parse(all.out);
  for (const nlohmann::json& item : fleet["items"]) {
    EXPECT_EQ(item["response"]["findings"].back()["path"], kPath) << item;
    EXPECT_EQ(item["response"]["findings"].back()["severity"], "SEVERITY_WARNING");
  }
  const RunResult one = RunFleet(NewerConfiguration(), {"recommend", "checkout-prod", "-o", "json"});
  EXPECT_EQ(nlohmann::json::parse(one.out)["findings"].back()["path"], kPath);
  const std::vector<std::string> strict = {"recommend", "checkout-prod", "--fail-on=warning"};
  EXPECT_EQ(RunFleet(NewerConfiguration(), strict).exit_code, 1);
  EXPECT_EQ(RunFleet(ReadSource(kConfiguration), strict).exit_code, 0);
}

TEST(ReaderWarningsTest, ValidateReportsAWarning) {
  const RunResult result = RunFleet(NewerConfiguration(), {"validate", "-o", "json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const nlohmann::json response = nlohmann::json::parse(result.out)["items"][0]["response"];
  EXPECT_EQ(response["valid"], true);
  EXPECT_EQ(response["decidable"], true);
  EXPECT_EQ(response["condition"]["status"], "True");
  EXPECT_EQ(response["findings"].back()["rule"], "FIELD_UNKNOWN");
  EXPECT_EQ(response["findings"].back()["severity"], "SEVERITY_WARNING");
  EXPECT_EQ(RunFleet(NewerConfiguration(), {"validate", "--fail-on=warning"}).exit_code, 1);
  EXPECT_EQ(RunFleet(MisspelledConfiguration(), {"validate"}).exit_code, 1);
}

// The printed configuration is made from the message, which does not have the field.
TEST(ReaderWarningsTest, FitNamesTheFieldsThatItsConfigurationDoesNotHave) {
  const RunResult result = RunFleet(NewerConfiguration(), {"fit", "--history", kHistory, "--to=2026-02-02T00:00:00Z",
                                                           "--resource=cpu", "-o", "yaml"});
  EXPECT_THAT(result.out,
              HasSubstr(absl::StrCat("# Add ", kPath,
                                     " before you apply this configuration: unknown fields are not printed\n")));
}

TEST(ReaderWarningsTest, FieldsOfOtherKindsAreWarningsIfTheyAreNotMisspelled) {
  const struct {
    std::string file, from, newer, misspelled;
    std::vector<std::string> verb;
    std::vector<std::string> others;  // the other files of the verb
  } kCases[] = {
      {kReplicas, "minReplicas:", "futureField: 1\n  minReplicas:", "minReplica:", {"replicas"}, {kReplicasBusy}},
      {"deploy/examples/machine/autoscaler.yaml",
       "  scaleUp:",
       "  futureField: 1\n  scaleUp:",
       "  scaleUps:",
       {"machine", "--now=2026-03-01T12:00:00Z"},
       {"deploy/examples/machine/machines.yaml", "deploy/examples/machine/metrics.yaml"}},
      {"deploy/examples/cluster-autoscaler/autoscaler.yaml",
       "  scaleDown:",
       "  futureField: 1\n  scaleDown:",
       "  scaleDowns:",
       {"autoscaler", "args"},
       {"deploy/examples/cluster-autoscaler/machineset.yaml"}},
  };
  for (const auto& test : kCases) {
    SCOPED_TRACE(test.file);
    const auto run = [&test](const std::string& text, std::vector<std::string> more = {}) {
      const TemporaryFolder folder;
      std::vector<std::string> args = test.verb;
      args.insert(args.end(), more.begin(), more.end());
      args.insert(args.end(), {"-f", folder.Write("object.yaml", text)});
      for (const std::string& other : test.others) args.insert(args.end(), {"-f", other});
      return RunCommand(args);
    };
    const std::string newer = ExampleWith(test.file, test.from, test.newer);
    const RunResult warned = run(newer);
    EXPECT_EQ(warned.exit_code, 0) << warned.err;
    EXPECT_THAT(absl::StrCat(warned.out, warned.err), HasSubstr("FIELD_UNKNOWN"));
    EXPECT_EQ(run(newer, {"--fail-on=warning"}).exit_code, 1);
    const RunResult refused = run(ExampleWith(test.file, test.from, test.misspelled));
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.err, AllOf(HasSubstr("error: "), HasSubstr("(FIELD_UNKNOWN)")));
  }
}

// The API server has checked the fields of its objects with a schema that may be newer than this version.
TEST(ReaderWarningsTest, AnUnknownFieldOfALiveObjectIsAlwaysAWarning) {
  const TemporaryFolder folder;
  testing::FakeApiServer server;
  ServeExampleFleet(server);
  const std::string kubeconfig = absl::StrCat("--kubeconfig=", WriteKubeconfig(folder, server.url()));
  const std::string known = RunCommand({"recommend", kubeconfig}).out;
  ASSERT_THAT(known, Not(IsEmpty()));
  kube::Json config =
      server.Get("/apis/scheduling.hypershift.openshift.io/v1alpha1/clustersizingconfigurations/cluster");
  config["spec"]["kubeApiServerMemoryFraction"] = "0.5";
  config["spec"]["size"] = kube::Json::array();
  config["spec"]["sizes"][0]["effects"]["containerResourcePolicy"] = {{"goMemoryLimitPercent", 90}};
  server.Put(config);
  const RunResult result = RunCommand({"recommend", kubeconfig});
  EXPECT_EQ(result.out, known);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("warning: "), HasSubstr("spec has no field size. "), HasSubstr(kPath)));
  EXPECT_EQ(RunCommand({"validate", kubeconfig}).exit_code, 0);
}

}  // namespace
}  // namespace cpsizer::cli
