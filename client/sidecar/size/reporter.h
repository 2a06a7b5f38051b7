#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_REPORTER_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_REPORTER_H_

#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/sidecar/control/holds.h"
#include "client/sidecar/size/plan.h"
#include "client/sidecar/size/reversals.h"
#include "client/sidecar/size/dependencies.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::sidecar {

// Tells people what became of each cluster: by log, events and counters, when it changes and only then.
class Reporter {
 public:
  // Without `events` only the log and the counters.
  // Must not outlive `holds`.
  Reporter(const Dependencies& dependencies, Holds& holds, bool events) : dependencies_(dependencies), holds_(holds), events_(events) {}

  // How a cluster stands after a decision. Whether that is news that needs the reason in full, which `plan` lacks.
  bool NeedsReason(const HostedCluster& cluster, const SizePlan& plan) const;
  void ReportPlan(const HostedCluster& cluster, const SizePlan& plan);

  // The size of `cluster`, as it was before, has been written.
  void SizeWritten(const HostedCluster& cluster, const SizePlan& plan);
  // Field manager `who`, empty where it is not known, repeatedly reverts what we write: we stop for a while.
  void ContentionBegins(const HostedCluster& cluster, absl::string_view what, absl::string_view who);
  // The VPA of a cluster has been created, repaired or deleted.
  void VpaWritten(const HostedCluster& cluster, VpaAction action);
  // The write of `what` about a cluster failed. If it was `refused`, the cluster is held until one succeeds.
  void WriteFailed(const HostedCluster& cluster, absl::string_view what, const absl::Status& status, bool refused);

  void Forget(const std::string& key);
  // Clusters whose demand no size holds.
  size_t exceeding_largest() const { return exceed_largest_.size(); }

 private:
  void LogDecision(const HostedCluster& cluster, const SizePlan& plan) const;
  // Whether the cluster keeps a size that the configuration does not hold.
  bool KeepsUnknownSize(const HostedCluster& cluster, const SizePlan& plan) const;
  bool IsNews(const HostedCluster& cluster, const SizePlan& plan) const;
  void Held(const HostedCluster& cluster, const SizePlan& plan);
  void Record(const HostedCluster& cluster, bool warning, absl::string_view reason, absl::string_view note);

  const Dependencies dependencies_;
  Holds& holds_;
  const bool events_;
  absl::flat_hash_set<std::string> keep_unknown_size_;  // of those that are held
  absl::flat_hash_set<std::string> exceed_largest_;
  Reversals reversals_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_REPORTER_H_
