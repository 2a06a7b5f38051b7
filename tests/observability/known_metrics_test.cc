#include "tests/observability/known_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/observability/query_names.h"

namespace cpsizer::observability {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(QueryNamesTest, DistinguishesMetricsFromOtherNames) {
  const QueryNames names = NamesIn(
      "histogram_quantile(0.5, sum by (le, grpc_method) (rate(a_bucket{x=~\"p|q\", y!=\"by (z)\"}[5m] offset 1h))) > "
      "bool 2e3 "
      "unless on (pod) b and clamp_min(max(c), 3) - time()");
  ASSERT_EQ(names.selectors.size(), 3u);
  EXPECT_EQ(names.selectors[0].metric, "a_bucket");
  EXPECT_THAT(names.selectors[0].labels, ElementsAre(Pair("x", "p|q"), Pair("y", "by (z)")));
  EXPECT_EQ(names.selectors[1].metric, "b");
  EXPECT_EQ(names.selectors[2].metric, "c");
  EXPECT_THAT(names.grouping, ElementsAre("grpc_method", "le", "pod"));
}

TEST(KnownMetricsTest, AcceptsExistingNames) {
  for (const char* query : {
           "sum by (grpc_code, pod) (rate(grpc_server_handled_total{grpc_code=~\"Internal|Unknown\"}[5m]))",
           "histogram_quantile(0.9, sum by (le) (rate(grpc_server_handling_seconds_bucket[5m])))",
           "cpsizer_sidecar_configuration_state{namespace=~\".*\", state=\"invalid\"} == 1",
           "process_open_fds / process_max_fds",
       }) {
    EXPECT_THAT(ProblemsOf(query), IsEmpty()) << query;
  }
}

TEST(KnownMetricsTest, ReportsUnknownNames) {
  const struct {
    const char* query;
    const char* problem;
  } kCases[] = {
      {"cpsizer_sidecar_leaders", "there is no metric cpsizer_sidecar_leaders"},
      {"cpsizer_connections_total", "there is no metric cpsizer_connections_total"},
      {"grpc_server_handling_seconds", "there is no metric grpc_server_handling_seconds"},
      {"cpsizer_connections{port=\"open\"}", "cpsizer_connections has no label port"},
      {"sum by (reason) (cpsizer_connections)", "no metric of the query has a label reason"},
      {"cpsizer_sidecar_configuration_state{state=~\"invalid|broken\"}", "the label state is never broken"},
      {"grpc_server_handled_total{grpc_code=\"INTERNAL\"}", "the label grpc_code is never INTERNAL"},
      {"vector(1)", "there is no metric in it"},
  };
  for (const auto& [query, problem] : kCases) EXPECT_THAT(ProblemsOf(query), ElementsAre(problem)) << query;
}

}  // namespace
}  // namespace cpsizer::observability
