#ifndef CPSIZER_TESTS_TESTING_REAL_API_TIED_PROCESS_H_
#define CPSIZER_TESTS_TESTING_REAL_API_TIED_PROCESS_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tests/testing/subprocess.h"

namespace cpsizer::testing {

// Starts a program like Subprocess::Start(). When the thread that started the program ends, the kernel kills the
// program, even if no destructor runs.
absl::StatusOr<std::unique_ptr<Subprocess>> StartTied(const std::vector<std::string>& command);

// Starts one of the tools (tools.h) in the same way.
absl::StatusOr<std::unique_ptr<Subprocess>> StartTool(absl::string_view name, const std::vector<std::string>& flags);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_REAL_API_TIED_PROCESS_H_
