// Tests of the effect of calls on the metrics of a running server.
#include "server/rpc/server_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "cpsizer/recommend_size.h"
#include "cpsizer/rules.h"
#include "tests/rpc/running_server.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::CallWithBytes;
using ::cpsizer::testing::Recommend;
using ::cpsizer::testing::RunningServer;
using ::cpsizer::testing::SmallBatch;
using ::testing::IsEmpty;

constexpr char kRecommend[] = "/cpsizer.v1.SizingService/RecommendSize";

// Returns all values that are not zero. The key is the name of the metric and the values of its labels, such as `name
// unary a.B Method OK`. The value of a histogram is the number of its samples.
std::map<std::string, double> Values(const Server& server) {
  std::map<std::string, double> values;
  for (const prometheus::MetricFamily& family : server.CollectMetrics()) {
    for (const prometheus::ClientMetric& metric : family.metric) {
      std::string key = family.name;
      for (const auto& label : metric.label) absl::StrAppend(&key, " ", label.value);
      const double value =
          metric.counter.value + metric.gauge.value + static_cast<double>(metric.histogram.sample_count);
      if (value != 0) values[key] = value;
    }
  }
  return values;
}

double Value(const Server& server, const std::string& key) {
  const auto values = Values(server);
  const auto found = values.find(key);
  return found == values.end() ? 0 : found->second;
}

TEST(ServerMetricsTest, AServerWithoutCallsHasCountedNothing) {
  RunningServer server;
  std::map<std::string, double> values = Values(*server);
  EXPECT_EQ(values.erase("cpsizer_max_batches_in_flight"), 1u);
  EXPECT_EQ(values.erase("cpsizer_max_connections"), 1u);
  EXPECT_EQ(values.erase("cpsizer_config_cache_bytes"), 1u);
  for (const auto& [key, value] : values) EXPECT_THAT(key, ::testing::StartsWith("cpsizer_build_info ")) << value;
}

TEST(ServerMetricsTest, ACallIsCountedOnce) {
  RunningServer server;
  ASSERT_TRUE(Recommend(server.stub()).ok());
  const std::string of_method = " unary cpsizer.v1.SizingService RecommendSize";
  EXPECT_EQ(Value(*server, "grpc_server_started_total" + of_method), 1);
  EXPECT_EQ(Value(*server, "grpc_server_handled_total" + of_method + " OK"), 1);
  EXPECT_EQ(Value(*server, "grpc_server_handling_seconds" + of_method), 1);
  EXPECT_EQ(Value(*server, "grpc_server_msg_size_received_bytes" + of_method), 1);
  EXPECT_EQ(Value(*server, "grpc_server_msg_size_sent_bytes" + of_method), 1);
  EXPECT_EQ(Value(*server, "cpsizer_recommendations_total recommended memory"), 1);
}

TEST(ServerMetricsTest, AnErrorIsCountedByItsCode) {
  RunningServer server;
  EXPECT_FALSE(CallWithBytes(server.channel(), kRecommend, "\xff").ok());
  (*server).RefuseNewCalls();
  EXPECT_FALSE(CallWithBytes(server.channel(), kRecommend, "").ok());
  const std::string handled = "grpc_server_handled_total unary cpsizer.v1.SizingService RecommendSize ";
  EXPECT_EQ(Value(*server, handled + "InvalidArgument"), 1);
  EXPECT_EQ(Value(*server, handled + "Unavailable"), 1);
  EXPECT_EQ(Value(*server, handled + "OK"), 0);
}

TEST(ServerMetricsTest, UnknownMethodsAreOneSeries) {
  RunningServer server;
  const size_t series = Expose(server->CollectMetrics()).size();
  for (const char* method : {"/a.B/C", "/d.E/F", "/cpsizer.v1.SizingService/Unknown", "/x"}) {
    EXPECT_FALSE(CallWithBytes(server.channel(), method, "").ok()) << method;
  }
  EXPECT_EQ(Value(*server, "grpc_server_handled_total unary unknown unknown Unimplemented"), 4);
  EXPECT_EQ(Expose(server->CollectMetrics()).size(), series) << "a caller has made the page longer";
}

TEST(ServerMetricsTest, EveryRecommendationOfABatchIsCounted) {
  RunningServer server;
  grpc::ClientContext context;
  cpsizer::testing::SetTimeout(context);
  v1::BatchRecommendSizeResponse response;
  ASSERT_TRUE(server.stub().BatchRecommendSize(&context, SmallBatch(), &response).ok());
  EXPECT_EQ(Value(*server, "cpsizer_recommendations_total recommended memory"), 1) << "the other item is an error";
  EXPECT_EQ(Value(*server, "grpc_server_handled_total unary cpsizer.v1.SizingService BatchRecommendSize OK"), 1);
}

