#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_RELEASE_SETTINGS_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_RELEASE_SETTINGS_H_

#include "cpsizer/v1/cluster_autoscaler.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/cluster_autoscaler/plan_settings.h"

namespace cpsizer {

// Removes the settings that the ClusterAutoscaler of a release does not have from `spec`, as the API server does. Adds
// SETTING_WITHOUT_EFFECT for each of them.
void RemoveNewerSettings(const PlanSettings& settings, v1::ClusterAutoscalerSpec& spec, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_RELEASE_SETTINGS_H_
