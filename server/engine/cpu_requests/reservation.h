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
  // The reservation for the operating system; if CPUs are reserved by number, their count.
  Nanos system = 0;
  // The reservation for Kubernetes itself; 0 if CPUs are reserved by number.
  Nanos kube = 0;
  // The CPUs that are offered to pods in addition to the unreserved ones.
  Nanos over_subscription = 0;
  // The CPUs that are reserved by number; absent if none are.
  absl::optional<CpuSet> cpus;

  Nanos reserved() const { return system + kube; }
};

// Section 4 of docs/reference/cpu-request-scaling.md, as far as it does not depend on a node. Adds errors for
// settings with which no kubelet starts, then warnings. `prefix` begins the paths of findings; empty if the object is
// the request.
CpuReservation ReadReservation(const v1::KubeletConfig& config, absl::string_view prefix, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CPU_REQUESTS_RESERVATION_H_
