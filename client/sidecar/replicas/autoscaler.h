#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_AUTOSCALER_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_AUTOSCALER_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "client/kube/event_recorder.h"
#include "client/sidecar/control/object_identity.h"
#include "client/tree/node.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"

namespace cpsizer::sidecar {

// A HorizontalPodAutoscaler as the sidecar keeps it.
struct Autoscaler : ObjectIdentity {
  v1::HorizontalPodAutoscaler object;  // of autoscaling/v2; empty if there is a problem
  std::string problem;                 // the reason why it cannot be read
};

// Returns the bytes kept of it.
size_t TextBytes(const Autoscaler& autoscaler);

// Reads one as the API server returns it. A part that cannot be used is a problem of that object, not an error.
Autoscaler ReadAutoscalerObject(const tree::Node& object);

// Returns the condition of this type; null if there is none.
const v1::Condition* FindCondition(const google::protobuf::RepeatedPtrField<v1::Condition>& conditions,
                                   absl::string_view type);

// Returns an event about it.
kube::Event EventAbout(const Autoscaler& autoscaler, bool warning, std::string reason, std::string action,
                       std::string note);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_AUTOSCALER_H_
