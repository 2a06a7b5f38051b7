#include "tests/testing/tied_process.h"

namespace cpsizer::testing {

absl::StatusOr<std::unique_ptr<Subprocess>> StartTied(const std::vector<std::string>& command) {
  std::vector<std::string> tied = {"setpriv", "--pdeathsig", "KILL"};
  tied.insert(tied.end(), command.begin(), command.end());
  return Subprocess::Start(tied);
}

}  // namespace cpsizer::testing
