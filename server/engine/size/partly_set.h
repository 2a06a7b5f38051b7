#ifndef CPSIZER_SERVER_ENGINE_SIZE_PARTLY_SET_H_
#define CPSIZER_SERVER_ENGINE_SIZE_PARTLY_SET_H_

#include <string>

#include "absl/functional/function_ref.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

namespace cpsizer {

// A field that only some sizes set.
struct PartlySet {
  int first_without = 0;  // index in the configuration
  std::string with;       // names of sizes, or their places, formatted for a sentence
  std::string without;
};

// Returns nothing if all sizes set the field, or no size sets it.
absl::optional<PartlySet> FindPartlySet(const v1::ClusterSizingConfigurationSpec& spec,
                                        absl::FunctionRef<bool(const v1::SizeConfiguration&)> is_set);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_PARTLY_SET_H_
