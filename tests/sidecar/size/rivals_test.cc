#include "client/sidecar/size/rivals.h"

#include "gtest/gtest.h"
#include "tests/sidecar/control/objects.h"

namespace cpsizer::sidecar {
namespace {

constexpr char kRivalsKey[] = "clusters/hc1";

HostedCluster RivalsCluster(const std::string& size, const std::string& by) {
  HostedCluster cluster = ReadHostedCluster(ClusterJson("hc1", size));
  cluster.recommended_by = by;
  return cluster;
}

class RivalsTest : public ::testing::Test {
 protected:
  // We write, and somebody overwrites. Whether a pause begins.
  bool Round() {
    rivals_.SizeWritten(kRivalsKey, "medium");
    return rivals_.SizeUndone(RivalsCluster("small", "operator"), now_);
  }
  Contentions contentions_{kSizeContention};
  Rivals rivals_{contentions_};
  absl::Time now_ = absl::UnixEpoch();
};

TEST_F(RivalsTest, PausesAfterAFewRounds) {
  EXPECT_FALSE(Round());
  EXPECT_FALSE(Round());
  EXPECT_LT(rivals_.SizePausedUntil(kRivalsKey), now_);
  EXPECT_TRUE(Round());
  EXPECT_EQ(rivals_.SizePausedUntil(kRivalsKey), now_ + absl::Minutes(30));
  EXPECT_FALSE(Round()) << "counts from the beginning";
}

TEST_F(RivalsTest, RoundsFarApartAreNoFight) {
  for (int i = 0; i < 10; ++i) {
    EXPECT_FALSE(Round());
    now_ += absl::Minutes(6);
  }
}

TEST_F(RivalsTest, CountsEachWriteOnceAndOnlyWhatOthersDo) {
  rivals_.SizeWritten(kRivalsKey, "medium");
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(rivals_.SizeUndone(RivalsCluster("small", "operator"), now_));
  for (int i = 0; i < 10; ++i) {
    rivals_.SizeWritten(kRivalsKey, "medium");
    EXPECT_FALSE(rivals_.SizeUndone(RivalsCluster("medium", "cpsizer-sidecar"), now_)) << "ours stands";
  }
}

TEST_F(RivalsTest, WhoHasOurNameButNotOurLeaseIsSomebodyElse) {
  for (int i = 0; i < 3; ++i) {
    rivals_.SizeWritten(kRivalsKey, "medium");
    EXPECT_EQ(rivals_.SizeUndone(RivalsCluster("large", "cpsizer-sidecar"), now_), i == 2);
  }
}

TEST_F(RivalsTest, AWriteWhoseAnswerGotLostIsOurs) {
  rivals_.SizeWritten(kRivalsKey, "medium");
  for (int i = 0; i < 5; ++i) {
    rivals_.SizeSent(kRivalsKey, "large");
    EXPECT_FALSE(rivals_.SizeUndone(RivalsCluster("large", "cpsizer-sidecar"), now_));
    rivals_.SizeSent(kRivalsKey, "small");
    EXPECT_FALSE(rivals_.SizeUndone(RivalsCluster("small", "cpsizer-sidecar"), now_));
  }
}

TEST_F(RivalsTest, AVpaThatWeDeletedOurselvesIsNotUndone) {
  for (int i = 0; i < 10; ++i) {
    rivals_.VpaWritten(kRivalsKey);
    rivals_.VpaDeleted(kRivalsKey);
    EXPECT_FALSE(rivals_.VpaUndone(kRivalsKey, now_));
  }
}

TEST_F(RivalsTest, PausesForAVpaThatIsUndoneAgainAndAgain) {
  EXPECT_FALSE(rivals_.VpaUndone(kRivalsKey, now_)) << "never written";
  for (int i = 0; i < 3; ++i) {
    rivals_.VpaWritten(kRivalsKey);
    EXPECT_EQ(rivals_.VpaUndone(kRivalsKey, now_), i == 2);
    EXPECT_FALSE(rivals_.VpaUndone(kRivalsKey, now_)) << "once for each write";
  }
  EXPECT_EQ(rivals_.VpaPausedUntil(kRivalsKey), now_ + absl::Minutes(30));
  rivals_.Forget(kRivalsKey);
  contentions_.Forget(kRivalsKey);
  EXPECT_EQ(rivals_.VpaPausedUntil(kRivalsKey), absl::InfinitePast());
}

}  // namespace
}  // namespace cpsizer::sidecar
