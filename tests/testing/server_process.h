#ifndef CPSIZER_TESTS_TESTING_SERVER_PROCESS_H_
#define CPSIZER_TESTS_TESTING_SERVER_PROCESS_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "tests/testing/subprocess.h"

namespace cpsizer::testing {

// A server in a separate process, on a port of 127.0.0.1. The process is killed with this object.
class ServerProcess {
 public:
  // Runs `command`. The program must serve on a port of 127.0.0.1 (0 for any free port), and must print a line with
  // `127.0.0.1:PORT` when it serves. Errors: Internal, with the output of the program, if the program exits or prints
  // no such line.
  static absl::StatusOr<std::unique_ptr<ServerProcess>> Start(const std::vector<std::string>& command);

  // Returns an address. Example: `127.0.0.1:40123`
  const std::string& address() const { return address_; }
  Subprocess& process() { return *process_; }

 private:
  ServerProcess(std::unique_ptr<Subprocess> process, std::string address)
      : process_(std::move(process)), address_(std::move(address)) {}

  const std::unique_ptr<Subprocess> process_;
  const std::string address_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_SERVER_PROCESS_H_
