#include "client/sidecar/machine/machine_writer.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/requests.h"
#include "client/machine/api_requests.h"
#include "client/sidecar/control/field_manager.h"

namespace cpsizer::sidecar {

void ApiMachineWriter::WriteStatus(const MachineObject& object, const MachineStatus& status, StillWanted still_wanted,
                                   std::function<void(absl::StatusOr<MachineObject>)> done) {
  const std::string path =
      absl::StrCat(machine::PathOf(machine::kAutoscalersResource, object.name_space, object.name), "/status");
  absl::StatusOr<kube::HttpRequest> request =
      kube::MergePatch({path, object.uid, object.resource_version}, {{"status", StatusPatch(status)}}, kFieldManager);
  if (!request.ok()) return done(request.status());
  client_.Send(
      *std::move(request),
      [done = std::move(done)](const absl::StatusOr<tree::Node>& answer) {
        if (!answer.ok()) return done(answer.status());
        done(ReadMachineObject(*answer));
      },
      std::move(still_wanted));
}

void ApiMachineWriter::PatchMachineSet(const std::string& name_space, const std::string& patch,
                                       StillWanted still_wanted, std::function<void(absl::Status)> done) {
  kube::HttpRequest request = kube::JsonPatch(
      machine::PathOf(machine::kMachineSetsResource, name_space, machine::kSingletonName), patch, kFieldManager);
  // If a reused connection breaks, libcurl sends the request again. This does not happen on a new connection.
  request.fresh_connection = true;
  client_.SendOnceForBytes(
      std::move(request),
      [done = std::move(done)](const absl::StatusOr<std::string>& answer) { done(answer.status()); },
      std::move(still_wanted));
}

}  // namespace cpsizer::sidecar
