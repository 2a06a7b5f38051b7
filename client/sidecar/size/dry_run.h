#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_DRY_RUN_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_DRY_RUN_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "client/sidecar/control/controller_state.h"
#include "client/sidecar/size/plan.h"

namespace cpsizer::sidecar {

// Returns the note about a written size. With an override, the operator gives the cluster another size, or none.
std::string NoteOf(const HostedCluster& cluster, const SizePlan& plan);

// Returns one or more sentences about what the sidecar would write for a cluster. The sentences do not contain the name
// of the cluster.
std::vector<std::string> DryRunSentences(const HostedCluster& cluster, VpaAction vpa, const SizePlan& size);

// Returns the result of comparing the current size with the decided size: `agree`, `disagree`, `absent` (there is no
// current size) or `held`. Empty for a cluster that is not sized.
absl::string_view AgreementOf(const HostedCluster& cluster, const SizePlan& size);

// Used in observe mode. Reports the dry run of each cluster once, and again when the dry run changes.
class DryRunReporter {
 public:
  using OnDryRun = std::function<void(const HostedCluster& cluster, VpaAction vpa, const SizePlan& size)>;

  // Counts the results of AgreementOf() in `agreements`, which must outlive this object. Clusters that are not sized
  // are not counted.
  DryRunReporter(Agreements& agreements, OnDryRun dry_run) : agreements_(agreements), on_dry_run_(std::move(dry_run)) {}

  void Show(const HostedCluster& cluster, VpaAction vpa, const SizePlan& size);
  void Delete(const std::string& key) { reported_.erase(key); }

 private:
  Agreements& agreements_;
  const OnDryRun on_dry_run_;
  absl::flat_hash_map<std::string, std::string> reported_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_DRY_RUN_H_
