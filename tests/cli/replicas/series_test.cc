// Tests valid series, and files with random bytes. simulate_test.cc tests the errors of series.
#include "client/cli/replicas/series.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <sstream>

#include "absl/strings/str_replace.h"
#include "client/objects/escape.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::ElementsAre;

google::protobuf::RepeatedPtrField<v1::MetricSpec> Metrics() {
  google::protobuf::RepeatedPtrField<v1::MetricSpec> metrics;
  v1::MetricSpec& cpu = *metrics.Add();
  cpu.set_type("Resource");
  cpu.mutable_resource()->set_name("cpu");
  v1::MetricSpec& container = *metrics.Add();
  container.set_type("ContainerResource");
  container.mutable_container_resource()->set_name("cpu");
  container.mutable_container_resource()->set_container("app");
  v1::MetricSpec& hits = *metrics.Add();
  hits.set_type("Pods");
  hits.mutable_pods()->mutable_metric()->set_name("hits, all");
  return metrics;
}

constexpr absl::string_view kGood =
    "# a series\ntime,cpu,total cpu/app,\"hits, all\",pods\n2026-03-01T12:00:00Z,60%,1200m,12,4\n"
    "2026-03-01T12:00:15Z,,\"1.5\",0.5k,\n";

TEST(SeriesTest, ReadsColumnsRowsAndUnits) {
  const TemporaryFolder folder;
  std::ostringstream messages;
  Screen err(messages, Terminal());
  const absl::optional<Series> series = ReadSeries(folder.Write("a.csv", std::string(kGood)), Metrics(), err);
  ASSERT_TRUE(series.has_value()) << messages.str();
  ASSERT_EQ(series->columns.size(), 3U);
  EXPECT_THAT(series->columns[1].metrics, ElementsAre(1));
  EXPECT_TRUE(series->columns[1].total);
  EXPECT_EQ(series->columns[2].header, "hits, all");
  ASSERT_EQ(series->rows.size(), 2U);
  EXPECT_EQ(series->rows[0].line, 3);
  EXPECT_TRUE(series->rows[0].values[0].percent);
  EXPECT_TRUE(series->rows[0].values[0].nanos == Nanos{60} * kNanosPerUnit);
  EXPECT_EQ(series->rows[0].pods, 4);
  EXPECT_TRUE(series->rows[1].values[0].text.empty());
  EXPECT_TRUE(series->rows[1].values[2].nanos == Nanos{500} * kNanosPerUnit);
  EXPECT_FALSE(series->rows[1].pods.has_value());
  EXPECT_EQ(series->rows[1].time - series->rows[0].time, absl::Seconds(15));
}

// For each sequence of bytes, the result is a valid series or an error. The messages of errors must be safe to print.
TEST(SeriesTest, AcceptsOrRejectsAnyBytes) {
  const TemporaryFolder folder;
  std::mt19937 random(20260301);
  constexpr absl::string_view kBytes = ",\"\n\r#%-.eEk0159tT:Z \t\x1b\x80\xff";
  int read = 0;
  for (int i = 0; i < 300; ++i) {
    std::string text(kGood);
    for (auto changes = random() % 4; changes > 0; --changes) {
      const size_t place = random() % text.size();
      const char byte = kBytes[random() % kBytes.size()];
      if (random() % 2 == 0) {
        text[place] = byte;
      } else {
        text.insert(place, 1, byte);
      }
    }
    std::ostringstream messages;
    Screen err(messages, Terminal());
    const absl::optional<Series> series = ReadSeries(folder.Write("a.csv", text), Metrics(), err);
    ASSERT_EQ(series.has_value(), messages.str().empty()) << text;
    // Each error message ends with a line break. It must not contain any other control character.
    const std::string sentences = absl::StrReplaceAll(messages.str(), {{"\n", ""}});
    ASSERT_EQ(objects::Escape(sentences), sentences);
    if (!series.has_value()) continue;
    ++read;
    for (const SeriesRow& row : series->rows) ASSERT_EQ(row.values.size(), series->columns.size());
  }
  EXPECT_GT(read, 30) << "some of these inputs must be valid";
}

}  // namespace
}  // namespace cpsizer::cli
