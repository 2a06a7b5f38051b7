#include "tests/engine/replicas/autoscalers.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "cpsizer/validate_config.h"
#include "google/protobuf/util/json_util.h"
#include "gtest/gtest.h"
#include "tests/engine/size/requests.h"

namespace cpsizer::testing {
namespace {

constexpr absl::string_view kTargetAndBounds =
    R"("scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"},
       "minReplicas": 2, "maxReplicas": 10)";

}  // namespace

v1::HorizontalPodAutoscaler AutoscalerOf(absl::string_view json) {
  v1::HorizontalPodAutoscaler autoscaler;
  const auto status =
      google::protobuf::util::JsonStringToMessage(google::protobuf::StringPiece(json.data(), json.size()), &autoscaler);
  EXPECT_TRUE(status.ok()) << status.message() << "\n" << json;
  return autoscaler;
}

v1::HorizontalPodAutoscaler WithSpec(absl::string_view spec) {
  return AutoscalerOf(absl::StrCat(R"({"metadata": {"name": "web", "namespace": "shop"}, "spec": )", spec, "}"));
}

v1::HorizontalPodAutoscaler WithMetrics(absl::string_view metrics) {
  return WithSpec(absl::StrCat("{", kTargetAndBounds, R"(, "metrics": )", metrics, "}"));
}

v1::HorizontalPodAutoscaler WithBehavior(absl::string_view behavior) {
  return WithSpec(absl::StrCat("{", kTargetAndBounds, R"(, "behavior": )", behavior, "}"));
}

v1::ValidateConfigResponse Validate(const v1::HorizontalPodAutoscaler& autoscaler, absl::string_view version) {
  v1::ValidateConfigRequest request;
  if (!version.empty()) request.set_kubernetes_version(std::string(version));
  *request.mutable_horizontal_pod_autoscaler() = autoscaler;
  v1::ValidateConfigResponse response;
  const absl::Status status = ValidateConfig(request, response);
  EXPECT_TRUE(status.ok()) << status;
  return response;
}

std::vector<std::string> ErrorsIn(const v1::HorizontalPodAutoscaler& autoscaler, absl::string_view version) {
  std::vector<std::string> errors;
  for (const std::string& line : Lines(Validate(autoscaler, version).findings())) {
    absl::string_view error = line;
    if (absl::ConsumePrefix(&error, "ERROR ")) errors.emplace_back(error);
  }
  return errors;
}

std::vector<std::string> AdviceOn(const v1::HorizontalPodAutoscaler& autoscaler, absl::string_view version) {
  std::vector<std::string> advice;
  for (const std::string& line : Lines(Validate(autoscaler, version).findings())) {
    if (!absl::StartsWith(line, "ERROR ")) advice.push_back(line);
  }
  return advice;
}

}  // namespace cpsizer::testing
