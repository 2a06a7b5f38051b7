#include "client/cli/simulation/simulation_loop.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace cpsizer::cli {

bool HasSimulationFiles(const SimulationFlags& flags, Screen& err) {
  for (const auto& [is_given, flag] :
       {std::pair(!flags.files.empty(), "-f"), std::pair(!flags.series.empty(), "--series")}) {
    if (is_given) continue;
    PrintError(absl::StrCat("say which file to read with ", flag, " PATH; ", flag, " - reads standard input"), err);
    return false;
  }
  return true;
}

}  // namespace cpsizer::cli
