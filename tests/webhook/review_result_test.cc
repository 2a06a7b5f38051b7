#include "client/webhook/review_result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::webhook {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr absl::string_view kSubject = "MachineAutoscaler openshift-machine-api/worker";

v1::Finding FindingOf(v1::Severity severity, absl::string_view rule, absl::string_view message = "it is wrong") {
  v1::Finding finding;
  finding.set_severity(severity);
  finding.set_rule(std::string(rule));
  finding.set_path("spec.x");
  finding.set_value("7");
  finding.set_message(std::string(message));
  finding.set_remedy("Write 8.");
  return finding;
}

TEST(ReviewResultTest, WithoutFindingsItIsAllowed) {
  const ReviewResult result = ResultOf(kSubject, {});
  EXPECT_TRUE(result.allowed);
  EXPECT_EQ(result.outcome, Outcome::kAllowed);
  EXPECT_EQ(result.message, "MachineAutoscaler openshift-machine-api/worker has no errors");
  EXPECT_THAT(result.warnings, IsEmpty());
}

TEST(ReviewResultTest, WarningsAllowAndAreReturnedWithoutNotes) {
  const ReviewResult result =
      ResultOf(kSubject, {FindingOf(v1::SEVERITY_WARNING, "ODD"), FindingOf(v1::SEVERITY_NOTE, "GOOD_TO_KNOW")});
  EXPECT_TRUE(result.allowed);
  EXPECT_EQ(result.outcome, Outcome::kAllowedWithWarnings);
  EXPECT_THAT(result.warnings, ElementsAre("ODD at spec.x (7): it is wrong. Write 8."));
}

TEST(ReviewResultTest, AnErrorDeniesWithAllFindingsErrorsFirst) {
  const ReviewResult result = ResultOf(
      kSubject,
      {FindingOf(v1::SEVERITY_NOTE, "C"), FindingOf(v1::SEVERITY_WARNING, "B"), FindingOf(v1::SEVERITY_ERROR, "A")});
  EXPECT_FALSE(result.allowed);
  EXPECT_EQ(result.outcome, Outcome::kDenied);
  EXPECT_EQ(result.code, 422);
  EXPECT_EQ(result.reason, "Invalid");
  EXPECT_THAT(result.message,
              StartsWith("MachineAutoscaler openshift-machine-api/worker has 1 error, 1 warning, 1 note:\n"
                         "  error A at spec.x (7): it is wrong. Write 8.\n"
                         "  warning B at spec.x (7): it is wrong. Write 8.\n"
                         "  note C at spec.x (7): it is wrong. Write 8.\n"));
  EXPECT_THAT(result.warnings, IsEmpty()) << "the message has them";
}

