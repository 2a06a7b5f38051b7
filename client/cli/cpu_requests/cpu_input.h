#ifndef CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_INPUT_H_
#define CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_INPUT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "client/cli/base/places.h"
#include "client/cli/base/screen.h"
#include "client/objects/inventory.h"
#include "cpsizer/v1/scale_cpu_requests.pb.h"

namespace cpsizer::cli {

// Finds the paths of a ScaleCpuRequestsRequest in the files that it was made from. Points into the inventory.
struct CpuPlaces : public Places {
  absl::optional<objects::Place> PlaceOf(absl::string_view path) const override;
  // The place of `workloads[i].idleUsage[j]...`.
  absl::optional<objects::Place> PlaceOfUsage(absl::string_view path) const;

  const objects::FoundInfrastructure* infrastructure = nullptr;
  const objects::FoundKubeletConfig* kubelet_config = nullptr;
  // The place of the limit, if it is in an install-config.yaml.
  absl::optional<objects::Place> install_config;
  // The places of the items of these fields, in order; those of idle usages by workload.
  std::vector<objects::Place> workloads;
  std::vector<std::vector<objects::Place>> idle_usages;
  std::vector<objects::Place> nodes;
};

// A request made from objects.
struct CpuInput {
  // The request, without its options.
  v1::ScaleCpuRequestsRequest request;
  CpuPlaces places;
};

// Options for making a request.
struct CpuInputOptions {
  // Overrides the limit of the objects.
  absl::optional<int32_t> limit;
  bool cap_by_idle_usage = false;
};

// Makes a request from the objects of files or a cluster. Returns nothing, with an exit code, after printing an error
// if two objects contradict each other, or one has a misspelt field.
//
// Nodes are those with a control plane role; without any such node, all. A DaemonSet has a pod on each of them, or as
// many as its status states if there are no nodes. Pods that have ended do not count. With `cap_by_idle_usage` idle
// usage comes from PodMetrics, by labels or by the name of a static pod.
absl::optional<CpuInput> MakeCpuInput(const objects::Inventory& inventory, const CpuInputOptions& options, Screen& err,
                                      int& exit_code);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_INPUT_H_
