#ifndef CPSIZER_CLIENT_REPLICAS_HPA_OPTIONS_H_
#define CPSIZER_CLIENT_REPLICAS_HPA_OPTIONS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

// The options of the HorizontalPodAutoscaler controller of kube-controller-manager that the programs of cpsizer accept
// under the same names. Feature gates are in feature_gates.h.
namespace cpsizer::replicas {

enum class HpaOptionForm { kDuration, kNumber };

struct HpaOption {
  absl::string_view flag;
  // The path of the field in a RecommendReplicasRequest, as in findings of the service.
  absl::string_view field;
  HpaOptionForm form;
  std::string default_value;
  // The help text of the command `cpsizer`. The command adds the default to the text.
  absl::string_view description;
  // The help text of programs whose flag has the same name as in kube-controller-manager.
  absl::string_view inherited_description;
  void (*set)(const std::string& text, v1::RecommendReplicasOptions& options);
};

// Returns the options in the order of the help. The result is valid until the process ends.
absl::Span<const HpaOption> HpaOptions();

// Returns the options with all defaults of HpaOptions() set explicitly, so that the defaults of a service with another
// version have no effect. SetVersion() sets the options that depend on the version of Kubernetes.
v1::RecommendReplicasOptions DefaultHpaOptions();

// A value of --zero-replicas-rule. Without the flag, the version of Kubernetes determines the rule: the first value is
// the rule of v1.36 and later.
struct ZeroReplicasRuleName {
  absl::string_view name;
  v1::ReplicasZeroRule value;
};
inline constexpr ZeroReplicasRuleName kZeroReplicasRules[] = {
    {"scaled-to-zero-condition", v1::REPLICAS_ZERO_RULE_SCALED_TO_ZERO_CONDITION},
    {"min-replicas", v1::REPLICAS_ZERO_RULE_MIN_REPLICAS}};

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_HPA_OPTIONS_H_
