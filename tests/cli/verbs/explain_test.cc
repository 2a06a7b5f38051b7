#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cli/verbs/vocabulary.h"
#include "cpsizer/call_errors.h"
#include "cpsizer/rules.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

RunResult Explain(const std::string& topic) {
  return RunCommand({"explain", topic});
}

TEST(ExplainTest, KnowsEveryRule) {
  for (const RuleInfo& rule : AllRules()) {
    const RunResult result = Explain(std::string(rule.id));
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.out, StartsWith(std::string(rule.id)));
    for (const absl::string_view part : {rule.meaning, rule.why, rule.remedy, rule.wrong, rule.right}) {
      EXPECT_THAT(result.out, HasSubstr(std::string(part)));
    }
  }
}

TEST(ExplainTest, KnowsWordsOfLogLinesMetricsAndTables) {
  const std::pair<const char*, const char*> words[] = {{"sized", "the recommended size"},
                                                       {"not_eligible", "does not have the annotations"},
                                                       {"no_size_fits", "best effort"},
                                                       {"held", "keeps the current size"},
                                                       {"disagree", "would change the object"},
                                                       {"warming_up", "shorter than the decision requires"},
                                                       {"absent", "no value of another writer"},
                                                       {"unreadable", "has the wrong type"},
                                                       {"NOT_OPTED_IN", "does not write the size"},
                                                       {"cpsizer/fractions", "A JSON object with the fractions"},
                                                       {"cluster-scheduled", "spec.concurrency.limit"},
                                                       {"hypershift.openshift.io/cluster-scheduled", "waits for"},
                                                       {"WHY", "The reason for the result"},
                                                       {"NODE-HOURS/DAY", "hours per day"},
                                                       {"REQUIRES", "this resource alone"},
                                                       {"SHRINKS AT", "a smaller size is chosen"},
                                                       {"CORRECTED", "assumed values"},
                                                       {"VPA AGE", "since the VPA of the cluster was created"},
                                                       {"winner", "The metric that decided"},
                                                       {"CURRENT", "its label hosted-cluster-size"},
                                                       {"(none)", "does not have a size yet"},
                                                       {"(deleted)", "was deleted"},
                                                       {"failed_closed", "denied the request (--on-failure=deny)"},
                                                       {"NOT_REVIEWED", "there is nothing to validate"},
                                                       {"none", "no resource decided"},
                                                       {"too_many", "--max-connections"},
                                                       {"flood", "the service closes its connection"},
                                                       {"open calls", "more calls open than its share"},
                                                       {"notApplied", "does not give the cluster the recommended size"},
                                                       {"sizeOverride", "cpsizer recommend --overrides"},
                                                       {"sizeLabel", "hosted-cluster-size"},
                                                       {"pausedUntil", "spec.pausedUntil"},
                                                       {"oomKills", "OOM kills"},
                                                       {"withoutPrice", "Set --price"},
                                                       {"MACHINE_SET_DELETING", "check its finalizers"},
                                                       {"(size)", "that of the size itself"},
                                                       {"size", "that of the size itself"},
                                                       {"(global)", "spec.resourceBasedAutoscaling"},
                                                       {"machine set", "the capacity annotation of a MachineSet"},
                                                       {"Canceled", "the caller cancelled the call"},
                                                       {"OK", "The call succeeded"},
                                                       {"DeadlineExceeded", "set a longer deadline"},
                                                       {"short by", "is above the effective capacity"},
                                                       {"short by 14.208Gi", "is above the effective capacity"},
                                                       {"0.75 (global)", "spec.resourceBasedAutoscaling"},
                                                       {"RecommendSize", "(method of SizingService)"},
                                                       {"cpsizer.v1.SizingService", "SizingService (service)"}};
  for (const auto& [word, part] : words) {
    const RunResult result = Explain(word);
    EXPECT_EQ(result.exit_code, 0) << word;
    EXPECT_THAT(result.out, HasSubstr(part)) << word;
  }
}

