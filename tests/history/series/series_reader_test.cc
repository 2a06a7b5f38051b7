#include "client/history/series/series_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/history/series/limits.h"
#include "tests/history/series/show_sample.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::history {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kHeader[] = "time,namespace,cluster,memory,cpu\n";

// Returns a response with one series of CPU, of the cluster with the control plane namespace `name_space`.
std::string CpuJson(absl::string_view name_space, absl::string_view values) {
  return absl::StrCat(R"({"status":"success","data":{"resultType":"matrix","result":[{"metric":{"namespace":")",
                      name_space, R"(","resource":"cpu"},"values":[)", values, "]}]}}\n");
}

class SeriesReaderTest : public ::testing::Test {
 protected:
  // Writes a file of the history and returns its path.
  std::string Write(absl::string_view name, absl::string_view text) { return folder_.Write(name, text); }
  absl::Status Read(const std::vector<std::string>& paths) {
    samples_.clear();
    counts_ = {};
    HistoryNames names;
    return ReadSeries(
        paths, options_, names,
        [&](const Sample& sample) {
          samples_.push_back(Show(sample, names));
          return absl::OkStatus();
        },
        counts_);
  }

  const testing::TemporaryFolder folder_;
  SeriesOptions options_;
  std::vector<std::string> samples_;
  SeriesCounts counts_;
};

TEST_F(SeriesReaderTest, CountsClustersWhoseSamplesHaveDifferentSteps) {
  const std::string rows = "60,a,x,1,1\n120,a,x,1,1\n180,a,x,1,1\n480,a,x,1,1\n780,a,x,1,1\n";
  EXPECT_TRUE(Read({Write("h.csv", absl::StrCat(kHeader, rows, "60,a,y,1,1\n120,a,y,1,1\n180,a,y,1,1\n"))}).ok());
  EXPECT_EQ(counts_.mixed_steps, 1);
}

TEST_F(SeriesReaderTest, MergesOrderedFilesByTime) {
  const std::string late = Write("late.csv", absl::StrCat(kHeader, "2,a,x,5,5\n4,a,x,6,6\n"));
  const std::string early = Write("early.csv", absl::StrCat(kHeader, "1,a,y,1,1\n3,a,y,2,2\n"));
  const absl::Status status = Read({late, early});
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_THAT(samples_, ElementsAre("1000 a/y 1 1", "2000 a/x 5 5", "3000 a/y 2 2", "4000 a/x 6 6"));
  EXPECT_EQ(counts_.samples, 4);
}

TEST_F(SeriesReaderTest, EachOrderOfRowsAndFilesGivesTheSameSamples) {
  std::vector<std::string> rows;
  for (int time = 0; time < 20; ++time) {
    for (int cluster = 0; cluster < 5; ++cluster) {
      rows.push_back(absl::StrCat(time + 1, ",a,c", cluster, ",", time * 10 + cluster, ",1\n"));
    }
  }
  std::vector<std::string> expected;
  // No step has a common divisor with the number of rows, so that the two files together have each row once.
  for (const size_t step : {1, 7, 33, 51, 99}) {
    std::string texts[2] = {kHeader, kHeader};
    for (size_t i = 0; i < rows.size(); ++i) texts[i % 2] += rows[i * step % rows.size()];
    const absl::Status status = Read({Write("0.csv", texts[0]), Write("1.csv", texts[1])});
    ASSERT_TRUE(status.ok()) << status;
    if (expected.empty()) expected = samples_;
    EXPECT_EQ(expected.size(), 100u);
    EXPECT_THAT(samples_, ElementsAreArray(expected)) << step;
  }
}

TEST_F(SeriesReaderTest, JoinsTheFilesOfMemoryAndCpu) {
  options_.control_planes.Add("a", "x");
  const std::string csv = Write("memory.csv", "time,namespace,cluster,memory\n1,a,x,5\n2,a,x,6\n");
  const std::string json = Write("cpu.json", CpuJson("a-x", R"([1,"0.5"],[3,"0.75"])"));
  const absl::Status status = Read({csv, json});
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_THAT(samples_, ElementsAre("1000 a/x 5 0.5", "2000 a/x 6 -", "3000 a/x - 0.75"));
}

TEST_F(SeriesReaderTest, TheLargestValueCountsInAnyOrderOfThePaths) {
  options_.control_planes.Add("a", "x");
  const std::string ordered = Write("1.csv", absl::StrCat(kHeader, "1,a,x,1,1\n2,a,x,1,1\n"));
  const std::string unordered = Write("2.csv", absl::StrCat(kHeader, "2,a,x,2,2\n1,a,x,2,2\n1,a,x,9,9\n"));
  const std::string json = Write("3.json", CpuJson("a-x", R"([1,"3"])"));
  struct Case {
    std::vector<std::string> paths;
    std::vector<std::string> samples;
    int64_t duplicates;
  };
  const Case cases[] = {
      {{ordered, unordered, json}, {"1000 a/x 9 9", "2000 a/x 2 2"}, 4},
      {{unordered, ordered, json}, {"1000 a/x 9 9", "2000 a/x 2 2"}, 4},
      {{json, ordered, unordered}, {"1000 a/x 9 9", "2000 a/x 2 2"}, 4},
      {{json, unordered}, {"1000 a/x 9 9", "2000 a/x 2 2"}, 2},
      {{ordered, ordered}, {"1000 a/x 1 1", "2000 a/x 1 1"}, 2},
  };
  for (const Case& c : cases) {
    const absl::Status status = Read(c.paths);
    EXPECT_TRUE(status.ok()) << status;
    EXPECT_THAT(samples_, ElementsAreArray(c.samples)) << c.paths[0];
    EXPECT_EQ(counts_.duplicates, c.duplicates) << c.paths[0];
  }
}

