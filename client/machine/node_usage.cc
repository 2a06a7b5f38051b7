#include "client/machine/node_usage.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "client/objects/cpu_objects.h"
#include "client/objects/machine_objects.h"
#include "client/objects/read_list.h"
#include "cpsizer/limits.h"
#include "cpsizer/quantity.h"

namespace cpsizer::machine {
namespace {

using Amounts = google::protobuf::Map<std::string, std::string>;

// Longer than any time, duration or quantity that a metrics API writes; samples are kept for hours.
constexpr size_t kMaxValueBytes = 64;

absl::Status Malformed(absl::string_view field, absl::string_view text, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat(field, ": \"", objects::ShownValue(text), "\" ", why));
}

// Reads the amount of a resource; one that is absent stays empty.
absl::Status ReadAmount(const Amounts& amounts, const char* resource, absl::string_view field, std::string& text) {
  const auto amount = amounts.find(resource);
  if (amount == amounts.end()) return absl::OkStatus();
  Quantity quantity;
  const QuantityError error = ParseQuantity(amount->second, quantity);
  if (error != QuantityError::kNone) {
    return Malformed(absl::StrCat(field, "[", resource, "]"), amount->second, Describe(error));
  }
  if (amount->second.size() > kMaxValueBytes) {
    return Malformed(absl::StrCat(field, "[", resource, "]"), amount->second, "is too long");
  }
  if (quantity.nanos < 0) return Malformed(absl::StrCat(field, "[", resource, "]"), amount->second, "is negative");
  text = amount->second;
  return absl::OkStatus();
}

absl::Status CheckTimes(const objects::FoundNodeMetrics& found) {
  absl::Time time;
  if (found.timestamp.size() > kMaxValueBytes ||
      !absl::ParseTime(absl::RFC3339_full, found.timestamp, &time, nullptr)) {
    return Malformed("timestamp", found.timestamp, "is not a time of RFC 3339");
  }
  absl::Duration window;
  if (found.window.size() > kMaxValueBytes || !absl::ParseDuration(found.window, &window) ||
      window < absl::ZeroDuration()) {
    return Malformed("window", found.window, "is not a duration of at least 0");
  }
  return absl::OkStatus();
}

absl::Status ReadSample(const objects::FoundNodeMetrics& found, const NodeCapacity& capacity,
                        v1::MachineSample& sample) {
  absl::Status status = CheckTimes(found);
  status.Update(ReadAmount(found.metrics.usage(), "cpu", "usage", *sample.mutable_cpu_usage()));
  status.Update(ReadAmount(found.metrics.usage(), "memory", "usage", *sample.mutable_memory_usage()));
  sample.set_timestamp(found.timestamp);
  sample.set_window(found.window);
  sample.set_cpu_capacity(capacity.cpu);
  sample.set_memory_capacity(capacity.memory);
  return status;
}

}  // namespace

absl::Status ReadNodes(absl::string_view answer, NodeCapacities& nodes) {
  return objects::ReadItems<objects::FoundNode>(
      answer, "NodeList", objects::ReadNode, [&](const objects::FoundNode& found) {
        NodeCapacity capacity;
        const Amounts& amounts = found.node.status().capacity();
        absl::Status status = ReadAmount(amounts, "cpu", "status.capacity", capacity.cpu);
        status.Update(ReadAmount(amounts, "memory", "status.capacity", capacity.memory));
        nodes.insert_or_assign(found.node.metadata().name(), std::move(capacity));
        if (status.ok() && nodes.size() > kMaxMachineNodes) {
          return absl::ResourceExhaustedError(
              absl::StrCat("there are more than ", kMaxMachineNodes, " Nodes with a role of the control plane"));
        }
        return status;
      });
}

absl::Status ReadNodeMetrics(absl::string_view answer, const NodeCapacities& nodes,
                             absl::btree_map<std::string, v1::MachineSample>& samples) {
  return objects::ReadItems<objects::FoundNodeMetrics>(answer, "NodeMetricsList", objects::ReadNodeMetrics,
                                                       [&](const objects::FoundNodeMetrics& found) {
                                                         const auto node = nodes.find(found.node);
                                                         if (node == nodes.end()) return absl::OkStatus();
                                                         return ReadSample(found, node->second, samples[found.node]);
                                                       });
}

}  // namespace cpsizer::machine
