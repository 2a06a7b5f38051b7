#include "server/engine/cpu_requests/node_allocatable.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "server/engine/base/text.h"
#include "server/engine/cpu_requests/cpu_texts.h"
#include "server/engine/cpu_requests/reservation.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kPrefix = "kubeletConfig.";

// Returns the CPU capacity of the node. Adds a finding and returns nothing if the capacity is not above 0.
absl::optional<Nanos> ReadCapacity(const v1::Node& node, int index, Findings& findings) {
  const std::string path = absl::StrCat(Indexed("nodes", index), ".status.capacity[cpu]");
  const auto cpu = node.status().capacity().find("cpu");
  if (cpu == node.status().capacity().end()) {
    findings.Add(Rule::kFieldMissing, path, "", "the node has no CPU capacity");
    return absl::nullopt;
  }
  const absl::optional<Nanos> capacity = ReadCpu(cpu->second, path, findings);
  if (!capacity.has_value() || *capacity > 0) return capacity;
  findings.Add(Rule::kValueOutOfRange, path, cpu->second, "the CPU capacity is not above 0");
  return absl::nullopt;
}

// Returns whether a kubelet starts on a node with this capacity. Adds a finding if the kubelet does not start.
bool Starts(const CpuReservation& reservation, Nanos capacity, const v1::Node& node, Findings& findings) {
  const std::string name = Quoted(node.metadata().name());
  if (reservation.cpus.has_value() && Nanos{reservation.cpus->largest + 1} * kNanosPerUnit > capacity) {
    findings.Add(Rule::kReservedCpusOutsideCapacity, absl::StrCat(kPrefix, "spec.kubeletConfig.reservedSystemCPUs"),
                 absl::StrCat(reservation.cpus->largest),
                 absl::StrCat("CPU ", reservation.cpus->largest, " is reserved; node \"", name, "\" has ",
                              CpuText(capacity), " CPUs"));
    return false;
  }
  if (reservation.reserved() <= capacity) return true;
  findings.Add(Rule::kReservedAboveCapacity, absl::StrCat(kPrefix, "spec.kubeletConfig"),
               CpuText(reservation.reserved()),
               absl::StrCat(CpuText(reservation.reserved()), " of CPU is reserved; node \"", name, "\" has ",
                            CpuText(capacity)));
  return false;
}

std::string Arithmetic(const CpuReservation& reservation, Nanos capacity, Nanos allocatable) {
  std::string text = absl::StrCat(CpuText(capacity), " - ", CpuText(reservation.reserved()), " reserved");
  if (reservation.over_subscription > 0) {
    absl::StrAppend(&text, " + ", CpuText(reservation.over_subscription), " over-subscribed");
  }
  return absl::StrCat(text, " = ", CpuText(allocatable));
}

}  // namespace

NodeTotals ComputeAllocatable(const v1::ScaleCpuRequestsRequest& request, bool brief,
                              v1::ScaleCpuRequestsResponse& response, Findings& findings) {
  const CpuReservation reservation = ReadReservation(request.kubelet_config(), kPrefix, findings);
  const Nanos net = reservation.reserved() - reservation.over_subscription;
  NodeTotals totals;
  for (int i = 0; i < request.nodes_size(); ++i) {
    const v1::Node& node = request.nodes(i);
    CheckNameLength(node.metadata().name(), absl::StrCat(Indexed("nodes", i), ".metadata.name"), findings);
    const absl::optional<Nanos> capacity = ReadCapacity(node, i, findings);
    if (!capacity.has_value() || !Starts(reservation, *capacity, node, findings)) continue;
    v1::CpuRequestsAllocatable& answer = *response.add_nodes();
    answer.set_node(node.metadata().name());
    answer.set_capacity(CpuText(*capacity));
    answer.set_system_reserved(CpuText(reservation.system));
    answer.set_kube_reserved(CpuText(reservation.kube));
    answer.set_over_subscription(CpuText(reservation.over_subscription));
    answer.set_reservation(CpuText(net));
    answer.set_allocatable(CpuText(*capacity - net));
    if (!brief) answer.set_arithmetic(Arithmetic(reservation, *capacity, *capacity - net));
    totals.capacity += *capacity;
    totals.allocatable += *capacity - net;
    totals.over_subscription += reservation.over_subscription;
  }
  return totals;
}

}  // namespace cpsizer
