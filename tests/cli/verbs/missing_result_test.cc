// Tests that a verb without a result prints an empty list with -o json and -o yaml. Programs that read the output need
// this list.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using Words = std::vector<std::string>;

constexpr char kEmptyList[] = "{\n  \"items\": []\n}\n";

Words With(const Words& verb, const Words& more) {
  Words words = verb;
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// All verbs that read files and have the flag -o.
const std::vector<Words>& VerbsWithOutput() {
  static const std::vector<Words>& verbs = *new std::vector<Words>{{"recommend"},
                                                                   {"validate"},
                                                                   {"diff", "--with", kProposed},
                                                                   {"replicas"},
                                                                   {"replicas", "simulate", "--series", kReplicasLoad},
                                                                   {"cpu-requests"},
                                                                   {"machine"},
                                                                   {"autoscaler", "plan"},
                                                                   {"autoscaler", "args"},
                                                                   {"autoscaler", "diff"}};
  return verbs;
}

TEST(MissingResult, IsAnEmptyListForEachVerb) {
  const TemporaryFolder folder;
  const std::string other = folder.Write("other.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
  const std::string unreadable = folder.Write("unreadable.yaml", "a: [\n");
  for (const Words& verb : VerbsWithOutput()) {
    for (const std::string& file : {other, unreadable, folder.path() + "/none.yaml"}) {
      SCOPED_TRACE(absl::StrJoin(verb, " ") + " -f " + file);
      const RunResult table = RunCommand(With(verb, {"-f", file}));
      EXPECT_EQ(table.exit_code, 2);
      EXPECT_EQ(table.out, "");
      const RunResult json = RunCommand(With(verb, {"-f", file, "-o", "json"}));
      EXPECT_EQ(json.exit_code, table.exit_code);
      EXPECT_EQ(json.err, table.err);
      // The items of validate include what cannot be read.
      if (verb.front() == "validate" && file != other) continue;
      EXPECT_EQ(json.out, kEmptyList);
      EXPECT_EQ(RunCommand(With(verb, {"-f", file, "-o", "yaml"})).out, "items: []\n");
    }
  }
}

TEST(MissingResult, IsAnEmptyListWhereEveryCallFailed) {
  const RunResult result = RunCommand({"recommend", "-f", kFleet, "--server=unix:/nonexistent", "-o", "json"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_NE(result.err, "");
  EXPECT_EQ(result.out, kEmptyList);
}

TEST(MissingResult, AfterAWrongFlagOnlyTheErrorIsPrinted) {
  const Words wrong[] = {
      {"recommend", "-f", kFleet, "--memory=20GB"},
      {"recommend", "-f", kFleet, "-l", "a in (b"},
      {"recommend", "-f", kFleet, "--held", "--changed"},
      {"recommend", "-f", kFleet, "--kubeconfig=a"},
      {"recommend", "-f", kFleet, "--server=127.0.0.1:1", "--server-ca-file=/nonexistent"},
      {"diff", "-f", kFleet},
      {"diff", "-f", kFleet, "--with", kProposed, "-l", "a in (b"},
      {"validate", "-f", kFleet, "--server=127.0.0.1:1", "--server-ca-file=/nonexistent"},
      {"replicas", "-f", kReplicas, "--now=today"},
      {"replicas", "-f", kReplicas, "-l", "a in (b"},
      {"replicas", "simulate", "-f", kReplicas},
      {"replicas", "simulate", "-f", kReplicas, "--series", kReplicasLoad, "--horizontal-pod-autoscaler-tolerance=x"},
      {"cpu-requests", "-f", kFleet, "--limit=x"},
      {"machine", "-f", kFleet, "--now=today"},
      {"machine", "simulate", "-f", kFleet},
      {"autoscaler", "plan", "-f", kFleet, "--server=127.0.0.1"},
  };
  for (const Words& words : wrong) {
    SCOPED_TRACE(absl::StrJoin(words, " "));
    const RunResult json = RunCommand(With(words, {"-o", "json"}));
    EXPECT_EQ(json.exit_code, 2);
    EXPECT_THAT(json.err, ::testing::StartsWith("error: "));
    EXPECT_EQ(json.out, "");
  }
}

TEST(MissingResult, FollowsTheEnvironmentVariable) {
  const ScopedVariable output("CPSIZER_OUTPUT", "json");
  EXPECT_EQ(RunCommand({"recommend", "-f", "/nonexistent"}).out, kEmptyList);
}

TEST(MissingResult, AResultIsNotFollowedByAList) {
  const RunResult result = RunCommand({"validate", "-f", kConfiguration, "-o", "json"});
  EXPECT_EQ(nlohmann::json::parse(result.out)["items"].size(), 1U);
}

}  // namespace
}  // namespace cpsizer::cli
