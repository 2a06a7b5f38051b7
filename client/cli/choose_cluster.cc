#include "client/cli/choose_cluster.h"

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cli/complain.h"
#include "client/cli/fleet.h"
#include "client/cli/show.h"
#include "server/nearest_name.h"

namespace cpsizer::cli {
namespace {

std::vector<std::string> KnownNames(const objects::Inventory& inventory, bool with_namespace) {
  std::vector<std::string> names;
  for (const objects::HostedCluster& cluster : inventory.clusters) {
    names.push_back(with_namespace ? ClusterName(cluster) : cluster.name);
  }
  return names;
}

// No cluster is called so where people name files.
bool LooksLikeAPath(absl::string_view word) {
  return absl::EndsWith(word, ".yaml") || absl::EndsWith(word, ".yml") || absl::EndsWith(word, ".json");
}

}  // namespace

absl::Span<const objects::HostedCluster> ChooseClusters(const objects::Inventory& inventory, absl::string_view wanted,
                                                        Screen& err) {
  if (inventory.clusters.empty() && !LooksLikeAPath(wanted)) {
    ComplainError("there is no HostedCluster; look elsewhere, or give a demand with --memory and --cpu", err);
    return {};
  }
  if (wanted.empty()) return inventory.clusters;
  if (LooksLikeAPath(wanted)) {
    ComplainError(absl::StrCat("\"", wanted, "\" is no hosted cluster; write -f before each path"), err);
    return {};
  }
  const std::vector<std::string> names = KnownNames(inventory, absl::StrContains(wanted, '/'));
  std::vector<std::string> matches;
  size_t place = 0;
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] != wanted) continue;
    matches.push_back(ClusterName(inventory.clusters[i]));
    place = i;
  }
  if (matches.size() == 1) return absl::MakeConstSpan(inventory.clusters).subspan(place, 1);
  if (matches.empty()) {
    const std::vector<absl::string_view> known(names.begin(), names.end());
    const std::string suggestion = server::DidYouMean(wanted, known);
    ComplainError(absl::StrCat("there is no HostedCluster \"", wanted, "\"",
                               suggestion.empty() ? absl::StrCat("; there are ", ListNames(names)) : suggestion),
                  err);
    return {};
  }
  ComplainError(absl::StrCat("\"", wanted, "\" names ", matches.size(), " HostedClusters (", ListNames(matches),
                             "); write namespace/name"),
                err);
  return {};
}

}  // namespace cpsizer::cli
