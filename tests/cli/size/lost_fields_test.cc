// Tests that each verb about sizes, and the page, report a configuration whose status says that it has lost fields.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tests/cli/run_command.h"
#include "tests/cli/ui/page_fixture.h"

namespace cpsizer::cli {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr char kLostFieldsClusters[] = "deploy/examples/fleet/hostedclusters.yaml";
constexpr char kLostFieldsVpas[] = "deploy/examples/fleet/verticalpodautoscalers.yaml";
constexpr char kLostFieldsHistory[] = "deploy/examples/history/recommendations.csv";
constexpr char kLostFieldsRule[] = "FIELDS_NOT_STORED";
constexpr char kLostFieldsWarning[] =
    "no cluster gets a smaller size, because the condition SizingFieldsStored is False: the";
constexpr char kLostFieldsHeld[] =
    "held: the configuration has lost capacities or fractions, and the size would change to ";

constexpr char kLostFieldsStatus[] = R"(
status:
  conditions:
    - type: SizingFieldsStored
      status: "False"
      reason: FieldsNotStored
      message: the configuration no longer has spec.resourceBasedAutoscaling.kubeAPIServerCPUFraction
      lastTransitionTime: "2026-03-01T11:00:00Z"
)";

class LostFieldsTest : public ::testing::Test {
 protected:
  std::vector<std::string> Args(const char* verb, const std::string& configuration,
                                const std::vector<std::string>& more) const {
    std::vector<std::string> args = {verb, "-f", configuration, "-f", kLostFieldsClusters, "-f", kLostFieldsVpas};
    args.insert(args.end(), more.begin(), more.end());
    return args;
  }
  RunResult Run(const char* verb, const std::vector<std::string>& more) const {
    return RunCommand(Args(verb, lost_, more));
  }

  const TemporaryFolder folder_;
  const std::string lost_ =
      folder_.Write("lost.yaml", absl::StrCat(ConfigurationWithoutCpuFractions(), kLostFieldsStatus));
  const std::string without_status_ = folder_.Write("without.yaml", ConfigurationWithoutCpuFractions());
};

TEST_F(LostFieldsTest, RecommendHoldsASmallerSize) {
  const RunResult one = Run("recommend", {"archive-prod"});
  EXPECT_THAT(one.out, HasSubstr(kLostFieldsHeld));
  EXPECT_THAT(one.out, HasSubstr(kLostFieldsWarning));
  EXPECT_THAT(Run("recommend", {"archive-prod", "-o", "json"}).out, HasSubstr("SIZE_HOLD_RULE_FIELDS_NOT_STORED"));
  EXPECT_EQ(Run("recommend", {"archive-prod", "--holds=off", "-o", "name"}).out, "clusters/archive-prod small\n");
  const RunResult fleet = Run("recommend", {});
  EXPECT_THAT(fleet.out, HasSubstr(kLostFieldsRule));
  EXPECT_THAT(fleet.err, HasSubstr(absl::StrCat("warning: ", lost_, ":")));
  EXPECT_THAT(fleet.err, HasSubstr(kLostFieldsWarning));
  EXPECT_EQ(fleet.err.find(kLostFieldsWarning), fleet.err.rfind(kLostFieldsWarning)) << "once";
  EXPECT_THAT(fleet.err, HasSubstr(absl::StrCat(kLostFieldsRule, " holds clusters/archive-prod")));
  EXPECT_THAT(fleet.err, Not(HasSubstr(absl::StrCat(kLostFieldsRule, " also for"))));
  EXPECT_THAT(RunCommand(Args("recommend", without_status_, {})).err, Not(HasSubstr(kLostFieldsWarning)));
}

