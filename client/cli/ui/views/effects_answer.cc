#include "absl/status/status.h"
#include "client/cli/effects/effects_model.h"
#include "client/cli/effects/effects_output.h"
#include "client/cli/input/sources.h"
#include "client/cli/ui/api/api_answer.h"
#include "client/cli/ui/views/page_answers.h"
#include "client/effects/baseline.h"

namespace cpsizer::cli {

ui::ApiResponse EffectsAnswer(const FleetSnapshot& snapshot) {
  if (snapshot.configuration == nullptr) return ErrorAnswer(absl::FailedPreconditionError(snapshot.no_decision));
  const Sources sources = {*snapshot.configuration, snapshot.inputs->inventory.machine_sets};
  EffectsModel model = MakeEffectsModel(sources, /*nodes=*/{}, /*clusters=*/{}, effects::DefaultBaseline());
  model.baseline = effects::kBaselineRelease;
  return JsonAnswer(EffectsJson(model, /*sizes=*/true));
}

}  // namespace cpsizer::cli
