#ifndef CPSIZER_TESTS_E2E_HISTORY_FILLED_PROMETHEUS_H_
#define CPSIZER_TESTS_E2E_HISTORY_FILLED_PROMETHEUS_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tests/testing/net/reserved_port.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::e2e {

// Runs the Prometheus of Debian on a port of 127.0.0.1.
class FilledPrometheus {
 public:
  // Starts it with samples of the past: `samples` is a text of OpenMetrics with times. It scrapes nothing. Requires
  // `prometheus` and `promtool` in PATH. Returns when Prometheus is ready. Errors: Internal if a program fails.
  static absl::StatusOr<std::unique_ptr<FilledPrometheus>> Start(absl::string_view samples);
  // Like Start(), with the blocks of WriteBlocks(), which stay as they are. `external_labels` is a map in YAML.
  static absl::StatusOr<std::unique_ptr<FilledPrometheus>> StartOn(const std::string& blocks,
                                                                   absl::string_view external_labels);
  // Starts it without samples. `config` is its configuration, in YAML.
  static absl::StatusOr<std::unique_ptr<FilledPrometheus>> StartEmpty(absl::string_view config);

  const std::string& url() const { return url_; }

 private:
  FilledPrometheus();

  absl::Status Run(const std::string& blocks, absl::string_view config);

  const testing::TemporaryFolder folder_;
  const testing::ReservedPort port_;
  const std::string url_;
  std::unique_ptr<testing::Subprocess> process_;
};

// Adds blocks with samples to a folder with the data of a Prometheus. `samples` is a text of OpenMetrics with times.
// Requires `promtool` in PATH. Errors: Internal if it fails.
absl::Status WriteBlocks(absl::string_view samples, const std::string& folder);
// Adds the blocks of the folders `from` to the folder `to` as hard links, because a program locks and changes its
// folder. Errors: Internal if it fails.
absl::Status LinkBlocks(const std::vector<std::string>& from, const std::string& to);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_HISTORY_FILLED_PROMETHEUS_H_
