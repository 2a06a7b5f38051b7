#include "tests/sidecar/random_faults.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::sidecar {

using testing::FakeApiFault;
using testing::FakeApiRequest;

FakeApiFault RandomFaults::Next(const FakeApiRequest& request) {
  const std::lock_guard lock(mutex_);
  const bool expired = request.Header("authorization") != absl::StrCat("Bearer ", tokens_);
  if (expired && faults_ < most_) return Counted("expired token", testing::AnswerFault(401));
  if (request.IsWatch()) return Strikes(2) ? OfWatch() : FakeApiFault();
  // Four pages must come for one watch.
  const bool of_list = !request.IsWrite() && !request.Parameter("limit").empty();
  if (!Strikes(of_list ? 10 : 4)) return {};
  return request.Parameter("continue").empty() ? OfAnyRequest() : OfLaterPage(request);
}

bool RandomFaults::Strikes(uint32_t times) {
  return faults_ < most_ && random_() % times == 0;
}

FakeApiFault RandomFaults::Counted(const std::string& name, FakeApiFault fault) {
  ++faults_;
  ++counts_[name];
  return fault;
}

std::shared_ptr<testing::FakeGate> RandomFaults::NewGate() {
  gates_.push_back(std::make_shared<testing::FakeGate>());
  return gates_.back();
}

FakeApiFault RandomFaults::OfAnyRequest() {
  const size_t bytes = random_() % 400;
  switch (random_() % 15) {
    case 0:
      return Counted("429", testing::AnswerFault(429, 1));
    case 1:
      return Counted("500", testing::AnswerFault(500));
    case 2:
      return Counted("503", testing::AnswerFault(503));
    case 3:
      return Counted("503, later", testing::AnswerFault(503, 2));
    case 4:
      return Counted("504", testing::AnswerFault(504));
    case 5:
      return Counted("403", testing::AnswerFault(403));
    case 6:
      return Counted("HTML for JSON", testing::HtmlFault(200));
    case 7:
      return Counted("a proxy's 502", testing::HtmlFault(502));
    case 8:
      return Counted("closed", testing::CloseFault());
    case 9:
      return Counted("done, then closed", testing::CloseAfterFault());
    case 10:
      return Counted("done, then 500", testing::AnswerAfterFault(500));
    case 11:
      return Counted("cut", testing::CutFault(bytes));
    case 12:
      return Counted("reset", testing::ResetFault(bytes));
    case 13:
      return Counted("held up", testing::HoldFault(NewGate()));
    default:
      return Counted("slow answer", testing::SlowFault(bytes + 1, NewGate()));
  }
}

FakeApiFault RandomFaults::OfWatch() {
  const size_t events = random_() % 5;
  switch (random_() % 7) {
    case 0:
      return Counted("part of an event", testing::WatchTextFault(R"({"type":"MODIFIED","obj)", events));
    case 1:
      return Counted("no event", testing::WatchLineFault("this is no event", events));
    case 2:
      return Counted("410 in a watch",
                     testing::WatchErrorFault(testing::StatusObject(410, "Expired", "too old"), events));
    case 3:
      return Counted("500 in a watch",
                     testing::WatchErrorFault(testing::StatusObject(500, "InternalError", "no"), events));
    case 4:
      // Bookmarks are what a client can miss.
      return Counted("silent watch", testing::SilentWatchFault(2));
    case 5:
      return OfAnyRequest();
    default:
      return Counted("lost bookmarks", testing::NoBookmarksFault());
  }
}

FakeApiFault RandomFaults::OfLaterPage(const FakeApiRequest& request) {
  // The token ends in the number of objects that came before; pages have 60.
  const bool third = absl::StrContains(request.Parameter("continue"), "/120=");
  const std::string page = third ? "third page" : "later page";
  if (random_() % 2 == 0) return Counted(page + ": 500", testing::AnswerFault(500));
  FakeApiFault aged_out = testing::AnswerFault(410);
  aged_out.answer = testing::StatusAnswer(410, "Expired", "The provided continue parameter is too old");
  return Counted(page + ": 410", aged_out);
}

void RandomFaults::Disturb(BreakableService& service) {
  service.broken = absl::OkStatus();
  service.distort = nullptr;
  service.distort_verdict = nullptr;
  service.delay = absl::ZeroDuration();
  const std::lock_guard lock(mutex_);
  if (!Strikes(4)) return;
  switch (random_() % 6) {
    case 0:
      Counted("service down", {});
      service.broken = absl::UnavailableError("down");
      return;
    case 1:
      Counted("service in error", {});
      service.broken = absl::InternalError("no");
      return;
    case 2:
      Counted("service late", {});
      service.broken = absl::DeadlineExceededError("late");
      return;
    case 3:
      Counted("service slow", {});
      service.delay = absl::Milliseconds(random_() % 20'000);
      return;
    case 4:
      Counted("service names a size that is none", {});
      service.distort = [](v1::RecommendSizeResponse& response) { response.set_recommended_size("gigantic"); };
      return;
    default:
      Counted("service says nothing", {});
      service.distort = [](v1::RecommendSizeResponse& response) { response.Clear(); };
      service.distort_verdict = [](v1::ValidateConfigResponse& response) { response.Clear(); };
  }
}

void RandomFaults::LetOneGo() {
  const std::lock_guard lock(mutex_);
  if (gates_.empty() || random_() % 8 != 0) return;
  std::swap(gates_[random_() % gates_.size()], gates_.back());
  gates_.back()->OpenForGood();
  gates_.pop_back();
}

void RandomFaults::LetAllGo() {
  const std::lock_guard lock(mutex_);
  for (const auto& gate : gates_) gate->OpenForGood();
  gates_.clear();
}

bool RandomFaults::over() const {
  const std::lock_guard lock(mutex_);
  return faults_ >= most_;
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
