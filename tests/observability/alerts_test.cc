// The alerts of deploy/rules. Each has a unit test in tests/observability/alerts and a page in docs/runbooks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "tests/lint/source_tree.h"
#include "tests/observability/known_metrics.h"
#include "tests/testing/paths.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tools.h"

namespace cpsizer::observability {
namespace {

using ::testing::IsEmpty;

const std::string kRules = testing::SourcePath("deploy/rules/cpsizer.yaml");

std::string SourcePath(const std::string& path) {
  return testing::SourcePath(path);
}

std::string UnitTestOf(const std::string& alert) {
  return absl::StrCat("tests/observability/alerts/", alert, ".yaml");
}

// Returns all rules in order. An alert may have two rules.
std::vector<YAML::Node> Rules(const YAML::Node& file) {
  std::vector<YAML::Node> rules;
  for (const YAML::Node& group : file["groups"]) {
    for (const YAML::Node& rule : group["rules"]) rules.push_back(rule);
  }
  return rules;
}

std::set<std::string> Alerts() {
  std::set<std::string> names;
  for (const YAML::Node& rule : Rules(YAML::LoadFile(kRules))) names.insert(rule["alert"].as<std::string>());
  return names;
}

// Runs promtool. Returns whether it succeeds, and sets `said` to its output.
bool Promtool(const std::vector<std::string>& arguments, std::string& said) {
  std::vector<std::string> command = {"promtool"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  // Some tests simulate more than a day, and the machine may be busy.
  const auto finished = testing::RunProcess(command, {}, absl::Minutes(10));
  EXPECT_TRUE(finished.ok()) << finished.status();
  if (!finished.ok()) return false;
  said = finished->standard_output + finished->standard_error;
  return finished->exit_code == 0;
}

class PromtoolTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string why = testing::WhyPromtoolIsMissing();
    if (why.empty()) return;
    ASSERT_FALSE(testing::PromtoolIsRequired()) << why;
    GTEST_SKIP() << why;
  }
  // Returns whether the unit test of `alert` passes if the expression of the alert is replaced with this one.
  bool PassesWith(const std::string& alert, const std::string& expression) {
    YAML::Node file = YAML::LoadFile(kRules);
    for (YAML::Node rule : Rules(file)) {
      if (rule["alert"].as<std::string>() == alert) rule["expr"] = expression;
    }
    folder_.Write("rules.yaml", YAML::Dump(file));
    const std::string test =
        absl::StrReplaceAll(lint::Text(UnitTestOf(alert)), {{"../../../deploy/rules/cpsizer.yaml", "rules.yaml"}});
    return Promtool({"test", "rules", folder_.Write("test.yaml", test)}, said_);
  }

