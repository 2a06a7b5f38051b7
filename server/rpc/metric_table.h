#ifndef CPSIZER_SERVER_RPC_METRIC_TABLE_H_
#define CPSIZER_SERVER_RPC_METRIC_TABLE_H_

#include "server/process/metric_family.h"

// The metrics of ServerMetrics, without those of decisions.h.
namespace cpsizer::server::metric {

using ::prometheus::MetricType;

// These metrics have the names and labels of go-grpc-prometheus, because existing dashboards use these names and
// labels.
inline constexpr MetricInfo kStarted = {"grpc_server_started_total",
                                        MetricType::Counter,
                                        {"grpc_type", "grpc_service", "grpc_method"},
                                        "Calls that reached the service; unknown methods are counted together."};
inline constexpr MetricInfo kHandled = {"grpc_server_handled_total",
                                        MetricType::Counter,
                                        {"grpc_type", "grpc_service", "grpc_method", "grpc_code"},
                                        "Calls that ended, by status code."};
inline constexpr MetricInfo kSeconds = {
    "grpc_server_handling_seconds",
    MetricType::Histogram,
    {"grpc_type", "grpc_service", "grpc_method"},
    "Time from the start of a call to its response. It includes the wait for a thread, "
    "and does not include the time in gRPC and in the network."};
inline constexpr MetricInfo kReceived = {"grpc_server_msg_size_received_bytes",
                                         MetricType::Histogram,
                                         {"grpc_type", "grpc_service", "grpc_method"},
                                         "Sizes of requests."};
inline constexpr MetricInfo kSent = {"grpc_server_msg_size_sent_bytes",
                                     MetricType::Histogram,
                                     {"grpc_type", "grpc_service", "grpc_method"},
                                     "Sizes of responses; calls that failed have no response."};
inline constexpr MetricInfo kInFlight = {"cpsizer_calls_in_flight",
                                         MetricType::Gauge,
                                         {"grpc_service", "grpc_method"},
                                         "Calls that are being processed or wait for a thread."};
inline constexpr MetricInfo kBatches = {
    "cpsizer_batches_in_flight", MetricType::Gauge, {}, "Batches and large requests that run or wait."};
inline constexpr MetricInfo kMediumCalls = {"cpsizer_medium_calls_in_flight",
                                            MetricType::Gauge,
                                            {},
                                            "Requests of medium size that run on, or wait for, a worker thread."};
inline constexpr MetricInfo kMaxBatches = {
    "cpsizer_max_batches_in_flight",
    MetricType::Gauge,
    {},
    "Maximum number of batches and large requests that run or wait (--max-in-flight); further ones are refused."};
inline constexpr MetricInfo kConnections = {"cpsizer_connections", MetricType::Gauge, {}, "Open connections."};
inline constexpr MetricInfo kMaxConnections = {
    "cpsizer_max_connections",
    MetricType::Gauge,
    {},
    "Maximum number of open connections (--max-connections, or less if the limit "
    "of open files is lower); further connections are closed."};
inline constexpr MetricInfo kRefusedConnections = {
    "cpsizer_refused_connections_total",
    MetricType::Counter,
    {"reason"},
    "Connections closed as soon as they were accepted. Reasons: too_many (the "
    "limit of open connections is reached), flood (an earlier connection of the same address caused a flood)."};
inline constexpr MetricInfo kFloods = {
    "cpsizer_floods_total",
    MetricType::Counter,
    {"flood"},
    "Connections closed because the client flooded them with HTTP/2 frames, by kind of flood."};
inline constexpr MetricInfo kCacheHits = {"cpsizer_config_cache_hits_total",
                                          MetricType::Counter,
                                          {},
                                          "RecommendSize calls whose compiled configuration was in the cache."};
inline constexpr MetricInfo kCacheMisses = {"cpsizer_config_cache_misses_total",
                                            MetricType::Counter,
                                            {},
                                            "RecommendSize calls whose compiled configuration was not in the cache. A "
                                            "configuration is stored at its second use."};
inline constexpr MetricInfo kCacheEvictions = {"cpsizer_config_cache_evictions_total",
                                               MetricType::Counter,
                                               {},
                                               "Configurations removed from the cache because --config-cache-bytes was "
                                               "reached."};
inline constexpr MetricInfo kCacheBytes = {
    "cpsizer_config_cache_bytes",
    MetricType::Gauge,
    {},
    "Memory of the cache of compiled configurations. An empty cache takes 64 KiB."};
inline constexpr MetricInfo kFindings = {"cpsizer_config_findings_total",
                                         MetricType::Counter,
                                         {"rule", "severity"},
                                         "Findings returned to callers; docs/rules.md lists the rules."};

}  // namespace cpsizer::server::metric

#endif  // CPSIZER_SERVER_RPC_METRIC_TABLE_H_
