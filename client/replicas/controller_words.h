#ifndef CPSIZER_CLIENT_REPLICAS_CONTROLLER_WORDS_H_
#define CPSIZER_CLIENT_REPLICAS_CONTROLLER_WORDS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace cpsizer::replicas {

// The subject of a GET, as client-go names it.
struct RequestSubject {
  std::string resource;  // `pods.metrics.k8s.io`
  std::string name;      // empty for a list
};

// Returns the error of a failed GET in the words of the HorizontalPodAutoscaler controller, which are in its conditions
// and events: those of the server's Status; otherwise those of client-go for the code. Our own words if there was no
// response.
//
// Source: apimachinery's NewGenericServerResponse.
std::string ControllerWords(const absl::Status& status, const RequestSubject& subject);

// Returns `no matches for kind "Foo" in group "bar"`.
std::string NoKindWords(absl::string_view group, absl::string_view kind);

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_CONTROLLER_WORDS_H_