TEST_F(SeriesReaderTest, ChoosesTheFormatByTheContent) {
  Write("h/a.csv", absl::StrCat("\xEF\xBB\xBF \n", CpuJson("c", R"([1,"1"])")));
  Write("h/b.json", absl::StrCat("\xEF\xBB\xBF", kHeader, "1,a,x,1,1\n"));
  const absl::Status status = Read({folder_.PathOf("h")});
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_THAT(samples_, ElementsAre("1000 a/x 1 1", "1000 c - 1"));
}

TEST_F(SeriesReaderTest, ReadsMoreOrderedFilesThanAreOpenAtOnce) {
  std::vector<std::string> paths;
  for (size_t i = 0; i < kMaxOrderedFiles + 5; ++i) {
    paths.push_back(Write(absl::StrCat(i, ".csv"), absl::StrCat(kHeader, i, ",a,x,1,1\n")));
  }
  const absl::Status status = Read(paths);
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(counts_.samples, static_cast<int64_t>(paths.size()));
}

TEST_F(SeriesReaderTest, AnEmptyHistoryIsAnError) {
  const std::string csv = Write("a.csv", kHeader);
  const std::string json = Write("b.json", R"({"status":"success","data":{"resultType":"matrix","result":[
      {"metric":{"__name__":"up"},"values":[[1,"1"]]}]}})");
  const std::string expected =
      "; expected CSV with the columns time, namespace, cluster, memory and cpu, or responses of /api/v1/query_range "
      "with the recommendations or the usage of kube-apiserver";
  EXPECT_EQ(Read({csv}), absl::InvalidArgumentError(absl::StrCat("the history has no samples", expected)));
  EXPECT_EQ(Read({csv, json}),
            absl::InvalidArgumentError(absl::StrCat("the history has no samples (1 series of other metrics, containers "
                                                    "or VPAs were left out, the first is of \"up\")",
                                                    expected)));
}

TEST_F(SeriesReaderTest, AMalformedRowOfAnOrderedFileIsAnError) {
  const std::string csv = Write("a.csv", absl::StrCat(kHeader, "1,a,x,1,1\n2,a,x,NaN,1\n"));
  EXPECT_THAT(std::string(Read({csv}).message()), HasSubstr("a.csv:3:7: memory: \"NaN\""));
}

TEST_F(SeriesReaderTest, TakesNothingOfAHistoryWithAnIncompleteResponse) {
  const std::string csv = Write("a.csv", absl::StrCat(kHeader, "1,a,x,1,1\n"));
  const std::string json = Write("b.json", R"({"status":"success","data":{"resultType":"matrix","result":[]},
      "warnings":["store b is down"]})");
  EXPECT_EQ(Read({csv, json}).code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(samples_, IsEmpty());
}

TEST_F(SeriesReaderTest, TakesTheUsageOfContainersInTheOrderOfTheFile) {
  options_.by_container = true;
  const std::string csv =
      Write("a.csv", "time,namespace,cluster,pod,container,memory,cpu\n2,a,x,p,c,3,1\n1,a,x,p,c,2,1\n1,a,x,p,d,5,\n");
  EXPECT_TRUE(Read({csv}).ok());
  EXPECT_THAT(samples_, ElementsAre("2000 a/x/p:c 3 1", "1000 a/x/p:c 2 1", "1000 a/x/p:d 5 -"));
  EXPECT_EQ(counts_.samples, 3);
  EXPECT_EQ(counts_.with_memory, 3);
  EXPECT_EQ(counts_.with_cpu, 2);
  EXPECT_EQ(counts_.most_memory, 5);
  EXPECT_EQ(counts_.gaps, 1);
  const std::string empty = Write("b.csv", "time,namespace,cluster,pod,container,memory,cpu\n");
  EXPECT_THAT(std::string(Read({empty}).message()), HasSubstr("no samples of containers; expected CSV"));
}

TEST_F(SeriesReaderTest, FilesThatCannotBeReadAreErrors) {
  const std::string missing = folder_.PathOf("missing.csv");
  EXPECT_EQ(Read({missing}),
            absl::NotFoundError(absl::StrCat(missing, ": cannot be opened: No such file or directory")));
}

TEST_F(SeriesReaderTest, NeedsATemporaryFileOnlyBetweenFiles) {
  options_.temporary_folder = "/missing/folder";
  const std::string ordered = Write("1.csv", absl::StrCat(kHeader, "1,a,x,1,1\n2,a,x,1,1\n"));
  const std::string unordered = Write("2.csv", absl::StrCat(kHeader, "2,a,x,2,2\n1,a,x,2,2\n"));
  EXPECT_TRUE(Read({ordered, ordered}).ok());
  EXPECT_TRUE(Read({ordered, unordered}).ok());
  EXPECT_EQ(Read({unordered, ordered}).code(), absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace cpsizer::history
