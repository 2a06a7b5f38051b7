#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_READ_VERSION_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_READ_VERSION_H_

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "cpsizer/replicas_defaults.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/text.h"

namespace cpsizer {

// Returns the minor version in the field `kubernetes_version` of `message`, at most kNewestKubernetesMinor. If the
// field is absent, returns kNewestKubernetesMinor. Adds KUBERNETES_VERSION_UNKNOWN if the field is not a version.
template <typename Message>
int ReadKubernetesVersion(const Message& message, absl::string_view path, Findings& findings) {
  if (!message.has_kubernetes_version()) return kNewestKubernetesMinor;
  const std::string& text = message.kubernetes_version();
  const absl::optional<int> minor = KubernetesMinor(text);
  if (!minor.has_value()) {
    findings.Add(Rule::kKubernetesVersionUnknown, path, text,
                 absl::StrCat("\"", Quoted(text), "\" is not a version of Kubernetes from v1.23 to v1.99"));
  }
  return std::min(minor.value_or(kNewestKubernetesMinor), kNewestKubernetesMinor);
}

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_READ_VERSION_H_
