#include "client/sidecar/size/applier.h"

#include <utility>

#include "client/sidecar/control/write/write_result.h"

namespace cpsizer::sidecar {
namespace {

// The names of failed writes in log lines.
constexpr absl::string_view kSizeWrite = "size";
constexpr absl::string_view kVpaWrite = "VPA";
// A webhook or a policy can change the size in an accepted write.
constexpr absl::string_view kNotTaken = "the API server accepted the write but returned another size";

// Returns whether the object has changed or the result of the write is unknown.
bool NeedsRead(WriteResult result) {
  return result == WriteResult::kConflict || result == WriteResult::kGone || result == WriteResult::kUnknown;
}

}  // namespace

Applier::Applier(const Dependencies& dependencies, Reporter& reporter, RevertedWrites& reverted_writes,
                 size_t max_writes, Callbacks callbacks)
    : dependencies_(dependencies),
      reporter_(reporter),
      reverted_writes_(reverted_writes),
      max_writes_(max_writes),
      callbacks_(std::move(callbacks)) {}

void Applier::Add(Job job) {
  jobs_.push_back(std::move(job));
  Start();
}

void Applier::Start() {
  // A job that ends immediately calls this function again.
  if (std::exchange(starting_, true)) return;
  while (writing_ < max_writes_ && !jobs_.empty()) {
    const auto job = std::make_shared<const Job>(std::move(jobs_.front()));
    jobs_.pop_front();
    ++writing_;
    Apply(job);
  }
  starting_ = false;
}

bool Applier::IsWanted(const Job& job) const {
  return dependencies_.may_write() && callbacks_.versions(job.key) == job.versions;
}

Writer::StillWanted Applier::StillWanted(const JobPointer& job) {
  return [this, alive = alive_, job] { return *alive && IsWanted(*job); };
}

void Applier::Apply(const JobPointer& job) {
  if (!IsWanted(*job)) return Drop(job);
  if (job->vpa == VpaAction::kNone) return WriteSize(job);
  const HostedCluster& cluster = *dependencies_.cache.FindCluster(job->key);
  WriteVpa(job, cluster, dependencies_.cache.FindVpa(cluster).vpa);
}

void Applier::WriteVpa(const JobPointer& job, const HostedCluster& cluster, const Vpa* vpa) {
  const auto written = [this, alive = alive_, job, before = cluster](absl::StatusOr<Vpa> after) {
    if (*alive) VpaWritten(job, before, std::move(after));
  };
  switch (job->vpa) {
    case VpaAction::kCreate:
      return dependencies_.writer->CreateVpa(cluster, StillWanted(job), written);
    case VpaAction::kRepair:
      return dependencies_.writer->RepairVpa(cluster, *vpa, StillWanted(job), written);
    case VpaAction::kDelete:
      return dependencies_.writer->DeleteVpa(*vpa, StillWanted(job),
                                             [this, alive = alive_, job, before = cluster](const absl::Status& status) {
                                               if (*alive) VpaDeleted(job, before, status);
                                             });
    case VpaAction::kNone:
      return;
  }
}

void Applier::VpaDeleted(const JobPointer& job, const HostedCluster& before, const absl::Status& status) {
  // The VPA may be deleted even if the response was lost. The deletion is always recorded, so that the missing VPA is
  // not attributed to another writer.
  reverted_writes_.VpaDeleted(before);
  const WriteResult result = WriteResultOf(status);
  if (result != WriteResult::kDone && result != WriteResult::kGone) return Fail(job, before, kVpaWrite, status);
  ++dependencies_.counters.writes[kVpaWrites];
  reporter_.VpaWritten(before, job->vpa);
  Finish(job, Outcome::kDone);
}

void Applier::VpaWritten(const JobPointer& job, const HostedCluster& before, absl::StatusOr<Vpa> vpa) {
  if (!vpa.ok()) return Fail(job, before, kVpaWrite, vpa.status());
  ++dependencies_.counters.writes[kVpaWrites];
  reporter_.VpaWritten(before, job->vpa);
  reverted_writes_.VpaWritten(before);
  dependencies_.cache.PutFreshVpa(*std::move(vpa));
  // The size was decided from the previous VPA. Therefore the cluster is decided again before a size is written.
  Finish(job, job->size.write.empty() ? Outcome::kDone : Outcome::kAgain);
}

void Applier::WriteSize(const JobPointer& job) {
  if (job->size.write.empty()) return Finish(job, Outcome::kDone);
  const HostedCluster& cluster = *dependencies_.cache.FindCluster(job->key);
  reverted_writes_.SizeSent(cluster, job->size.write);
  dependencies_.writer->WriteSize(cluster, job->size.write, StillWanted(job),
                                  [this, alive = alive_, job, before = cluster](absl::StatusOr<HostedCluster> after) {
                                    if (*alive) SizeWritten(job, before, std::move(after));
                                  });
}

void Applier::SizeWritten(const JobPointer& job, const HostedCluster& before, absl::StatusOr<HostedCluster> after) {
  if (!after.ok()) {
    const absl::Status& status = after.status();
    return NeedsRead(WriteResultOf(status)) ? Reread(job, before, status) : Fail(job, before, kSizeWrite, status);
  }
  ++dependencies_.counters.writes[kSizeWrites];
  reverted_writes_.SizeWritten(before, job->size.write);
  const bool taken = after->recommended_size == job->size.write;
  dependencies_.cache.PutFresh(*std::move(after), dependencies_.loop.now());
  if (!taken) return FailWith(WriteResult::kNotKept, job, before, kSizeWrite, absl::UnknownError(kNotTaken));
  reporter_.SizeWritten(before, job->size);
  Finish(job, Outcome::kDone);
}

void Applier::Reread(const JobPointer& job, const HostedCluster& before, const absl::Status& status) {
  if (CountUnwritten(WriteResultOf(status), dependencies_.counters)) {
    reporter_.WriteFailed(before, kSizeWrite, status, /*refused=*/false);
  }
  const HostedCluster* cluster = dependencies_.cache.FindCluster(job->key);
  if (cluster == nullptr) return Finish(job, Outcome::kDone);
  const absl::Duration wait = LeastRetryDelay(status, dependencies_.loop.random());
  dependencies_.writer->ReadCluster(*cluster, [this, alive = alive_, job, wait](absl::StatusOr<HostedCluster> now) {
    if (!*alive) return;
    if (now.ok()) dependencies_.cache.PutFresh(*std::move(now), dependencies_.loop.now());
    // If the error means that the cluster was deleted, the watch reports the deletion.
    Finish(job, Outcome::kRetry, wait);
  });
}

void Applier::Fail(const JobPointer& job, const HostedCluster& before, absl::string_view what,
                   const absl::Status& status) {
  FailWith(WriteResultOf(status), job, before, what, status);
}

void Applier::FailWith(WriteResult result, const JobPointer& job, const HostedCluster& before, absl::string_view what,
                       const absl::Status& status) {
  if (result == WriteResult::kStale) return Drop(job);
  const bool refused = result == WriteResult::kRefused;
  // If the namespace of a new VPA does not exist, the failure is reported, because the cluster waits for it.
  if (CountUnwritten(result, dependencies_.counters) || result == WriteResult::kGone) {
    reporter_.WriteFailed(before, what, status, refused);
  }
  Finish(job, refused ? Outcome::kRefused : Outcome::kRetry, LeastRetryDelay(status, dependencies_.loop.random()));
}

void Applier::Drop(const JobPointer& job) {
  // If this process may not write, it does not plan again, because the leader makes the plan. A deleted cluster needs
  // no plan.
  if (!dependencies_.may_write() || dependencies_.cache.FindCluster(job->key) == nullptr) {
    return Finish(job, Outcome::kDone);
  }
  ++dependencies_.counters.stale_plans;
  Finish(job, Outcome::kAgain);
}

void Applier::Finish(const JobPointer& job, Outcome outcome, absl::Duration wait) {
  --writing_;
  callbacks_.finished(*job, outcome, wait);
  Start();
}

}  // namespace cpsizer::sidecar
