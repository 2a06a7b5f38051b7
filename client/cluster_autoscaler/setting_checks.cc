#include "client/cluster_autoscaler/setting_checks.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/objects/escape.h"
#include "cpsizer/cluster_autoscaler_settings.h"
#include "server/engine/base/kubernetes_names.h"
#include "server/process/nearest_name.h"

namespace cpsizer::cluster_autoscaler {
namespace {

absl::Status Require(bool is_valid, absl::string_view text, absl::string_view what) {
  if (is_valid) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(objects::QuotedValue(text), " is not ", what));
}

bool HasSpace(absl::string_view text) {
  return absl::c_any_of(text, [](unsigned char c) { return absl::ascii_isspace(c) || absl::ascii_iscntrl(c); });
}

absl::Status RequireKnown(absl::string_view text, absl::string_view what, const std::vector<absl::string_view>& known) {
  if (absl::c_linear_search(known, text)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(objects::QuotedValue(text), " is not ", what, "; write one of ",
                                                 absl::StrJoin(known, ", "), server::DidYouMean(text, known)));
}

}  // namespace

absl::Status CheckReleaseVersion(absl::string_view text) {
  const absl::optional<ReleaseVersion> release = ParseReleaseVersion(text);
  if (!release.has_value()) return Require(false, text, "a semantic version; write one such as 4.18.2");
  return Require(
      IsKnownRelease(*release), text,
      absl::StrCat("a release whose operator is known; write the release of the cluster, from ", kKnownReleases));
}

absl::Status CheckImage(absl::string_view text) {
  return Require(!text.empty() && !HasSpace(text), text,
                 "an image; write its name without spaces, such as example.org/cluster-autoscaler:4.18");
}

absl::Status CheckNamespace(absl::string_view text) {
  return Require(IsDnsLabel(text), text, kDnsLabel.words);
}

absl::Status CheckCloudProvider(absl::string_view text) {
  return Require(IsDnsLabel(text), text, "a cloud provider; write a name such as openshift or clusterapi");
}

absl::Status CheckExtraArgs(absl::string_view text) {
  return Require(absl::StartsWith(text, "-"), text,
                 "an argument; write a flag of the cluster-autoscaler, such as --max-node-provision-time=30m");
}

absl::Status CheckArchitecture(absl::string_view text) {
  return RequireKnown(text, "an architecture that the cluster-autoscaler knows",
                      {std::begin(kArchitectures), std::end(kArchitectures)});
}

absl::Status CheckFeatureGate(absl::string_view text) {
  std::vector<std::string> gates = {std::string(kProvisioningRequestGate)};
  for (const absl::string_view platform : kClusterApiPlatforms) {
    gates.push_back(absl::StrCat(kClusterApiGatePrefix, platform));
  }
  return RequireKnown(text, "the name of a feature gate that a plan depends on", {gates.begin(), gates.end()});
}

}  // namespace cpsizer::cluster_autoscaler