TEST(ExplainTest, AReasonWithoutRecommendationIsAlsoAHoldReasonWithARemedy) {
  for (const char* word : {"VPA_RECOMMENDATION_MISSING", "VPA_CONDITION_MISSING", "VPA_CONDITION_NOT_TRUE",
                           "NO_CONTAINER_RECOMMENDATIONS"}) {
    const RunResult result = Explain(word);
    EXPECT_THAT(result.out, StartsWith(absl::StrCat(word, " (hold reason)\n")));
    EXPECT_THAT(result.out, HasSubstr("recommender")) << "what to do";
    EXPECT_THAT(result.out, HasSubstr(absl::StrCat("SIZE_NO_RECOMMENDATION_REASON_", word))) << "the word of the API";
    EXPECT_THAT(Explain("hold-reasons").out, HasSubstr(absl::StrCat("\n", word, " ")));
  }
}

TEST(ExplainTest, ExplainsTheWordsOfACell) {
  const RunResult both = Explain("HELD VPA_AT_FLOOR");
  EXPECT_EQ(both.exit_code, 0);
  EXPECT_EQ(both.out, Explain("HELD").out + Explain("VPA_AT_FLOOR").out);
  EXPECT_THAT(Explain("best effort").out, StartsWith("SIZE_OUTCOME_BEST_EFFORT")) << "two words, one topic";
  const RunResult unknown = Explain("HELD VPA_AT_FLOR");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("\"VPA_AT_FLOR\"; did you mean \"VPA_AT_FLOOR\"?"));
  EXPECT_THAT(Explain("14.208Gi").err, HasSubstr("no field \"14.208Gi\"")) << "an amount alone is not a word";
  EXPECT_THAT(Explain("VPA AGES").err, HasSubstr("no field \"VPA AGES\"; did you mean \"VPA AGE\"?"));
}

TEST(ExplainTest, TakesTheWordsAsSeveralArguments) {
  for (const char* topic : {"GROWS ABOVE", "HELD VPA_AT_FLOOR"}) {
    const std::pair<std::string, std::string> words = absl::StrSplit(topic, ' ');
    const RunResult result = RunCommand({"explain", words.first, words.second});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.out, Explain(topic).out);
  }
  EXPECT_THAT(RunCommand({"explain", "grows", "below"}).err, HasSubstr("no field \"grows below\""));
}

// The title of a column and a field of the API may have the same name.
TEST(ExplainTest, ATitleOfAColumnComesBeforeTheFieldOfItsName) {
  for (const char* title : {"CURRENT", "NOW", "TARGET", "USAGE"}) {
    const std::string out = Explain(title).out;
    EXPECT_THAT(out, StartsWith(absl::StrCat(title, " (column)\n")));
    EXPECT_THAT(out, HasSubstr("Seen in: ")) << title;
  }
}

TEST(ExplainTest, ARuleInAnyCase) {
  EXPECT_EQ(Explain("fraction_near_one").out, Explain("FRACTION_NEAR_ONE").out);
}

TEST(ExplainTest, AFieldIsNamedInManyWays) {
  constexpr char kMeaning[] = "Fraction of the CPU for the kube-apiserver, in (0, 1]. Absent means the global fraction";
  for (const char* topic :
       {"spec.sizes.capacity.kubeAPIServerCPUFraction", "spec.sizes[1].capacity.kubeAPIServerCPUFraction",
        "spec.sizes.capacity.kube_api_server_cpu_fraction", "kubeAPIServerCPUFraction"}) {
    const RunResult result = Explain(topic);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr(kMeaning)) << topic;
  }
}

