#ifndef CPSIZER_TESTS_E2E_HISTORY_SERVERS_FILLED_VICTORIA_METRICS_H_
#define CPSIZER_TESTS_E2E_HISTORY_SERVERS_FILLED_VICTORIA_METRICS_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tests/testing/net/reserved_port.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::e2e {

// Runs VictoriaMetrics on a port of 127.0.0.1, with samples of the past.
class FilledVictoriaMetrics {
 public:
  // `samples` are texts of OpenMetrics with times. Returns when queries return them. Errors: Internal if a program
  // fails.
  static absl::StatusOr<std::unique_ptr<FilledVictoriaMetrics>> Start(const std::vector<std::string>& samples);

  const std::string& url() const { return url_; }

 private:
  FilledVictoriaMetrics();

  absl::Status Fill(const std::vector<std::string>& samples) const;

  const testing::TemporaryFolder folder_;
  const testing::ReservedPort port_;
  const std::string url_;
  std::unique_ptr<testing::Subprocess> process_;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_HISTORY_SERVERS_FILLED_VICTORIA_METRICS_H_