TEST(ReviewResultTest, ADenialIsLimitedAndCountsOmittedFindings) {
  const std::vector<v1::Finding> findings(1'000, FindingOf(v1::SEVERITY_ERROR, "A"));
  const std::string message = ResultOf(kSubject, findings).message;
  EXPECT_LE(message.size(), kMaxMessageBytes);
  EXPECT_GT(message.size(), kMaxMessageBytes - 512);
  size_t lines = 0;
  for (size_t at = 0; (at = message.find("  error A", at)) != std::string::npos; ++at) ++lines;
  EXPECT_THAT(message, HasSubstr(absl::StrCat("and ", 1'000 - lines, " more findings")));
}

TEST(ReviewResultTest, OneLongFindingIsCut) {
  const std::string message =
      ResultOf(std::string(10'000, 's'), {FindingOf(v1::SEVERITY_ERROR, "A", std::string(100'000, 'm'))}).message;
  EXPECT_LE(message.size(), kMaxMessageBytes);
  EXPECT_THAT(message, HasSubstr("error A at spec.x"));
}

TEST(ReviewResultTest, WarningsAreBoundedInLengthAndNumber) {
  const std::vector<v1::Finding> findings(100, FindingOf(v1::SEVERITY_WARNING, "B", std::string(1'000, 'm')));
  const ReviewResult result = ResultOf(kSubject, findings);
  ASSERT_THAT(result.warnings, SizeIs(kMaxWarnings));
  for (const std::string& warning : result.warnings) EXPECT_LE(warning.size(), kMaxWarningBytes);
  EXPECT_THAT(result.warnings.back(), StartsWith("and 85 more warnings"));
  const size_t all = std::accumulate(result.warnings.begin(), result.warnings.end(), size_t{0},
                                     [](size_t sum, const std::string& warning) { return sum + warning.size(); });
  EXPECT_LE(all, 4'096u) << "the API server does not truncate them";
  // A few warnings have space for the remedy after a longer message.
  const std::vector<v1::Finding> two(2, FindingOf(v1::SEVERITY_WARNING, "B", std::string(1'000, 'm')));
  for (const std::string& warning : ResultOf(kSubject, two).warnings) EXPECT_THAT(warning, EndsWith("m. Write 8."));
  const std::vector<v1::Finding> few(kMaxWarnings, FindingOf(v1::SEVERITY_WARNING, "B"));
  EXPECT_THAT(ResultOf(kSubject, few).warnings.back(), StartsWith("B at"));
}

TEST(ReviewResultTest, TextsAreEscaped) {
  v1::Finding finding = FindingOf(v1::SEVERITY_WARNING, "B", "line\nfeed\x1b[31m");
  finding.set_path("metadata.labels[\xff]");
  const ReviewResult allowed = ResultOf("Kind \x07name", {finding});
  EXPECT_THAT(allowed.warnings, ElementsAre("B at metadata.labels[\\xff] (7): line\\nfeed\\x1b[31m. Write 8."));
  EXPECT_THAT(allowed.message, Not(HasSubstr("\x07")));
  finding.set_severity(v1::SEVERITY_ERROR);
  EXPECT_THAT(ResultOf(kSubject, {finding}).message, HasSubstr("line\\nfeed\\x1b[31m"));
}

TEST(ReviewResultTest, AnExemptionAllowsWithTheErrorsAsWarnings) {
  const ReviewResult result = Exempt(
      kSubject,
      {FindingOf(v1::SEVERITY_WARNING, "B"), FindingOf(v1::SEVERITY_ERROR, "A"), FindingOf(v1::SEVERITY_NOTE, "C")},
      "it is being deleted");
  EXPECT_TRUE(result.allowed);
  EXPECT_EQ(result.outcome, Outcome::kExempted);
  EXPECT_THAT(result.warnings,
              ElementsAre("error A at spec.x (7): it is wrong. Write 8.", "B at spec.x (7): it is wrong. Write 8."));
  EXPECT_THAT(result.message, HasSubstr("has errors and is allowed: it is being deleted"));
}

TEST(ReviewResultTest, AFailureAllowsOrDeniesAsConfigured) {
  const ReviewResult allowed = Undecided(OnFailure::kAllow, kSubject, "the service dns:///cpsizer:50051 is away");
  EXPECT_TRUE(allowed.allowed);
  EXPECT_EQ(allowed.outcome, Outcome::kFailedOpen);
  EXPECT_THAT(allowed.warnings, ElementsAre(HasSubstr("was not validated by cpsizer; run `cpsizer validate`"),
                                            HasSubstr("dns:///cpsizer")));
  const ReviewResult denied = Undecided(OnFailure::kDeny, kSubject, "the service dns:///cpsizer:50051 is away");
  EXPECT_FALSE(denied.allowed);
  EXPECT_EQ(denied.outcome, Outcome::kFailedClosed);
  EXPECT_EQ(denied.code, 503);
  EXPECT_THAT(denied.message, HasSubstr("dns:///cpsizer:50051 is away. Retry"));
  EXPECT_LE(Undecided(OnFailure::kDeny, kSubject, std::string(100'000, 'x')).message.size(), kMaxMessageBytes);
}

TEST(ReviewResultTest, EveryOutcomeHasAName) {
  EXPECT_EQ(sizeof kOutcomeNames / sizeof kOutcomeNames[0], static_cast<size_t>(Outcome::kFailedClosed) + 1);
}

}  // namespace
}  // namespace cpsizer::webhook
