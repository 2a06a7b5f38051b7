#ifndef CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_PROMETHEUS_TRIGGER_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_PROMETHEUS_TRIGGER_H_

#include "absl/strings/string_view.h"
#include "cpsizer/v1/control_plane_machine_set_autoscaler.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// The fields of a query that are used in a decision.
struct PrometheusTrigger {
  double threshold = 0;
  bool ignore_null_values = true;
};

// Reads the query of a trigger and checks its authentication. `path` is the path of the trigger. Source: section 4 of
// docs/reference/machine-autoscaler.md.
PrometheusTrigger ReadPrometheusTrigger(const v1::AutoscalerTrigger& trigger, absl::string_view path,
                                        Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_PROMETHEUS_TRIGGER_H_
