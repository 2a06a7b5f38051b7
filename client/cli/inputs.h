#ifndef CPSIZER_CLIENT_CLI_INPUTS_H_
#define CPSIZER_CLIENT_CLI_INPUTS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/screen.h"
#include "client/objects/inventory.h"

namespace cpsizer::cli {

// The files of a run, read.
struct Inputs {
  objects::Inventory inventory;
  // kExitUsage if something could not be read, which has been said.
  int exit_code = 0;
};

// Reads `paths`, the values of `flag`, and says on `err` what could not be read and how much was skipped. Absent
// without paths, after saying which flag is missing.
absl::optional<Inputs> ReadInputs(const std::vector<std::string>& paths, absl::string_view flag, Screen& err);

// Whether there is a configuration. If not, it has been said and the exit code of `inputs` raised.
bool HasConfiguration(Inputs& inputs, absl::string_view flag, Screen& err);

// The only configuration among `inputs`; null after it has been said what is wrong: there is none, there are several,
// or it has fields that nobody knows and says something else than it was meant to. Raises the exit code of `inputs`.
const objects::FoundConfiguration* TheConfiguration(Inputs& inputs, absl::string_view flag, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUTS_H_
