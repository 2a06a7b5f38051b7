#ifndef CPSIZER_CLIENT_OBJECTS_CONTAINER_NAME_H_
#define CPSIZER_CLIENT_OBJECTS_CONTAINER_NAME_H_

#include <string>
#include <tuple>

namespace cpsizer::objects {

// A container of a Deployment or a StatefulSet of a control plane, as `effects.resourceRequests` of a size names it.
struct ContainerName {
  std::string deployment;
  std::string container;

  friend bool operator==(const ContainerName& a, const ContainerName& b) {
    return std::tie(a.deployment, a.container) == std::tie(b.deployment, b.container);
  }
  friend bool operator<(const ContainerName& a, const ContainerName& b) {
    return std::tie(a.deployment, a.container) < std::tie(b.deployment, b.container);
  }
};

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_CONTAINER_NAME_H_
