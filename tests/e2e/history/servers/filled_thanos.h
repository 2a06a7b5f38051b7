#ifndef CPSIZER_TESTS_E2E_HISTORY_SERVERS_FILLED_THANOS_H_
#define CPSIZER_TESTS_E2E_HISTORY_SERVERS_FILLED_THANOS_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tests/e2e/history/filled_prometheus.h"
#include "tests/testing/net/reserved_port.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::e2e {

struct ThanosOptions {
  // Folders with blocks of WriteBlocks(), which are not changed.
  std::string old_blocks;  // of the store gateway
  std::string new_blocks;  // of the Prometheus of the sidecar
  // With --endpoint-strict: Thanos keeps a store that fails.
  bool is_strict = false;
};

// Runs a Thanos on ports of 127.0.0.1: a querier with two stores, which are a store gateway and a sidecar with its
// Prometheus.
class FilledThanos {
 public:
  // Returns when the querier has both stores. Errors: Internal if a program fails.
  static absl::StatusOr<std::unique_ptr<FilledThanos>> Start(const ThanosOptions& options);

  const std::string& url() const { return url_; }

  // The store gateway.
  const std::string& store_name() const { return store_port_.address(); }
  void KillStore();

 private:
  FilledThanos();

  absl::Status StartStore(const std::string& blocks);
  absl::Status StartSidecar(const std::string& blocks);
  absl::Status StartQuerier(bool is_strict);
  // Returns whether the querier has both stores.
  bool HasStores() const;

  const testing::TemporaryFolder folder_;
  const testing::ReservedPort store_port_;
  const testing::ReservedPort sidecar_port_;
  const testing::ReservedPort port_;
  const std::string url_;
  std::unique_ptr<FilledPrometheus> prometheus_;
  std::unique_ptr<testing::Subprocess> store_;
  std::unique_ptr<testing::Subprocess> sidecar_;
  std::unique_ptr<testing::Subprocess> querier_;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_HISTORY_SERVERS_FILLED_THANOS_H_
