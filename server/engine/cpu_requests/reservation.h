#ifndef CPSIZER_SERVER_ENGINE_CPU_REQUESTS_RESERVATION_H_
#define CPSIZER_SERVER_ENGINE_CPU_REQUESTS_RESERVATION_H_

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/quantity.h"
#include "cpsizer/v1/kubelet_config.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/cpu_requests/cpu_set.h"

namespace cpsizer {

// What the kubelets of a KubeletConfig keep back of their CPUs, in nano-CPUs.
struct CpuReservation {
  // For the operating system; where CPUs are reserved by number, their count.
  Nanos system = 0;
  // For Kubernetes itself; 0 where CPUs are reserved by number.
  Nanos kube = 0;
  // What is offered to pods beyond the rest.
  Nanos over_subscription = 0;
  // The CPUs that are reserved by number, if they are.
  absl::optional<CpuSet> cpus;

  Nanos reserved() const { return system + kube; }
};

// Section 4 of docs/reference/cpu-request-scaling.md, as far as it does not depend on a node: with errors for what
// keeps every kubelet from starting, then warnings. `prefix` begins the paths of findings; empty where the object is
// the request.
CpuReservation ReadReservation(const v1::KubeletConfig& config, absl::string_view prefix, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CPU_REQUESTS_RESERVATION_H_
