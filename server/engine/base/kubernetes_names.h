#ifndef CPSIZER_SERVER_ENGINE_BASE_KUBERNETES_NAMES_H_
#define CPSIZER_SERVER_ENGINE_BASE_KUBERNETES_NAMES_H_

#include "absl/strings/string_view.h"

// Checks of names, equal to those of the API server. Source: k8s.io/apimachinery, pkg/api/validate/content, and the
// validation of container resources in Kubernetes' pkg/apis/core.
namespace cpsizer {

// The syntax of a name.
struct NameForm {
  bool (*holds)(absl::string_view name);
  absl::string_view words;  // the words after "is not" in a message
};

bool IsDnsLabel(absl::string_view name);
bool IsDnsSubdomain(absl::string_view name);
// Returns whether the name can be one segment of a URL path. The name may have any length and may be empty.
bool IsPathSegment(absl::string_view name);
// Returns whether a container may request a resource of this name.
bool IsContainerResource(absl::string_view name);

inline constexpr NameForm kDnsLabel = {
    &IsDnsLabel, "a DNS label: at most 63 lower-case letters, digits and -, with a letter or digit at both ends"};
inline constexpr NameForm kDnsSubdomain = {&IsDnsSubdomain,
                                           "a DNS subdomain: at most 253 lower-case letters, digits, - and ., with a "
                                           "letter or digit at both ends of each part"};
inline constexpr NameForm kPathSegment = {&IsPathSegment,
                                          "one path segment: it must not be . or .., and must not contain / or %"};
inline constexpr NameForm kContainerResource = {
    &IsContainerResource,
    "a resource of containers: cpu, memory, ephemeral-storage, hugepages-... or a name such as example.com/gpu"};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_KUBERNETES_NAMES_H_
