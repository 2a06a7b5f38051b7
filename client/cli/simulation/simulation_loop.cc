#include "client/cli/simulation/simulation_loop.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace cpsizer::cli {

absl::Status CheckFiles(const SimulationFlags& flags) {
  for (const auto& [is_given, flag] :
       {std::pair(!flags.files.empty(), "-f"), std::pair(!flags.series.empty(), "--series")}) {
    if (is_given) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("say which file to read with ", flag, " PATH; ", flag, " - reads standard input"));
  }
  return absl::OkStatus();
}

}  // namespace cpsizer::cli
