#ifndef CPSIZER_TESTS_E2E_ADMIN_PORT_H_
#define CPSIZER_TESTS_E2E_ADMIN_PORT_H_

#include <cstdint>
#include <string>

#include "absl/types/optional.h"
#include "tests/testing/server_process.h"
#include "tests/testing/subprocess.h"

namespace cpsizer::e2e {

// The admin port of a server or sidecar that was started with --admin-addr=127.0.0.1:0 and logs as JSON.
class AdminPort {
 public:
  explicit AdminPort(testing::ServerProcess& server) : AdminPort(server.process()) {}
  explicit AdminPort(testing::Subprocess& program);

  const std::string& address() const { return address_; }
  // Returns the content of a page, or an empty text if there is no response.
  std::string Page(const std::string& path) const;
  // Returns the integer value of a series in /metrics, by its name with labels. Absent if the series does not exist.
  absl::optional<int64_t> Metric(const std::string& series) const;

 private:
  std::string address_;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_ADMIN_PORT_H_
