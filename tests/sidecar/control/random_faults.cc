#include "tests/sidecar/control/random_faults.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::sidecar {

using testing::FakeApiFault;
using testing::FakeApiRequest;

namespace {

constexpr char kExpiredToken[] = "expired token";
constexpr size_t kFewestInBurst = 10;
constexpr size_t kMoreInBurst = 30;

// Returns whether the request writes a decision. An admission webhook or an admission policy may refuse such a write.
bool IsDecision(const FakeApiRequest& request) {
  return request.method == "PATCH" &&
         (absl::StrContains(request.path, "/hostedclusters/") ||
          absl::StrContains(request.path, "/controlplanemachinesets/") ||
          absl::StrContains(request.path, "/deployments/") || absl::StrContains(request.path, "/machinesets/") ||
          absl::EndsWith(request.path, "/scale"));
}

void Refuse(absl::StatusCode code, BreakableService& service) {
  service.corrupt_batch = [code](v1::BatchRecommendSizeResponse& response) {
    for (int i = 0; i < response.results_size(); i += 2) {
      response.mutable_results(i)->mutable_error()->set_code(static_cast<int>(code));
    }
  };
}

}  // namespace

RandomFaults::RandomFaults(uint32_t seed, int most, bool pages)
    : most_(most),
      pages_(pages),
      random_(seed),
      any_(OfAnyRequest()),
      watch_(OfWatch()),
      third_page_(OfPage("third page")),
      later_page_(OfPage("later page")),
      service_(OfService()),
      service_refusals_(OfRefusals()) {}

void RandomFaults::BeginBurst(bool refusals) {
  const std::lock_guard lock(mutex_);
  active_ = true;
  refusals_ = refusals;
  burst_end_ = faults_ + static_cast<int>(kFewestInBurst + RandomBelow(kMoreInBurst));
}

void RandomFaults::BeginBurstOf(const std::string& kind) {
  const std::lock_guard lock(mutex_);
  active_ = true;
  refusals_ = false;
  only_ = kind;
}

std::vector<std::string> RandomFaults::kinds() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  const auto add = [&names](const auto& faults) {
    for (const auto& kind : faults.kinds()) names.push_back(kind.name);
  };
  add(any_);
  add(watch_);
  if (pages_) {
    add(third_page_);
    add(later_page_);
  }
  add(service_);
  return names;
}

bool RandomFaults::burst_over() const {
  const std::lock_guard lock(mutex_);
  return faults_ >= burst_end_ || HasEnded();
}

void RandomFaults::EndBurst() {
  const std::lock_guard lock(mutex_);
  active_ = false;
  only_.clear();
  for (const auto& gate : gates_) gate->OpenForGood();
  gates_.clear();
  *std::exchange(burst_is_over_, std::make_shared<std::atomic<bool>>(false)) = true;
}

FakeApiFault RandomFaults::Next(const FakeApiRequest& request) {
  const std::lock_guard lock(mutex_);
  const bool expired = request.Header("authorization") != absl::StrCat("Bearer ", tokens_);
  if (!active_) return {};
  if (expired && (faults_ < most_ || counts_.count(kExpiredToken) == 0)) {
    Count(kExpiredToken);
    return testing::AnswerFault(401);
  }
  if (refusals_ && IsDecision(request) && RandomBelow(4) == 0) {
    const int code = RandomBelow(2) == 0 ? 422 : 403;
    Count(absl::StrCat(code, " for a write"));
    return testing::AnswerFault(code);
  }
  if (request.IsWatch()) return NextFault(watch_, 2);
  const bool of_list = !request.IsWrite() && !request.Parameter("limit").empty();
  if (!of_list || !pages_) return AnyFault(request, 4);
  // Faults of pages are less frequent than other faults, because a list has four pages and a watch starts only after
  // all of them were read.
  if (request.Parameter("continue").empty()) return AnyFault(request, 10);
  // The token ends with the number of objects on the previous pages. Each page has 60 objects.
  return NextFault(absl::StrContains(request.Parameter("continue"), "/120=") ? third_page_ : later_page_, 10);
}

template <typename Make>
bool RandomFaults::Applies(const ShuffledFaults<Make>& faults, size_t times) {
  if (!active_) return false;
  if (faults.all_used()) return faults_ < most_ && RandomBelow(times) == 0;
  return RandomBelow(2) == 0;
}

