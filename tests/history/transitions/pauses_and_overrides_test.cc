#include <gtest/gtest.h>

#include "tests/history/transitions/scenario.h"

namespace cpsizer::history {
namespace {

TEST(PausesTest, PausedClustersKeepTheirSize) {
  constexpr ScenarioCase kCases[] = {
      {"paused without end", "", "a:s|inf", "0a=m", ""},
      {"paused until a time", "", "a:s|100", "0a=m", "100:a s>m"},
      {"the pause ends at the instant of the change", "", "a:s|100", "100a=m", "100:a s>m"},
      {"the pause has ended before", "", "a:s|100", "101a=m", "101:a s>m"},
      {"a pause hides the change", "", "a:s@-1|100", "0a=m", "100:a s>m"},
      {"the delay begins at the end of a pause", "", "a:s@95|100", "0a=m", "130:a s>m"},
      {"a change that does not last until the end", "", "a:s|100", "0a=m 50a=s", ""},
      {"a delay continues during a pause", "", "a:s@-1", "0a=m 10a|100", "100:a s>m"},
      {"a pause within the delay", "", "a:s@-1", "0a=m 10a|20", "30:a s>m"},
      {"another size during a pause", "", "a:m@-1", "0a=s 10a|100 20a=l", "100:a m>l"},
      {"the present size during a pause does not clear the condition", "", "a:s@-1", "0a=m 5a|100 10a=s 20a=m",
       "100:a s>m"},
      {"a pause that is ended", "", "a:s|inf", "0a=m 50a|50", "50:a s>m"},
      {"a pause that is moved", "", "a:s|100", "0a=m 50a|200", "200:a s>m"},
      {"a pause at the instant of the change", "", "a:s", "10a=m 10a|20", "20:a s>m"},
      {"a pause while the cluster waits for the limit", "limit=1 increase=0", "a:s b:s@-1 c:s", "0a=m 0c=m 5a|700",
       "599:c s>m, 1199:a s>m"},
      {"immediate: a pause still holds", "immediate=1", "a:s@-1|100", "0a=m", "100:a s>m"},
  };
  ExpectTransitions(kCases);
}

TEST(OverridesTest, OverrideReplacesTheWantedSize) {
  constexpr ScenarioCase kCases[] = {
      {"another size than the override", "", "a:s^l", "0a=m", "0:a s>l"},
      {"the override is the present size", "", "a:l^l", "0a=m 10a=s", ""},
      {"changes of the recommendation do not begin the delay again", "", "a:s@-1^l", "0a=m 20a=s", "30:a s>l"},
      {"an unknown size", "", "a:s^-", "0a=m", ""},
      {"the override waits for the limit", "limit=1", "a:s^l b:s@-1", "0a=m", "599:a s>l"},
      {"the recommendation is absent", "", "a:s^l", "0a=-", "0:a s>l"},
      {"a pause holds the override", "", "a:s^l|100", "0a=m", "100:a s>l"},
  };
  ExpectTransitions(kCases);
}

}  // namespace
}  // namespace cpsizer::history
