#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_DEPENDENCIES_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_DEPENDENCIES_H_

#include <functional>
#include <string>

#include "absl/types/optional.h"
#include "client/sidecar/control/frame/controller_dependencies.h"
#include "client/sidecar/size/cluster_cache.h"

namespace cpsizer::sidecar {

// The kinds of writes, as metric labels.
inline constexpr char kSizeWrites[] = "size";
inline constexpr char kVpaWrites[] = "vpa";
inline constexpr char kConditionWrites[] = "condition";

// The objects that the parts of the controller use. They outlive the parts.
struct Dependencies : ControllerDependencies {
  ClusterCache& cache;
  // The text that the previous leader stored on the lease with `remember`; nothing if there is none. The text is known
  // while this process leads.
  std::function<absl::optional<std::string>()> remembered = [] { return absl::nullopt; };
  std::function<void(std::string text)> remember = [](const std::string&) {};
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_DEPENDENCIES_H_
