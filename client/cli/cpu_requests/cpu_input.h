#ifndef CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_INPUT_H_
#define CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_INPUT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "client/cli/base/places.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/decision_verb.h"
#include "client/cli/input/inputs.h"
#include "cpsizer/v1/scale_cpu_requests.pb.h"

namespace cpsizer::cli {

// Maps the paths of a ScaleCpuRequestsRequest to places in the files that the request was made from. The inventory must
// outlive this.
struct CpuPlaces : public Places {
  absl::optional<objects::Place> PlaceOf(absl::string_view path) const override;

  const objects::FoundInfrastructure* infrastructure = nullptr;
  const objects::FoundKubeletConfig* kubelet_config = nullptr;
  // The place of the limit, if the limit is in an install-config.yaml.
  absl::optional<objects::Place> install_config;
  // The places of the items in the request fields with these names, in the order of the items. `idle_usages` has one
  // list for each workload.
  std::vector<objects::Place> workloads;
  std::vector<std::vector<objects::Place>> idle_usages;
  std::vector<objects::Place> nodes;
};

// A request made from objects. It does not have the options.
using CpuInput = DecisionInput<v1::ScaleCpuRequestsRequest, CpuPlaces>;

// Options for making a request.
struct CpuInputOptions {
  // If set, replaces the limit that the objects contain.
  absl::optional<int32_t> limit;
  bool cap_by_idle_usage = false;
};

// Makes a request from the objects of files or of a cluster. If there are two objects where only one is allowed, or if
// IsDecidable() is false for an object, prints an error, sets the exit code in `inputs` and returns nothing.
//
// The nodes of the request are the nodes with a control plane role, or all nodes if no node has this role. A DaemonSet
// has one pod on each of these nodes. If there are no nodes, the status of the DaemonSet has the number of its pods.
// Pods that have ended are not counted. With `cap_by_idle_usage`, the idle usage of a workload comes from the
// PodMetrics that its selector selects. The idle usage of a static pod comes from the PodMetrics with the name of the
// pod.
absl::optional<CpuInput> MakeCpuInput(Inputs& inputs, const CpuInputOptions& options, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_INPUT_H_
