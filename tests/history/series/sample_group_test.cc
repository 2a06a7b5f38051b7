#include "client/history/series/sample_group.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/history/series/show_sample.h"

namespace cpsizer::history {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double kNone = Sample::kNoValue;

class SampleGroupTest : public ::testing::Test {
 protected:
  void Add(int64_t time, absl::string_view cluster, absl::string_view pod, double memory, double cpu) {
    const uint32_t pod_number = pod.empty() ? Sample::kNoPod : names_.pods.Number(pod);
    EXPECT_TRUE(group_.Add({time, names_.clusters.Number(cluster), pod_number, memory, cpu}, Take()).ok());
  }
  std::vector<std::string> Finish() {
    EXPECT_TRUE(group_.Finish(Take()).ok());
    return taken_;
  }

  std::vector<std::string> taken_;
  SeriesCounts counts_;

 private:
  std::function<absl::Status(const Sample&)> Take() {
    return [this](const Sample& sample) {
      taken_.push_back(Show(sample, names_));
      return absl::OkStatus();
    };
  }

  HistoryNames names_;
  SampleGroup group_{names_, counts_};
};

TEST_F(SampleGroupTest, PassesTheSamplesOfATimeAtTheNextTime) {
  Add(1, "a/x", "", 1, 2);
  EXPECT_THAT(taken_, IsEmpty());
  Add(2, "a/x", "", 3, 4);
  EXPECT_THAT(taken_, ElementsAre("1 a/x 1 2"));
  EXPECT_THAT(Finish(), ElementsAre("1 a/x 1 2", "2 a/x 3 4"));
  EXPECT_EQ(counts_.samples, 2);
  EXPECT_EQ(counts_.duplicates, 0);
}

TEST_F(SampleGroupTest, OrdersByClusterThenByPod) {
  Add(1, "b/x", "b/x/q", 1, 1);
  Add(1, "b/x", "b/x/p", 1, 1);
  Add(1, "a/z", "", 1, 1);
  Add(1, "b/x", "", 1, 1);
  Add(1, "a/y", "", 1, 1);
  EXPECT_THAT(Finish(), ElementsAre("1 a/y 1 1", "1 a/z 1 1", "1 b/x 1 1", "1 b/x/p 1 1", "1 b/x/q 1 1"));
}

TEST_F(SampleGroupTest, JoinsMemoryAndCpuOfTheSameTime) {
  Add(1, "a/x", "a/x/p", 1, kNone);
  Add(1, "a/x", "", 7, kNone);
  Add(1, "a/x", "a/x/p", kNone, 2);
  Add(2, "a/x", "a/x/p", kNone, 3);
  EXPECT_THAT(Finish(), ElementsAre("1 a/x 7 -", "1 a/x/p 1 2", "2 a/x/p - 3"));
  EXPECT_EQ(counts_.samples, 3);
  EXPECT_EQ(counts_.duplicates, 0);
}

TEST_F(SampleGroupTest, TheLargestValueCountsAndOthersAreDuplicates) {
  Add(1, "a/x", "", 1, kNone);
  Add(1, "a/y", "", 5, 5);
  Add(1, "a/x", "", 9, 2);
  Add(1, "a/x", "", 8, 8);
  Add(2, "a/y", "", 6, 6);
  EXPECT_THAT(Finish(), ElementsAre("1 a/x 9 8", "1 a/y 5 5", "2 a/y 6 6"));
  EXPECT_EQ(counts_.samples, 3);
  EXPECT_EQ(counts_.with_memory, 3);
  EXPECT_EQ(counts_.with_cpu, 3);
  EXPECT_EQ(counts_.duplicates, 2);
}

}  // namespace
}  // namespace cpsizer::history
