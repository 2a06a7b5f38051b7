#include "client/replicas/shared_read.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/optional.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/kube/scripted_api.h"

namespace cpsizer::replicas {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Numbers = SharedRead<int>;

constexpr absl::Duration kInstant = absl::Milliseconds(1);

// In these tests, a read ends when the test calls EndRead().
class SharedReadTest : public ::testing::Test {
 protected:
  static constexpr size_t kMaxKept = 5;

  void Get(const std::string& name_space) {
    shared_->Get(name_space, [this](const Numbers::Result& result) { results_.push_back(result); });
  }
  // Ends the oldest read. The result is a list with `items` items.
  void EndRead(size_t items) { EndReadWith(std::make_shared<const std::vector<int>>(items)); }
  void EndReadWith(const Numbers::Result& result) {
    const Numbers::Done done = reads_.front();
    reads_.erase(reads_.begin());
    done(result);
  }

  kube::ManualLoop manual_{"http://127.0.0.1:9"};
  std::vector<std::string> read_;  // namespaces of all reads that have begun
  std::vector<Numbers::Done> reads_;
  std::vector<Numbers::Result> results_;
  std::unique_ptr<Numbers> shared_ = std::make_unique<Numbers>(
      manual_.loop(),
      [this](const std::string& name_space, Numbers::Done done) {
        read_.push_back(name_space);
        reads_.push_back(std::move(done));
      },
      kMaxKept);
};

TEST_F(SharedReadTest, ReadsOnceForAllThatWaitAndForThoseOfTheNextSecond) {
  Get("shop");
  manual_.Pass(10 * kSharedAge);
  Get("shop");
  Get("bank");
  EXPECT_THAT(read_, ElementsAre("shop", "bank"));
  EndRead(2);
  ASSERT_EQ(results_.size(), 2u) << "those of the same namespace";
  EXPECT_EQ(*results_[0], *results_[1]);
  manual_.Advance(kSharedAge);
  Get("shop");
  ASSERT_EQ(results_.size(), 3u);
  EXPECT_EQ(*results_[2], *results_[0]);
  EXPECT_EQ(read_.size(), 2u);
}

TEST_F(SharedReadTest, ReadsAgainAfterASecondAlsoWhereTheTimerIsLate) {
  Get("shop");
  EndRead(1);
  manual_.Advance(kSharedAge + kInstant);
  Get("shop");
  EXPECT_EQ(read_.size(), 2u);
  EXPECT_EQ(results_.size(), 1u);
  EndRead(1);
  manual_.Pass(kSharedAge + kInstant);
  Get("shop");
  EXPECT_EQ(read_.size(), 3u);
}

TEST_F(SharedReadTest, DropsTheItemsAfterASecondWithoutARequest) {
  Get("shop");
  EndRead(kMaxKept);
  const std::weak_ptr<const std::vector<int>> items = *results_[0];
  results_.clear();
  EXPECT_FALSE(items.expired());
  manual_.Pass(kSharedAge + kInstant);
  EXPECT_TRUE(items.expired());
}

TEST_F(SharedReadTest, KeepsNoMoreThanItMay) {
  Get("shop");
  EndRead(3);
  Get("bank");
  EndRead(3);
  ASSERT_EQ(results_.size(), 2u) << "waiting callers still get the items";
  EXPECT_EQ((*results_[1])->size(), 3u);
  const std::weak_ptr<const std::vector<int>> items = *results_[1];
  results_.clear();
  EXPECT_TRUE(items.expired());
  Get("bank");
  EndRead(2);
  Get("bank");
  EXPECT_EQ(read_.size(), 3u) << "two are kept";
  manual_.Pass(kSharedAge + kInstant);
  Get("shop");
  EndRead(kMaxKept);
  Get("shop");
  EXPECT_EQ(read_.size(), 4u) << "the room is free again";
}

TEST_F(SharedReadTest, AFailureIsForThoseThatWaitedForIt) {
  const std::vector<Numbers::Result> failures = {absl::UnavailableError("down"), nullptr};
  for (const Numbers::Result& failure : failures) {
    results_.clear();
    read_.clear();
    Get("shop");
    Get("shop");
    EndReadWith(failure);
    EXPECT_THAT(results_, ElementsAre(failure, failure));
    Get("shop");
    EXPECT_EQ(read_.size(), 2u);
    EndReadWith(failure);
  }
}

TEST_F(SharedReadTest, NoCallbackAfterItIsDestroyed) {
  Get("shop");
  EndRead(1);
  Get("bank");
  shared_.reset();
  EndRead(1);
  manual_.Pass(10 * kSharedAge);
  EXPECT_EQ(results_.size(), 1u);
}

TEST_F(SharedReadTest, ACallerMayEndIt) {
  shared_->Get("shop", [this](const Numbers::Result&) { shared_.reset(); });
  Get("shop");
  EndRead(1);
  EXPECT_EQ(shared_, nullptr);
  EXPECT_THAT(results_, IsEmpty());
}

}  // namespace
}  // namespace cpsizer::replicas