struct ExplainCase {
  const char* topic;
  const char* part;
};
constexpr ExplainCase kExplainCases[] = {
    {"demand.memory", "Memory that the kube-apiserver container needs"},
    {"vpaStatus.recommendation.containerRecommendations[0].uncappedTarget", "FIELD    TYPE     MEANING"},
    {"flips.memory.growsAbove", "The largest demand that does not require a larger size"},
    {"options.cpuPolicy",
     "SIZE_CPU_POLICY_WHEN_FRACTION_CONFIGURED   CPU takes part only if the configuration sets a CPU"},
    {"SIZE_OUTCOME_HELD", "The recommendation of the VPA or a capacity is missing or probably wrong."},
    {"SizeCapacity", "The capacity of a machine of a size"},
    {"spec", "MachineSet.spec (MachineSetSpec)"},
    {"metadata.labels", "metadata.labels (map)"},
    {"machineSets[1].metadata.annotations[machine.openshift.io/memoryMb]", "(map)"},
    {"SizeDemand.memory", "Memory that the kube-apiserver container needs"},
    {"RecommendSizeRequest.machineSets[0].metadata", "deletionTimestamp"},
    {"SizeDemand", "  FIELD    TYPE     MEANING\n  memory   string   Memory"},
    {"DRIVER", "driver"},
    {"RESOURCE_EXHAUSTED", "without RetryInfo send a smaller request"},
    {"too_many_calls_in_flight", "TOO_MANY_CALLS_IN_FLIGHT (a call fails with RESOURCE_EXHAUSTED)\n"},
};

TEST(ExplainTest, KnowsTheRestOfTheApi) {
  for (const ExplainCase& test : kExplainCases) {
    const RunResult result = Explain(test.topic);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr(test.part)) << test.topic;
  }
}

TEST(ExplainTest, KnowsEveryNameThatItPrints) {
  const std::string matches = Explain("memory").out;
  for (const absl::string_view line : absl::StrSplit(matches, '\n')) {
    const absl::string_view name = line.substr(0, line.find(' '));
    if (name.empty()) continue;
    EXPECT_EQ(Explain(std::string(name)).exit_code, 0) << name;
  }
}

TEST(ExplainTest, ListsRulesErrorsAndFields) {
  const std::string errors = Explain("call-errors").out;
  for (const CallErrorInfo& error : AllCallErrors()) EXPECT_THAT(errors, HasSubstr(absl::StrCat("\n", error.id, " ")));
  const std::string rules = Explain("rules").out;
  for (const RuleInfo& rule : AllRules()) EXPECT_THAT(rules, HasSubstr(absl::StrCat("\n", rule.id, " ")));
  const std::string fields = Explain("fields").out;
  for (const char* field : {"spec.sizes", "spec.sizes.capacity.memory", "spec.sizes.effects.resourceRequests.cpu",
                            "spec.transitionDelay.decrease", "spec.scaleTargetRef.kind",
                            "spec.behavior.scaleDown.policies.periodSeconds"}) {
    EXPECT_THAT(fields, HasSubstr(absl::StrCat("\n", field, " ")));
  }
}

TEST(ExplainTest, WithoutAnArgumentNamesItsLists) {
  const RunResult result = RunCommand({"explain"});
  EXPECT_EQ(result.exit_code, 0);
  for (const char* list : {"rules", "call-errors", "fields", "SizeOutcome", "MachineReason"}) {
    EXPECT_THAT(result.out, HasSubstr(absl::StrCat("\n", list, " ")));
    EXPECT_EQ(Explain(list).exit_code, 0) << list;
  }
  for (const WordGroup& group : WordGroups()) {
    EXPECT_THAT(result.out, HasSubstr(absl::StrCat("\n", ListName(group), " ")));
    const std::string words = Explain(ListName(group)).out;
    for (const Word& word : group.words) EXPECT_THAT(words, HasSubstr(absl::StrCat("\n", word.id, " ")));
  }
  EXPECT_LT(std::count(result.out.begin(), result.out.end(), '\n'), 60) << "it is brief";
}

