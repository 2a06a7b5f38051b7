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

// Returns whether the request writes a decision, which an admission webhook or a policy may refuse.
bool IsDecision(const FakeApiRequest& request) {
  return request.method == "PATCH" &&
         (absl::StrContains(request.path, "/hostedclusters/") ||
          absl::StrContains(request.path, "/controlplanemachinesets/") ||
          absl::StrContains(request.path, "/deployments/") || absl::StrContains(request.path, "/machinesets/") ||
          absl::EndsWith(request.path, "/scale"));
}

void Refuse(absl::StatusCode code, BreakableService& service) {
  service.distort_batch = [code](v1::BatchRecommendSizeResponse& response) {
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
  burst_end_ = faults_ + static_cast<int>(kFewestInBurst + Dice(kMoreInBurst));
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
  const auto add = [&names](const auto& deck) {
    for (const auto& kind : deck.kinds()) names.push_back(kind.name);
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
  if (refusals_ && IsDecision(request) && Dice(4) == 0) {
    Count("422");
    return testing::AnswerFault(422);
  }
  if (request.IsWatch()) return Draw(watch_, 2);
  const bool of_list = !request.IsWrite() && !request.Parameter("limit").empty();
  if (!of_list || !pages_) return Draw(any_, 4);
  // One watch needs four pages.
  if (request.Parameter("continue").empty()) return Draw(any_, 10);
  // The token ends in the number of previous objects; pages have 60.
  return Draw(absl::StrContains(request.Parameter("continue"), "/120=") ? third_page_ : later_page_, 10);
}

template <typename Make>
bool RandomFaults::Strikes(const FaultDeck<Make>& deck, size_t times) {
  if (!active_) return false;
  if (deck.all_dealt()) return faults_ < most_ && Dice(times) == 0;
  return Dice(2) == 0;
}

FakeApiFault RandomFaults::Draw(RequestDeck& deck, size_t times) {
  const RequestDeck::Kind* kind = nullptr;
  if (!only_.empty()) {
    kind = deck.Find(only_);
  } else if (Strikes(deck, times)) {
    kind = &deck.Deal(random_);
  }
  if (kind == nullptr) return {};
  Count(kind->name);
  return kind->make();
}

void RandomFaults::Count(const std::string& name) {
  ++faults_;
  ++counts_[name];
}

std::shared_ptr<testing::FakeGate> RandomFaults::NewGate() {
  gates_.push_back(std::make_shared<testing::FakeGate>());
  return gates_.back();
}

RandomFaults::RequestDeck RandomFaults::OfAnyRequest() {
  return RequestDeck({
      {"429", [] { return testing::AnswerFault(429, 1); }},
      {"500", [] { return testing::AnswerFault(500); }},
      {"503", [] { return testing::AnswerFault(503); }},
      {"503, later", [] { return testing::AnswerFault(503, 2); }},
      {"504", [] { return testing::AnswerFault(504); }},
      {"403", [] { return testing::AnswerFault(403); }},
      {"HTML for JSON", [] { return testing::HtmlFault(200); }},
      {"a proxy's 502", [] { return testing::HtmlFault(502); }},
      {"closed", testing::CloseFault},
      {"done, then closed", testing::CloseAfterFault},
      {"done, then 500", [] { return testing::AnswerAfterFault(500); }},
      {"cut", [this] { return testing::CutFault(Dice(400)); }},
      {"reset", [this] { return testing::ResetFault(Dice(400)); }},
      {"held up", [this] { return testing::HoldFault(NewGate()); }},
      {"slow answer", [this] { return testing::SlowFault(1 + Dice(400), NewGate()); }},
  });
}

RandomFaults::RequestDeck RandomFaults::OfWatch() {
  const auto error = [this](int code, const char* reason) {
    return testing::WatchErrorFault(testing::StatusObject(code, reason, "no"), Dice(5));
  };
  return RequestDeck({
      {"part of an event", [this] { return testing::WatchTextFault(R"({"type":"MODIFIED","obj)", Dice(5)); }},
      {"not an event", [this] { return testing::WatchLineFault("this is not an event", Dice(5)); }},
      {"410 in a watch", [error] { return error(410, "Expired"); }},
      {"500 in a watch", [error] { return error(500, "InternalError"); }},
      // A client can detect only missing bookmarks.
      {"silent watch",
       [this] {
         FakeApiFault fault = testing::SilentWatchFault(2);
         fault.over = burst_is_over_;
         return fault;
       }},
      {"lost bookmarks", testing::NoBookmarksFault},
      {"as of any request", [this] { return any_.Deal(random_).make(); }},
  });
}

RandomFaults::RequestDeck RandomFaults::OfPage(absl::string_view page) {
  FakeApiFault aged_out = testing::AnswerFault(410);
  aged_out.answer = testing::StatusAnswer(410, "Expired", "The provided continue parameter is too old");
  return RequestDeck({
      {absl::StrCat(page, ": 500"), [] { return testing::AnswerFault(500); }},
      {absl::StrCat(page, ": 410"), [aged_out] { return aged_out; }},
  });
}

RandomFaults::ServiceDeck RandomFaults::OfService() {
  using Service = BreakableService;
  return ServiceDeck({
      {"service down", [](Service& service) { service.broken = absl::UnavailableError("down"); }},
      {"service in error", [](Service& service) { service.broken = absl::InternalError("no"); }},
      {"service late", [](Service& service) { service.broken = absl::DeadlineExceededError("late"); }},
      {"service slow", [this](Service& service) { service.delay = absl::Milliseconds(Dice(20'000)); }},
      {"service names what cannot be",
       [](Service& service) {
         service.distort = [](v1::RecommendSizeResponse& response) { response.set_recommended_size("gigantic"); };
         service.distort_replicas = [](v1::RecommendReplicasResponse& response) {
           response.set_outcome(v1::REPLICAS_OUTCOME_RESCALE);
           response.set_desired_replicas(1'000'000);
         };
         service.distort_machine = [](v1::RecommendMachineResponse& response) {
           response.set_outcome(v1::MACHINE_OUTCOME_SCALE_DOWN);
           response.mutable_current()->set_weight(1);
           response.mutable_target()->set_name("gigantic");
           response.set_patch(R"([{"op":"replace","path":"/spec/replicas","value":1}])");
         };
         service.distort_plan = [](v1::PlanClusterAutoscalerResponse& response) {
           for (v1::ClusterAutoscalerTarget& target : *response.mutable_targets()) target.set_owner("n/none");
           for (v1::ClusterAutoscalerObject& object : *response.mutable_objects()) object.set_name("gigantic");
         };
       }},
      {"service says nothing",
       [](Service& service) {
         service.distort = [](v1::RecommendSizeResponse& response) { response.Clear(); };
         service.distort_verdict = [](v1::ValidateConfigResponse& response) { response.Clear(); };
         service.distort_replicas = [](v1::RecommendReplicasResponse& response) { response.Clear(); };
         service.distort_machine = [](v1::RecommendMachineResponse& response) { response.Clear(); };
         service.distort_plan = [](v1::PlanClusterAutoscalerResponse& response) { response.Clear(); };
       }},
  });
}

RandomFaults::ServiceDeck RandomFaults::OfRefusals() {
  return ServiceDeck({
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
  service.distort = nullptr;
  service.distort_batch = nullptr;
  service.distort_verdict = nullptr;
  service.distort_replicas = nullptr;
  service.distort_machine = nullptr;
  service.distort_plan = nullptr;
  service.delay = absl::ZeroDuration();
  const std::lock_guard lock(mutex_);
  const ServiceDeck::Kind* kind = nullptr;
  if (!only_.empty()) {
    kind = service_.Find(only_);
  } else if (Strikes(service_, 4)) {
    kind = &(refusals_ && Dice(2) == 0 ? service_refusals_ : service_).Deal(random_);
  }
  if (kind == nullptr) return;
  Count(kind->name);
  kind->make(service);
}

void RandomFaults::LetOneGo() {
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
  const bool pages = !pages_ || (third_page_.all_dealt() && later_page_.all_dealt());
  return faults_ >= most_ && any_.all_dealt() && watch_.all_dealt() && pages && service_.all_dealt() &&
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
