#ifndef CPSIZER_CLIENT_REPLICAS_HPA_OPTIONS_H_
#define CPSIZER_CLIENT_REPLICAS_HPA_OPTIONS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

// The table of the options of kube-controller-manager's HorizontalPodAutoscaler controller that our programs have under
// the same names. Feature gates are in feature_gates.h.
namespace cpsizer::replicas {

enum class HpaOptionForm { kDuration, kNumber };

struct HpaOption {
  absl::string_view flag;
  // The field of a RecommendReplicasRequest, as findings of the service name it.
  absl::string_view field;
  HpaOptionForm form;
  std::string default_value;
  // The text in the help of the command, which adds the default.
  absl::string_view description;
  // The text in the help of programs whose flag has the name of the flag of kube-controller-manager.
  absl::string_view inherited_description;
  void (*set)(const std::string& text, v1::RecommendReplicasOptions& options);
};

// Returns the options in the order of help. Lives as long as the process.
absl::Span<const HpaOption> HpaOptions();

// Returns every option with its explicit default, so that the defaults of a service of another version have no effect.
v1::RecommendReplicasOptions DefaultHpaOptions();

// The values of --zero-replicas-rule, the default first.
struct ZeroReplicasRuleName {
  absl::string_view name;
  v1::ReplicasZeroRule value;
};
inline constexpr ZeroReplicasRuleName kZeroReplicasRules[] = {
    {"scaled-to-zero-condition", v1::REPLICAS_ZERO_RULE_SCALED_TO_ZERO_CONDITION},
    {"min-replicas", v1::REPLICAS_ZERO_RULE_MIN_REPLICAS}};

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_HPA_OPTIONS_H_
