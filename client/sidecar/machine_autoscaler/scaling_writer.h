#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_WRITER_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_WRITER_H_

#include <functional>

#include "absl/status/statusor.h"
#include "client/kube/api_client.h"
#include "client/sidecar/machine_autoscaler/scaling_objects.h"
#include "client/sidecar/machine_autoscaler/scaling_plan.h"

namespace cpsizer::sidecar {

// The API paths and plural names of MachineAutoscalers and MachineSets.
inline constexpr char kBoundsResource[] = "/apis/autoscaling.openshift.io/v1beta1";
inline constexpr char kBoundsPlural[] = "machineautoscalers";
inline constexpr char kScalingTargetsResource[] = "/apis/machine.openshift.io/v1beta1";
inline constexpr char kScalingTargetsPlural[] = "machinesets";

// Writes finalizers and status.lastTargetRef of MachineAutoscalers, and annotations of MachineSets. Writes nothing
// else. The result is the object after the write. Calls `still_wanted` immediately before each request. Errors: Aborted
// if the object no longer has the version that was read, NotFound if the object is deleted, Cancelled if `still_wanted`
// returns false.
class ScalingWriter {
 public:
  using StillWanted = std::function<bool()>;

  virtual ~ScalingWriter() = default;

  // Executes `step`, which writes the MachineAutoscaler `object`.
  virtual void WriteAutoscaler(const BoundsObject& object, const ScalingStep& step, StillWanted still_wanted,
                               std::function<void(absl::StatusOr<BoundsObject>)> done) = 0;
  // Executes `step`, which writes the MachineSet `target`.
  virtual void WriteTarget(const ScalingTarget& target, const ScalingStep& step, StillWanted still_wanted,
                           std::function<void(absl::StatusOr<ScalingTarget>)> done) = 0;
};

// Writes to a real cluster. `client` must outlive this object.
class ApiScalingWriter : public ScalingWriter {
 public:
  explicit ApiScalingWriter(kube::ApiClient& client) : client_(client) {}

  void WriteAutoscaler(const BoundsObject& object, const ScalingStep& step, StillWanted still_wanted,
                       std::function<void(absl::StatusOr<BoundsObject>)> done) override;
  void WriteTarget(const ScalingTarget& target, const ScalingStep& step, StillWanted still_wanted,
                   std::function<void(absl::StatusOr<ScalingTarget>)> done) override;

 private:
  kube::ApiClient& client_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_WRITER_H_
