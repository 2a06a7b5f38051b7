// The delays and the direction of transitions.
#include <gtest/gtest.h>

#include "tests/history/transitions/scenario.h"

namespace cpsizer::history {
namespace {

TEST(DelaysTest, FirstTransitionHasNoDelay) {
  constexpr ScenarioCase kCases[] = {
      {"a new cluster gets its first size at once", "", "a:-", "0a=m", "0:a ->m"},
      {"the smallest size too, although 0 nodes are not an increase", "", "a:-", "0a=s", "0:a ->s"},
      {"a cluster that wants nothing keeps no size", "", "a:-", "", ""},
      {"a cluster that wants its size keeps it", "", "a:s", "0a=s", ""},
      {"a size without a known transition changes at once", "", "a:m", "5a=s", "5:a m>s"},
      {"the second transition waits", "", "a:-", "0a=s 1a=m", "0:a ->s, 31:a s>m"},
  };
  ExpectTransitions(kCases);
}

TEST(DelaysTest, DelayCountsFromTheLastTransition) {
  constexpr ScenarioCase kCases[] = {
      {"an increase after the delay is immediate", "", "a:s@-31", "0a=m", "0:a s>m"},
      {"exactly the delay of an increase has elapsed", "", "a:s@-30", "0a=m", "0:a s>m"},
      {"one second less: the delay begins when the size is wanted", "", "a:s@-29", "0a=m", "30:a s>m"},
      {"a decrease after the delay is immediate", "", "a:m@-601", "0a=s", "0:a m>s"},
      {"exactly the delay of a decrease has elapsed", "", "a:m@-600", "0a=s", "0:a m>s"},
      {"one second less for a decrease", "", "a:m@-599", "0a=s", "600:a m>s"},
      {"a transition at the same instant", "", "a:s@0", "0a=m", "30:a s>m"},
      {"a last transition after the present", "", "a:s@10", "0a=m", "30:a s>m"},
      {"another delay of increases", "increase=100", "a:s@-99", "0a=m", "100:a s>m"},
      {"another delay of increases has elapsed", "increase=100", "a:s@-100", "0a=m", "0:a s>m"},
      {"another delay of decreases", "decrease=50", "a:m@-49", "0a=s", "50:a m>s"},
      {"the delay of decreases does not hold an increase", "decrease=2000", "a:s@-30", "0a=m", "0:a s>m"},
      {"the delay of increases does not hold a decrease", "increase=2000", "a:m@-600", "0a=s", "0:a m>s"},
      {"an increase without delay", "increase=0", "a:s@0", "0a=m", "0:a s>m"},
      {"a decrease without delay", "decrease=0", "a:m@0", "0a=s", "0:a m>s"},
      {"two transitions at one instant without delays", "increase=0 decrease=0", "a:s", "0a=m 1a=s",
       "0:a s>m, 1:a m>s"},
  };
  ExpectTransitions(kCases);
}

TEST(DelaysTest, DelayCountsOnceWhileTheSizeIsWanted) {
  constexpr ScenarioCase kCases[] = {
      {"wanted again without interruption", "", "a:s@-1", "0a=m 10a=m 20a=m", "30:a s>m"},
      {"another size begins at the last transition", "", "a:s@-1", "0a=m 10a=l", "40:a s>l"},
      {"another size, and the delay since the last transition has elapsed", "", "a:s@-1", "0a=m 29a=l", "29:a s>l"},
      {"another size one second earlier", "", "a:s@-1", "0a=m 28a=l", "58:a s>l"},
      {"another size and back: the condition has changed", "", "a:s@-1", "0a=m 10a=l 15a=m", "45:a s>m"},
      {"the present size clears the condition", "", "a:s@-1", "0a=m 10a=s 15a=m", "45:a s>m"},
      {"the present size, and the delay has elapsed", "", "a:s@-1", "0a=m 10a=s 29a=m", "29:a s>m"},
      {"a reversal within the delay never happens", "", "a:m@-1", "0a=s 599a=m", ""},
      {"the reversal at the end of the delay comes first", "", "a:m@-1", "0a=s 600a=m", ""},
      {"the reversal after the delay is a new transition", "", "a:m@-1", "0a=s 601a=m", "600:a m>s, 631:a s>m"},
      {"from a decrease to an increase", "", "a:m@-1", "0a=s 20a=l", "50:a m>l"},
      {"from an increase to a decrease", "", "a:m@-1", "0a=l 20a=s", "620:a m>s"},
      {"two changes at one instant count as the last one", "", "a:s@-1", "0a=m 10a=l 10a=m", "30:a s>m"},
      {"two opposite changes at one instant", "", "a:s@-1", "0a=m 10a=s 10a=m", "30:a s>m"},
      {"an unknown size for a time does not clear the condition", "", "a:s@-1", "0a=m 5a=- 10a=m", "30:a s>m"},
      {"an unknown size at the end of the delay", "", "a:s@-1", "0a=m 5a=- 50a=m", "50:a s>m"},
      {"an unknown size keeps the size", "", "a:s@-1", "0a=m 5a=-", ""},
      {"each transition begins a new delay", "", "a:s", "0a=m 1a=l 40a=m", "0:a s>m, 31:a m>l, 640:a l>m"},
  };
  ExpectTransitions(kCases);
}

TEST(DelaysTest, NodeCountsDecideTheDirection) {
  constexpr ScenarioCase kCases[] = {
      {"small to large", "", "a:s@-1", "0a=l", "30:a s>l"},
      {"large to small", "", "a:l@-1", "0a=s", "600:a l>s"},
      {"later in the list, with fewer nodes", "", "a:m@-1", "0a=t", "600:a m>t"},
      {"earlier in the list, with more nodes", "", "a:t@-1", "0a=m", "30:a t>m"},
      {"no size counts as 0 nodes: an increase", "", "a:-@-1", "0a=m", "30:a ->m"},
      {"no size counts as 0 nodes: the smallest size is not an increase", "", "a:-@-1", "0a=s", "600:a ->s"},
  };
  ExpectTransitions(kCases);
}

}  // namespace
}  // namespace cpsizer::history
