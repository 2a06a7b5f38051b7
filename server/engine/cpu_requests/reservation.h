#ifndef CPSIZER_SERVER_ENGINE_CPU_REQUESTS_RESERVATION_H_
#define CPSIZER_SERVER_ENGINE_CPU_REQUESTS_RESERVATION_H_

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/quantity.h"
#include "cpsizer/v1/kubelet_config.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/cpu_requests/cpu_set.h"

namespace cpsizer {

// The CPUs that the kubelets of a KubeletConfig reserve, in nano-CPUs.
struct CpuReservation {
  // The reservation for the operating system. If CPUs are reserved by number, this is the count of these CPUs.
  Nanos system = 0;
  // The reservation for Kubernetes itself. If CPUs are reserved by number, this is 0.
  Nanos kube = 0;
  // The CPUs that are offered to pods in addition to the unreserved CPUs.
  Nanos over_subscription = 0;
  // The CPUs that are reserved by number; absent if no CPUs are reserved by number.
  absl::optional<CpuSet> cpus;

  Nanos reserved() const { return system + kube; }
};

// Implements the parts of section 4 of docs/reference/cpu-request-scaling.md that do not depend on a node. Adds an
// error for each setting that prevents every kubelet from starting, and then adds warnings. The paths of findings begin
// with `prefix`; in a ValidateConfigRequest, `prefix` is empty.
CpuReservation ReadReservation(const v1::KubeletConfig& config, absl::string_view prefix, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CPU_REQUESTS_RESERVATION_H_
