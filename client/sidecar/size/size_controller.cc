#include "client/sidecar/size/size_controller.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/objects/hypershift.h"
#include "client/sidecar/control/shared_causes.h"
#include "client/sidecar/size/size_status.h"

namespace cpsizer::sidecar {
namespace {

// The requests and responses about so many clusters take memory that is returned to the system once they are freed.
constexpr size_t kMany = 1'000;
constexpr absl::Duration kUntilFreed = absl::Seconds(1);

// The number of full reasons that one call requests.
constexpr size_t kReasonsAtOnce = 200;

ConfigurationKeeper::Options KeeperOptions(const SizeController::Options& options) {
  return {options.question.cpu_policy(), options.enforce};
}

}  // namespace

SizeController::SizeController(const Dependencies& dependencies, Options options, Shadow::WouldDo dry_run)
    : Controller(dependencies.loop, dependencies.counters, /*most_rounds=*/1,
                 {Holds(LogSharedCauses(dependencies.log, "sizes", "clusters")), {}, Contentions(kSizeContention)}),
      dependencies_(dependencies),
      options_(std::move(options)),
      keeper_(dependencies, health(), KeeperOptions(options_),
              [this] { Enqueue(dependencies_.cache.AllClusters(), Priority::kInitial); }),
      questions_(dependencies.service, options_.question),
      undone_writes_(book().contentions),
      reporter_(dependencies, book().holds, options_.enforce),
      applier_(dependencies, reporter_, undone_writes_, options_.max_writes,
               {[this](const std::string& key) { return BasisOf(key); },
                [this](const Job& job, Applier::Outcome outcome, absl::Duration wait) { Finish(job, outcome, wait); }}),
      shadow_(book().agreements, std::move(dry_run)),
      cluster_statuses_(options_.keep_cluster_statuses) {
  for (const char* kind : {kSizeWrites, kVpaWrites, kConditionWrites}) {
    dependencies_.counters.writes.try_emplace(kind, 0);
  }
}

void SizeController::QueueAll() {
  keeper_.Update();
  Enqueue(dependencies_.cache.AllClusters(), Priority::kInitial);
}

void SizeController::Enqueue(const std::vector<std::string>& keys, Priority priority) {
  for (const std::string& key : keys) {
    // The brief response that waits for its full reason is stale.
    if (unexplained_.Withdraw(key)) queue_.Done(key);
    queue_.Add(key, priority);
  }
  Wake();
}

void SizeController::ClusterGone(const std::string& key) {
  queue_.Remove(key);
  book().Forget(key);
  undone_writes_.Forget(key);
  reporter_.Forget(key);
  shadow_.Forget(key);
  cluster_statuses_.Forget(key);
}

bool SizeController::idle() const {
  return started() && rounds() == 0 && unexplained_.empty() && applier_.idle() &&
         queue_.NextDue() > dependencies_.loop.now() && keeper_.state() != ConfigurationState::kUnknown;
}

void SizeController::DescribeKind(SidecarStatus& status) const {
  status.objects = dependencies_.cache.clusters().objects().size();
  status.queued = queue_.size();
  status.writes_waiting = applier_.waiting();
  status.writes_in_flight = applier_.in_flight();
  auto sizes = std::make_shared<SizeStatus>();
  sizes->configuration = keeper_.state();
  sizes->exceeding_largest = reporter_.exceeding_largest();
  sizes->per_cluster = options_.keep_cluster_statuses;
  for (const auto& [key, state] : cluster_statuses_.all()) sizes->cluster_statuses.push_back(state);
  status.kind = std::move(sizes);
}

absl::optional<SizeController::Known> SizeController::Know(const std::string& key) const {
  const HostedCluster* cluster = dependencies_.cache.FindCluster(key);
  if (cluster == nullptr || !started()) return absl::nullopt;
  VpaOfCluster vpa = dependencies_.cache.FindVpa(*cluster);
  // A VPA that is for another cluster is not the same as none.
  Basis basis = {keeper_.epoch(), cluster->resource_version,
                 vpa.vpa == nullptr ? vpa.conflict : vpa.vpa->resource_version};
  return Known{cluster, std::move(vpa), std::move(basis)};
}

absl::optional<Basis> SizeController::BasisOf(const std::string& key) const {
  absl::optional<Known> known = Know(key);
  if (!known.has_value()) return absl::nullopt;
  return std::move(known->basis);
}

bool SizeController::IsUnchanged(const Question& question) const {
  const absl::optional<Basis> now = BasisOf(question.key);
  return now.has_value() && *now == question.basis;
}

// Changes before the first validation of the configuration wait in the queue.
absl::Time SizeController::NextDue() const {
  if (keeper_.state() == ConfigurationState::kUnknown) return absl::InfiniteFuture();
  return WantsReasons() ? absl::InfinitePast() : queue_.NextDue();
}

SizeController::RoundPtr SizeController::Take() {
  if (keeper_.state() == ConfigurationState::kUnknown) return nullptr;
  // All sizes are decided first; but a few later changes do not delay the reasons without limit.
  const bool for_reasons = WantsReasons() && (queue_.NextDue() > dependencies_.loop.now() ||
                                              (reasons_come_next_ && queue_.size() < MostItems()));
  reasons_come_next_ = !for_reasons;
  auto round = std::make_shared<Round>();
  round->questions = for_reasons ? TakeUnexplained() : Consider(TakeKeys());
  if (round->questions.empty()) return nullptr;
  const bool in_full = for_reasons || round->questions.size() == 1 || options_.keep_cluster_statuses;
  round->detail = in_full ? v1::DETAIL_FULL : v1::DETAIL_BRIEF;
  return round;
}

size_t SizeController::MostItems() const {
  return Questions::MostItems(keeper_.inputs().cluster_sizing_configuration().spec().sizes_size());
}

size_t SizeController::ObservationBytes(const std::string& key) const {
  const HostedCluster* cluster = dependencies_.cache.FindCluster(key);
  const Vpa* vpa = cluster == nullptr ? nullptr : dependencies_.cache.FindVpa(*cluster).vpa;
  return vpa == nullptr ? 0 : vpa->status.size();
}

std::vector<std::string> SizeController::TakeKeys() {
  std::vector<std::string> keys;
  for (CallLoad load(MostItems()); !load.full(); load.Add(ObservationBytes(keys.back()))) {
    absl::optional<std::string> key = queue_.Take(dependencies_.loop.now());
    if (!key.has_value()) break;
    keys.push_back(*std::move(key));
  }
  return keys;
}

std::vector<Question> SizeController::TakeUnexplained() {
  std::vector<Question> questions;
  CallLoad load(std::min(MostItems(), kReasonsAtOnce));
  while (!load.full()) {
    absl::optional<Question> question = unexplained_.Take();
    if (!question.has_value()) break;
    if (!IsUnchanged(*question)) {
      DecideAgain(*question);
      continue;
    }
    load.Add(ObservationBytes(question->key));
    questions.push_back(*std::move(question));
  }
  return questions;
}

// Returns the clusters that need a response of the service; the others proceed at once.
std::vector<Question> SizeController::Consider(const std::vector<std::string>& keys) {
  std::vector<Question> questions;
  for (const std::string& key : keys) {
    absl::optional<Known> known = Know(key);
    if (!known.has_value()) {
      queue_.Forget(key);
      queue_.Done(key);
      continue;
    }
    const HostedCluster& cluster = *known->cluster;
    if (!IsEligible(cluster, options_.policy)) {
      undone_writes_.NotSized(cluster);
    } else if (undone_writes_.SizeUndone(cluster, dependencies_.loop.now())) {
      reporter_.ContentionBegins(cluster, objects::kRecommendedSize, cluster.recommended_by);
    }
    Question question{key, std::move(known->basis), PlanVpaOf(cluster, known->vpa)};
    absl::optional<SizePlan> plan = WithoutAsking(cluster, known->vpa);
    if (plan.has_value()) {
      Proceed(question, *std::move(plan));
    } else {
      questions.push_back(std::move(question));
    }
  }
  return questions;
}

VpaAction SizeController::PlanVpaOf(const HostedCluster& cluster, const VpaOfCluster& vpa) {
  const VpaAction action = PlanVpa(cluster, vpa, options_.policy);
  if (action == VpaAction::kNone || !IsEligible(cluster, options_.policy)) return action;
  const std::string key = KeyOf(cluster);
  if (undone_writes_.VpaUndone(cluster, dependencies_.loop.now())) reporter_.ContentionBegins(cluster, "its VPA", "");
  const absl::Time paused_until = undone_writes_.VpaPausedUntil(key);
  if (paused_until <= dependencies_.loop.now()) return action;
  queue_.AddAt(key, paused_until);
  return VpaAction::kNone;
}

absl::optional<SizePlan> SizeController::WithoutAsking(const HostedCluster& cluster, const VpaOfCluster& vpa) const {
  if (!IsEligible(cluster, options_.policy)) return SizePlan();
  if (keeper_.state() != ConfigurationState::kValid) {
    return SizePlan{SizeState::kHeld, "", kConfigurationUnusable, keeper_.problem(), false, kUnusableConfiguration};
  }
  return CannotAsk(cluster, vpa);
}

void SizeController::Call(const RoundPtr& round, std::function<void(Answer)> answered) {
  std::vector<v1::RecommendSizeRequest> items;
  items.reserve(round->questions.size());
  for (const Question& question : round->questions) {
    const HostedCluster& cluster = *dependencies_.cache.FindCluster(question.key);
    items.push_back(QuestionAbout(cluster, dependencies_.cache.FindVpa(cluster).vpa));
  }
  questions_.Ask(keeper_.inputs(), std::move(items), round->detail, std::move(answered));
}

void SizeController::TakeAnswer(const RoundPtr& round, Answer answers) {
  const bool in_brief = round->detail == v1::DETAIL_BRIEF;
  std::vector<Question> unexplained;
  for (size_t i = 0; i < round->questions.size(); ++i) {
    const Question& question = round->questions[i];
    const absl::optional<Known> known = Know(question.key);
    if (!known.has_value() || !(known->basis == question.basis)) {
      DecideAgain(question);
      continue;
    }
    SizePlan plan = PlanAnswer(*known, (*answers)[i]);
    ++dependencies_.counters.decisions[OutcomeName(plan.state)];
    if (in_brief && reporter_.NeedsReason(*known->cluster, plan)) {
      unexplained.push_back(question);
    } else {
      Proceed(question, std::move(plan));
    }
  }
  unexplained_.Add(std::move(unexplained));
  if (in_brief) Decided(round->questions.size());
  EndRound();
}

SizePlan SizeController::PlanAnswer(const Known& known, const absl::StatusOr<v1::RecommendSizeResponse>& answer) const {
  SizePlan plan = PlanSize(*known.cluster, known.vpa.vpa, keeper_.inputs().cluster_sizing_configuration(), answer);
  const absl::optional<MissingCpu>& missing_cpu = keeper_.missing_cpu();
  if (!missing_cpu.has_value()) return plan;
  return KeepFromShrinking(std::move(plan), *known.cluster, *missing_cpu);
}

// Logs batches only; single decisions are logged when they change something.
void SizeController::Decided(size_t clusters) {
  dependencies_.log(LogLevel::kInfo, "decided", {{"clusters", absl::StrCat(clusters)}});
  if (clusters >= kMany) ReleaseMemorySoon();
}

// Plans are in memory until they are written.
void SizeController::ReleaseMemorySoon() {
  dependencies_.loop.timers().Cancel(release_);
  release_ = dependencies_.loop.timers().At(dependencies_.loop.now() + kUntilFreed,
                                            [this] { idle() ? options_.release_memory() : ReleaseMemorySoon(); });
}

void SizeController::TakeFailure(const RoundPtr& round, const absl::Status& status, absl::Duration wait) {
  dependencies_.log(LogLevel::kDebug, "service call failed; retrying",
                    {{"error", std::string(status.message())},
                     {"clusters", absl::StrCat(round->questions.size())},
                     {"retryIn", absl::FormatDuration(wait)}});
  for (const Question& question : round->questions) {
    const HostedCluster* cluster = dependencies_.cache.FindCluster(question.key);
    if (cluster != nullptr) {
      Report(*cluster, {SizeState::kHeld, "", kServiceFailed, std::string(status.message()), false, kService,
                        absl::StatusCodeToString(status.code())});
    }
    // The VPA does not wait for the service.
    if (question.vpa != VpaAction::kNone) {
      applier_.Add({question.key, question.basis, question.vpa, {}});
      queue_.AddAt(question.key, dependencies_.loop.now() + wait);
    } else {
      QueueAgain(question);
    }
  }
  EndRound();
}

void SizeController::Return(const RoundPtr& round) {
  for (const Question& question : round->questions) QueueAgain(question);
}

void SizeController::QueueAgain(const Question& question) {
  queue_.Done(question.key);
  queue_.Add(question.key, Priority::kInitial);
}

void SizeController::Report(const HostedCluster& cluster, const SizePlan& plan) {
  reporter_.ReportPlan(cluster, plan);
  cluster_statuses_.Put(cluster, plan);
}

void SizeController::Proceed(const Question& question, SizePlan plan) {
  const HostedCluster& cluster = *dependencies_.cache.FindCluster(question.key);
  if (plan.reason == kInvalidResponse) ++dependencies_.counters.invalid_responses;
  // A refused write holds the cluster until a write succeeds, or until nothing is left to write.
  const bool writes = question.vpa != VpaAction::kNone || !plan.write.empty();
  if (!writes || book().holds.ReasonOf(question.key) != kWriteFailed) Report(cluster, plan);
  Job job{question.key, question.basis, question.vpa, std::move(plan)};
  if (!options_.enforce) {
    shadow_.Show(cluster, job.vpa, job.size);
    return Finish(job, Applier::Outcome::kDone);
  }
  const absl::Time paused_until = undone_writes_.SizePausedUntil(question.key);
  if (!job.size.write.empty() && paused_until > dependencies_.loop.now()) {
    queue_.AddAt(question.key, paused_until);
    job.size.write.clear();
  }
  if (job.vpa == VpaAction::kNone && job.size.write.empty()) return Finish(job, Applier::Outcome::kDone);
  applier_.Add(std::move(job));
}

void SizeController::Finish(const Job& job, Applier::Outcome outcome, absl::Duration wait) {
  queue_.Done(job.key);
  const bool retry = outcome == Applier::Outcome::kRetry || job.size.ask_again;
  const bool refused = outcome == Applier::Outcome::kRefused || job.size.reason == kInputRefused;
  if (outcome == Applier::Outcome::kAgain) {
    queue_.Add(job.key);
  } else if (retry) {
    queue_.Retry(job.key, dependencies_.loop.now(), dependencies_.loop.random(), wait);
  } else {
    queue_.Forget(job.key);
    if (refused) queue_.AddAt(job.key, dependencies_.loop.now() + RefusalDelay());
  }
  Wake();
}

void SizeController::DecideAgain(const Question& question) {
  Finish({question.key, {}, VpaAction::kNone, {}}, Applier::Outcome::kAgain);
}

}  // namespace cpsizer::sidecar
