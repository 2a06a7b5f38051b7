// Tests that the history of nodes is read in the order of time, together with another one.
#include "client/history/fit/node_history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "tests/testing/temporary_folder.h"

namespace cpsizer::history {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class NodeHistoryTest : public ::testing::Test {
 protected:
  absl::Status Read(const std::string& text) {
    return nodes_.Read({folder_.Write("nodes.csv", text)}, {}, names_, counts_);
  }

  // The seconds of the samples before a time.
  std::vector<int64_t> TakeBefore(int64_t milliseconds) {
    std::vector<int64_t> seconds;
    const absl::Status status =
        nodes_.TakeBefore(milliseconds, [&](const Sample& sample) { seconds.push_back(sample.milliseconds / 1'000); });
    EXPECT_TRUE(status.ok()) << status;
    return seconds;
  }

  const testing::TemporaryFolder folder_;
  HistoryNames names_;
  SeriesCounts counts_;
  NodeHistory nodes_{folder_.path()};
};

TEST_F(NodeHistoryTest, TakesEachSampleOnce) {
  ASSERT_TRUE(Read("time,namespace,cluster,memory,cpu\n30,a,b,3,3\n10,a,b,1,1\n20,a,b,2,2\n").ok());
  EXPECT_THAT(TakeBefore(10'000), IsEmpty());
  EXPECT_THAT(TakeBefore(20'001), ElementsAre(10, 20));
  EXPECT_THAT(TakeBefore(20'001), IsEmpty());
  EXPECT_THAT(TakeBefore(INT64_MAX), ElementsAre(30));
  EXPECT_THAT(TakeBefore(INT64_MAX), IsEmpty());
}

TEST_F(NodeHistoryTest, RefusesPods) {
  const absl::Status status = Read("time,namespace,cluster,pod,memory,cpu\n10,a,b,p,1,1\n");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(), HasSubstr("sample of the pod a/b/p; write one sample for each cluster and time"));
}

TEST_F(NodeHistoryTest, ReportsErrorsOfFiles) {
  EXPECT_THAT(Read("time,namespace,cluster,memory,cpu\n10,a,b,x,1\n").message(), HasSubstr("\"x\""));
  EXPECT_THAT(Read("time,namespace,cluster,memory,cpu\n").message(), HasSubstr("no samples"));
}

}  // namespace
}  // namespace cpsizer::history
