#ifndef CPSIZER_TESTS_E2E_PROGRAMS_H_
#define CPSIZER_TESTS_E2E_PROGRAMS_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tests/testing/server_process.h"

namespace cpsizer::e2e {

// Each function returns the path of a program of this build.
std::string ServerProgram();
std::string CommandProgram();
std::string SidecarProgram();

// Starts the server at `address`. By default, the server uses a free port on the loopback interface.
absl::StatusOr<std::unique_ptr<testing::ServerProcess>> StartServer(const std::vector<std::string>& more_flags = {},
                                                                    const std::string& address = "127.0.0.1:0");

// Returns the content of a file of the source tree. `path` is relative to the root of the source tree.
std::string ReadSourceFile(const std::string& path);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_PROGRAMS_H_
