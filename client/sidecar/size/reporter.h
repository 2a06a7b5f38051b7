#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_REPORTER_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_REPORTER_H_

#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "client/sidecar/control/frame/report.h"
#include "client/sidecar/size/dependencies.h"
#include "client/sidecar/size/plan.h"
#include "client/sidecar/size/reversals.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::sidecar {

// Reports the changes of each cluster in log lines, events and counters.
class Reporter : public Report {
 public:
  // If `events` is false, reports only in log lines and counters. `state` must outlive this object.
  Reporter(const Dependencies& dependencies, ControllerState& state, bool events);

  // ReportPlan() reports the result of a decision. NeedsReason() returns true if the result must be reported with the
  // full reason, but `plan` does not have this reason.
  bool NeedsReason(const HostedCluster& cluster, const SizePlan& plan) const;
  void ReportPlan(const HostedCluster& cluster, const SizePlan& plan);

  // Reports that the size was written. `cluster` is the version before the write.
  void SizeWritten(const HostedCluster& cluster, const SizePlan& plan);
  // Reports that a field manager repeatedly reverts our writes, and that the writes are paused for some time. `who` is
  // the field manager; empty if it is unknown.
  void ContentionBegins(const HostedCluster& cluster, absl::string_view what, absl::string_view who);
  // Reports that the VPA of a cluster was created, repaired or deleted.
  void VpaWritten(const HostedCluster& cluster, VpaAction action);
  // Reports that the write of `what` for a cluster failed. If `refused` is true, the cluster is held until a write
  // succeeds or until there is nothing to write, and gets an event. If the same failure occurs again, it is logged at
  // level debug.
  void WriteFailed(const HostedCluster& cluster, absl::string_view what, const absl::Status& status, bool refused);

  void Delete(const std::string& key);
  // Returns the number of clusters with a demand that is too large for all sizes.
  size_t exceeding_largest() const { return exceed_largest_.size(); }

 private:
  void LogDecision(const HostedCluster& cluster, const SizePlan& plan) const;
  // Returns whether the cluster keeps a size that is not in the configuration.
  bool KeepsUnknownSize(const HostedCluster& cluster, const SizePlan& plan) const;
  bool IsNewOutcome(const HostedCluster& cluster, const SizePlan& plan) const;
  void Held(const HostedCluster& cluster, const SizePlan& plan);
  // Returns false if the last failure for this cluster was a write of `what` with the same error.
  bool IsNewFailure(const std::string& key, absl::string_view what, absl::string_view error);

  const Dependencies dependencies_;
  absl::flat_hash_set<std::string> keep_unknown_size_;  // a subset of the held clusters
  absl::flat_hash_set<std::string> exceed_largest_;
  absl::flat_hash_map<std::string, std::string> failures_;  // the last failed write of each cluster, and its error
  Reversals reversals_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_REPORTER_H_
