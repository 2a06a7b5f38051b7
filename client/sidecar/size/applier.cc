#include "client/sidecar/size/applier.h"

#include <utility>

#include "client/sidecar/size/size_requests.h"

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

Applier::Applier(const Dependencies& dependencies, Writes& writes, Reporter& reporter, RevertedWrites& reverted_writes,
                 Callbacks callbacks)
    : dependencies_(dependencies),
      writes_(writes),
      reporter_(reporter),
      reverted_writes_(reverted_writes),
      callbacks_(std::move(callbacks)) {}

void Applier::Add(Job job) {
  if (!writes_.may_write() || !callbacks_.is_unchanged(job)) return Drop(job);
  const HostedCluster& cluster = *dependencies_.cache.FindCluster(job.key);
  const auto started = std::make_shared<const Started>(Started{std::move(job), cluster});
  if (started->job.vpa != VpaAction::kNone) {
    return writes_.Send(
        WriteVpa(started->job.vpa, cluster, dependencies_.cache.FindVpa(cluster).vpa),
        [this, started] { return callbacks_.is_unchanged(started->job); },
        [this, started](const WriteResponse& response) { VpaWritten(started, response); });
  }
  const auto still_wanted = [this, started] {
    const bool unchanged = callbacks_.is_unchanged(started->job);
    // The API server may store the size even if its response is lost.
    if (unchanged) reverted_writes_.SizeSent(started->before, started->job.size.write);
    return unchanged;
  };
  writes_.Send(WriteSize(cluster, started->job.size.write), still_wanted,
               [this, started](const WriteResponse& response) { SizeWritten(started, response); });
}

void Applier::VpaWritten(const StartedPtr& started, const WriteResponse& response) {
  const Job& job = started->job;
  const bool deletes = job.vpa == VpaAction::kDelete;
  // The VPA may be deleted even if the response was lost. Each deletion that was sent is recorded, so that the missing
  // VPA is not attributed to another writer.
  if (deletes && response.sent) reverted_writes_.VpaDeleted(started->before);
  if (response.result != WriteResult::kDone && !(deletes && response.result == WriteResult::kGone)) {
    return Fail(*started, kVpaWrite, response.result, response.status);
  }
  ++dependencies_.counters.writes[kVpaWrites];
  reporter_.VpaWritten(started->before, job.vpa);
  if (deletes) return Finish(job, Outcome::kDone);
  reverted_writes_.VpaWritten(started->before);
  dependencies_.cache.PutFreshVpa(ReadVpa(response.object));
  // The size was decided from the previous VPA. Therefore the cluster is decided again before a size is written.
  Finish(job, job.size.write.empty() ? Outcome::kDone : Outcome::kAgain);
}

void Applier::SizeWritten(const StartedPtr& started, const WriteResponse& response) {
  if (NeedsRead(response.result)) return Reread(started, response);
  const Job& job = started->job;
  if (response.result != WriteResult::kDone) return Fail(*started, kSizeWrite, response.result, response.status);
  HostedCluster after = ReadHostedCluster(response.object);
  ++dependencies_.counters.writes[kSizeWrites];
  reverted_writes_.SizeWritten(started->before, job.size.write);
  const bool taken = after.recommended_size == job.size.write;
  dependencies_.cache.PutFresh(std::move(after), dependencies_.loop.now());
  if (!taken) return Fail(*started, kSizeWrite, WriteResult::kNotKept, absl::UnknownError(kNotTaken));
  reporter_.SizeWritten(started->before, job.size);
  Finish(job, Outcome::kDone);
}

void Applier::Reread(const StartedPtr& started, const WriteResponse& response) {
  if (CountUnwritten(response.result, dependencies_.counters)) {
    reporter_.WriteFailed(started->before, kSizeWrite, response.status, /*refused=*/false);
  }
  const HostedCluster* cluster = dependencies_.cache.FindCluster(started->job.key);
  if (cluster == nullptr) return Finish(started->job, Outcome::kDone);
  ++rereads_;
  const absl::Duration wait = LeastRetryDelay(response.status, dependencies_.loop.random());
  dependencies_.send(GetCluster(*cluster), nullptr,
                     [this, alive = alive_, started, wait](const absl::StatusOr<tree::Node>& now) {
                       if (!*alive) return;
                       --rereads_;
                       if (now.ok()) dependencies_.cache.PutFresh(ReadHostedCluster(*now), dependencies_.loop.now());
                       // If the error means that the cluster was deleted, the watch reports the deletion.
                       Finish(started->job, Outcome::kRetry, wait);
                     });
}

void Applier::Fail(const Started& started, absl::string_view what, WriteResult result, const absl::Status& status) {
  if (result == WriteResult::kStale) return Drop(started.job);
  const bool refused = result == WriteResult::kRefused;
  // If the namespace of a new VPA does not exist, the failure is reported, because the cluster waits for it.
  if (CountUnwritten(result, dependencies_.counters) || result == WriteResult::kGone) {
    reporter_.WriteFailed(started.before, what, status, refused);
  }
  Finish(started.job, refused ? Outcome::kRefused : Outcome::kRetry,
         LeastRetryDelay(status, dependencies_.loop.random()));
}

void Applier::Drop(const Job& job) {
  // If this process may not write, it does not plan again, because the leader makes the plan. A deleted cluster needs
  // no plan.
  if (!writes_.may_write() || dependencies_.cache.FindCluster(job.key) == nullptr) return Finish(job, Outcome::kDone);
  ++dependencies_.counters.stale_plans;
  Finish(job, Outcome::kAgain);
}

}  // namespace cpsizer::sidecar
