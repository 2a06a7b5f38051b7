#ifndef CPSIZER_CLIENT_REPLICAS_CONTROLLER_WORDS_H_
#define CPSIZER_CLIENT_REPLICAS_CONTROLLER_WORDS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace cpsizer::replicas {

// What a GET was about, as client-go names it.
struct RequestSubject {
  std::string resource;  // `pods.metrics.k8s.io`
  std::string name;      // empty for a list
};

// A failed GET in the words of the HorizontalPodAutoscaler controller, whose conditions and events carry them: those of
// the server's Status; else what client-go says about the code. Ours where no answer came.
//
// Source: apimachinery's NewGenericServerResponse.
std::string ControllerWords(const absl::Status& status, const RequestSubject& subject);

// `no matches for kind "Foo" in group "bar"`.
std::string NoKindWords(absl::string_view group, absl::string_view kind);

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_CONTROLLER_WORDS_H_
