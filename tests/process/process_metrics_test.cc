#include "server/process/process_metrics.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace cpsizer::server {
namespace {

// Returns the value of a metric that has one value; -1 if the metric does not exist.
double ValueOf(absl::string_view name) {
  for (const prometheus::MetricFamily& family : CollectProcessMetrics()) {
    if (family.name != name || family.metric.size() != 1) continue;
    return family.type == prometheus::MetricType::Counter ? family.metric[0].counter.value
                                                          : family.metric[0].gauge.value;
  }
  return -1;
}

TEST(ProcessMetricsTest, ReadsTheLineOfTheKernelForAnyProgramName) {
  for (const char* name : {"cpsizer", "a b", ") R 1 (", ")) "}) {
    const auto stat = ParseProcessStat(absl::StrCat(
        "7 (", name,
        ") S 1 7 7 0 -1 4194304 100 0 0 0 150 50 0 0 20 0 9 0 12345 67890 333 18446744073709551615 1 1\n"));
    ASSERT_TRUE(stat.has_value()) << name;
    EXPECT_EQ(stat->cpu_ticks, 200) << name;
    EXPECT_EQ(stat->start_ticks, 12345) << name;
    EXPECT_EQ(stat->virtual_bytes, 67890) << name;
    EXPECT_EQ(stat->resident_pages, 333) << name;
  }
}

TEST(ProcessMetricsTest, RefusesAnyOtherLine) {
  for (const char* line : {"", "7 (x", "7 (x) S 1 2 3", "7 (x) S 1 7 7 0 -1 4 1 0 0 0 a 50 0 0 20 0 9 0 12345 6 3 1"}) {
    EXPECT_FALSE(ParseProcessStat(line).has_value()) << line;
  }
}

TEST(ProcessMetricsTest, ContainsEveryMetricOfTheTable) {
  std::set<std::string> names;
  for (const prometheus::MetricFamily& family : CollectProcessMetrics()) names.insert(family.name);
  for (const MetricInfo& info : ProcessMetricTable()) EXPECT_EQ(names.erase(std::string(info.name)), 1u) << info.name;
  EXPECT_TRUE(names.empty()) << *names.begin();
}

TEST(ProcessMetricsTest, DescribesThisProcess) {
  EXPECT_GT(ValueOf("process_resident_memory_bytes"), 1 << 20);
  EXPECT_GT(ValueOf("process_virtual_memory_bytes"), ValueOf("process_resident_memory_bytes"));
  EXPECT_GE(ValueOf("process_cpu_seconds_total"), 0);
  EXPECT_EQ(ValueOf("process_max_fds"), static_cast<double>(sysconf(_SC_OPEN_MAX)));
  const double now = absl::ToDoubleSeconds(absl::Now() - absl::UnixEpoch());
  EXPECT_LE(ValueOf("process_start_time_seconds"), now + 2) << "the kernel rounds the time of its boot";
  EXPECT_GT(ValueOf("process_start_time_seconds"), now - 24 * 3600);
}

TEST(ProcessMetricsTest, CountsOpenDescriptorsWithoutItsOwn) {
  const double before = ValueOf("process_open_fds");
  const int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
  EXPECT_EQ(ValueOf("process_open_fds"), before + 1);
  close(fd);
  EXPECT_EQ(ValueOf("process_open_fds"), before);
}

}  // namespace
}  // namespace cpsizer::server
