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

// Many hosted clusters, and the size that each must get. Initially half of the clusters have a small demand. Not
// thread-safe.
class Fleet {
 public:
  // Errors: the errors of reading the examples.
  static absl::StatusOr<Fleet> Make(int clusters);

  int size() const { return static_cast<int>(has_large_demand_.size()); }
  // Returns the size that a cluster must get with the current configuration.
  absl::string_view SizeOf(int cluster) const;
  // Changes the demand of a cluster so that it needs another size.
  void ChangeDemand(int cluster);
  // Changes the fractions so that every cluster needs another size.
  void ChangeConfiguration() { reserves_more_ = !reserves_more_; }

  // These functions return the current objects. The VPA includes its status.
  kube::Json Configuration() const;
  kube::Json Cluster(int cluster) const;
  kube::Json Vpa(int cluster) const;
  // Returns the number of the cluster with this name. Absent if there is no such cluster.
  absl::optional<int> Find(absl::string_view name) const;

 private:
  explicit Fleet(int clusters, kube::Json spec);

  std::vector<bool> has_large_demand_;
  bool reserves_more_ = false;
  kube::Json spec_;  // the spec of all clusters
};

// Creates the fleet and its namespaces on an API server.
absl::Status Create(testing::ApiUser& admin, const Fleet& fleet);
// Each of these functions writes a change of the fleet to the API server.
absl::Status WriteDemand(testing::ApiUser& admin, const Fleet& fleet, int cluster);
absl::Status WriteConfiguration(testing::ApiUser& admin, const Fleet& fleet);
// Removes the recommended sizes of all clusters.
absl::Status ClearSizes(testing::ApiUser& admin, const Fleet& fleet);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_FLEET_H_
