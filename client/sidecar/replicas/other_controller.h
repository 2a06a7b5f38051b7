#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_OTHER_CONTROLLER_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_OTHER_CONTROLLER_H_

#include <cstdint>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"

namespace cpsizer::sidecar {

// Tells, in enforce mode, whether another controller decides about the same autoscaler: its status moves, which is not
// written by us. See docs/decisions/0017.
class OtherController {
 public:
  enum class News : uint8_t { kNone, kBegins, kEnds };

  // A look at the status at a time that never goes back. It ends once the status has stood still for ten minutes.
  News Look(const v1::HorizontalPodAutoscalerStatus& status, absl::Time now);

 private:
  absl::optional<v1::HorizontalPodAutoscalerStatus> before_;
  absl::Time moved_ = absl::InfinitePast();
  bool there_ = false;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_OTHER_CONTROLLER_H_
