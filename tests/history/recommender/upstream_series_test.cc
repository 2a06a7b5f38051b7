#include "tests/history/recommender/upstream_series.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "tests/testing/paths.h"

namespace cpsizer::history {
namespace {

absl::Status Compare(const std::string& text) {
  std::istringstream input(text);
  ComparedSeries counts;
  return CompareWithUpstream(input, counts);
}

constexpr char kOptions[] = "options 0.9 0.9 0.15 24h0m0s 24h0m0s 24h0m0s 25 250 1 1 1 8 1.2 104857600\n";

TEST(UpstreamSeriesTest, RecommendationsEqualThoseOfUpstream) {
  std::ifstream input(testing::SourcePath("tests/history/recommender/upstream.txt"));
  ComparedSeries counts;
  EXPECT_EQ(CompareWithUpstream(input, counts), absl::OkStatus());
  EXPECT_EQ(counts.series, 120);
  EXPECT_EQ(counts.recommendations, 5302);
}

TEST(UpstreamSeriesTest, ReportsADifference) {
  EXPECT_EQ(Compare(std::string(kOptions) + "cpu 0 1700000000000 0 25 262144000"), absl::OkStatus());
  EXPECT_EQ(Compare(std::string(kOptions) + "cpu 0 1700000000000 0 26 262144000"),
            absl::DataLossError("line 2, series 1: \"cpu 0 1700000000000 0 26 262144000\" differs from 25 262144000"));
}

TEST(UpstreamSeriesTest, RefusesMalformedLines) {
  for (const std::string& text :
       {std::string("cpu 0 1700000000000 0 25 262144000"), std::string("options 0.9"),
        kOptions + std::string("disk 0 1700000000000 0 25 262144000"), kOptions + std::string("cpu 0 1700000000000 0"),
        std::string("options 2 0.9 0.15 24h0m0s 24h0m0s 24h0m0s 25 250 1 1 1 8 1.2 104857600")}) {
    EXPECT_EQ(Compare(text).code(), absl::StatusCode::kInvalidArgument) << text;
  }
}

}  // namespace
}  // namespace cpsizer::history
