#ifndef CPSIZER_CLIENT_CLI_HISTORY_FIT_REQUESTS_RESULT_H_
#define CPSIZER_CLIENT_CLI_HISTORY_FIT_REQUESTS_RESULT_H_

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/cli/base/screen.h"
#include "client/cli/history/fit_requests_flags.h"
#include "client/cli/history/replay_result.h"
#include "client/history/fit/resource.h"
#include "client/history/requests/container_name.h"
#include "client/history/requests/request_proposal.h"
#include "client/history/requests/usage_evidence.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

namespace cpsizer::cli {

// The request of a resource by a container at a size.
struct RequestRow {
  std::string size;
  history::ContainerName container;
  history::Resource resource;
  std::string present;  // as in the configuration; empty if the size does not set it
  history::UsageEvidence evidence;
  history::RequestProposal proposal;
};

// The kasGoMemLimit of a size.
struct GoMemLimitRow {
  std::string size;
  std::string present;   // empty if the size does not set it
  std::string proposed;  // empty if no change is proposed
  std::string why;
};

// A cluster that needs more than its size requests.
struct OverrideRow {
  std::string cluster;
  history::ContainerName container;
  double excess = 0;
  std::string command;  // empty if the name of the HostedCluster is not known
};

// The clusters of a size that need more than the size requests.
struct OutlierRow {
  std::string size;
  int64_t clusters = 0;
  int64_t allowed = 0;
  bool is_size_wrong = false;
  std::vector<OverrideRow> overrides;
};

// The result of `cpsizer fit --requests`, for its outputs.
struct FitRequestsResult {
  FitRequestsOptions options;
  absl::Time begin;
  absl::Time end;
  size_t clusters = 0;  // with a size and samples
  SampleCounts samples;
  int64_t without_size = 0;      // samples of clusters without a size
  int64_t before_size = 0;       // samples of the time before the cluster got its size
  int64_t other_samples = 0;     // samples of pods that are not of a Deployment or a StatefulSet
  size_t other_containers = 0;   // containers with samples that no size names
  std::vector<RequestRow> rows;  // by size and container
  std::vector<GoMemLimitRow> limits;
  std::vector<OutlierRow> outliers;  // only sizes with outliers
  // The configuration with the proposed values, or nothing if no change is proposed.
  absl::optional<v1::ClusterSizingConfiguration> proposal;
  std::string summary;
};

// Returns why a request is proposed or kept.
std::string WhyText(const RequestRow& row);

void PrintRequests(const FitRequestsResult& result, Screen& out);

// Returns `{"begin", "end", "clusters", "samples", "leftOut", "quantile", "headroom", "requests", "kasGoMemLimits",
// "outliers", "summary", "proposal"}`. Amounts of usage are bytes or cores. `proposal` is the configuration with the
// proposed values, and is absent if no change is proposed.
nlohmann::ordered_json RequestsJson(const FitRequestsResult& result);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_FIT_REQUESTS_RESULT_H_
