#ifndef CPSIZER_TESTS_BENCH_FLEET_H_
#define CPSIZER_TESTS_BENCH_FLEET_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "tests/testing/json.h"
#include "tests/testing/real_api/api_user.h"

namespace cpsizer::bench {

// Many hosted clusters that are to be sized, and the size that each must come to. Half of them have a small demand at
// first. Not thread-safe.
class Fleet {
 public:
  // Errors: where an example that it begins with cannot be read.
  static absl::StatusOr<Fleet> Make(int clusters);

  int size() const { return static_cast<int>(has_large_demand_.size()); }
  // The size that a cluster must get under the configuration in force.
  absl::string_view SizeOf(int cluster) const;
  // Another demand: the cluster needs another size.
  void ChangeDemand(int cluster);
  // Other fractions: every cluster needs another size.
  void ChangeConfiguration() { reserves_more_ = !reserves_more_; }

  // The objects as they are now; the VPA with its status.
  kube::Json Configuration() const;
  kube::Json Cluster(int cluster) const;
  kube::Json Vpa(int cluster) const;
  // Which cluster of the fleet has this name.
  absl::optional<int> Find(absl::string_view name) const;

 private:
  explicit Fleet(int clusters, kube::Json spec);

  std::vector<bool> has_large_demand_;
  bool reserves_more_ = false;
  kube::Json spec_;  // of every cluster
};

// Creates the fleet with its namespaces on an API server.
absl::Status Create(testing::ApiUser& admin, const Fleet& fleet);
// Each brings what the fleet has changed to the API server.
absl::Status WriteDemand(testing::ApiUser& admin, const Fleet& fleet, int cluster);
absl::Status WriteConfiguration(testing::ApiUser& admin, const Fleet& fleet);
// Takes the recommended sizes away.
absl::Status ClearSizes(testing::ApiUser& admin, const Fleet& fleet);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_FLEET_H_
