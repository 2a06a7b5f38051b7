// Checks that `cpsizer explain` has every word for users in the output of the sidecar, the decisions and the alerts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>

#include "client/cli/words/word_groups.h"
#include "tests/lint/source_tree.h"

namespace cpsizer::lint {
namespace {

using ::testing::IsSubsetOf;
using ::testing::UnorderedElementsAreArray;

std::set<std::string> IdsOf(absl::Span<const cli::Word> words) {
  std::set<std::string> ids;
  for (const cli::Word& word : words) EXPECT_TRUE(ids.emplace(word.id).second) << word.id << " is there twice";
  return ids;
}

// Adds the texts that the first group of `pattern` matches in the code of a file.
void AddMatches(const std::string& path, const std::regex& pattern, std::set<std::string>& found) {
  for (const SourceLine& line : CodeLines(path)) {
    for (std::sregex_iterator it(line.text.begin(), line.text.end(), pattern), end; it != end; ++it) {
      found.insert((*it)[1]);
    }
  }
}

TEST(WordsTest, EveryHoldReasonIsExplained) {
  std::set<std::string> reasons;
  // The reasons of holds are in upper case. The names in lower case in this file are shared causes of several holds.
  AddMatches("client/sidecar/control/hold_reasons.h", std::regex(R"re(= "([A-Z_]+)";)re"), reasons);
  EXPECT_GT(reasons.size(), 20u);
  // The size controller also holds a size for each reason of the service for no recommendation.
  const size_t names = reasons.size();
  AddMatches("proto/cpsizer/v1/recommend_size.proto",
             std::regex(R"re(SIZE_NO_RECOMMENDATION_REASON_([A-Z_]+) = [1-9])re"), reasons);
  EXPECT_GE(reasons.size(), names + 6);
  EXPECT_THAT(IdsOf(cli::HoldReasonWords()), UnorderedElementsAreArray(reasons));
}

TEST(WordsTest, EveryOutcomeAgreementAndStateIsExplained) {
  std::set<std::string> words;
  AddMatches("client/sidecar/size/plan.cc", std::regex(R"re(return "([a-z_]+)";)re"), words);
  AddMatches("client/sidecar/replicas/replica_comparator.cc", std::regex(R"re(return "([a-z_]+)";)re"), words);
  AddMatches("client/sidecar/size/configuration_state.h", std::regex(R"re("([a-z]+)"[,}])re"), words);
  EXPECT_GT(words.size(), 12u);
  EXPECT_THAT(words, IsSubsetOf(IdsOf(cli::OutputWords())));
}

TEST(WordsTest, EveryColumnTitleIsExplained) {
  std::set<std::string> titles = {"(none)", "(deleted)"};
  for (const std::string& path : SourceFiles("client/cli", kCppEndings)) {
    // In a file with a Table, all literals of capitals without underscores are titles.
    if (!std::regex_search(Text(path), std::regex(R"re(\bTable\b)re"))) continue;
    AddMatches(path, std::regex(R"re("([A-Z][A-Z/-]*[A-Z]( [A-Z]+)*)")re"), titles);
  }
  titles.erase("FAILED");  // a cell
  EXPECT_GT(titles.size(), 70u);
  std::set<std::string> explained = IdsOf(cli::ColumnWords());
  explained.insert({"(none)", "(deleted)"});
  EXPECT_THAT(explained, UnorderedElementsAreArray(titles));
}

TEST(WordsTest, EveryAlertIsExplained) {
  std::set<std::string> alerts;
  AddMatches("deploy/rules/cpsizer.yaml", std::regex("alert: (\\w+)"), alerts);
  AddMatches("server/engine/cluster_autoscaler/autoscaler_monitoring.cc",
             std::regex("\"(ClusterAutoscaler[A-Z]\\w+)\""), alerts);
  EXPECT_THAT(IdsOf(cli::AlertWords()), UnorderedElementsAreArray(alerts));
}

// Words in camel case that are not conditions, events or their reasons: kinds, fields, values of fields, names of
// settings, and actions of events. A new word must be explained, or added here.
const std::set<std::string>& OtherWords() {
  static const std::set<std::string> words = {
      "AverageValue",
      "AzureMachineProviderSpec",
      "BareMetal",
      "ClusterAPIMachineManagement",
      "ClusterAutoscaler",
      "ClusterIP",
      "ClusterSizingConfiguration",
      "ContainerResource",
      "ControlPlaneMachineSet",
      "ControlPlaneMachineSetAutoscaler",
      "ControlPlaneMachineSetAutoscalingTriggerAuthentication",
      "CpuResourceLimit",
      "CriticalAddonsOnly",
      "CronJob",
      "DaemonSet",
      "DoesNotExist",
      "GiB",
      "HorizontalPodAutoscaler",
      "HostedCluster",
      "KiB",
      "KubeletConfig",
      "LeastWaste",
      "MachineAutoscaler",
      "MachineSet",
      "MachineSets",
      "MemoryResourceLimit",
      "MiB",
      "NetworkPolicy",
      "NoSchedule",
      "NotIn",
      "NutanixMachineProviderConfig",
      "OnDelete",
      "OpenStack",
      "OpenstackProviderSpec",
      "PowerVS",
      "PreferredDuringScheduling",
      "PrometheusRule",
      "ProvisioningRequestAvailable",
      "RecommendSize",
      "ReplicationController",
      "ServiceMonitor",
      "TiB",
      "VerticalPodAutoscaler",
  };
  return words;
}

TEST(WordsTest, EveryConditionAndEventIsExplained) {
  std::set<std::string> explained = OtherWords();
  for (const cli::WordGroup& group : cli::WordGroups()) explained.merge(IdsOf(group.words));
  std::set<std::string> written;
  const std::regex camel_case(R"re("([A-Z][a-z]+[A-Z][A-Za-z]*)")re");
  for (const char* folder : {"client/sidecar", "server/engine"}) {
    for (const std::string& path : SourceFiles(folder, kCppEndings)) AddMatches(path, camel_case, written);
  }
  EXPECT_GT(written.size(), 80u);
  EXPECT_THAT(written, IsSubsetOf(explained));
  // These words have only one capital letter, so the pattern does not match them.
  EXPECT_THAT((std::set<std::string>{"Available", "Degraded", "Progressing", "Upgradeable"}),
              IsSubsetOf(IdsOf(cli::ConditionWords())));
}

TEST(WordsTest, EveryExplainedWordExists) {
  std::string sources;
  for (const char* folder : {"client/sidecar", "server/engine"}) {
    for (const std::string& path : SourceFiles(folder, kCppEndings)) sources += Text(path);
  }
  for (const auto& words : {cli::ConditionWords(), cli::ConditionReasonWords(), cli::EventWords()}) {
    for (const cli::Word& word : words) {
      EXPECT_NE(sources.find("\"" + std::string(word.id) + "\""), std::string::npos) << word.id;
    }
  }
}

TEST(WordsTest, EveryExplanationIsComplete) {
  for (const cli::WordGroup& group : cli::WordGroups()) {
    EXPECT_FALSE(group.about.empty()) << group.name;
    for (const cli::Word& word : group.words) {
      EXPECT_EQ(word.meaning.back(), '.') << word.id;
      EXPECT_EQ(word.remedy.back(), '.') << word.id;
      EXPECT_FALSE(word.seen.empty()) << word.id;
    }
  }
}

}  // namespace
}  // namespace cpsizer::lint
