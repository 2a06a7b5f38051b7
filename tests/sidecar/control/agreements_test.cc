#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/sidecar/control/controller_state.h"

namespace cpsizer::sidecar {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(AgreementsTest, CountsDecisionsAndObjectsByTheLastOneOfEach) {
  Agreements agreements;
  agreements.Note("a", "agree");
  agreements.Note("b", "agree");
  agreements.Note("b", "disagree");
  EXPECT_THAT(agreements.decisions(), ElementsAre(Pair("agree", 2), Pair("disagree", 1)));
  EXPECT_THAT(agreements.Objects(), ElementsAre(Pair("agree", 1), Pair("disagree", 1)));
  agreements.Delete("a");
  agreements.Note("b", "");
  EXPECT_THAT(agreements.Objects(), IsEmpty()) << "one is gone, the other has nothing to be compared with";
  EXPECT_THAT(agreements.decisions(), ElementsAre(Pair("agree", 2), Pair("disagree", 1)));
}

}  // namespace
}  // namespace cpsizer::sidecar
