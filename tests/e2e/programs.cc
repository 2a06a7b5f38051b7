#include "tests/e2e/programs.h"

#include <fstream>
#include <iterator>

#include "tests/testing/paths.h"

// The tested programs check for memory leaks when they exit. This test program does not: when it exits, threads of gRPC
// may still close connections, and the memory of these connections could be reported as a leak.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0";
}

namespace cpsizer::e2e {

std::string ServerProgram() {
  return testing::ProgramPath("cpsizer-server");
}

std::string CommandProgram() {
  return testing::ProgramPath("cpsizer");
}

std::string SidecarProgram() {
  return testing::ProgramPath("cpsizer-sidecar");
}

absl::StatusOr<std::unique_ptr<testing::ServerProcess>> StartServer(const std::vector<std::string>& more_flags,
                                                                    const std::string& address) {
  std::vector<std::string> command = {ServerProgram(), "--grpc-addr=" + address};
  command.insert(command.end(), more_flags.begin(), more_flags.end());
  return testing::ServerProcess::Start(command);
}

std::string ReadSourceFile(const std::string& path) {
  std::ifstream file(testing::SourcePath(path));
  return std::string(std::istreambuf_iterator<char>(file), {});
}

}  // namespace cpsizer::e2e
