#include "client/objects/lease/sidecar_lease.h"

#include "absl/strings/str_cat.h"

namespace cpsizer::objects {

std::string LeasesPath(absl::string_view name_space) {
  return absl::StrCat(kLeaseGroup, "/namespaces/", name_space, "/leases");
}

absl::string_view PublishedCpuPolicy(const tree::Node& lease) {
  return tree::TextAt(lease, {"metadata", "annotations", kCpuPolicyAnnotation});
}

absl::string_view PublishedVpaSettings(const tree::Node& lease) {
  return tree::TextAt(lease, {"metadata", "annotations", kVpaSettingsAnnotation});
}

}  // namespace cpsizer::objects
