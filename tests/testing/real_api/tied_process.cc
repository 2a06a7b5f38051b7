#include "tests/testing/real_api/tied_process.h"

#include "tests/testing/tools.h"

namespace cpsizer::testing {

absl::StatusOr<std::unique_ptr<Subprocess>> StartTied(const std::vector<std::string>& command) {
  std::vector<std::string> tied = {"setpriv", "--pdeathsig", "KILL"};
  tied.insert(tied.end(), command.begin(), command.end());
  return Subprocess::Start(tied);
}

absl::StatusOr<std::unique_ptr<Subprocess>> StartTool(absl::string_view name, const std::vector<std::string>& flags) {
  std::vector<std::string> command = {ToolPath(name)};
  command.insert(command.end(), flags.begin(), flags.end());
  return StartTied(command);
}

}  // namespace cpsizer::testing