FakeApiFault RandomFaults::NextFault(RequestFaults& faults, size_t times) {
  const RequestFaults::Kind* kind = nullptr;
  if (!only_.empty()) {
    kind = faults.Find(only_);
  } else if (Applies(faults, times)) {
    kind = &faults.Next(random_);
  }
  if (kind == nullptr) return {};
  Count(kind->name);
  return kind->make();
}

// A write that the API server refuses with 403 is retried as slowly as after 422. Therefore it is refused only in a
// burst of refusals.
FakeApiFault RandomFaults::AnyFault(const FakeApiRequest& request, size_t times) {
  FakeApiFault fault = NextFault(any_, times);
  const bool refuses = fault.kind == FakeApiFault::Kind::kAnswer && fault.answer.code == 403;
  return refuses && request.IsWrite() ? FakeApiFault() : fault;
}

void RandomFaults::Count(const std::string& name) {
  ++faults_;
  ++counts_[name];
}

std::shared_ptr<testing::FakeGate> RandomFaults::NewGate() {
  gates_.push_back(std::make_shared<testing::FakeGate>());
  return gates_.back();
}

RandomFaults::RequestFaults RandomFaults::OfAnyRequest() {
  return RequestFaults({
      {"429", [] { return testing::AnswerFault(429, 1); }},
      {"500", [] { return testing::AnswerFault(500); }},
      {"503", [] { return testing::AnswerFault(503); }},
      {"503, later", [] { return testing::AnswerFault(503, 2); }},
      {"504", [] { return testing::AnswerFault(504); }},
      {"403", [] { return testing::AnswerFault(403); }},
      {"HTML for JSON", [] { return testing::HtmlFault(200); }},
      {"a proxy's 502", [] { return testing::HtmlFault(502); }},
      {"closed", testing::CloseFault},
      {"applied, connection closed", testing::CloseAfterFault},
      {"applied, then 500", [] { return testing::AnswerAfterFault(500); }},
      {"cut", [this] { return testing::CutFault(RandomBelow(400)); }},
      {"reset", [this] { return testing::ResetFault(RandomBelow(400)); }},
      {"held up", [this] { return testing::HoldFault(NewGate()); }},
      {"slow answer", [this] { return testing::SlowFault(1 + RandomBelow(400), NewGate()); }},
  });
}

