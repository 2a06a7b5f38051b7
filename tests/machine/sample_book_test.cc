#include "client/machine/sample_book.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/time/time.h"
#include "cpsizer/limits.h"

namespace cpsizer::machine {
namespace {

using ::testing::ElementsAre;

int64_t Minute(int minute) {
  return absl::ToUnixNanos(absl::FromUnixSeconds(1'700'000'000) + absl::Minutes(minute));
}

NodeUsage UsageAt(int minute, const std::string& node = "a") {
  NodeUsage usage;
  for (const char* each : {"a", "b"}) usage.nodes[each] = {};
  objects::AddSample({Minute(minute), 0, 1, 4}, *usage.samples[node].mutable_cpu());
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
  EXPECT_THAT(request.samples(0).cpu().end_unix_nanos(), ElementsAre(Minute(0), Minute(1), Minute(2)));
  EXPECT_EQ(request.samples(0).cpu().capacities(2), 4);
}

TEST(SampleBookTest, EachResourceHasTimesOfItsOwn) {
  NodeUsage usage = UsageAt(1);
  objects::AddSample({Minute(0), 0, 1, 4}, *usage.samples["a"].mutable_memory());
  SampleBook book;
  book.Add(usage);
  const v1::RecommendMachineRequest request = Written(book);
  EXPECT_THAT(request.samples(0).cpu().end_unix_nanos(), ElementsAre(Minute(1)));
  EXPECT_THAT(request.samples(0).memory().end_unix_nanos(), ElementsAre(Minute(0)));
  book.Keep(request, {});
  EXPECT_EQ(Written(book).samples_size(), 0);
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
  objects::AddSample({Minute(1), 0, 1, 4}, *node.mutable_cpu());
  node.mutable_cpu()->add_utilizations(25);
  book.Keep(request, response);
  const v1::RecommendMachineRequest next = Written(book);
  ASSERT_EQ(next.samples_size(), 1);
  EXPECT_THAT(next.samples(0).cpu().end_unix_nanos(), ElementsAre(Minute(1), Minute(2)));
  EXPECT_EQ(next.samples(0).cpu().utilizations_size(), 0);
}

// Such a response shows that the service is broken.
TEST(SampleBookTest, ColumnsOfDifferentLengthsAreReadAsFarAsAllGo) {
  SampleBook book;
  v1::RecommendMachineResponse response;
  v1::MachineNodeSamples& node = *response.add_samples();
  node.set_node("a");
  objects::AddSample({Minute(0), 0, 1, 4}, *node.mutable_cpu());
  node.mutable_cpu()->add_end_unix_nanos(Minute(1));
  book.Keep({}, response);
  EXPECT_THAT(Written(book).samples(0).cpu().end_unix_nanos(), ElementsAre(Minute(0)));
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
  ASSERT_EQ(request.samples(0).cpu().usages_size(), kMaxMachineSamples);
  EXPECT_EQ(request.samples(0).cpu().end_unix_nanos(0), Minute(1));
}

}  // namespace
}  // namespace cpsizer::machine
