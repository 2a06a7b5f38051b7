#include "client/sidecar/control/frame/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/sidecar/control/hold_reasons.h"
#include "tests/kube/scripted_api.h"
#include "tests/sidecar/size/sidecar_fixture.h"

namespace cpsizer::sidecar {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr ReportWords kThingWords = {
    {"example.org/v1", "Thing"}, "thing", "Decide", "the thing is held", "the thing is no longer held"};
constexpr ReportLine kThingWritten = {LogLevel::kInfo, "thing written", "Written"};
constexpr ReportLine kThingFailed = {LogLevel::kWarn, "failed to write a thing", "Failed", "Write"};
constexpr ReportLine kThingSeen = {LogLevel::kInfo, "thing seen"};

class ThingReport : public Report {
 public:
  using Report::Compared;
  using Report::Decided;
  using Report::Report;
  using Report::Say;
};

class ReportTest : public ::testing::Test {
 protected:
  ControllerDependencies Dependencies() {
    return {manual_.loop(),
            service_,
            nullptr,
            [this](const kube::Event& event) {
              events_.push_back(absl::StrCat(event.warning ? "warning " : "", event.kind, " ", event.name_space, "/",
                                             event.name, " ", event.uid, " ", event.reason, " ", event.action, ": ",
                                             event.note));
            },
            counters_,
            [this](LogLevel level, absl::string_view message, absl::Span<const LogField> fields) {
              std::string line = absl::StrCat(static_cast<int>(level), " ", message);
              for (const LogField& field : fields) absl::StrAppend(&line, " ", field.key, "=", field.value);
              log_.push_back(std::move(line));
            },
            [] { return true; }};
  }
  static std::string Line(LogLevel level, const std::string& text) {
    return absl::StrCat(static_cast<int>(level), " ", text);
  }

  kube::ManualLoop manual_{"http://127.0.0.1:9"};
  BreakableService service_{manual_.loop()};
  const ObjectIdentity object_ = {"ns", "a", "u1", "1"};
  std::vector<std::string> log_;
  std::vector<std::string> events_;
  ControllerState state_{Holds(), Agreements(), ContentionTracker({1, absl::ZeroDuration(), absl::ZeroDuration()})};
  Counters counters_;
  ThingReport report_{kThingWords, Dependencies(), state_};
};

TEST_F(ReportTest, AHoldIsLoggedWhenItBeginsAndWhenItEnds) {
  for (int i = 0; i < 2; ++i) report_.SetHold(object_, {kNotObserved, ""}, "no data");
  EXPECT_EQ(report_.HoldReasonOf(object_), kNotObserved);
  for (int i = 0; i < 2; ++i) report_.SetHold(object_, {}, "");
  EXPECT_THAT(
      log_,
      ElementsAre(Line(LogLevel::kWarn, "the thing is held namespace=ns thing=a reason=NOT_OBSERVED note=no data"),
                  Line(LogLevel::kInfo, "the thing is no longer held namespace=ns thing=a reason=NOT_OBSERVED")));
  EXPECT_THAT(events_, IsEmpty());
}

TEST_F(ReportTest, AHoldByASharedCauseIsLoggedAtLevelDebug) {
  report_.SetHold(object_, {kServiceFailed, kService}, "down");
  report_.SetHold(object_, {}, "");
  EXPECT_THAT(
      log_,
      ElementsAre(Line(LogLevel::kDebug, "the thing is held namespace=ns thing=a reason=SERVICE_FAILED note=down"),
                  Line(LogLevel::kDebug, "the thing is no longer held namespace=ns thing=a reason=SERVICE_FAILED")));
}

TEST_F(ReportTest, ADecisionIsCountedByItsOutcome) {
  report_.Decided(object_, "keep", {{"error", ""}, {"current", "2"}});
  EXPECT_EQ(counters_.decisions["keep"], 1);
  EXPECT_THAT(log_, ElementsAre(Line(LogLevel::kDebug, "decision namespace=ns thing=a outcome=keep current=2")));
}

TEST_F(ReportTest, ALineHasAnEventIfItNamesOne) {
  report_.Say(kThingWritten, object_, {{"to", "5"}}, "done");
  report_.Say(kThingFailed, object_, {}, "refused");
  report_.Say(kThingSeen, object_, {}, "unused");
  EXPECT_THAT(log_, ElementsAre(Line(LogLevel::kInfo, "thing written namespace=ns thing=a to=5"),
                                Line(LogLevel::kWarn, "failed to write a thing namespace=ns thing=a"),
                                Line(LogLevel::kInfo, "thing seen namespace=ns thing=a")));
  EXPECT_THAT(events_,
              ElementsAre("Thing ns/a u1 Written Decide: done", "warning Thing ns/a u1 Failed Write: refused"));
}

TEST_F(ReportTest, CountsTheObjectsThatADecisionWouldChange) {
  report_.Compared(object_, /*would_change=*/true);
  report_.Compared(object_, /*would_change=*/false);
  EXPECT_THAT(state_.agreements.Objects(), ElementsAre(::testing::Pair("agree", 1)));
  EXPECT_THAT(state_.agreements.decisions(), ElementsAre(::testing::Pair("agree", 1), ::testing::Pair("disagree", 1)));
}

}  // namespace
}  // namespace cpsizer::sidecar
