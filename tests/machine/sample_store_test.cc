#include "client/machine/sample_store.h"

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

v1::RecommendMachineRequest Written(const SampleStore& store) {
  v1::RecommendMachineRequest request;
  store.Write(request);
  return request;
}

TEST(SampleStoreTest, KeepsOneSampleForEachTime) {
  SampleStore store;
  for (const int minute : {1, 0, 1, 2}) store.Add(UsageAt(minute));
  const v1::RecommendMachineRequest request = Written(store);
  ASSERT_EQ(request.samples_size(), 1);
  EXPECT_THAT(request.samples(0).cpu().end_unix_nanos(), ElementsAre(Minute(0), Minute(1), Minute(2)));
  EXPECT_EQ(request.samples(0).cpu().capacities(2), 4);
}

TEST(SampleStoreTest, EachResourceHasTimesOfItsOwn) {
  NodeUsage usage = UsageAt(1);
  objects::AddSample({Minute(0), 0, 1, 4}, *usage.samples["a"].mutable_memory());
  SampleStore store;
  store.Add(usage);
  const v1::RecommendMachineRequest request = Written(store);
  EXPECT_THAT(request.samples(0).cpu().end_unix_nanos(), ElementsAre(Minute(1)));
  EXPECT_THAT(request.samples(0).memory().end_unix_nanos(), ElementsAre(Minute(0)));
  store.Keep(request, {});
  EXPECT_EQ(Written(store).samples_size(), 0);
}

TEST(SampleStoreTest, KeepsReturnedSamplesAndThoseAddedMeanwhile) {
  SampleStore store;
  store.Add(UsageAt(0));
  store.Add(UsageAt(1));
  store.Add(UsageAt(0, "b"));
  const v1::RecommendMachineRequest request = Written(store);
  store.Add(UsageAt(2));
  v1::RecommendMachineResponse response;
  v1::MachineNodeSamples& node = *response.add_samples();
  node.set_node("a");
  objects::AddSample({Minute(1), 0, 1, 4}, *node.mutable_cpu());
  node.mutable_cpu()->add_utilizations(25);
  store.Keep(request, response);
  const v1::RecommendMachineRequest next = Written(store);
  ASSERT_EQ(next.samples_size(), 1);
  EXPECT_THAT(next.samples(0).cpu().end_unix_nanos(), ElementsAre(Minute(1), Minute(2)));
  EXPECT_EQ(next.samples(0).cpu().utilizations_size(), 0);
}

// A correct service never sends such a response.
TEST(SampleStoreTest, ColumnsOfDifferentLengthsAreReadToTheShortestOne) {
  SampleStore store;
  v1::RecommendMachineResponse response;
  v1::MachineNodeSamples& node = *response.add_samples();
  node.set_node("a");
  objects::AddSample({Minute(0), 0, 1, 4}, *node.mutable_cpu());
  node.mutable_cpu()->add_end_unix_nanos(Minute(1));
  store.Keep({}, response);
  EXPECT_THAT(Written(store).samples(0).cpu().end_unix_nanos(), ElementsAre(Minute(0)));
}

TEST(SampleStoreTest, DropsSamplesOfNodesThatAreGone) {
  SampleStore store;
  store.Add(UsageAt(0, "b"));
  NodeUsage usage = UsageAt(1);
  usage.nodes.erase("b");
  store.Add(usage);
  const v1::RecommendMachineRequest request = Written(store);
  ASSERT_EQ(request.samples_size(), 1);
  EXPECT_EQ(request.samples(0).node(), "a");
}

TEST(SampleStoreTest, DropsTheOldestBeyondTheLimitOfARequest) {
  SampleStore store;
  for (int i = 0; i <= kMaxMachineSamples; ++i) store.Add(UsageAt(i));
  const v1::RecommendMachineRequest request = Written(store);
  ASSERT_EQ(request.samples(0).cpu().usages_size(), kMaxMachineSamples);
  EXPECT_EQ(request.samples(0).cpu().end_unix_nanos(0), Minute(1));
}

}  // namespace
}  // namespace cpsizer::machine
