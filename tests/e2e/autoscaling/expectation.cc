#include "tests/e2e/autoscaling/expectation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace cpsizer::e2e {
namespace {

using ::testing::IsSubsetOf;
using States = ScenarioFixture::States;

std::string TextOf(const States& states) {
  std::string text;
  for (const AutoscalerState& state : states) absl::StrAppend(&text, "  ", state.text, "\n");
  return text;
}

bool IsPrefix(const States& shorter, const States& longer) {
  return shorter.size() <= longer.size() && std::equal(shorter.begin(), shorter.end(), longer.begin());
}

}  // namespace

Expectation::Expectation(const Scenario& scenario, ScenarioObserver& observer,
                         const v1::RecommendReplicasOptions& options, absl::Time now)
    : scenario_(scenario), replay_(scenario, observer, options, now) {
  replay_.Run(0);
}

void Expectation::Change(size_t changes) {
  changes_ = changes;
  replay_.Run(changes);
}

bool Expectation::IsDecided(const States& seen) const {
  const States& expected = replay_.states();
  if (words_differ()) return !seen.empty() && seen.back().summary == expected.back().summary;
  if (flips()) return !seen.empty() && seen.back() == expected.back();
  return seen.size() >= expected.size() || !IsPrefix(seen, expected);
}

void Expectation::CheckStates(const States& seen) const {
  const States& expected = replay_.states();
  const std::string what = absl::StrCat(scenario_.name_space, ", section ", scenario_.section, ": ", scenario_.name,
                                        "\n the real controller:\n", TextOf(seen), " ours:\n", TextOf(expected));
  ASSERT_FALSE(seen.empty()) << what;
  EXPECT_EQ(seen.back().summary, FieldsAfter(scenario_, changes_)["ends"]) << what;
  EXPECT_EQ(expected.back().summary, seen.back().summary) << what;
  if (words_differ()) return;
  EXPECT_TRUE(flips() ? seen.back() == expected.back() : seen == expected) << what;
}

bool Expectation::IsLastState(const States& seen) const {
  if (seen.empty()) return false;
  const AutoscalerState& expected = replay_.states().back();
  return words_differ() ? seen.back().summary == expected.summary : seen.back() == expected;
}

void Expectation::CheckLastState(const States& seen) const {
  const States last = seen.empty() ? States() : States{seen.back()};
  EXPECT_TRUE(IsLastState(seen)) << scenario_.name_space << ": " << scenario_.name << "\n the sidecar:\n"
                                 << TextOf(last) << " expected:\n"
                                 << TextOf({replay_.states().back()});
}

void Expectation::CheckEvents(const std::set<std::string>& observed) const {
  if (words_differ()) return;
  if (flips()) {
    EXPECT_THAT(events(), IsSubsetOf(observed)) << scenario_.name;
  } else {
    EXPECT_EQ(events(), observed) << scenario_.name;
  }
}

}  // namespace cpsizer::e2e