RandomFaults::RequestFaults RandomFaults::OfWatch() {
  const auto error = [this](int code, const char* reason) {
    return testing::WatchErrorFault(testing::StatusObject(code, reason, "no"), RandomBelow(5));
  };
  return RequestFaults({
      {"part of an event", [this] { return testing::WatchTextFault(R"({"type":"MODIFIED","obj)", RandomBelow(5)); }},
      {"not an event", [this] { return testing::WatchLineFault("this is not an event", RandomBelow(5)); }},
      {"410 in a watch", [error] { return error(410, "Expired"); }},
      {"500 in a watch", [error] { return error(500, "InternalError"); }},
      // A client can detect a silent watch only because the expected bookmarks do not arrive.
      {"silent watch",
       [this] {
         FakeApiFault fault = testing::SilentWatchFault(2);
         fault.over = burst_is_over_;
         return fault;
       }},
      {"lost bookmarks", testing::NoBookmarksFault},
      {"as of any request", [this] { return any_.Next(random_).make(); }},
  });
}

RandomFaults::RequestFaults RandomFaults::OfPage(absl::string_view page) {
  FakeApiFault aged_out = testing::AnswerFault(410);
  aged_out.answer = testing::StatusAnswer(410, "Expired", "The provided continue parameter is too old");
  return RequestFaults({
      {absl::StrCat(page, ": 500"), [] { return testing::AnswerFault(500); }},
      {absl::StrCat(page, ": 410"), [aged_out] { return aged_out; }},
  });
}

RandomFaults::ServiceFaults RandomFaults::OfService() {
  using Service = BreakableService;
  return ServiceFaults({
      {"service down", [](Service& service) { service.broken = absl::UnavailableError("down"); }},
      {"service error", [](Service& service) { service.broken = absl::InternalError("no"); }},
      {"service timeout", [](Service& service) { service.broken = absl::DeadlineExceededError("late"); }},
      {"service slow", [this](Service& service) { service.delay = absl::Milliseconds(RandomBelow(20'000)); }},
      {"service returns invalid values",
       [](Service& service) {
         service.corrupt = [](v1::RecommendSizeResponse& response) { response.set_recommended_size("gigantic"); };
         service.corrupt_replicas = [](v1::RecommendReplicasResponse& response) {
           response.set_outcome(v1::REPLICAS_OUTCOME_RESCALE);
           response.set_desired_replicas(1'000'000);
         };
         service.corrupt_machine = [](v1::RecommendMachineResponse& response) {
           response.set_outcome(v1::MACHINE_OUTCOME_SCALE_DOWN);
           response.mutable_current()->set_weight(1);
           response.mutable_target()->set_name("gigantic");
           response.set_patch(R"([{"op":"replace","path":"/spec/replicas","value":1}])");
         };
         service.corrupt_plan = [](v1::PlanClusterAutoscalerResponse& response) {
           for (v1::ClusterAutoscalerTarget& target : *response.mutable_targets()) target.set_owner("n/none");
           for (v1::ClusterAutoscalerObject& object : *response.mutable_objects()) object.set_name("gigantic");
         };
       }},
      {"service returns an empty response",
       [](Service& service) {
         service.corrupt = [](v1::RecommendSizeResponse& response) { response.Clear(); };
         service.corrupt_verdict = [](v1::ValidateConfigResponse& response) { response.Clear(); };
         service.corrupt_replicas = [](v1::RecommendReplicasResponse& response) { response.Clear(); };
         service.corrupt_machine = [](v1::RecommendMachineResponse& response) { response.Clear(); };
         service.corrupt_plan = [](v1::PlanClusterAutoscalerResponse& response) { response.Clear(); };
       }},
  });
}

RandomFaults::ServiceFaults RandomFaults::OfRefusals() {
  return ServiceFaults({
      {"service refuses: INVALID_ARGUMENT",
       [](BreakableService& service) {
         service.broken_replicas = absl::InvalidArgumentError("no");
         service.broken_machines = absl::InvalidArgumentError("no");
         service.broken_plans = absl::InvalidArgumentError("no");
         Refuse(absl::StatusCode::kInvalidArgument, service);
       }},
      {"service refuses: FAILED_PRECONDITION",
       [](BreakableService& service) {
         service.broken_replicas = absl::FailedPreconditionError("no");
         service.broken_machines = absl::FailedPreconditionError("no");
         service.broken_plans = absl::FailedPreconditionError("no");
         Refuse(absl::StatusCode::kFailedPrecondition, service);
       }},
  });
}

void RandomFaults::Disturb(BreakableService& service) {
  service.broken = absl::OkStatus();
  service.broken_replicas = absl::OkStatus();
  service.broken_machines = absl::OkStatus();
  service.broken_plans = absl::OkStatus();
  service.corrupt = nullptr;
  service.corrupt_batch = nullptr;
  service.corrupt_verdict = nullptr;
  service.corrupt_replicas = nullptr;
  service.corrupt_machine = nullptr;
  service.corrupt_plan = nullptr;
  service.delay = absl::ZeroDuration();
  const std::lock_guard lock(mutex_);
  const ServiceFaults::Kind* kind = nullptr;
  if (!only_.empty()) {
    kind = service_.Find(only_);
  } else if (Applies(service_, 4)) {
    kind = &(refusals_ && RandomBelow(2) == 0 ? service_refusals_ : service_).Next(random_);
  }
  if (kind == nullptr) return;
  Count(kind->name);
  kind->make(service);
}

void RandomFaults::ReleaseOne() {
  const std::lock_guard lock(mutex_);
  if (gates_.empty() || random_() % 8 != 0) return;
  std::swap(gates_[random_() % gates_.size()], gates_.back());
  gates_.back()->OpenForGood();
  gates_.pop_back();
}

bool RandomFaults::over() const {
  const std::lock_guard lock(mutex_);
  return HasEnded();
}

bool RandomFaults::HasEnded() const {
  const bool pages = !pages_ || (third_page_.all_used() && later_page_.all_used());
  return faults_ >= most_ && any_.all_used() && watch_.all_used() && pages && service_.all_used() &&
         counts_.count(kExpiredToken) > 0;
}

std::string RandomFaults::Token() const {
  const std::lock_guard lock(mutex_);
  return absl::StrCat("Bearer ", tokens_);
}

void RandomFaults::ExpireToken() {
  const std::lock_guard lock(mutex_);
  ++tokens_;
}

std::map<std::string, int> RandomFaults::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

}  // namespace cpsizer::sidecar
