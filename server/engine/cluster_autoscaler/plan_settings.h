#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_PLAN_SETTINGS_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_PLAN_SETTINGS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "cpsizer/cluster_autoscaler_settings.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/cluster_autoscaler/release_facts.h"

namespace cpsizer {

// The settings of the operator, with defaults for absent ones, and the settings that depend on the platform. Points
// into the request, which must outlive this object.
struct PlanSettings {
  // A known release: that of `release_version`, or the newest if the version is absent.
  ReleaseVersion release;
  absl::string_view release_version;
  absl::string_view image;
  absl::string_view name;
  absl::string_view name_space;
  absl::string_view watch_namespace;
  absl::string_view leader_election_namespace;
  absl::string_view cloud_provider;
  absl::string_view extra_args;
  absl::string_view architecture;
  absl::string_view platform;
  int32_t verbosity;
  int32_t replicas;
  int32_t webhooks_port;
  // True if the feature gate of the platform for Cluster API is enabled.
  bool has_cluster_api;
  bool has_provisioning_requests;

  bool Has(ReleaseFact fact) const { return HoldsIn(release, fact); }
};

// The flag and the variable with the architecture of nodes that do not specify one.
inline constexpr absl::string_view kArchitectureFlag = "--scale-up-from-zero-default-arch=";
inline constexpr absl::string_view kArchitectureVariable = "CAPI_SCALE_ZERO_DEFAULT_ARCH";

// Reads the settings. Adds FIELD_MISSING, RELEASE_UNKNOWN, NAME_INVALID, VALUE_OUT_OF_RANGE or
// LIMIT_EXCEEDED.
PlanSettings ReadPlanSettings(const v1::PlanClusterAutoscalerRequest& request, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_PLAN_SETTINGS_H_
