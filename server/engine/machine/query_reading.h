#ifndef CPSIZER_SERVER_ENGINE_MACHINE_QUERY_READING_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_QUERY_READING_H_

#include <vector>

#include "absl/types/optional.h"
#include "cpsizer/v1/recommend_machine.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/machine/validate/control_plane_autoscaler.h"

namespace cpsizer {

// The result of one query. `result` is VALUE only if `value` is finite.
struct QueryReading {
  v1::MachineQueryResult result = v1::MACHINE_QUERY_RESULT_UNSPECIFIED;
  double value = 0;
  const v1::MachineQueryReading* message = nullptr;
};

// The readings of each direction, by the index of the trigger; absent for a trigger without a reading.
struct QueryReadings {
  std::vector<absl::optional<QueryReading>> up;
  std::vector<absl::optional<QueryReading>> down;
};

// Reads the readings of the request, which must outlive the result. Each reading must be for a `prometheus` trigger,
// and a trigger can have only one reading.
QueryReadings ReadQueryReadings(const v1::RecommendMachineRequest& request, const ControlPlaneAutoscaler& autoscaler,
                                Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_QUERY_READING_H_