  const testing::TemporaryFolder folder_;
  std::string said_;
};

TEST_F(PromtoolTest, AcceptsTheRules) {
  EXPECT_TRUE(Promtool({"check", "rules", kRules}, said_)) << said_;
}

TEST_F(PromtoolTest, EveryAlertFiresExactlyWhenItShould) {
  for (const std::string& alert : Alerts()) {
    EXPECT_TRUE(Promtool({"test", "rules", SourcePath(UnitTestOf(alert))}, said_)) << said_;
  }
}

// A unit test that also passes for an alert that always or never fires does not test the alert.
TEST_F(PromtoolTest, UnitTestsDetectAnAlertThatAlwaysOrNeverFires) {
  for (const std::string& alert : Alerts()) {
    EXPECT_FALSE(PassesWith(alert, "vector(1)")) << alert;
    EXPECT_FALSE(PassesWith(alert, "vector(1) > 1")) << alert;
  }
}

TEST(AlertsTest, EveryUnitTestShowsItsAlertFiringAndQuiet) {
  std::set<std::string> tested;
  for (const std::string& path : lint::SourceFiles("tests/observability/alerts")) {
    const std::string alert = std::filesystem::path(path).stem();
    tested.insert(alert);
    std::set<bool> fires;
    for (const YAML::Node& test : YAML::LoadFile(SourcePath(path))["tests"]) {
      for (const YAML::Node& expected : test["alert_rule_test"]) {
        EXPECT_EQ(expected["alertname"].as<std::string>(), alert) << path;
        fires.insert(expected["exp_alerts"].size() > 0);
      }
    }
    EXPECT_EQ(fires.size(), 2u) << path;
  }
  EXPECT_EQ(tested, Alerts());
}

TEST(AlertsTest, MatchTheRequiredAlerts) {
  std::set<std::string> names;
  for (const char* name : {"ConfigInvalid",
                           "ExceedsLargest",
                           "HeldTooLong",
                           "Flapping",
                           "Contention",
                           "ServiceUnreachable",
                           "NoLeader",
                           "CertificateExpiring",
                           "ShadowDisagreement",
                           "ReplicaContention",
                           "ReplicaDisagreement",
                           "ReplicasHeldTooLong",
                           "Flood",
                           "MachinesHeldTooLong",
                           "MachineRolloutSlow",
                           "MachineObservation",
                           "WebhookUndecided",
                           "AutoscalersHeldTooLong",
                           "ClusterAutoscalerContention",
                           "FieldsNotStored"}) {
    names.insert(absl::StrCat("Cpsizer", name));
  }
  EXPECT_EQ(Alerts(), names);
}

TEST(AlertsTest, EveryExpressionUsesExistingNames) {
  for (const YAML::Node& rule : Rules(YAML::LoadFile(kRules))) {
    EXPECT_THAT(ProblemsOf(rule["expr"].as<std::string>()), IsEmpty()) << rule["alert"];
  }
}

TEST(AlertsTest, EveryAlertHasSeveritySummaryAndRunbook) {
  const std::set<std::string> severities = {"critical", "warning", "info"};
  const std::regex label(R"(\$labels\.([a-z_]+))");
  for (const YAML::Node& rule : Rules(YAML::LoadFile(kRules))) {
    const auto alert = rule["alert"].as<std::string>();
    SCOPED_TRACE(alert);
    EXPECT_EQ(severities.count(rule["labels"]["severity"].as<std::string>()), 1u);
    const std::string page = absl::StrCat("docs/runbooks/", alert, ".md");
    EXPECT_EQ(rule["annotations"]["runbook_url"].as<std::string>(),
              absl::StrCat("https://github.com/cpsizer/cpsizer/blob/main/", page));
    EXPECT_TRUE(std::filesystem::exists(SourcePath(page)));
    const std::set<std::string> labels = LabelsOfAnswer(rule["expr"].as<std::string>());
    for (const char* name : {"summary", "description"}) {
      const auto text = rule["annotations"][name].as<std::string>();
      EXPECT_GT(text.size(), 10u);
      for (std::sregex_iterator it(text.begin(), text.end(), label), end; it != end; ++it) {
        EXPECT_EQ(labels.count((*it)[1]), 1u) << text;
      }
    }
  }
}

// A critical alert pages a person, so an alert may be critical only if a service is lost.
TEST(AlertsTest, OnlyLostServicesAreCriticalAndTheListExplainsEach) {
  std::map<std::string, std::set<std::string>> severities;
  for (const YAML::Node& rule : Rules(YAML::LoadFile(kRules))) {
    severities[rule["alert"].as<std::string>()].insert(rule["labels"]["severity"].as<std::string>());
  }
  std::set<std::string> critical;
  const std::string list = lint::Text("docs/runbooks/README.md");
  for (const auto& [alert, those] : severities) {
    if (those.count("critical") > 0) critical.insert(alert);
    const std::string words = absl::StrJoin(those.rbegin(), those.rend(), ", ");
    const std::regex row(
        absl::StrCat("\\| \\[", alert, "\\]\\(", alert, "\\.md\\) \\| ", words, " \\| [^|]{10,} \\| [^|]{10,} \\|\n"));
    EXPECT_TRUE(std::regex_search(list, row)) << alert << " is " << words;
  }
  EXPECT_EQ(critical, (std::set<std::string>{"CpsizerCertificateExpiring", "CpsizerConfigInvalid", "CpsizerNoLeader",
                                             "CpsizerServiceUnreachable"}));
}

TEST(AlertsTest, TheObjectForThePrometheusOperatorIsTheSame) {
  const std::string script = "deploy/rules/as_prometheus_rule.sh";
  const std::string path = "deploy/components/prometheus-rules/prometheusrule.yaml";
  const auto made = testing::RunProcess({SourcePath(script)});
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_TRUE(made->standard_output == lint::Text(path))
      << path << " is stale. Run `" << script << " >" << path << "`.";
  EXPECT_EQ(Rules(YAML::LoadFile(SourcePath(path))["spec"]).size(), Rules(YAML::LoadFile(kRules)).size());
}

}  // namespace
}  // namespace cpsizer::observability
