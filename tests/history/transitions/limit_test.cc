// The limit for transitions in the sliding window.
#include <gtest/gtest.h>

#include "tests/history/transitions/scenario.h"

namespace cpsizer::history {
namespace {

TEST(LimitTest, ClustersWaitForTheWindow) {
  constexpr ScenarioCase kCases[] = {
      {"fewer than the limit", "limit=2", "a:s b:s@-1", "0a=m", "0:a s>m"},
      {"the limit is reached", "limit=1", "a:s b:s@-1", "0a=m", "599:a s>m"},
      {"a transition leaves the window exactly at its end", "limit=1", "a:s b:s@-600", "0a=m", "0:a s>m"},
      {"one second before the end", "limit=1", "a:s b:s@-599", "0a=m", "30:a s>m"},
      {"the delay begins when the limit is met", "limit=1 increase=50", "a:s b:s@-580", "0a=m", "50:a s>m"},
      {"the window ends after this delay", "limit=1 increase=50", "a:s b:s@-540", "0a=m", "60:a s>m"},
      {"the window ends with this delay", "limit=1 increase=50", "a:s b:s@-550", "0a=m", "50:a s>m"},
      {"a decrease has its own delay", "limit=1 window=60", "a:m b:s@-1", "0a=s", "600:a m>s"},
      {"a delay of 0 does not begin", "limit=1 increase=0", "a:s b:s@-590", "0a=m", "10:a s>m"},
      {"a delay before the limit counts once", "limit=2", "a:s@-20 b:s@-565", "0a=m", "35:a s>m"},
      {"another size while it waits begins again", "limit=1", "a:s b:s@-1", "0a=m 590a=l", "620:a s>l"},
      {"the present size while it waits", "limit=1", "a:s b:s@-1", "0a=m 590a=s", ""},
      {"an unknown size while it waits", "limit=1", "a:s b:s@-1", "0a=m 590a=- 700a=m", "700:a s>m"},
      {"a first size waits too", "limit=1", "a:- b:s@-1", "0a=m", "599:a ->m"},
      {"a first size of 0 nodes waits for the delay of a decrease", "limit=1 window=60", "a:- b:s@-1", "0a=s",
       "600:a ->s"},
      {"its own last transition counts", "limit=1", "a:s@-100", "0a=m", "500:a s>m"},
  };
  ExpectTransitions(kCases);
}

TEST(LimitTest, CountsClustersByTheirLastTransition) {
  constexpr ScenarioCase kCases[] = {
      {"a cluster with two transitions counts once", "limit=2 increase=0", "!a:s b:s", "0a=m 10a=l 20b=m",
       "0:a s>m, 10:a m>l, 20:b s>m"},
      {"and stays in the window since the second one", "limit=1 increase=0", "!a:s b:s", "0a=m 10a=l 20b=m",
       "0:a s>m, 10:a m>l, 610:b s>m"},
      {"a transition while another cluster waits", "limit=1 increase=0", "!a:s b:s", "0a=m 20b=m 30a=l",
       "0:a s>m, 30:a m>l, 630:b s>m"},
      {"clusters that are not scheduled count", "limit=2", "!a:s !b:s c:s", "0a=m 0b=m 1c=m",
       "0:a s>m, 0:b s>m, 600:c s>m"},
      {"paused clusters count", "limit=1", "a:s@-1|inf b:s", "0b=m", "599:b s>m"},
      {"more than the limit: all three must leave", "limit=1", "!a:s@-30 !b:s@-20 !c:s@-10 d:s", "0d=m", "590:d s>m"},
      {"transitions at one instant leave together", "limit=2 increase=0", "a:s@-1 b:s@-1 c:s d:s", "0c=m 0d=m",
       "599:c s>m, 599:d s>m"},
  };
  ExpectTransitions(kCases);
}

TEST(LimitTest, OnlyScheduledClustersWait) {
  constexpr ScenarioCase kCases[] = {
      {"not scheduled", "limit=1", "!a:s b:s@-1", "0a=m", "0:a s>m"},
      {"not scheduled, within the delay", "limit=1", "!a:s@-1 b:s@-1", "0a=m", "30:a s>m"},
      {"a brand-new cluster", "limit=1", "!a:- b:s@-1", "0a=m", "0:a ->m"},
      {"a limit of 0: scheduled clusters never move", "limit=0", "a:s !b:s", "0a=m 0b=m", "0:b s>m"},
      {"a negative limit", "limit=-1", "a:s !b:s", "0a=m 0b=m", "0:b s>m"},
      {"a limit of 0 and a window of 0", "limit=0 window=0", "a:s", "0a=m", ""},
      {"a window of 0 counts nothing", "limit=1 window=0", "a:s b:s c:s@0", "0a=m 0b=m", "0:a s>m, 0:b s>m"},
      {"immediate: neither delay nor limit", "immediate=1 limit=1", "a:s@-1 b:m@-1 c:s", "0a=m 0b=s 0c=m",
       "0:a s>m, 0:b m>s, 0:c s>m"},
      {"immediate: a limit of 0", "immediate=1 limit=0", "a:s@5", "0a=m 1a=l", "0:a s>m, 1:a m>l"},
  };
  ExpectTransitions(kCases);
}

TEST(LimitTest, NamesDecideAtOneInstant) {
  constexpr ScenarioCase kCases[] = {
      {"in the order of names, not of calls", "limit=1", "c:s a:s b:s", "0c=m 0b=m 0a=m",
       "0:a s>m, 600:b s>m, 1200:c s>m"},
      {"a cluster that waits longer has no priority", "limit=1 increase=0", "c:s a:s b:s@-1", "0c=m 599a=m",
       "599:a s>m, 1199:c s>m"},
      {"a cluster that waits comes before a later name", "limit=1 increase=0", "a:s c:s b:s@-1", "0a=m 599c=m",
       "599:a s>m, 1199:c s>m"},
      {"one second earlier it must wait", "limit=1 increase=0", "c:s a:s b:s@-1", "0c=m 598a=m",
       "599:a s>m, 1199:c s>m"},
      {"an earlier name that is not scheduled takes the place", "limit=1 increase=0", "!a:s b:s c:s@-1", "0b=m 599a=m",
       "599:a s>m, 1199:b s>m"},
      {"a later name that is not scheduled does not", "limit=1 increase=0", "b:s !d:s c:s@-1", "0b=m 599d=m",
       "599:b s>m, 599:d s>m"},
      {"two at a time", "limit=2 window=100", "e:s d:s c:s b:s a:s", "0a=m 0b=m 0c=m 0d=m 0e=m",
       "0:a s>m, 0:b s>m, 100:c s>m, 100:d s>m, 200:e s>m"},
      {"a delay longer than the window", "limit=1 window=100 increase=250", "a:s b:s c:s", "0a=m 0b=m 0c=m",
       "0:a s>m, 250:b s>m, 350:c s>m"},
      {"all wait for their delay, and then for the limit", "limit=1 window=100", "a:s@-1 b:s@-1 c:s@-1",
       "0a=m 0b=m 0c=m", "99:a s>m, 199:b s>m, 299:c s>m"},
  };
  ExpectTransitions(kCases);
}

}  // namespace
}  // namespace cpsizer::history
