#include "client/cli/verbs/validate_node_requests.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/cli/base/make_finding.h"
#include "client/objects/escape.h"
#include "cpsizer/quantity.h"

namespace cpsizer::cli {
namespace {

// `shown` is the text of `most`.
void CheckAmount(const std::string& text, const Quantity& most, const std::string& shown, const std::string& path,
                 v1::ValidateConfigResponse& response) {
  Quantity amount;
  if (ParseQuantity(text, amount) != QuantityError::kNone || amount <= most) return;
  *response.add_findings() = MakeFinding(
      Rule::kResourceRequestAboveNodes, path, text,
      absl::StrCat(objects::QuotedValue(text), " is above ", shown, ", the most that a node has allocatable"));
}

}  // namespace

void AddRequestsAboveNodes(const v1::ClusterSizingConfiguration& config,
                           const std::vector<objects::FoundCapacityNode>& nodes, v1::ValidateConfigResponse& response) {
  if (nodes.empty()) return;
  int64_t cpu_millis = 0;
  int64_t memory_bytes = 0;
  for (const objects::FoundCapacityNode& node : nodes) {
    cpu_millis = std::max(cpu_millis, node.cpu_millis);
    memory_bytes = std::max(memory_bytes, node.memory_bytes);
  }
  const Quantity cpu = {Nanos{cpu_millis} * (kNanosPerUnit / 1'000), QuantityFormat::kDecimalSI};
  const Quantity memory = WholeUnits(memory_bytes, QuantityFormat::kBinarySI);
  for (int size = 0; size < config.spec().sizes_size(); ++size) {
    const v1::Effects& effects = config.spec().sizes(size).effects();
    for (int i = 0; i < effects.resource_requests_size(); ++i) {
      const v1::ResourceRequest& request = effects.resource_requests(i);
      const std::string path = absl::StrCat("spec.sizes[", size, "].effects.resourceRequests[", i, "]");
      CheckAmount(request.memory(), memory, HumanMemory(memory), absl::StrCat(path, ".memory"), response);
      CheckAmount(request.cpu(), cpu, HumanCpu(cpu), absl::StrCat(path, ".cpu"), response);
    }
  }
}

}  // namespace cpsizer::cli
