#ifndef CPSIZER_CLIENT_CLI_MACHINE_SIZE_CAPACITIES_H_
#define CPSIZER_CLIENT_CLI_MACHINE_SIZE_CAPACITIES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "client/cli/base/screen.h"
#include "client/objects/node_samples.h"
#include "cpsizer/v1/control_plane_machine_set_autoscaler.pb.h"
#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::cli {

// A size of an autoscaler.
struct LadderSize {
  std::string name;  // as responses have it
  int64_t weight = 0;
  absl::optional<objects::NodeCapacity> capacity;
};

// The sizes of an autoscaler: their order by weight, and their capacities as far as they are known.
//
// The fields of a size have its capacity on vSphere and Nutanix. On other platforms only its name is there, and the
// capacity comes from --capacity.
class SizeCapacities {
 public:
  // `flags` are the values of --capacity, such as `m6i.xlarge=4,16Gi`. Absent after printing an error if one of them
  // has another form, or is for a size that the autoscaler does not have. Requires an autoscaler that the service
  // accepts.
  static absl::optional<SizeCapacities> Make(const v1::ControlPlaneMachineSetAutoscaler& autoscaler,
                                             const std::vector<std::string>& flags, Screen& err);

  // Returns null if it is not known. `size` is one of a response.
  const objects::NodeCapacity* Of(const v1::MachineLadderSize& size) const;

  // Returns the rank of the size by weight, from 1.
  int RankOf(const v1::MachineLadderSize& size) const;

  // The names of the sizes as responses have them, by weight.
  std::vector<std::string> Names() const;

 private:
  explicit SizeCapacities(std::vector<LadderSize> sizes) : sizes_(std::move(sizes)) {}

  // Adds one value of --capacity. Returns the reason why it cannot be used; empty if it can.
  std::string Take(const std::string& flag);

  // Returns the size with this name; null if there is none.
  LadderSize* Find(const std::string& name);

  // Has the order of the list of the autoscaler.
  std::vector<LadderSize> sizes_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_MACHINE_SIZE_CAPACITIES_H_