TEST(ServerMetricsTest, ABatchIsInFlightWhileItRuns) {
  absl::Notification running, go_on;
  ServerSetup setup = cpsizer::testing::TestSetup();
  setup.batch_function = [&](SizeBatch& batch, const auto& part, auto cancelled, auto& response) {
    running.Notify();
    go_on.WaitForNotification();
    return batch.Decide(part, cancelled, response);
  };
  RunningServer server(setup);
  grpc::ClientContext context;
  cpsizer::testing::SetTimeout(context);
  v1::BatchRecommendSizeRequest request = SmallBatch();
  v1::BatchRecommendSizeResponse response;
  absl::Notification done;
  server.stub().async()->BatchRecommendSize(&context, &request, &response, [&](const grpc::Status&) { done.Notify(); });
  running.WaitForNotification();
  const std::string of_method = "cpsizer_calls_in_flight cpsizer.v1.SizingService BatchRecommendSize";
  EXPECT_EQ(Value(*server, of_method), 1);
  EXPECT_EQ(Value(*server, "cpsizer_batches_in_flight"), 1);
  EXPECT_EQ(server->metrics().calls_in_flight(), 1);
  go_on.Notify();
  done.WaitForNotification();
  EXPECT_EQ(Value(*server, of_method), 0);
  EXPECT_EQ(Value(*server, "cpsizer_batches_in_flight"), 0);
}

TEST(ServerMetricsTest, FindingsAreCountedByRule) {
  RunningServer server;
  grpc::ClientContext context;
  cpsizer::testing::SetTimeout(context);
  v1::ValidateConfigRequest request;
  *request.mutable_cluster_sizing_configuration() = cpsizer::testing::SmallRequest().cluster_sizing_configuration();
  request.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_sizes(0)->mutable_capacity()->set_cpu("x");
  v1::ValidateConfigResponse response;
  ASSERT_TRUE(server.stub().ValidateConfig(&context, request, &response).ok());
  EXPECT_EQ(Value(*server, "cpsizer_config_findings_total QUANTITY_MALFORMED error"), 1);
}

TEST(ServerMetricsTest, ADecisionAboutReplicasIsCountedWithItsFindings) {
  RunningServer server;
  grpc::ClientContext context;
  cpsizer::testing::SetTimeout(context);
  v1::RecommendReplicasRequest request = cpsizer::testing::SmallReplicas();
  request.mutable_horizontal_pod_autoscaler()->mutable_spec()->set_max_replicas(1);
  v1::RecommendReplicasResponse response;
  ASSERT_TRUE(server.stub().RecommendReplicas(&context, request, &response).ok());
  EXPECT_EQ(Value(*server, "cpsizer_replica_decisions_total rescale"), 1);
  EXPECT_EQ(Value(*server, "cpsizer_config_findings_total MIN_EQUALS_MAX warning"), 1);
  EXPECT_EQ(Value(*server, "grpc_server_handled_total unary cpsizer.v1.SizingService RecommendReplicas OK"), 1);
}

TEST(ServerMetricsTest, EachDecisionOfABatchAboutReplicasIsCountedWithItsFindings) {
  RunningServer server;
  grpc::ClientContext context;
  cpsizer::testing::SetTimeout(context);
  v1::BatchRecommendReplicasRequest request = cpsizer::testing::SmallReplicasBatch();
  *request.add_items() = request.items(0);
  request.mutable_items(0)->mutable_horizontal_pod_autoscaler()->mutable_spec()->set_max_replicas(1);
  request.mutable_options()->set_detail(v1::DETAIL_FULL);
  v1::BatchRecommendReplicasResponse response;
  ASSERT_TRUE(server.stub().BatchRecommendReplicas(&context, request, &response).ok());
  EXPECT_EQ(Value(*server, "cpsizer_replica_decisions_total rescale"), 2);
  EXPECT_EQ(Value(*server, "cpsizer_config_findings_total MIN_EQUALS_MAX warning"), 1);
  EXPECT_EQ(Value(*server, "grpc_server_handled_total unary cpsizer.v1.SizingService BatchRecommendReplicas OK"), 1);
}

