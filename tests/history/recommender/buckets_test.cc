#include "client/history/recommender/buckets.h"

#include <gtest/gtest.h>

namespace cpsizer::history {
namespace {

struct FindCase {
  const Buckets& buckets;
  int64_t amount;
  int bucket;
};

TEST(BucketsTest, FindsTheBucketOfAnAmount) {
  const Buckets& cpu = Buckets::Cpu();
  const Buckets& memory = Buckets::Memory();
  const FindCase cases[] = {
      {cpu, 0, 0},
      {cpu, 9, 0},
      {cpu, 10, 1},
      {cpu, 20, 1},
      {cpu, 21, 2},
      {cpu, 1'000'000, 174},
      {cpu, 100'000'000'000'000, 175},
      {memory, 9'999'999, 0},
      {memory, 10'000'000, 1},
      {memory, 20'500'000, 1},  // the start of bucket 2, for which the logarithm of upstream is less than 2
      {memory, 20'500'001, 2},
      {memory, 31'525'000, 2},  // the same for bucket 3
      {memory, 31'525'001, 3},
      {memory, 43'101'249, 3},
      {memory, 43'101'250, 4},
      {memory, 100'000'000'000'000, 175},
  };
  for (const FindCase& c : cases) EXPECT_EQ(c.buckets.Find(c.amount), c.bucket) << c.amount;
}

TEST(BucketsTest, EachBucketBeginsAfterThePreviousBucket) {
  for (const Buckets* buckets : {&Buckets::Cpu(), &Buckets::Memory()}) {
    EXPECT_EQ(buckets->Start(0), 0);
    for (int bucket = 1; bucket < Buckets::kCount; ++bucket) {
      EXPECT_EQ(buckets->Find(buckets->Start(bucket) - 1), bucket - 1);
      EXPECT_EQ(buckets->Find(buckets->Start(bucket) + 2), bucket);
    }
  }
}

TEST(BucketsTest, TheLastBucketBeginsAfterTheMaximum) {
  EXPECT_EQ(Buckets::Cpu().Start(Buckets::kCount - 1), 1'021'109);
  EXPECT_EQ(Buckets::Memory().Start(Buckets::kCount - 1), 1'021'109'408'904);
}

}  // namespace
}  // namespace cpsizer::history
