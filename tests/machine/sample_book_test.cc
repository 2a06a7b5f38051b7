#include "client/machine/sample_book.h"

#include <gtest/gtest.h>

#include "absl/time/time.h"
#include "cpsizer/limits.h"

namespace cpsizer::machine {
namespace {

std::string Minute(int minute) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", absl::FromUnixSeconds(1'700'000'000) + absl::Minutes(minute),
                          absl::UTCTimeZone());
}

NodeUsage UsageAt(int minute, const std::string& node = "a") {
  NodeUsage usage;
  for (const char* each : {"a", "b"}) usage.nodes[each] = {};
  usage.samples[node].set_timestamp(Minute(minute));
  return usage;
}

v1::RecommendMachineRequest Written(const SampleBook& book) {
  v1::RecommendMachineRequest request;
  book.Write(request);
  return request;
}

TEST(SampleBookTest, KeepsOneSampleForEachTime) {
  SampleBook book;
  for (const int minute : {1, 0, 1, 2}) book.Add(UsageAt(minute));
  const v1::RecommendMachineRequest request = Written(book);
  ASSERT_EQ(request.samples_size(), 1);
  ASSERT_EQ(request.samples(0).samples_size(), 3);
  EXPECT_EQ(request.samples(0).samples(0).timestamp(), Minute(0));
  EXPECT_EQ(request.samples(0).samples(2).timestamp(), Minute(2));
}

TEST(SampleBookTest, KeepsWhatTheResponseReturnsAndWhatCameMeanwhile) {
  SampleBook book;
  book.Add(UsageAt(0));
  book.Add(UsageAt(1));
  book.Add(UsageAt(0, "b"));
  const v1::RecommendMachineRequest request = Written(book);
  book.Add(UsageAt(2));
  v1::RecommendMachineResponse response;
  v1::MachineNodeSamples& node = *response.add_samples();
  node.set_node("a");
  node.add_samples()->set_timestamp(Minute(1));
  node.mutable_samples(0)->set_cpu_arithmetic("100 x 1 / 4 = 25");
  book.Keep(request, response);
  const v1::RecommendMachineRequest next = Written(book);
  ASSERT_EQ(next.samples_size(), 1);
  ASSERT_EQ(next.samples(0).samples_size(), 2);
  EXPECT_EQ(next.samples(0).samples(0).timestamp(), Minute(1));
  EXPECT_EQ(next.samples(0).samples(0).cpu_arithmetic(), "");
  EXPECT_EQ(next.samples(0).samples(1).timestamp(), Minute(2));
}

TEST(SampleBookTest, DropsSamplesOfNodesThatAreGone) {
  SampleBook book;
  book.Add(UsageAt(0, "b"));
  NodeUsage usage = UsageAt(1);
  usage.nodes.erase("b");
  book.Add(usage);
  const v1::RecommendMachineRequest request = Written(book);
  ASSERT_EQ(request.samples_size(), 1);
  EXPECT_EQ(request.samples(0).node(), "a");
}

TEST(SampleBookTest, DropsTheOldestBeyondTheLimitOfARequest) {
  SampleBook book;
  for (int i = 0; i <= kMaxMachineSamples; ++i) book.Add(UsageAt(i));
  const v1::RecommendMachineRequest request = Written(book);
  ASSERT_EQ(request.samples(0).samples_size(), kMaxMachineSamples);
  EXPECT_EQ(request.samples(0).samples(0).timestamp(), Minute(1));
}

}  // namespace
}  // namespace cpsizer::machine
