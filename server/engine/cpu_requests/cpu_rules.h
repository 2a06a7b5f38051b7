#ifndef CPSIZER_SERVER_ENGINE_CPU_REQUESTS_CPU_RULES_H_
#define CPSIZER_SERVER_ENGINE_CPU_REQUESTS_CPU_RULES_H_

#include "cpsizer/rules.h"

namespace cpsizer {

// The rules about the CPU requests of a control plane and about the reservations of its kubelets, in the order of
// `Rule`.
inline constexpr RuleInfo kCpuRules[] = {
    {Rule::kCpuSetMalformed, "CPU_SET_MALFORMED", v1::SEVERITY_ERROR, "reservedSystemCPUs is not a list of CPUs.",
     "The kubelet does not start with such a value.",
     "Write CPU numbers and ranges with commas between them and without spaces, each number at most 65535.",
     "reservedSystemCPUs: 0 to 3", "reservedSystemCPUs: 0-3,52"},
    {Rule::kReservedCpusOutsideCapacity, "RESERVED_CPUS_OUTSIDE_CAPACITY", v1::SEVERITY_ERROR,
     "reservedSystemCPUs lists a CPU that a node does not have.", "The kubelet of that node does not start.",
     "List only CPUs that every node has: a node with 8 CPUs has 0 to 7.", "reservedSystemCPUs: 0-8 on 8 CPUs",
     "reservedSystemCPUs: 0-7 on 8 CPUs"},
    {Rule::kReservedAboveCapacity, "RESERVED_ABOVE_CAPACITY", v1::SEVERITY_ERROR,
     "More CPU is reserved than a node has.",
     "The kubelet of that node does not start, because its check of the reservation ignores over-subscription.",
     "Lower systemReserved.cpu or kubeReserved.cpu, or exclude the node from the KubeletConfig.",
     "systemReserved: {cpu: \"5\"} on 4 CPUs", "systemReserved: {cpu: 500m} on 4 CPUs"},
    {Rule::kStaticPolicyWithoutReserved, "STATIC_POLICY_WITHOUT_RESERVED", v1::SEVERITY_ERROR,
     "The static CPU manager policy has no reservation: no CPU is reserved, or the over-subscription is not below the "
     "reservation.",
     "The kubelet does not start: the static policy requires a reservation above zero.",
     "List the reserved CPUs in reservedSystemCPUs, or keep the over-subscription below the reservation.",
     "cpuManagerPolicy: static, systemReserved: {cpu: \"1\"}, cpuOverSubscriptionCapacity: 1",
     "cpuManagerPolicy: static, reservedSystemCPUs: \"0\", cpuOverSubscriptionCapacity: 1"},
    {Rule::kAllocatableAboveCapacity, "ALLOCATABLE_ABOVE_CAPACITY", v1::SEVERITY_WARNING,
     "The over-subscription is above the reservation.",
     "A node then offers more CPUs than it has. If all pods use what they request, they compete for CPU time.",
     "Keep the over-subscription at or below the reservation, unless the requests are known to be far above the usage.",
     "systemReserved: {cpu: 500m}, cpuOverSubscriptionCapacity: 1",
     "systemReserved: {cpu: \"4\"}, cpuOverSubscriptionCapacity: 1"},
    {Rule::kRequestsAboveLimit, "REQUESTS_ABOVE_LIMIT", v1::SEVERITY_WARNING,
     "The requests add up to more than the CPU limit of the control plane.",
     "Requests are scaled by the ratio of two CPU counts, without a check of their sum. Minimums and overhead are not "
     "scaled.",
     "Raise the limit, remove workloads, or let the kubelets over-subscribe by the shortfall.",
     "controlPlaneCPULimit: 4, and scaled requests of 4666m", "controlPlaneCPULimit: 5, and scaled requests of 4666m"},
    {Rule::kCpuRequestMissing, "CPU_REQUEST_MISSING", v1::SEVERITY_WARNING,
     "A container of the control plane has no CPU request.",
     "The request is treated as 0, so the sum is below what the control plane needs. Each component is required to "
     "request CPU.",
     "Set resources.requests.cpu on every container.", "resources: {}", "resources: {requests: {cpu: 10m}}"},
    {Rule::kReservationComputedByNode, "RESERVATION_COMPUTED_BY_NODE", v1::SEVERITY_WARNING,
     "autoSizingReserved is on.",
     "Each node computes its system reservation at boot. The allocatable CPUs of a decision are computed from "
     "systemReserved, and can differ from the actual allocatable CPUs.",
     "Read the reservation from the nodes, or set autoSizingReserved to false and write systemReserved.",
     "autoSizingReserved: true", "systemReserved: {cpu: 500m}"},
    {Rule::kReservedCpusTakePrecedence, "RESERVED_CPUS_TAKE_PRECEDENCE", v1::SEVERITY_NOTE,
     "reservedSystemCPUs is set together with systemReserved.cpu or kubeReserved.cpu.",
     "The number of listed CPUs replaces both amounts.",
     "Remove the two amounts if they are not meant for another configuration.",
     "reservedSystemCPUs: 0-3, systemReserved: {cpu: 500m}", "reservedSystemCPUs: 0-3"},
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CPU_REQUESTS_CPU_RULES_H_
