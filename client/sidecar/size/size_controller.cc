#include "client/sidecar/size/size_controller.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/objects/hypershift.h"
#include "client/sidecar/control/hold_reasons.h"

namespace cpsizer::sidecar {
namespace {

// After a call about at least this number of clusters, the sidecar returns free memory to the system.
constexpr size_t kLargeBatch = 1'000;
constexpr absl::Duration kUntilFreed = absl::Seconds(1);

// A cluster that is held by this rule is decided again after this time, because the hold can end without a change of
// the VPA: when the VPA has its least age.
constexpr char kLowEvidence[] = "VPA_LOW_EVIDENCE";
constexpr absl::Duration kUntilOlder = absl::Minutes(10);

ConfigurationValidator::Options ValidatorOptions(const SizeController::Options& options) {
  return {options.request_options.cpu_policy(), options.enforce};
}

}  // namespace

SizeController::SizeController(const Dependencies& dependencies, const Options& options,
                               DryRunReporter::OnDryRun dry_run)
    : Controller(dependencies, options, /*most_rounds=*/1, options.max_writes),
      validator_(dependencies, health(), ValidatorOptions(options),
                 [this] { Enqueue(this->dependencies().cache.AllClusters(), Priority::kInitial); }),
      batch_client_(dependencies.service, options.request_options),
      reverted_writes_(state().contentions),
      reporter_(dependencies, state(), options.enforce),
      applier_(dependencies, writes(), reporter_, reverted_writes_,
               {[this](const RequestedCluster& requested) { return HasSameVersions(requested); },
                [this](const Job& job, Applier::Outcome outcome, absl::Duration wait) { Finish(job, outcome, wait); }}),
      dry_run_reporter_(state().agreements, std::move(dry_run)),
      cluster_statuses_(options.keep_cluster_statuses) {
  for (const char* kind : {kSizeWrites, kVpaWrites, kConditionWrites}) {
    counters().writes.try_emplace(kind, 0);
  }
}

void SizeController::QueueAll() {
  validator_.RestoreFields();
  validator_.Update();
  Enqueue(dependencies().cache.AllClusters(), Priority::kInitial);
}

void SizeController::Enqueue(const std::vector<std::string>& keys, Priority priority) {
  for (const std::string& key : keys) {
    // The brief response that waits for its full reason is stale.
    if (full_detail_queue_.Withdraw(key)) queue_.Done(key);
    queue_.Add(key, priority);
  }
  Wake();
}

void SizeController::ClusterGone(const std::string& key) {
  queue_.Remove(key);
  state().Delete(key);
  reverted_writes_.Delete(key);
  reporter_.Delete(key);
  dry_run_reporter_.Delete(key);
  cluster_statuses_.Delete(key);
}

bool SizeController::idle() const {
  return started() && rounds() == 0 && full_detail_queue_.empty() && applier_.idle() && queue_.NextDue() > now() &&
         validator_.state() != ConfigurationState::kUnknown;
}

void SizeController::DescribeKind(SidecarStatus& status) const {
  status.objects = dependencies().cache.clusters().objects().size();
  status.queued = queue_.size();
  status.writes_in_flight = applier_.in_flight();
  auto sizes = std::make_shared<SizeStatus>();
  sizes->configuration = validator_.state();
  sizes->fields_not_stored = !validator_.lost_fields().empty();
  sizes->exceeding_largest = reporter_.exceeding_largest();
  sizes->per_cluster = options().keep_cluster_statuses;
  for (const auto& [key, state] : cluster_statuses_.all()) sizes->cluster_statuses.push_back(state);
  status.kind = std::move(sizes);
}

absl::optional<SizeController::CachedCluster> SizeController::FindCached(const std::string& key) const {
  const HostedCluster* cluster = dependencies().cache.FindCluster(key);
  if (cluster == nullptr || !started()) return absl::nullopt;
  VpaOfCluster vpa = dependencies().cache.FindVpa(*cluster);
  // If the VPA is for another cluster, the version is the conflict text. The version of a missing VPA is empty.
  InputVersions versions = {validator_.epoch(), cluster->resource_version,
                            vpa.vpa == nullptr ? vpa.conflict : vpa.vpa->resource_version};
  return CachedCluster{cluster, std::move(vpa), std::move(versions)};
}

bool SizeController::HasSameVersions(const RequestedCluster& requested) const {
  const absl::optional<CachedCluster> now = FindCached(requested.key);
  return now.has_value() && now->versions == requested.versions;
}

// Before the first validation of the configuration, changes wait in the queue.
absl::Time SizeController::NextDue() const {
  if (validator_.state() == ConfigurationState::kUnknown) return absl::InfiniteFuture();
  return WantsReasons() ? absl::InfinitePast() : queue_.NextDue();
}

void SizeController::Call(const RoundPtr& round, std::function<void(Answer)> answered) {
  std::vector<v1::RecommendSizeRequest> items;
  items.reserve(round->clusters.size());
  const absl::Time now = dependencies().wall_time();
  for (const RequestedCluster& requested : round->clusters) {
    const HostedCluster& cluster = *dependencies().cache.FindCluster(requested.key);
    items.push_back(RequestAbout(cluster, dependencies().cache.FindVpa(cluster).vpa, now));
  }
  batch_client_.Recommend(validator_.inputs(), std::move(items), round->detail, std::move(answered));
}

void SizeController::OnResponse(const RoundPtr& round, Answer responses) {
  const bool in_brief = round->detail == v1::DETAIL_BRIEF;
  std::vector<RequestedCluster> unreported;
  for (size_t i = 0; i < round->clusters.size(); ++i) {
    const RequestedCluster& requested = round->clusters[i];
    const absl::optional<CachedCluster> cached = FindCached(requested.key);
    if (!cached.has_value() || cached->versions != requested.versions) {
      DecideAgain(requested);
      continue;
    }
    SizePlan plan = PlanAnswer(*cached, (*responses)[i]);
    if (in_brief && reporter_.NeedsReason(*cached->cluster, plan)) {
      unreported.push_back(requested);
    } else {
      ++counters().decisions[OutcomeName(plan.state)];
      Proceed(requested, std::move(plan));
    }
  }
  full_detail_queue_.Add(std::move(unreported));
  if (in_brief) Decided(round->clusters.size());
  EndRound();
}

SizePlan SizeController::PlanAnswer(const CachedCluster& cached,
                                    const absl::StatusOr<v1::RecommendSizeResponse>& answer) const {
  SizePlan plan = PlanSize(*cached.cluster, cached.vpa.vpa, validator_.inputs().cluster_sizing_configuration(), answer);
  if (plan.reason == kFieldsNotStored && !plan.note.empty()) {
    absl::StrAppend(&plan.note, ": ", validator_.lost_fields());
  }
  return plan;
}

// Logs only batches. A single decision is logged when it changes something.
void SizeController::Decided(size_t clusters) {
  dependencies().log(LogLevel::kInfo, "sizes decided", {{"clusters", absl::StrCat(clusters)}});
  if (clusters >= kLargeBatch) ReleaseMemorySoon();
}

// Releases the memory when the controller is idle, because all plans in memory are then written.
void SizeController::ReleaseMemorySoon() {
  loop().timers().Cancel(release_);
  release_ =
      loop().timers().At(now() + kUntilFreed, [this] { idle() ? options().release_memory() : ReleaseMemorySoon(); });
}

void SizeController::OnFailure(const RoundPtr& round, const absl::Status& status, absl::Duration wait) {
  dependencies().log(LogLevel::kDebug, "service call failed; retrying",
                     {{"error", std::string(status.message())},
                      {"clusters", absl::StrCat(round->clusters.size())},
                      {"retryIn", absl::FormatDuration(wait)}});
  for (const RequestedCluster& requested : round->clusters) {
    const HostedCluster* cluster = dependencies().cache.FindCluster(requested.key);
    if (cluster != nullptr) {
      Report(*cluster, {SizeState::kHeld, "", kServiceFailed, std::string(status.message()), false, kService,
                        absl::StatusCodeToString(status.code())});
    }
    // The write of the VPA does not wait for the service.
    if (requested.vpa != VpaAction::kNone) {
      applier_.Add({requested, {}});
      queue_.AddAt(requested.key, now() + wait);
    } else {
      QueueAgain(requested);
    }
  }
  EndRound();
}

void SizeController::Requeue(const RoundPtr& round) {
  for (const RequestedCluster& requested : round->clusters) QueueAgain(requested);
}

void SizeController::QueueAgain(const RequestedCluster& requested) {
  queue_.Done(requested.key);
  queue_.Add(requested.key, Priority::kInitial);
}

void SizeController::Report(const HostedCluster& cluster, const SizePlan& plan) {
  reporter_.ReportPlan(cluster, plan);
  cluster_statuses_.Put(cluster, plan);
}

void SizeController::Proceed(const RequestedCluster& requested, SizePlan plan) {
  const HostedCluster& cluster = *dependencies().cache.FindCluster(requested.key);
  if (plan.reason == kInvalidResponse) ++counters().invalid_responses;
  // A refused write holds the cluster until a write succeeds or until there is nothing to write.
  const bool writes = requested.vpa != VpaAction::kNone || !plan.write.empty();
  if (!writes || state().holds.ReasonOf(requested.key) != kWriteFailed) Report(cluster, plan);
  Job job{requested, std::move(plan)};
  if (!options().enforce) {
    dry_run_reporter_.Show(cluster, job.vpa, job.size);
    return Finish(job, Applier::Outcome::kDone);
  }
  const absl::Time paused_until = reverted_writes_.SizePausedUntil(requested.key);
  if (!job.size.write.empty() && paused_until > now()) {
    queue_.AddAt(requested.key, paused_until);
    job.size.write.clear();
  }
  if (job.vpa == VpaAction::kNone && job.size.write.empty()) return Finish(job, Applier::Outcome::kDone);
  applier_.Add(std::move(job));
}

void SizeController::Finish(const Job& job, Applier::Outcome outcome, absl::Duration wait) {
  queue_.Done(job.key);
  const bool retry = outcome == Applier::Outcome::kRetry || job.size.ask_again;
  const bool refused = outcome == Applier::Outcome::kRefused || job.size.reason == kInputRefused;
  const bool time_ends_hold = job.size.held_by == kLowEvidence;
  if (outcome == Applier::Outcome::kAgain) {
    queue_.Add(job.key);
  } else if (retry) {
    queue_.Retry(job.key, now(), random(), wait);
  } else {
    queue_.Forget(job.key);
    if (refused) queue_.AddAt(job.key, now() + RefusalDelay());
    if (time_ends_hold) queue_.AddAt(job.key, now() + kUntilOlder);
  }
  Wake();
}

void SizeController::DecideAgain(const RequestedCluster& requested) {
  Finish({requested, {}}, Applier::Outcome::kAgain);
}

}  // namespace cpsizer::sidecar
