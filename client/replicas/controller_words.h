#ifndef CPSIZER_CLIENT_REPLICAS_CONTROLLER_WORDS_H_
#define CPSIZER_CLIENT_REPLICAS_CONTROLLER_WORDS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace cpsizer::replicas {

// The resource and the name that client-go reports for a GET.
struct RequestSubject {
  std::string resource;  // such as `pods.metrics.k8s.io`
  std::string name;      // empty for a list
};

// Returns the error of a failed GET as the HorizontalPodAutoscaler controller reports it in its conditions and events.
// The text is the message of the Status in the response. If the response has no Status, the text is the message of
// client-go for the HTTP code. If there was no response, the text is the message of `status`.
//
// Source: apimachinery's NewGenericServerResponse.
std::string ControllerWords(const absl::Status& status, const RequestSubject& subject);

// Returns a text such as `no matches for kind "Foo" in group "bar"`.
std::string NoKindWords(absl::string_view group, absl::string_view kind);

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_CONTROLLER_WORDS_H_
