#include "client/machine/observer.h"

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/machine/api_requests.h"
#include "client/machine/query_runner.h"
#include "client/objects/machine_objects.h"
#include "client/objects/read_list.h"

namespace cpsizer::machine {
namespace {

// The three concurrent reads of an observation.
struct Observing : std::enable_shared_from_this<Observing> {
  const std::function<void(absl::StatusOr<Observation>)> done;
  Observation observation;
  absl::Status error;
  int waiting = 3;

  explicit Observing(std::function<void(absl::StatusOr<Observation>)> when_done) : done(std::move(when_done)) {}

  void TakeMachineSet(const absl::StatusOr<tree::Node>& object) {
    const absl::Status status = object.ok() ? ReadMachineSet(*object) : object.status();
    if (!status.ok()) {
      error.Update(absl::Status(status.code(),
                                absl::StrCat("the ControlPlaneMachineSet ", kSingletonName, ": ", status.message())));
    }
    End();
  }

  absl::Status ReadMachineSet(const tree::Node& object) {
    objects::FoundControlPlaneMachineSet found;
    absl::Status status = objects::ReadObject(object, [&](const tree::Node& node, objects::ProblemList& problems) {
      return objects::ReadControlPlaneMachineSet(node, problems, found);
    });
    const bool has_version = !found.machine_set.metadata().resource_version().empty();
    observation.machine_set_deleting = !tree::TextAt(object, {"metadata", "deletionTimestamp"}).empty();
    // If the status is absent, the operator has not observed the object yet. The decision treats an empty status as a
    // rollout.
    found.machine_set.mutable_status();
    *observation.request.mutable_control_plane_machine_set() = std::move(found.machine_set);
    if (status.ok() && !has_version) {
      return absl::InvalidArgumentError("metadata.resourceVersion is empty");
    }
    return status;
  }

  void TakeUsage(absl::StatusOr<NodeUsage> usage) {
    error.Update(usage.status());
    if (usage.ok()) {
      observation.usage = *std::move(usage);
      for (const auto& [node, capacity] : observation.usage.nodes) observation.request.add_nodes(node);
      observation.request.set_metrics_source(observation.usage.source);
      observation.request.set_metrics_error(observation.usage.error);
    }
    End();
  }

  void TakeReadings(std::vector<v1::MachineQueryReading> readings) {
    for (v1::MachineQueryReading& reading : readings) *observation.request.add_readings() = std::move(reading);
    End();
  }

  void End() {
    if (--waiting > 0) return;
    if (error.ok()) return done(std::move(observation));
    done(error);
  }
};

}  // namespace

void Observe(kube::EventLoop& loop, kube::ApiClient& client, const std::string& name_space,
             v1::ControlPlaneMachineSetAutoscaler autoscaler, std::function<void(absl::StatusOr<Observation>)> done) {
  const auto observing = std::make_shared<Observing>(std::move(done));
  std::vector<Query> queries = QueriesOf(autoscaler);
  *observing->observation.request.mutable_control_plane_machine_set_autoscaler() = std::move(autoscaler);
  client.Send(GetObject(kMachineSetsResource, name_space, kSingletonName),
              [observing](const absl::StatusOr<tree::Node>& object) { observing->TakeMachineSet(object); });
  ReadUsage(client, [observing](absl::StatusOr<NodeUsage> usage) { observing->TakeUsage(std::move(usage)); });
  RunQueries(loop, client, name_space, std::move(queries), [observing](std::vector<v1::MachineQueryReading> readings) {
    observing->TakeReadings(std::move(readings));
  });
}

absl::StatusOr<v1::ControlPlaneMachineSetAutoscaler> ReadAutoscaler(const tree::Node& object) {
  objects::FoundControlPlaneMachineSetAutoscaler found;
  absl::Status status = objects::ReadObject(object, [&](const tree::Node& node, objects::ProblemList& problems) {
    return objects::ReadControlPlaneAutoscaler(node, problems, found);
  });
  if (!status.ok()) return status;
  return std::move(found.autoscaler);
}

}  // namespace cpsizer::machine
