#include "client/history/series/range_json_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/history/series/show_sample.h"

namespace cpsizer::history {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct JsonResult {
  std::vector<std::string> samples;
  SeriesCounts counts;
  absl::Status status;
};

JsonResult ReadJson(absl::string_view json, size_t piece_bytes = kInputPieceBytes, const SeriesOptions& options = {}) {
  JsonResult result;
  HistoryNames names;
  SeriesSelector selector(options, names);
  Input input("h.json", json, piece_bytes);
  result.status = ReadRangeJson(input, selector, result.counts, [&](const Sample& sample) {
    result.samples.push_back(Show(sample, names));
    return absl::OkStatus();
  });
  return result;
}

constexpr char kTwoSeries[] = R"({"status":"success","data":{"resultType":"matrix","result":[
  {"metric":{"__name__":"container_memory_working_set_bytes","namespace":"c-x","pod":"kube-apiserver-1",
             "container":"kube-apiserver","node":"n\u00e9\"1"},
   "values":[[60,"8589934592"],[120.5,"1.5e+09"]]},
  {"metric":{"namespace":"c-x","pod":"kube-apiserver-1","resource":"cpu"},"values":[[60,"0.25"]]}]}}
)";

TEST(RangeJsonReaderTest, ReadsEachValueInPiecesOfEachSize) {
  for (size_t piece_bytes = 1; piece_bytes <= sizeof(kTwoSeries); ++piece_bytes) {
    const JsonResult result = ReadJson(kTwoSeries, piece_bytes);
    EXPECT_TRUE(result.status.ok()) << result.status;
    ASSERT_THAT(result.samples,
                ElementsAre("60000 c-x/kube-apiserver-1 8589934592 -", "120500 c-x/kube-apiserver-1 1500000000 -",
                            "60000 c-x/kube-apiserver-1 - 0.25"))
        << piece_bytes;
  }
}

TEST(RangeJsonReaderTest, ReadsNumbersOfNodes) {
  const auto json = [](absl::string_view value) {
    return absl::StrCat(R"({"status":"success","data":{"resultType":"matrix","result":[{"metric":{"namespace":"c",)",
                        R"("cluster_name":"x","resource":"nodes"},"values":[[60,"12"],[120,")", value, R"("]]}]}})");
  };
  SeriesOptions nodes;
  nodes.nodes = true;
  EXPECT_THAT(ReadJson(json("0"), kInputPieceBytes, nodes).samples,
              ElementsAre("60000 c/x - - nodes 12", "120000 c/x - - nodes 0"));
  EXPECT_EQ(ReadJson(json("NaN"), kInputPieceBytes, nodes).counts.gaps, 1);
  EXPECT_EQ(ReadJson(json("0")).counts.other_series, 1);
  EXPECT_THAT(
      std::string(ReadJson(json("0.5"), kInputPieceBytes, nodes).status.message()),
      ::testing::HasSubstr("nodes: \"0.5\" is not a whole number from 0 to 1000000000; write a number of nodes"));
}

// The response of the query of docs/replay.md.
TEST(RangeJsonReaderTest, ReadsOomKills) {
  constexpr absl::string_view kKills = R"({"status":"success","data":{"resultType":"matrix","result":[
    {"metric":{"namespace":"c-x","pod":"kube-apiserver-1","container":"kube-apiserver","resource":"oom_time"},
     "values":[[60,"55"],[120,"55"],[180,"175"]]},
    {"metric":{"namespace":"c-x","pod":"kube-apiserver-2","container":"kube-apiserver","resource":"oom_restarts"},
     "values":[[60,"1"],[120,"1"]]},
    {"metric":{"namespace":"c-x","pod":"kube-apiserver-1","container":"kube-apiserver","resource":"oom_request"},
     "values":[[60,"1073741824"]]},
    {"metric":{"namespace":"c-x","pod":"etcd-0","container":"etcd","resource":"oom_time"},"values":[[60,"55"]]}]}})";
  HistoryNames names;
  const SeriesOptions options;
  SeriesCounts counts;
  SeriesSelector selector(options, names);
  Input input("h.json", kKills);
  const auto no_sample = [](const Sample&) { return absl::InternalError("a kill is not a sample"); };
  EXPECT_EQ(ReadRangeJson(input, selector, counts, no_sample), absl::OkStatus());
  const OomKills::Kills* const kills = names.oom_kills.Of(0);
  ASSERT_NE(kills, nullptr);
  std::vector<OomKills::Key> keys;
  for (const auto& [key, request] : *kills) keys.push_back(key);
  EXPECT_THAT(keys, ElementsAre(OomKills::Key(55'000, 0), OomKills::Key(60'000, 1), OomKills::Key(175'000, 0)));
  EXPECT_EQ(names.oom_kills.RequestOf(0), 1073741824);
  EXPECT_EQ(names.oom_kills.RequestOf(1), 0);
  EXPECT_EQ(counts.other_series, 1);
}

TEST(RangeJsonReaderTest, ReadsResponsesOneAfterTheOther) {
  EXPECT_EQ(ReadJson(absl::StrCat(kTwoSeries, kTwoSeries)).samples.size(), 6u);
}

TEST(RangeJsonReaderTest, CountsNaNAndInfiniteValuesAsGaps) {
  const JsonResult result = ReadJson(R"({"status":"success","data":{"resultType":"matrix","result":[
      {"metric":{"namespace":"a","resource":"cpu"},"values":[[1,"NaN"],[2,"+Inf"],[3,"-Inf"],[4,"-0"]]}]}})");
  EXPECT_TRUE(result.status.ok()) << result.status;
  EXPECT_THAT(result.samples, ElementsAre("4000 a - 0"));
  EXPECT_EQ(result.counts.gaps, 3);
}

TEST(RangeJsonReaderTest, LeavesOutOtherSeriesAndOtherFields) {
  const JsonResult result = ReadJson(R"({"infos":["PromQL info: metric might not be a counter"],"isPartial":false,
      "data":{"result":[
        {"metric":{"__name__":"up"},"values":[[1,"1"],[2,"?"]]},
        {"metric":{"namespace":"a","resource":"cpu"},"histograms":[[1,{"count":"2","buckets":[[0,"1"]]}]]},
        {"group":1,"metric":{"namespace":"a","resource":"cpu"},"values":[[1,"2"]],"x":null}],
       "resultType":"matrix","stats":{"a":[true]}},"status":"success","warnings":[]})");
  EXPECT_TRUE(result.status.ok()) << result.status;
  EXPECT_THAT(result.samples, ElementsAre("1000 a - 2"));
  EXPECT_EQ(result.counts.other_series, 1);
}

TEST(RangeJsonReaderTest, AResultWithoutSeriesIsNotAnError) {
  const JsonResult result = ReadJson(R"({"status":"success","data":{"resultType":"matrix","result":[]}})");
  EXPECT_TRUE(result.status.ok()) << result.status;
  EXPECT_THAT(result.samples, IsEmpty());
}

TEST(RangeJsonReaderTest, ReturnsTheErrorOfTheCallback) {
  HistoryNames names;
  const SeriesOptions options;
  SeriesSelector selector(options, names);
  SeriesCounts counts;
  Input input("h.json", kTwoSeries);
  EXPECT_EQ(ReadRangeJson(input, selector, counts, [](const Sample&) { return absl::CancelledError("stop"); }),
            absl::CancelledError("stop"));
}

}  // namespace
}  // namespace cpsizer::history