TEST(ServerMetricsTest, ADecisionAboutCpuRequestsIsCountedWithItsFindings) {
  RunningServer server;
  grpc::ClientContext context;
  cpsizer::testing::SetTimeout(context);
  v1::ScaleCpuRequestsRequest request = cpsizer::testing::SmallCpuRequests();
  request.mutable_workloads(0)->set_pods(18);
  v1::ScaleCpuRequestsResponse response;
  ASSERT_TRUE(server.stub().ScaleCpuRequests(&context, request, &response).ok());
  EXPECT_EQ(Value(*server, "cpsizer_cpu_request_decisions_total scaled"), 1);
  EXPECT_EQ(Value(*server, "cpsizer_config_findings_total REQUESTS_ABOVE_LIMIT warning"), 1);
}

TEST(ServerMetricsTest, ADecisionAboutMachinesIsCountedWithItsFindings) {
  RunningServer server;
  grpc::ClientContext context;
  cpsizer::testing::SetTimeout(context);
  v1::RecommendMachineRequest request = cpsizer::testing::SmallMachine();
  request.mutable_control_plane_machine_set()->mutable_spec()->clear_state();
  v1::RecommendMachineResponse response;
  ASSERT_TRUE(server.stub().RecommendMachine(&context, request, &response).ok());
  EXPECT_EQ(Value(*server, "cpsizer_machine_decisions_total hold machine_set_inactive"), 1);
  EXPECT_EQ(Value(*server, "cpsizer_config_findings_total MACHINE_SET_INACTIVE warning"), 1);
}

TEST(ServerMetricsTest, APlanOfTheClusterAutoscalerIsCountedWithItsFindings) {
  RunningServer server;
  grpc::ClientContext context;
  cpsizer::testing::SetTimeout(context);
  v1::PlanClusterAutoscalerRequest request = cpsizer::testing::SmallPlan();
  request.clear_machine_sets();
  v1::PlanClusterAutoscalerResponse response;
  ASSERT_TRUE(server.stub().PlanClusterAutoscaler(&context, request, &response).ok());
  EXPECT_EQ(Value(*server, "cpsizer_cluster_autoscaler_plans_total runs"), 1);
  EXPECT_EQ(Value(*server, "cpsizer_config_findings_total TARGET_NOT_FOUND warning"), 1);
}

TEST(ServerMetricsTest, UnknownRulesAndEnumValuesMakeNoSeries) {
  ServerMetrics metrics;
  const InFlightLimit batches(1);
  const size_t before = Expose(metrics.Collect(batches, batches, OpenConnections(1), FloodGuard(1, 1), {})).size();
  v1::RecommendSizeResponse response;
  response.set_outcome(static_cast<v1::SizeOutcome>(99));
  response.set_driver(static_cast<v1::SizeDriver>(-7));
  response.add_findings()->set_rule("EVIL\"} 1\n");
  metrics.Count(response);
  v1::RecommendReplicasResponse replicas;
  replicas.set_outcome(static_cast<v1::ReplicasOutcome>(99));
  replicas.add_findings()->set_rule("EVIL");
  metrics.Count(replicas);
  v1::ScaleCpuRequestsResponse cpu_requests;
  cpu_requests.set_outcome(static_cast<v1::CpuRequestsOutcome>(99));
  metrics.Count(cpu_requests);
  v1::RecommendMachineResponse machines;
  machines.set_outcome(static_cast<v1::MachineOutcome>(99));
  machines.set_reason(static_cast<v1::MachineReason>(99));
  metrics.Count(machines);
  v1::PlanClusterAutoscalerResponse plan;
  plan.set_outcome(static_cast<v1::ClusterAutoscalerPlanOutcome>(99));
  metrics.Count(plan);
  EXPECT_EQ(Expose(metrics.Collect(batches, batches, OpenConnections(1), FloodGuard(1, 1), {})).size(), before);
}

TEST(ServerMetricsTest, ContainsExactlyTheMetricsOfTheTable) {
  ServerMetrics metrics;
  std::map<std::string, const MetricInfo*> table;
  for (const MetricInfo& info : ServerMetricTable()) table[std::string(info.name)] = &info;
  for (const prometheus::MetricFamily& family :
       metrics.Collect(InFlightLimit(1), InFlightLimit(1), OpenConnections(1), FloodGuard(1, 1), {})) {
    const auto info = table.find(family.name);
    ASSERT_NE(info, table.end()) << family.name;
    EXPECT_EQ(family.type, info->second->type) << family.name;
    EXPECT_FALSE(family.metric.empty()) << family.name;
    for (const auto& label : family.metric[0].label) {
      EXPECT_THAT(info->second->labels, ::testing::Contains(absl::string_view(label.name))) << family.name;
    }
    table.erase(info);
  }
  EXPECT_THAT(table, IsEmpty());
}

}  // namespace
}  // namespace cpsizer::server
