#ifndef CPSIZER_CLIENT_CLI_EFFECTS_EFFECTS_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_EFFECTS_EFFECTS_OUTPUT_H_

#include <nlohmann/json.hpp>

#include "client/cli/base/screen.h"
#include "client/cli/effects/effects_model.h"

namespace cpsizer::cli {

// Returns all annotations of the clusters, the requests that an annotation sets, and with `sizes` those of the sizes
// with all containers of the baseline.
nlohmann::ordered_json EffectsJson(const EffectsModel& model, bool sizes);

// Prints the requests of each size, GOMEMLIMIT, and the annotations of clusters that are notable. With `wide`, prints
// all containers of the baseline, and all annotations.
void PrintEffects(const EffectsModel& model, bool wide, Screen& out);

// Prints the annotations and the requests of one cluster. With `wide`, prints all containers of the baseline.
void PrintClusterEffects(const ClusterEffects& cluster, bool wide, Screen& out);

// Prints notes about clusters without the annotations of their size, and about labels of nodes.
void NoteEffects(const EffectsModel& model, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_EFFECTS_EFFECTS_OUTPUT_H_
