#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_SCALE_DOWN_SETTINGS_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_SCALE_DOWN_SETTINGS_H_

#include <array>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/cluster_autoscaler.pb.h"

namespace cpsizer {

// A field of scaleDown other than `enabled`.
struct ScaleDownSetting {
  absl::string_view field;  // JSON name
  bool given;
  absl::string_view text;  // the value as in the object; empty if not given
  bool is_duration;        // if false, it is a fraction or a boolean
};

// Returns all settings in the order of the object. `scale_down` must outlive the result.
inline std::array<ScaleDownSetting, 6> SettingsOf(const v1::ClusterAutoscalerScaleDown& scale_down) {
  return {{{"delayAfterAdd", scale_down.has_delay_after_add(), scale_down.delay_after_add(), true},
           {"delayAfterDelete", scale_down.has_delay_after_delete(), scale_down.delay_after_delete(), true},
           {"delayAfterFailure", scale_down.has_delay_after_failure(), scale_down.delay_after_failure(), true},
           {"unneededTime", scale_down.has_unneeded_time(), scale_down.unneeded_time(), true},
           {"utilizationThreshold", scale_down.has_utilization_threshold(), scale_down.utilization_threshold(), false},
           {"cordonNodeBeforeTerminating", scale_down.has_cordon_node_before_terminating(),
            scale_down.cordon_node_before_terminating(), false}}};
}

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_SCALE_DOWN_SETTINGS_H_
