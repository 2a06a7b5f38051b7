#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_AUTOSCALER_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_AUTOSCALER_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "client/sidecar/control/object_identity.h"
#include "client/tree/node.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"

namespace cpsizer::sidecar {

// A HorizontalPodAutoscaler as the sidecar keeps it in memory.
struct Autoscaler : ObjectIdentity {
  v1::HorizontalPodAutoscaler object;  // version autoscaling/v2; empty if there is a problem
  std::string problem;                 // the reason if the object cannot be read
};

// Returns the number of bytes that are kept for the autoscaler.
size_t TextBytes(const Autoscaler& autoscaler);

// Reads a HorizontalPodAutoscaler as the API server returns it. The function does not fail. A part that cannot be used
// is reported as a problem of the object.
Autoscaler ReadAutoscalerObject(const tree::Node& object);

// Returns the condition of this type; null if it does not exist.
const v1::Condition* FindCondition(const google::protobuf::RepeatedPtrField<v1::Condition>& conditions,
                                   absl::string_view type);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_AUTOSCALER_H_
