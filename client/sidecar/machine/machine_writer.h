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

  // Writes the status of this version of the autoscaler: Aborted if it has changed. Calls `still_wanted` right before
  // the request is sent: Cancelled if that returns false. The result is the autoscaler after the write.
  virtual void WriteStatus(const MachineObject& object, const MachineStatus& status, StillWanted still_wanted,
                           std::function<void(absl::StatusOr<MachineObject>)> done) = 0;

  // Sends a JSON Patch of the ControlPlaneMachineSet of the namespace, once: it is never sent again, so that an error
  // with a 4xx response of the server (kube::ServerAnswerOf()) means that nothing was changed. Cancelled as above.
  virtual void PatchMachineSet(const std::string& name_space, const std::string& patch, StillWanted still_wanted,
                               std::function<void(absl::Status)> done) = 0;
};

// Writes to a real cluster. Must not outlive `client`.
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
