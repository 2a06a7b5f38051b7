#ifndef CPSIZER_SERVER_ENGINE_MACHINE_MACHINE_INPUT_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_MACHINE_INPUT_H_

#include <cstdint>
#include <vector>

#include "cpsizer/v1/recommend_machine.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/instant.h"
#include "server/engine/machine/current_machine.h"
#include "server/engine/machine/last_scales.h"
#include "server/engine/machine/node_samples.h"
#include "server/engine/machine/query_reading.h"
#include "server/engine/machine/validate/control_plane_autoscaler.h"

namespace cpsizer {

// A RecommendMachineRequest, read once into typed values.
struct MachineInput {
  const v1::RecommendMachineRequest& request;
  ControlPlaneAutoscaler autoscaler;
  CurrentMachine machine;
  LastScales last;
  Instant now = 0;
  int64_t sample_interval = kDefaultSampleInterval;  // in nanoseconds
  std::vector<NodeSamples> nodes;
  QueryReadings readings;
  bool brief = false;
};

// Reads the request, which must outlive the result. The result is usable only if no error was added. Warnings are about
// the ControlPlaneMachineSet and the autoscaler.
MachineInput ReadMachineInput(const v1::RecommendMachineRequest& request, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_MACHINE_INPUT_H_
