#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "client/history/series/csv_reader.h"

namespace cpsizer::history {
namespace {

absl::Status CsvError(absl::string_view csv) {
  SeriesCounts counts;
  HistoryNames names;
  Input input("h.csv", csv);
  CsvReader reader(input, names, counts);
  Sample sample = {};
  while (reader.Next(sample)) continue;
  return reader.status();
}

struct CsvErrorCase {
  absl::string_view csv;
  absl::string_view error;
};

constexpr CsvErrorCase kBadHeaders[] = {
    {"", "h.csv: is empty"},
    {"\n# a comment\n", "h.csv: is empty"},
    {"time,namespace,cluster,mem\n",
     "h.csv:1:24: \"mem\" is not a column of a history; the first line has the names of the columns: time, namespace, "
     "cluster, pod, container, memory, cpu, oom, nodes"},
    {"1,a,x,5\n",
     "h.csv:1:1: \"1\" is not a column of a history; the first line has the names of the columns: time, namespace, "
     "cluster, pod, container, memory, cpu, oom, nodes"},
    {"time,namespace,cluster,cpu,time\n", "h.csv:1:28: the column time is given twice; give it once"},
    {"namespace,cluster,cpu\n", "h.csv:1:1: the column time is missing"},
    {"time,cluster,cpu\n", "h.csv:1:1: the column namespace is missing"},
    {"time,namespace,cpu\n", "h.csv:1:1: the column cluster is missing"},
    {"\ntime,namespace,cluster,pod\n", "h.csv:2:1: the columns memory, cpu and nodes are missing; one is required"},
    {"time,namespace,cluster,pod,container,memory,cpu,oom,nodes,note\n",
     "h.csv:1:59: this line has more than 9 values"},
};

TEST(CsvErrorsTest, HeaderErrorsNameTheColumn) {
  for (const CsvErrorCase& c : kBadHeaders) EXPECT_EQ(CsvError(c.csv), absl::InvalidArgumentError(c.error)) << c.csv;
}

constexpr CsvErrorCase kBadRows[] = {
    {"1,a,x", "3:1: this line has 3 values, but the header has 5 columns"},
    {"1,a,x,1,1,", "3:1: this line has 6 values, but the header has 5 columns"},
    {"1772366400000,a,x,1,1",
     "3:1: time: \"1772366400000\" is not a time from 1970 to 9999; write 2026-03-01T12:00:00Z, or seconds (not "
     "milliseconds) since 1970"},
    {",a,x,1,1",
     "3:1: time: \"\" is not a time from 1970 to 9999; write 2026-03-01T12:00:00Z, or seconds (not milliseconds) since "
     "1970"},
    {"1,,x,1,1", "3:3: namespace: is empty; write a name"},
    {"1,a,,1,1", "3:5: cluster: is empty; write a name"},
    {"1,a,\"x,y\",1,1",
     "3:6: cluster: \"x,y\" is not a name; write letters, digits, `-`, `.` or `_`, at most 253 of them"},
    {"1,a,x/y,1,1", "3:5: cluster: \"x/y\" is not a name; write letters, digits, `-`, `.` or `_`, at most 253 of them"},
    {"1,a,\x1b[1m,1,1",
     "3:5: cluster: \"\\x1b[1m\" is not a name; write letters, digits, `-`, `.` or `_`, at most 253 of them"},
    {"1,a,x\"y\",1,1",
     "3:5: cluster: \"x\"y\"\" is not a name; write letters, digits, `-`, `.` or `_`, at most 253 of them"},
    {"1,a,x,-1,1",
     "3:7: memory: \"-1\" is negative; write a number, a quantity such as 8Gi or 250m, or leave the value empty"},
    {"1,a,x,1, NaN ",
     "3:10: cpu: \"NaN\" is not a number with an optional suffix; write a number, a quantity such as 8Gi or 250m, or "
     "leave the value empty"},
    {"1,a,\"x,1,1", "3:5: this quote is not closed in its line"},
    {"1,a,\"x\"y,1,1", "3:8: a comma is expected here, after the quote"},
};

TEST(CsvErrorsTest, RowErrorsNameLineColumnAndValue) {
  for (const CsvErrorCase& c : kBadRows) {
    const std::string csv = absl::StrCat("time,namespace,cluster,memory,cpu\n0,a,x,1,1\n", c.csv, "\n9,a,x,1,1\n");
    EXPECT_EQ(CsvError(csv), absl::InvalidArgumentError(absl::StrCat("h.csv:", c.error))) << c.csv;
  }
}

std::string RowWithCluster(const std::string& cluster) {
  return absl::StrCat("time,namespace,cluster,cpu\n1,a,", cluster, ",1\n");
}

TEST(CsvErrorsTest, NamesAreBounded) {
  EXPECT_TRUE(CsvError(RowWithCluster(std::string(253, 'x'))).ok());
  EXPECT_EQ(CsvError(RowWithCluster(std::string(254, 'x'))).code(), absl::StatusCode::kInvalidArgument);
}

TEST(CsvErrorsTest, LinesAreBounded) {
  const std::string row = "time,namespace,cluster,cpu\n";
  EXPECT_TRUE(CsvError(absl::StrCat(row, "#", std::string(kMaxCsvLineBytes - 1, 'x'), "\n")).ok());
  for (const absl::string_view end : {"\n", ""}) {
    EXPECT_EQ(CsvError(absl::StrCat(row, "#", std::string(kMaxCsvLineBytes, 'x'), end)),
              absl::InvalidArgumentError("h.csv:2:1: this line is longer than 4096 bytes; is this a CSV file?"));
  }
}

TEST(CsvErrorsTest, ClustersAreBounded) {
  std::string csv = "time,namespace,cluster,cpu\n";
  for (size_t i = 0; i < kMaxClusters; ++i) absl::StrAppend(&csv, "1,a,c", i, ",1\n");
  EXPECT_TRUE(CsvError(csv).ok());
  EXPECT_EQ(CsvError(absl::StrCat(csv, "1,a,x,1\n")),
            absl::ResourceExhaustedError("h.csv:10002:5: the history has more than 10000 clusters; select fewer"));
}

TEST(CsvErrorsTest, ErrorsOfNodesNameTheValue) {
  constexpr CsvErrorCase kCases[] = {
      {"1,a,x,,2.5",
       "h.csv:2:8: nodes: \"2.5\" is not a whole number from 0 to 1000000000; write a number of nodes such as 12"},
      {"1,a,x,,-1",
       "h.csv:2:8: nodes: \"-1\" is not a whole number from 0 to 1000000000; write a number of nodes such as 12"},
      {"1,a,x,,2e9",
       "h.csv:2:8: nodes: \"2e9\" is not a whole number from 0 to 1000000000; write a number of nodes such as 12"},
      {"1,a,x,p,7",
       "h.csv:2:9: nodes: a row about a pod has \"7\" nodes; write the number of nodes in a row of its own, without a "
       "pod"},
  };
  for (const CsvErrorCase& c : kCases) {
    EXPECT_EQ(CsvError(absl::StrCat("time,namespace,cluster,pod,nodes\n", c.csv, "\n")),
              absl::InvalidArgumentError(c.error))
        << c.csv;
  }
}

}  // namespace
}  // namespace cpsizer::history
