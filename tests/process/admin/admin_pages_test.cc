#include "server/process/admin/admin_pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "server/process/metric_family.h"
#include "server/process/show_time.h"

namespace cpsizer::server {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr MetricInfo kCounter = {
    "test_total", prometheus::MetricType::Counter, {"a", "b"}, "What it counts, as \"people\" say."};
constexpr MetricInfo kGauge = {"test_bytes", prometheus::MetricType::Gauge, {}, "How much."};

AdminPages Pages(absl::Status live, absl::Status ready) {
  return {[] {
            return std::vector<prometheus::MetricFamily>{
                FamilyBuilder(kCounter).Add({"x", "y\"\\\n"}, 3).Add({"x", ""}, 0).Build(),
                FamilyBuilder(kGauge).Add({}, 0.5).Build()};
          },
          [live] { return live; }, [ready] { return ready; }, [] { return std::string("{\"v\":1}"); },
          [] { return std::string("{\"s\":1}"); }};
}

TEST(AdminPagesTest, TimesAreShownInUtcWithSeconds) {
  EXPECT_EQ(ShowTime(absl::FromUnixMillis(1'767'323'045'999)), "2026-01-02T03:04:05Z");
}

TEST(AdminPagesTest, ProbesReturnOkOrTheReason) {
  const AdminPages good = Pages(absl::OkStatus(), absl::OkStatus());
  const AdminPages bad = Pages(absl::UnavailableError("dead"), absl::UnavailableError("draining"));
  for (const char* path : {"/livez", "/readyz"}) {
    EXPECT_EQ(AnswerAdminPage(good, path).code, 200) << path;
    EXPECT_EQ(*AnswerAdminPage(good, path).body, "ok\n") << path;
    EXPECT_EQ(AnswerAdminPage(bad, path).code, 503) << path;
  }
  EXPECT_EQ(*AnswerAdminPage(bad, "/livez").body, "dead\n");
  EXPECT_EQ(*AnswerAdminPage(bad, "/readyz").body, "draining\n");
}

TEST(AdminPagesTest, VersionAndStatusAreJson) {
  const AdminPages pages = Pages(absl::OkStatus(), absl::OkStatus());
  EXPECT_EQ(*AnswerAdminPage(pages, "/version").body, "{\"v\":1}");
  EXPECT_EQ(*AnswerAdminPage(pages, "/statusz").body, "{\"s\":1}");
  EXPECT_EQ(AnswerAdminPage(pages, "/statusz").content_type, "application/json");
}

TEST(AdminPagesTest, MetricsDescribeTheProgramAndTheProcess) {
  const WebResponse page = AnswerAdminPage(Pages(absl::OkStatus(), absl::OkStatus()), "/metrics");
  EXPECT_EQ(page.code, 200);
  EXPECT_EQ(page.content_type, "text/plain; version=0.0.4; charset=utf-8");
  EXPECT_THAT(*page.body, AllOf(HasSubstr("# HELP test_total What it counts, as \"people\" say.\n"
                                          "# TYPE test_total counter\n"
                                          "test_total{a=\"x\",b=\"y\\\"\\\\\\n\"} 3\n"
                                          "test_total{a=\"x\",b=\"\"} 0\n"),
                                HasSubstr("# TYPE test_bytes gauge\ntest_bytes 0.5\n"),
                                HasSubstr("# TYPE process_cpu_seconds_total counter\n")));
}

TEST(AdminPagesTest, OtherPathsReturnTheListOfPages) {
  const AdminPages pages = Pages(absl::OkStatus(), absl::OkStatus());
  for (const char* path : {"/", "/metrics/", "/METRICS", "/../etc/passwd", "/healthz"}) {
    const WebResponse page = AnswerAdminPage(pages, path);
    EXPECT_EQ(page.code, 404) << path;
    EXPECT_THAT(*page.body,
                AllOf(HasSubstr("/metrics, /livez, /readyz, /version and /statusz"), Not(HasSubstr("etc"))));
  }
}

}  // namespace
}  // namespace cpsizer::server