TEST(ExplainTest, KnowsTheWordsOfOutput) {
  const ExplainCase kWords[] = {
      {"HELD",
       "SIZE_OUTCOME_HELD (value of SizeOutcome)\n  The recommendation of the VPA or a capacity is missing or probably "
       "wrong."},
      {"held", "Seen in: RecommendSizeResponse.outcome\n"},
      {"best effort", "SIZE_OUTCOME_BEST_EFFORT (value of SizeOutcome)\n"},
      {"memory", "SIZE_DRIVER_MEMORY (value of SizeDriver)\n"},
      {"memory", "SizeDemand.memory (string)\n"},
      {"cpu policy never", "SIZE_NOT_IN_PLAY_REASON_CPU_POLICY_NEVER"},
      {"vpa-at-floor", "VPA_AT_FLOOR (rule, warning)\n"},
      {"NoTriggerMet", "MACHINE_REASON_NO_TRIGGER_MET"},
      {"NoSizeFits", "NoSizeFits (event)\n"},
      {"CpsizerFlapping", "CpsizerFlapping (alert)\n"},
      {"able to scale", "AbleToScale (condition)\n"},
      {"SizeOutcome", "  SIZE_OUTCOME_HELD "},
  };
  for (const ExplainCase& test : kWords) {
    const RunResult result = Explain(test.topic);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr(test.part)) << test.topic;
  }
}

TEST(ExplainTest, AWordWithSeveralMeaningsHasThemAll) {
  ExpectGolden("explain_word.txt", Explain("target-not-found").out);
}

TEST(ExplainTest, KnowsTheFieldsOfAnAutoscalerAndOfItsDecision) {
  const ExplainCase kFields[] = {
      {"spec.behavior.scaleDown.stabilizationWindowSeconds",
       "The time that a recommendation must last, 0 to 3,600 seconds."},
      {"spec.metrics[0].resource.target.averageUtilization", "in percent of the requests, at least 1."},
      {"horizontalPodAutoscaler.spec.maxReplicas", "The largest number of replicas, at least 1"},
      {"options.downscaleStabilization", "--horizontal-pod-autoscaler-downscale-stabilization"},
      {"history.scaleUpEvents", "Scale-ups that were applied"},
      {"SCALE_TO_ZERO_WITHOUT_METRIC", "minReplicas is 0"},
  };
  for (const ExplainCase& test : kFields) {
    const RunResult result = Explain(test.topic);
    EXPECT_EQ(result.exit_code, 0) << test.topic;
    EXPECT_THAT(result.out, HasSubstr(test.part));
  }
}

TEST(ExplainTest, NamesTheNearest) {
  const ExplainCase kMisspelt[] = {
      {"CONTENTON", "\"CONTENTION\"?"},
      {"NoSizeFit", "\"NoSizeFits\"?"},
      {"FRACTION_OUT_OF_RANG", "\"FRACTION_OUT_OF_RANGE\"?"},
      {"kubeAPIServerCpuFractoin", "\"kubeAPIServerCPUFraction\"?"},
      {"spec.sizes.capasity.memory", "\"spec.sizes.capacity.memory\"?"},
      {"spec.behaviour.scaleDown", "\"spec.behavior.scaleDown\"?"},
      {"spec.sizes.name.more", "there is no rule, no error, no word and no field \"spec.sizes.name.more\""},
      {"metadata.labels.key", "there is no rule, no error, no word and no field"},
      {"...", "there is no rule, no error, no word and no field"},
      {"spec.", "there is no rule, no error, no word and no field"},
  };
  for (const ExplainCase& test : kMisspelt) {
    const RunResult result = Explain(test.topic);
    EXPECT_EQ(result.exit_code, 2) << test.topic;
    EXPECT_EQ(result.out, "") << test.topic;
    EXPECT_THAT(result.err, HasSubstr(test.part));
  }
}

TEST(ExplainTest, MatchesGoldenFiles) {
  ExpectGolden("explain_rule.txt", Explain("EFFECTIVE_CAPACITY_NOT_INCREASING").out);
  ExpectGolden("explain_message_field.txt", Explain("spec.sizes.capacity").out);
  RunOptions terminal;
  terminal.out = ColorTerminal(60);
  ExpectGolden("explain_rule_colour.txt", RunCommand({"explain", "EFFECTIVE_CAPACITY_NOT_INCREASING"}, terminal).out);
}

}  // namespace
}  // namespace cpsizer::cli
