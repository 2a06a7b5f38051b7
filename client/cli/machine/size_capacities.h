#ifndef CPSIZER_CLIENT_CLI_MACHINE_SIZE_CAPACITIES_H_
#define CPSIZER_CLIENT_CLI_MACHINE_SIZE_CAPACITIES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "client/objects/node_samples.h"
#include "cpsizer/v1/control_plane_machine_set_autoscaler.pb.h"
#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::cli {

// A size of an autoscaler, and its capacity if it is known.
struct LadderSize {
  std::string name;  // the name that responses use
  int64_t weight = 0;
  absl::optional<objects::NodeCapacity> capacity;
};

// The sizes of an autoscaler, their order by weight, and their capacities if they are known.
//
// On vSphere and Nutanix the fields of a size contain its capacity. On other platforms they contain only the name of
// the size, and the capacity comes from --capacity.
class SizeCapacities {
 public:
  // `flags` are the values of --capacity, such as `m6i.xlarge=4,16Gi`. Requires an autoscaler that the service accepts.
  // Errors: InvalidArgument if a value has another form, or is for a size that the autoscaler does not have.
  static absl::StatusOr<SizeCapacities> Make(const v1::ControlPlaneMachineSetAutoscaler& autoscaler,
                                             const std::vector<std::string>& flags);

  // Returns the capacity of a size, or null if the capacity is not known. `size` must be from a response.
  const objects::NodeCapacity* Of(const v1::MachineLadderSize& size) const;

  // Returns the rank of the size by weight. The smallest size has rank 1.
  int RankOf(const v1::MachineLadderSize& size) const;

  // Returns the names of the sizes, ordered by weight. Responses use the same names.
  std::vector<std::string> Names() const;

 private:
  explicit SizeCapacities(std::vector<LadderSize> sizes) : sizes_(std::move(sizes)) {}

  // Adds one value of --capacity. If the value cannot be used, returns the reason. If it can be used, returns an empty
  // text.
  std::string Take(const std::string& flag);

  // Returns the size with this name, or null if there is none.
  LadderSize* Find(const std::string& name);

  // The sizes in the order of the list of the autoscaler.
  std::vector<LadderSize> sizes_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_MACHINE_SIZE_CAPACITIES_H_
