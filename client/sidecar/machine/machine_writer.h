#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_WRITER_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_WRITER_H_

#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "client/kube/api_client.h"
#include "client/sidecar/machine/machine_object.h"
#include "client/sidecar/machine/machine_status.h"

namespace cpsizer::sidecar {

// Writes the status of an autoscaler and the size in a ControlPlaneMachineSet. Writes nothing else.
class MachineWriter {
 public:
  using StillWanted = std::function<bool()>;

  virtual ~MachineWriter() = default;

  // Writes the status of the autoscaler. The result is the autoscaler after the write. Calls `still_wanted` immediately
  // before the request is sent. Errors: Aborted if the autoscaler no longer has the version of `object`; Cancelled if
  // `still_wanted` returns false.
  virtual void WriteStatus(const MachineObject& object, const MachineStatus& status, StillWanted still_wanted,
                           std::function<void(absl::StatusOr<MachineObject>)> done) = 0;

  // Sends a JSON Patch of the ControlPlaneMachineSet of the namespace once, and never repeats the request. Therefore an
  // error with a 4xx response of the API server (kube::ServerAnswerOf()) means that nothing was changed. Errors:
  // Cancelled if `still_wanted` returns false.
  virtual void PatchMachineSet(const std::string& name_space, const std::string& patch, StillWanted still_wanted,
                               std::function<void(absl::Status)> done) = 0;
};

// Writes to a real cluster. `client` must outlive this object.
class ApiMachineWriter : public MachineWriter {
 public:
  explicit ApiMachineWriter(kube::ApiClient& client) : client_(client) {}

  void WriteStatus(const MachineObject& object, const MachineStatus& status, StillWanted still_wanted,
                   std::function<void(absl::StatusOr<MachineObject>)> done) override;
  void PatchMachineSet(const std::string& name_space, const std::string& patch, StillWanted still_wanted,
                       std::function<void(absl::Status)> done) override;

 private:
  kube::ApiClient& client_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_WRITER_H_