TEST_F(LostFieldsTest, DiffHoldsWithTheCurrentConfiguration) {
  const RunResult result = Run("diff", {"--with", kConfiguration});
  EXPECT_THAT(result.err, HasSubstr(kLostFieldsWarning));
  const RunResult structured = Run("diff", {"--with", without_status_, "-o", "json"});
  EXPECT_THAT(structured.err, HasSubstr(kLostFieldsWarning));
  bool found = false;
  const json diff = json::parse(structured.out);
  for (const json& item : diff["items"]) {
    if (item["cluster"]["name"] != "archive-prod") continue;
    found = true;
    EXPECT_EQ(item["before"]["heldBy"], "SIZE_HOLD_RULE_FIELDS_NOT_STORED");
    EXPECT_EQ(item["after"]["recommendedSize"], "small");
  }
  EXPECT_TRUE(found);
}

TEST_F(LostFieldsTest, ValidateWarns) {
  const RunResult result = RunCommand({"validate", "-f", lost_});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr(kLostFieldsWarning));
  EXPECT_EQ(RunCommand({"validate", "-f", lost_, "--fail-on", "warning"}).exit_code, 1);
}

TEST_F(LostFieldsTest, ReplayHolds) {
  const RunResult result = Run("replay", {"--history", kLostFieldsHistory, "--to=2026-02-03T00:00:00Z"});
  EXPECT_THAT(result.err, HasSubstr(kLostFieldsWarning));
  EXPECT_NE(
      result.out,
      RunCommand(Args("replay", without_status_, {"--history", kLostFieldsHistory, "--to=2026-02-03T00:00:00Z"})).out);
}

TEST_F(LostFieldsTest, FitWarnsAndProposesAsWithoutTheLoss) {
  const std::vector<std::string> more = {
      "--history", kLostFieldsHistory, "--to=2026-02-03T00:00:00Z", "--resource", "cpu", "-o", "json"};
  const RunResult result = Run("fit", more);
  EXPECT_THAT(result.err, HasSubstr(kLostFieldsWarning));
  EXPECT_EQ(result.out, RunCommand(Args("fit", without_status_, more)).out);
}

TEST_F(LostFieldsTest, PageShowsTheWarningAndTheHold) {
  TestedPage page(FlagsForFiles({lost_, kLostFieldsClusters, kLostFieldsVpas}));
  const json fleet = page.Get("/api/fleet").json;
  EXPECT_THAT(fleet["configuration"]["findings"].dump(), HasSubstr(kLostFieldsWarning));
  bool found = false;
  for (const json& item : fleet["items"]) {
    if (item["cluster"]["name"] != "archive-prod") continue;
    found = true;
    EXPECT_EQ(item["response"]["heldBy"], "SIZE_HOLD_RULE_FIELDS_NOT_STORED");
  }
  EXPECT_TRUE(found);
}

// The page of a live cluster has a text without the status.
TEST_F(LostFieldsTest, PageHoldsAnEditedTextUnlessItsAnnotationEndsTheHold) {
  TestedPage page(FlagsForFiles({lost_, kLostFieldsClusters, kLostFieldsVpas}));
  const json same = page.Post("/api/diff", {{"yaml", ConfigurationWithoutCpuFractions()}}).json;
  EXPECT_THAT(same["diff"]["items"], IsEmpty());
  EXPECT_THAT(page.Post("/api/validate", {{"yaml", ConfigurationWithoutCpuFractions()}}).json["findings"].dump(),
              HasSubstr(kLostFieldsRule));
  for (const auto& [annotation, ends] :
       {std::make_pair(R"({"kubeAPIServerCPUFraction": "0.65"})", true), std::make_pair("{}", true),
        std::make_pair(R"({"kubeAPIServerMemoryFraction": "0.65"})", false)}) {
    const std::string annotated = absl::StrReplaceAll(
        ConfigurationWithoutCpuFractions(),
        {{"  name: cluster\n",
          absl::StrCat("  name: cluster\n  annotations:\n    cpsizer/fractions: '", annotation, "'\n")}});
    EXPECT_EQ(page.Post("/api/diff", {{"yaml", annotated}}).json["diff"]["items"].empty(), !ends) << annotation;
  }
}

}  // namespace
}  // namespace cpsizer::cli
