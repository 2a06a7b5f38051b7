#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_AUTOSCALER_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_AUTOSCALER_H_

#include <cstddef>
#include <string>

#include "client/kube/event_recorder.h"
#include "client/tree/node.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"

namespace cpsizer::sidecar {

// A HorizontalPodAutoscaler as the sidecar keeps it.
struct Autoscaler {
  std::string name_space;
  std::string name;
  std::string uid;
  std::string resource_version;
  bool deleting = false;
  v1::HorizontalPodAutoscaler object;  // of autoscaling/v2; empty where there is a problem
  std::string problem;                 // why it cannot be read
};

// The bytes of what is kept of it.
size_t TextBytes(const Autoscaler& autoscaler);

// Reads one as the API server gives it. What it cannot use is a problem of that object.
Autoscaler ReadAutoscalerObject(const tree::Node& object);

// An event about it.
kube::Event EventAbout(const Autoscaler& autoscaler, bool warning, std::string reason, std::string action,
                       std::string note);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_AUTOSCALER_H_
