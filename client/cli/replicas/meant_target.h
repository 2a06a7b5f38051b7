#ifndef CPSIZER_CLIENT_CLI_REPLICAS_MEANT_TARGET_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_MEANT_TARGET_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "client/objects/replica_objects.h"

// Finds the workload that an autoscaler without a target probably means.
namespace cpsizer::cli {

// The workloads that are the target of an autoscaler of the files.
using ScaledWorkloads = absl::flat_hash_set<const objects::FoundWorkload*>;

// The target that an autoscaler probably means. The text is empty if nothing is known.
struct TargetHint {
  std::string text;
  std::string path = {};   // the field that is probably wrong, such as `spec.scaleTargetRef.kind`
  std::string value = {};  // the value of the field
};

// Returns which workload of `workloads` the autoscaler probably means, such as `a Deployment web of apps/v1 is there,
// and extensions/v1beta1 is another API group`. This is, in this order: a workload that differs only in its API group,
// one with a similar name (see IsMisspelled()), one that differs only in its kind, and one that differs only in its
// namespace. A workload that is in `scaled` is meant by another autoscaler. Such a workload is used only if the API
// group differs or the kind is misspelled. Also reports a workload of the API group `extensions`, which no cluster
// serves. Requires that no workload is the target.
TargetHint MeantTarget(const objects::FoundAutoscaler& found, const std::vector<objects::FoundWorkload>& workloads,
                       const ScaledWorkloads& scaled);

// Returns whether `name`, the target of the autoscaler `autoscaler`, is probably `known` with a letter too much, a
// letter too few, a wrong letter or two letters in the wrong order. Each part between dashes is compared alone. These
// are the names of different things, and never misspelled:
// - names that differ in digits, such as cart-v1 and cart-v2
// - parts of less than five letters in which a letter differs, such as app and api, unless `known` is the name of the
//   autoscaler
// - names in which a letter differs, if `name` is the name of the autoscaler: the author has written it twice
bool IsMisspelled(absl::string_view name, absl::string_view known, absl::string_view autoscaler);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_MEANT_TARGET_H_
