#include "client/history/requests/container_name.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "client/history/series/history_name.h"

namespace cpsizer::history {
namespace {

constexpr absl::string_view kHashAlphabet = "bcdfghjklmnpqrstvwxz2456789";
constexpr size_t kPodSuffixBytes = 5;
constexpr size_t kMaxHashBytes = 10;

bool IsHash(absl::string_view text) {
  return !text.empty() && text.find_first_not_of(kHashAlphabet) == absl::string_view::npos;
}

// Returns the part after the last `-` and removes it, with the `-`, from `name`. Empty if there is no `-`.
absl::string_view TakeLastPart(absl::string_view& name) {
  const size_t dash = name.rfind('-');
  if (dash == absl::string_view::npos) return "";
  const absl::string_view part = name.substr(dash + 1);
  name = name.substr(0, dash);
  return part;
}

}  // namespace

absl::string_view DeploymentOfPod(absl::string_view pod) {
  absl::string_view name = pod;
  const absl::string_view suffix = TakeLastPart(name);
  if (suffix.empty() || name.empty()) return "";
  absl::string_view deployment = name;
  const absl::string_view hash = TakeLastPart(deployment);
  if (suffix.size() == kPodSuffixBytes && IsHash(suffix) && hash.size() <= kMaxHashBytes && IsHash(hash)) {
    return deployment;
  }
  const bool is_ordinal = std::all_of(suffix.begin(), suffix.end(), [](char c) { return absl::ascii_isdigit(c); });
  return is_ordinal ? name : "";
}

absl::optional<ContainerName> ContainerOfSeries(absl::string_view name) {
  const size_t separator = name.rfind(kContainerSeparator);
  if (separator == absl::string_view::npos) return absl::nullopt;
  const absl::string_view container = name.substr(separator + 1);
  absl::string_view pod = name.substr(0, separator);
  pod.remove_prefix(pod.rfind('/') + 1);  // npos + 1 is 0
  const absl::string_view deployment = DeploymentOfPod(pod);
  if (deployment.empty() || container.empty()) return absl::nullopt;
  return ContainerName{std::string(deployment), std::string(container)};
}

}  // namespace cpsizer::history
