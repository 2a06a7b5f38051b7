#include "server/process/tls/last_good.h"

#include <gtest/gtest.h>

namespace cpsizer::server {
namespace {

// Refuses a text that begins with "bad ". The text after "bad " is the reason. Any other text is valid.
absl::StatusOr<std::string> Check(const FileTexts& texts) {
  if (texts[0].rfind("bad ", 0) == 0) return absl::FailedPreconditionError(texts[0].substr(4));
  return texts[0] + texts[1];
}

class LastGoodTest : public ::testing::Test {
 protected:
  ReloadResult Offer(const std::string& first, const std::string& second = "") {
    return last_good_.Offer(FileTexts{first, second});
  }
  ReloadResult OfferNothing(const std::string& why) { return last_good_.Offer(absl::NotFoundError(why)); }

  LastGood<std::string> last_good_{Check};
};

TEST_F(LastGoodTest, AcceptsValidContentOnce) {
  EXPECT_EQ(last_good_.value(), nullptr);
  EXPECT_EQ(Offer("a", "1"), ReloadResult::kTaken);
  EXPECT_EQ(*last_good_.value(), "a1");
  const auto value = last_good_.value();
  EXPECT_EQ(Offer("a", "1"), ReloadResult::kNone);
  EXPECT_EQ(last_good_.value(), value) << "the very same";
  EXPECT_EQ(Offer("a", "2"), ReloadResult::kTaken) << "one file of several is enough";
  EXPECT_EQ(*last_good_.value(), "a2");
}

TEST_F(LastGoodTest, KeepsTheLastValidContentThroughInvalidContent) {
  Offer("a");
  EXPECT_EQ(Offer("bad key"), ReloadResult::kRefused);
  EXPECT_EQ(*last_good_.value(), "a");
  EXPECT_EQ(last_good_.error().message(), "key");
  EXPECT_EQ(OfferNothing("gone"), ReloadResult::kRefused);
  EXPECT_EQ(*last_good_.value(), "a");
  EXPECT_EQ(Offer("b"), ReloadResult::kTaken);
  EXPECT_EQ(*last_good_.value(), "b");
  EXPECT_TRUE(last_good_.error().ok());
}

TEST_F(LastGoodTest, InvalidContentIsReportedOncePerChange) {
  Offer("a");
  EXPECT_EQ(Offer("bad key"), ReloadResult::kRefused);
  EXPECT_EQ(Offer("bad key"), ReloadResult::kNone);
  EXPECT_EQ(Offer("bad key", "other content"), ReloadResult::kRefused);
  EXPECT_EQ(OfferNothing("gone"), ReloadResult::kRefused);
  EXPECT_EQ(OfferNothing("gone"), ReloadResult::kNone);
  EXPECT_EQ(OfferNothing("not allowed"), ReloadResult::kRefused);
}

TEST_F(LastGoodTest, ReportsWhenTheOldContentIsBack) {
  Offer("a");
  Offer("bad key");
  EXPECT_EQ(Offer("a"), ReloadResult::kRestored);
  EXPECT_TRUE(last_good_.error().ok());
  EXPECT_EQ(Offer("a"), ReloadResult::kNone);
  EXPECT_EQ(Offer("bad key"), ReloadResult::kRefused) << "reported again after it was restored";
}

TEST_F(LastGoodTest, HasNoValueWithoutValidContent) {
  EXPECT_EQ(Offer("bad key"), ReloadResult::kRefused);
  EXPECT_EQ(last_good_.value(), nullptr);
  EXPECT_EQ(Offer("bad key"), ReloadResult::kNone);
  EXPECT_EQ(Offer("a"), ReloadResult::kTaken);
}

TEST_F(LastGoodTest, CountsChangesButNotTheFirstValue) {
  using Counts = std::pair<int64_t, int64_t>;
  const auto counts = [this] { return Counts(last_good_.taken(), last_good_.refused()); };
  Offer("a");
  Offer("a");
  EXPECT_EQ(counts(), Counts(0, 0));
  Offer("bad key");
  Offer("bad key");
  OfferNothing("gone");
  EXPECT_EQ(counts(), Counts(0, 2));
  Offer("a");
  EXPECT_EQ(counts(), Counts(0, 2)) << "the old content is not a change";
  Offer("b");
  EXPECT_EQ(counts(), Counts(1, 2));
}

TEST(LastGoodAndTimeTest, TheSameContentMayBecomeValid) {
  bool valid = false;
  LastGood<int> last_good([&](const FileTexts&) {
    return valid ? absl::StatusOr<int>(1) : absl::StatusOr<int>(absl::FailedPreconditionError("not yet valid"));
  });
  EXPECT_EQ(last_good.Offer(FileTexts{"certificate"}), ReloadResult::kRefused);
  valid = true;
  EXPECT_EQ(last_good.Offer(FileTexts{"certificate"}), ReloadResult::kTaken);
}

}  // namespace
}  // namespace cpsizer::server
