#include "client/objects/known_objects.h"

#include "absl/strings/match.h"

namespace cpsizer::objects {
namespace {

struct KnownKind {
  ObjectKind kind;
  absl::string_view name;
  absl::string_view api_version;
  absl::string_view older_api_version;  // with the same fields, as far as they are read; or empty
};

constexpr KnownKind kKnownKinds[] = {
    {ObjectKind::kConfiguration, "ClusterSizingConfiguration", "scheduling.hypershift.openshift.io/v1alpha1", ""},
    {ObjectKind::kHostedCluster, "HostedCluster", "hypershift.openshift.io/v1beta1",
     "hypershift.openshift.io/v1alpha1"},
    {ObjectKind::kVerticalPodAutoscaler, "VerticalPodAutoscaler", "autoscaling.k8s.io/v1", ""},
    {ObjectKind::kMachineSet, "MachineSet", "machine.openshift.io/v1beta1", ""},
};

absl::string_view Group(absl::string_view api_version) {
  return api_version.substr(0, api_version.find('/'));
}

}  // namespace

ObjectType Recognize(absl::string_view api_version, absl::string_view kind) {
  for (const KnownKind& known : kKnownKinds) {
    if (kind != known.name) continue;
    if (api_version == known.api_version || api_version == known.older_api_version) {
      return {known.kind, true, known.api_version};
    }
    if (known.kind == ObjectKind::kConfiguration || Group(api_version) == Group(known.api_version)) {
      return {known.kind, false, known.api_version};
    }
  }
  return {};
}

bool NamesKnownKind(absl::string_view text) {
  for (const KnownKind& known : kKnownKinds) {
    if (absl::StrContains(text, known.name)) return true;
  }
  return false;
}

}  // namespace cpsizer::objects
