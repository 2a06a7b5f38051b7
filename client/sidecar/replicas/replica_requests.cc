#include "client/sidecar/replicas/replica_requests.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "client/kube/http/url.h"
#include "client/kube/requests.h"
#include "client/sidecar/control/field_manager.h"
#include "client/sidecar/replicas/autoscaler_status.h"

namespace cpsizer::sidecar {

kube::HttpRequest TargetRead(const replicas::TargetScale& scale) {
  kube::HttpRequest request;
  request.path = scale.target_path;
  request.headers = {kube::kMetadataOnly};
  return request;
}

absl::Status CheckTarget(const replicas::TargetScale& scale, const tree::Node& target) {
  if (!tree::TextAt(target, {"metadata", "deletionTimestamp"}).empty()) {
    return absl::FailedPreconditionError(absl::StrCat(scale.target_path, " is being deleted"));
  }
  if (tree::TextAt(target, {"metadata", "uid"}) != scale.uid ||
      tree::TextAt(target, {"metadata", "resourceVersion"}) != scale.resource_version) {
    return absl::AbortedError(absl::StrCat(scale.target_path, " has changed since it was read"));
  }
  return absl::OkStatus();
}

absl::StatusOr<kube::HttpRequest> ScaleWrite(const replicas::TargetScale& scale, int32_t replicas) {
  return kube::MergePatch(scale.version(), {{"spec", {{"replicas", replicas}}}}, kFieldManager);
}

absl::StatusOr<kube::HttpRequest> StatusWrite(const Autoscaler& autoscaler,
                                              const v1::HorizontalPodAutoscalerStatus& status) {
  const std::string path = absl::StrCat("/apis/autoscaling/v2/namespaces/", kube::PercentEncoded(autoscaler.name_space),
                                        "/horizontalpodautoscalers/", kube::PercentEncoded(autoscaler.name), "/status");
  return kube::MergePatch({path, autoscaler.uid, autoscaler.resource_version}, {{"status", StatusJson(status)}},
                          kFieldManager);
}

}  // namespace cpsizer::sidecar
