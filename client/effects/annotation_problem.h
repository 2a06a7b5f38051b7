#ifndef CPSIZER_CLIENT_EFFECTS_ANNOTATION_PROBLEM_H_
#define CPSIZER_CLIENT_EFFECTS_ANNOTATION_PROBLEM_H_

#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::effects {

// The result of an annotation that cannot be used.
enum class Consequence : uint8_t {
  kNone,            // it can be used
  kStopsOperator,   // the control plane operator of the cluster fails
  kRefused,         // the API server refuses the deployment of the control plane operator
  kStopsApiServer,  // the kube-apiserver of the cluster does not start
  kIgnored,         // it has no effect, or only a part of it has
};

struct AnnotationProblem {
  Consequence consequence = Consequence::kNone;
  std::string why;  // such as `"4cores" is not a quantity`
};

// Checks an annotation that effects set, or that a person wrote in their place. Values and names are quoted and cut in
// the text. It is not known here which containers and priority classes exist.
//
// Source: HyperShift at 3ee96155: applyRequestsOverrides in support/controlplane-component/defaults.go; the folder
// v2/kas of the control plane operator; hypershift-operator/controllers/nodepool/capi.go; the environment variables of
// the Go runtime; the flags of the kube-apiserver.
AnnotationProblem ProblemOf(absl::string_view key, absl::string_view value);

// Returns the end of a sentence about the problem, such as `so the control plane operator of the cluster fails`.
absl::string_view Describe(Consequence consequence);

}  // namespace cpsizer::effects

#endif  // CPSIZER_CLIENT_EFFECTS_ANNOTATION_PROBLEM_H_
