#include "client/history/series/sample_sorter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/testing/temporary_folder.h"

namespace cpsizer::history {
namespace {

using ::testing::HasSubstr;
using Sources = std::vector<std::unique_ptr<SampleSource>>;

// A sample with a number that shows its place in the input.
Sample At(int64_t time, uint32_t place) {
  return {time, place, Sample::kNoPod, 1, Sample::kNoValue};
}

// The order of sorted samples: by time, then by their place in the input.
std::vector<std::pair<int64_t, uint32_t>> Merge(const Sources& sources) {
  std::vector<std::pair<int64_t, uint32_t>> merged;
  const absl::Status status = MergeByTime(sources, [&merged](const Sample& sample) {
    merged.emplace_back(sample.milliseconds, sample.cluster);
    return absl::OkStatus();
  });
  EXPECT_TRUE(status.ok()) << status;
  return merged;
}

// Times without an order, with many equal ones.
int64_t TimeOf(uint32_t place) {
  return (place * 7919) % 101;
}

TEST(SampleSorterTest, SortsStablyInMemoryAndInRunsOfEachSize) {
  constexpr uint32_t kCount = 1'000;
  std::vector<std::pair<int64_t, uint32_t>> expected;
  for (uint32_t i = 0; i < kCount; ++i) expected.emplace_back(TimeOf(i), i);
  std::sort(expected.begin(), expected.end());
  const testing::TemporaryFolder folder;
  for (const size_t samples : {1, 2, 7, 999, 1'000, 1'001}) {
    SampleSorter sorter(folder.path(), samples * sizeof(Sample));
    for (uint32_t i = 0; i < kCount; ++i) ASSERT_TRUE(sorter.Add(At(TimeOf(i), i)).ok());
    Sources sources;
    ASSERT_TRUE(sorter.Finish(sources).ok());
    EXPECT_EQ(sources.size(), samples == 1'001 ? 1 : (kCount + samples - 1) / samples);
    EXPECT_EQ(Merge(sources), expected) << samples;
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "the temporary file has no name";
  }
}

TEST(SampleSorterTest, SourcesAreInTheOrderOfTheCallsOfFlush) {
  const testing::TemporaryFolder folder;
  SampleSorter sorter(folder.path());
  Sources sources;
  ASSERT_TRUE(sorter.Flush(sources).ok());
  EXPECT_TRUE(sources.empty()) << "nothing was added";
  ASSERT_TRUE(sorter.Add(At(5, 0)).ok());
  ASSERT_TRUE(sorter.Add(At(3, 1)).ok());
  ASSERT_TRUE(sorter.Flush(sources).ok());
  EXPECT_EQ(sources.size(), 1u);
  ASSERT_TRUE(sorter.Add(At(4, 2)).ok());
  ASSERT_TRUE(sorter.Add(At(3, 3)).ok());
  ASSERT_TRUE(sorter.Finish(sources).ok());
  EXPECT_EQ(Merge(sources), (std::vector<std::pair<int64_t, uint32_t>>{{3, 1}, {3, 3}, {4, 2}, {5, 0}}));
}

TEST(SampleSorterTest, RunsAreBounded) {
  const testing::TemporaryFolder folder;
  SampleSorter sorter(folder.path(), sizeof(Sample));
  for (uint32_t i = 0; i < kMaxSortedRuns; ++i) ASSERT_TRUE(sorter.Add(At(0, i)).ok());
  EXPECT_EQ(sorter.Add(At(0, 0)).code(), absl::StatusCode::kResourceExhausted);
}

TEST(SampleSorterTest, AMissingFolderIsAnError) {
  SampleSorter sorter("/missing/folder", sizeof(Sample));
  const absl::Status error = sorter.Add(At(0, 0));
  EXPECT_EQ(error, absl::ResourceExhaustedError("a temporary file cannot be made in /missing/folder: No such file or "
                                                "directory; set TMPDIR to a folder on a disk with space"));
}

// Limits the size of files, as a full disk does.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit = {bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_ = {};
  void (*const handler_)(int);
};

TEST(SampleSorterTest, AFullDiskIsAnErrorThatSaysWhatToDo) {
  const testing::TemporaryFolder folder;
  SampleSorter sorter(folder.path(), 10 * sizeof(Sample));
  absl::Status error;
  {
    const FileSizeLimit limit(25 * sizeof(Sample));
    for (uint32_t i = 0; error.ok() && i < 100; ++i) error = sorter.Add(At(0, i));
  }
  EXPECT_EQ(error.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(error.message()), HasSubstr("cannot be written: File too large; set TMPDIR to a folder"));
}

TEST(MergeByTimeTest, ReturnsTheErrorOfTheCallback) {
  SampleSorter sorter("");
  ASSERT_TRUE(sorter.Add(At(1, 0)).ok());
  ASSERT_TRUE(sorter.Add(At(2, 0)).ok());
  Sources sources;
  ASSERT_TRUE(sorter.Finish(sources).ok());
  int calls = 0;
  const absl::Status error = MergeByTime(sources, [&calls](const Sample&) {
    ++calls;
    return absl::CancelledError("stop");
  });
  EXPECT_EQ(error, absl::CancelledError("stop"));
  EXPECT_EQ(calls, 1);
}

// A source that is not ordered, as a file that changed after its order was checked.
class UnorderedSource : public SampleSource {
 public:
  bool Next(Sample& sample) override {
    sample = At(time_--, 0);
    return time_ > 0;
  }
  const absl::Status& status() const override { return status_; }

 private:
  int64_t time_ = 5;
  const absl::Status status_;
};

TEST(MergeByTimeTest, AnUnorderedSourceIsAnError) {
  Sources sources;
  sources.push_back(std::make_unique<UnorderedSource>());
  const absl::Status error = MergeByTime(sources, [](const Sample&) { return absl::OkStatus(); });
  EXPECT_EQ(error.code(), absl::StatusCode::kFailedPrecondition);
}

}  // namespace
}  // namespace cpsizer::history
