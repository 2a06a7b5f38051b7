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

// Many hosted clusters with the sizes that they must get. Half of them have a small demand initially. Not
// thread-safe.
class Fleet {
 public:
  // Errors: those of reading the examples.
  static absl::StatusOr<Fleet> Make(int clusters);

  int size() const { return static_cast<int>(has_large_demand_.size()); }
  // Returns the size that a cluster must get with the current configuration.
  absl::string_view SizeOf(int cluster) const;
  // Changes the demand so that the cluster needs another size.
  void ChangeDemand(int cluster);
  // Changes the fractions so that every cluster needs another size.
  void ChangeConfiguration() { reserves_more_ = !reserves_more_; }

  // Return the current objects; the VPA with its status.
  kube::Json Configuration() const;
  kube::Json Cluster(int cluster) const;
  kube::Json Vpa(int cluster) const;
  // Returns the cluster with this name.
  absl::optional<int> Find(absl::string_view name) const;

 private:
  explicit Fleet(int clusters, kube::Json spec);

  std::vector<bool> has_large_demand_;
  bool reserves_more_ = false;
  kube::Json spec_;  // the spec of all clusters
};

// Creates the fleet with its namespaces on an API server.
absl::Status Create(testing::ApiUser& admin, const Fleet& fleet);
// Each writes a change of the fleet to the API server.
absl::Status WriteDemand(testing::ApiUser& admin, const Fleet& fleet, int cluster);
absl::Status WriteConfiguration(testing::ApiUser& admin, const Fleet& fleet);
// Removes the recommended sizes.
absl::Status ClearSizes(testing::ApiUser& admin, const Fleet& fleet);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_FLEET_H_
