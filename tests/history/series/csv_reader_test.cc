#include "client/history/series/csv_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/history/series/show_sample.h"

namespace cpsizer::history {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

struct CsvResult {
  std::vector<std::string> samples;
  SeriesCounts counts;
  absl::Status status;
};

CsvResult ReadCsv(absl::string_view csv, size_t piece_bytes = kInputPieceBytes, bool by_container = false) {
  CsvResult result;
  HistoryNames names;
  Input input("h.csv", csv, piece_bytes);
  CsvReader reader(input, names, result.counts, by_container);
  Sample sample = {};
  while (reader.Next(sample)) result.samples.push_back(Show(sample, names));
  result.status = reader.status();
  return result;
}

TEST(CsvReaderTest, ReadsRowsInTheirOrder) {
  const CsvResult result = ReadCsv(
      "time,namespace,cluster,memory,cpu\n"
      "60,a,x,8Gi,2500m\n"
      "1970-01-01T00:00:00Z,a,y,1000,0.5\n"
      "60.5,b,x,1,2\n");
  EXPECT_TRUE(result.status.ok()) << result.status;
  EXPECT_THAT(result.samples, ElementsAre("60000 a/x 8589934592 2.5", "0 a/y 1000 0.5", "60500 b/x 1 2"));
}

TEST(CsvReaderTest, ReadsColumnsInAnyOrder) {
  EXPECT_THAT(ReadCsv("cpu,pod,cluster,memory,time,namespace\n2,p-1,x,1,60,a\n,,x,1,61,a\n").samples,
              ElementsAre("60000 a/x/p-1 1 2", "61000 a/x 1 -"));
}

TEST(CsvReaderTest, MemoryOrCpuMayBeMissing) {
  EXPECT_THAT(ReadCsv("time,namespace,cluster,memory\n1,a,x,5\n").samples, ElementsAre("1000 a/x 5 -"));
  EXPECT_THAT(ReadCsv("time,namespace,cluster,cpu\n1,a,x,5\n").samples, ElementsAre("1000 a/x - 5"));
}

TEST(CsvReaderTest, ReadsNumbersOfNodes) {
  const CsvResult nodes = ReadCsv("time,namespace,cluster,nodes\n1,a,x,12\n2,a,x,\n3,a,x,0\n4,a,x,1e2\n5,a,x,7.0\n");
  EXPECT_THAT(nodes.samples, ElementsAre("1000 a/x - - nodes 12", "3000 a/x - - nodes 0", "4000 a/x - - nodes 100",
                                         "5000 a/x - - nodes 7"));
  EXPECT_EQ(nodes.counts.gaps, 1);
  const CsvResult both = ReadCsv("time,namespace,cluster,pod,memory,nodes\n1,a,x,,5,2\n2,a,x,p,6,\n3,a,x,,,4\n");
  EXPECT_THAT(both.samples, ElementsAre("1000 a/x 5 - nodes 2", "2000 a/x/p 6 -", "3000 a/x - - nodes 4"));
  EXPECT_EQ(both.counts.gaps, 1) << "the memory of the last row";
}

TEST(CsvReaderTest, ReadsTheUsageOfContainers) {
  constexpr absl::string_view kCsv =
      "time,namespace,cluster,pod,container,memory,cpu\n1,a,x,p,etcd,5,1\n2,a,x,p,kube-apiserver,6,2\n"
      "3,a,x,p,etcd,7,3\n4,a,x,q,etcd,8,4\n";
  EXPECT_THAT(ReadCsv(kCsv, kInputPieceBytes, true).samples,
              ElementsAre("1000 a/x/p:etcd 5 1", "2000 a/x/p:kube-apiserver 6 2", "3000 a/x/p:etcd 7 3",
                          "4000 a/x/q:etcd 8 4"));
  // A history of the kube-apiserver has no other container.
  EXPECT_THAT(ReadCsv(kCsv).samples, ElementsAre("2000 a/x/p 6 2"));
}

TEST(CsvReaderTest, TheUsageOfContainersNeedsPodsAndContainers) {
  const auto error = [](absl::string_view csv) {
    return std::string(ReadCsv(csv, kInputPieceBytes, true).status.message());
  };
  EXPECT_EQ(error("time,namespace,cluster,pod,memory\n"),
            "h.csv:1:1: the column container is missing; the usage of containers needs it");
  EXPECT_EQ(error("time,namespace,cluster,container,memory\n"),
            "h.csv:1:1: the column pod is missing; the usage of containers needs it");
  EXPECT_EQ(error("time,namespace,cluster,pod,container,memory\n1,a,x,p,,5\n"),
            "h.csv:2:9: container: is empty; write a name");
  EXPECT_EQ(error("time,namespace,cluster,pod,container,memory\n1,a,x,,c,5\n"),
            "h.csv:2:7: pod: is empty; write a name");
}

TEST(CsvReaderTest, CountsEmptyValuesAndSkipsRowsWithoutValues) {
  const CsvResult result = ReadCsv("time,namespace,cluster,memory,cpu\n1,a,x,,5\n2,a,x,,\n3,a,x,6,\n");
  EXPECT_TRUE(result.status.ok()) << result.status;
  EXPECT_THAT(result.samples, ElementsAre("1000 a/x - 5", "3000 a/x 6 -"));
  EXPECT_EQ(result.counts.gaps, 4);
}

// A kill is not a sample, and a row with one has no gaps.
TEST(CsvReaderTest, ReadsOomKills) {
  constexpr absl::string_view kCsv =
      "time,namespace,cluster,pod,memory,cpu,oom\n1,a,x,p,5,1,\n2,a,x,p,,,4Gi\n3,a,x,p,6,1,0\n";
  HistoryNames names;
  SeriesCounts counts;
  Input input("h.csv", kCsv);
  CsvReader reader(input, names, counts);
  std::vector<std::string> samples;
  Sample sample = {};
  while (reader.Next(sample)) samples.push_back(Show(sample, names));
  EXPECT_EQ(reader.status(), absl::OkStatus());
  EXPECT_THAT(samples, ElementsAre("1000 a/x/p 5 1", "3000 a/x/p 6 1"));
  EXPECT_EQ(counts.gaps, 0);
  const OomKills::Kills* const kills = names.oom_kills.Of(0);
  ASSERT_NE(kills, nullptr);
  EXPECT_THAT(*kills, ElementsAre(std::pair(OomKills::Key(2'000, 0), 4.0 * (1 << 30)),
                                  std::pair(OomKills::Key(3'000, 0), 0.0)));
  EXPECT_EQ(ReadCsv("time,namespace,cluster,memory,oom\n1,a,x,5,yes\n").status.code(),
            absl::StatusCode::kInvalidArgument);
}

struct CsvFormCase {
  absl::string_view name;
  absl::string_view csv;
};
constexpr CsvFormCase kCsvForms[] = {
    {"plain", "time,namespace,cluster,memory\n1,a,x,5\n2,a,x,6\n"},
    {"carriage returns", "time,namespace,cluster,memory\r\n1,a,x,5\r\n2,a,x,6\r\n"},
    {"no last line end", "time,namespace,cluster,memory\n1,a,x,5\n2,a,x,6"},
    {"byte-order mark", "\xEF\xBB\xBFtime,namespace,cluster,memory\n1,a,x,5\n2,a,x,6\n"},
    {"quotes", "\"time\",\"namespace\",cluster,\"memory\"\n\"1\",\"a\",\"x\",\"5\"\n\"2\" , \"a\",x,6\n"},
    {"blanks", " time, namespace,cluster ,\tmemory\n1 ,a ,\tx, 5\n 2,a,x,6 \n"},
    {"blank lines and comments",
     "# exported\n\ntime,namespace,cluster,memory\n  \n1,a,x,5\n# end of day\n2,a,x,6\n\r\n"},
};

TEST(CsvReaderTest, ReadsEachFormInPiecesOfEachSize) {
  for (const CsvFormCase& form : kCsvForms) {
    for (size_t piece_bytes = 1; piece_bytes < 70; ++piece_bytes) {
      const CsvResult result = ReadCsv(form.csv, piece_bytes);
      EXPECT_TRUE(result.status.ok()) << form.name << ": " << result.status;
      EXPECT_THAT(result.samples, ElementsAre("1000 a/x 5 -", "2000 a/x 6 -")) << form.name << ", " << piece_bytes;
    }
  }
}

TEST(CsvReaderTest, NumbersNamesInChangingOrderAndWithPods) {
  std::string csv = "time,namespace,cluster,pod,cpu\n";
  std::vector<std::string> expected;
  for (int i = 0; i < 500; ++i) {
    // Each row is about another cluster than the rows before it in one period, so that no order repeats for long.
    const int cluster = (i * i + i / 50) % 13;
    const std::string pod = i % 3 == 0 ? "" : absl::StrCat("p", i % 5);
    absl::StrAppend(&csv, i, ",n", cluster % 2, ",c", cluster, ",", pod, ",1\n");
    expected.push_back(
        absl::StrCat(i, i > 0 ? "000" : "", " n", cluster % 2, "/c", cluster, pod.empty() ? "" : "/", pod, " - 1"));
  }
  EXPECT_THAT(ReadCsv(csv).samples, ElementsAreArray(expected));
}

TEST(CsvReaderTest, NextTimeReadsOnlyTimes) {
  SeriesCounts counts;
  HistoryNames names;
  Input input("h.csv", "cpu,time,namespace,cluster\n,60,,\nx,30,,\n");
  CsvReader reader(input, names, counts);
  int64_t time = 0;
  ASSERT_TRUE(reader.NextTime(time));
  EXPECT_EQ(time, 60'000);
  ASSERT_TRUE(reader.NextTime(time));
  EXPECT_EQ(time, 30'000);
  EXPECT_FALSE(reader.NextTime(time));
  EXPECT_TRUE(reader.status().ok());
  EXPECT_EQ(counts.gaps, 0);
}

}  // namespace
}  // namespace cpsizer::history
