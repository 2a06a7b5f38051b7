#include "client/sidecar/replicas/autoscaler.h"

#include <algorithm>
#include <utility>

#include "client/replicas/read_answer.h"

namespace cpsizer::sidecar {

size_t TextBytes(const Autoscaler& autoscaler) {
  return IdentityBytes(autoscaler) + autoscaler.object.SpaceUsedLong() + autoscaler.problem.size();
}

Autoscaler ReadAutoscalerObject(const tree::Node& object) {
  Autoscaler autoscaler{ReadIdentity(object)};
  absl::StatusOr<v1::HorizontalPodAutoscaler> read = replicas::ReadAutoscaler(object);
  if (read.ok()) {
    autoscaler.object = *std::move(read);
    // The items of a list have no API version and no kind.
    autoscaler.object.set_api_version("autoscaling/v2");
    autoscaler.object.set_kind("HorizontalPodAutoscaler");
  } else {
    autoscaler.problem = std::string(read.status().message());
  }
  return autoscaler;
}

const v1::Condition* FindCondition(const google::protobuf::RepeatedPtrField<v1::Condition>& conditions,
                                   absl::string_view type) {
  const auto it = std::find_if(conditions.begin(), conditions.end(),
                               [&](const v1::Condition& condition) { return condition.type() == type; });
  return it == conditions.end() ? nullptr : &*it;
}

}  // namespace cpsizer::sidecar
