#include "client/sidecar/control/watch/watched.h"

#include <algorithm>

namespace cpsizer::sidecar {
namespace {

// An outage usually has fewer kinds of errors than this limit.
constexpr size_t kMaxFailuresLogged = 8;

}  // namespace

Watched::~Watched() {
  CancelTimers();
}

void Watched::Follow(Work::Callbacks callbacks) {
  callbacks_ = std::move(callbacks);
  following_ = true;
  for (List& list : lists_) {
    if (list.needed) FollowOne(list);
  }
}

void Watched::SetNeeded(Kind kind, bool needed) {
  List& list = lists_[kind];
  if (list.needed == needed) return;
  list.needed = needed;
  list.listing = true;
  list.complete = list.absent = false;
  if (!needed) {
    list.reflector.reset();
  } else if (following_) {
    FollowOne(list);
  }
  CheckComplete();
}

void Watched::FollowOne(List& list) {
  kube::Reflector::Callbacks handlers = list.handlers;
  handlers.list_begins = [this, &list] {
    list.handlers.list_begins();
    // If this class did not begin the list, the reflector began it after its watch broke. The stored objects of the
    // other kinds may then be wrong too.
    if (!list.listing) ListAllBut(&list);
  };
  handlers.list_ends = [this, &list] { ListEnds(list); };
  handlers.lost = [this, &list] {
    list.complete = false;
    list.listing = false;
    CheckComplete();
  };
  handlers.refused = [this](const absl::Status& status) {
    context_.log(LogLevel::kWarn, "skipped an object with an invalid name or namespace",
                 {{"error", std::string(status.message())}});
  };
  handlers.failed = [this, &list](const absl::Status& status) { ListFailed(list, status); };
  list.reflector = std::make_unique<kube::Reflector>(context_.loop, context_.client, list.resource, handlers);
}

void Watched::ListEnds(List& list) {
  list.listing = false;
  list.complete = true;
  list.absent = false;
  list.handlers.list_ends();
  CheckComplete();
  // The API server has responded to this list, so the other reflectors repeat their failed lists immediately.
  for (List& each : lists_) {
    if (&each != &list && each.reflector != nullptr) each.reflector->RetryNow();
  }
}

void Watched::ListFailed(List& list, const absl::Status& status) {
  if (list.is_absent && list.is_absent(status)) {
    list.absent = true;
    return CheckComplete();
  }
  ++context_.counters.watch_failures;
  LogFailure(status);
  callbacks_.failed();
}

void Watched::LogFailure(const absl::Status& status) {
  // An error that affects only one kind of object, such as a CRD that is not installed, has its own log line.
  // CheckComplete() logs the end of all errors.
  const bool of_one_kind = absl::IsNotFound(status) || absl::IsPermissionDenied(status);
  const bool is_new =
      failures_.size() < kMaxFailuresLogged && failures_.emplace(of_one_kind ? status.message() : "").second;
  context_.log(is_new ? LogLevel::kWarn : LogLevel::kDebug, options_.failure,
               {{"error", std::string(status.message())}});
}

void Watched::ListAllBut(const List* list) {
  for (List& each : lists_) {
    each.listing = true;
    each.complete = false;
  }
  expired_ = false;
  CheckComplete();
  for (List& each : lists_) {
    if (&each != list && each.reflector != nullptr) each.reflector->Relist();
  }
}

void Watched::Expire() {
  const bool busy = options_.busy();
  expired_ = true;
  CheckComplete();
  if (busy) Relist();
}

void Watched::CheckComplete() {
  const bool complete = !expired_ && std::all_of(lists_.begin(), lists_.end(), [](const List& each) {
    return !each.needed || each.complete || each.absent;
  });
  if (std::exchange(complete_, complete) == complete) return;
  CancelTimers();
  if (!complete) return callbacks_.incomplete();
  if (!std::exchange(failures_, {}).empty()) {
    context_.log(LogLevel::kInfo, "the watches of the API server work again", {});
  }
  const absl::Time now = context_.loop.now();
  if (options_.relist_after < absl::InfiniteDuration()) {
    relist_timer_ = context_.loop.timers().At(now + options_.relist_after, [this] { Relist(); });
  }
  if (options_.complete_for < absl::InfiniteDuration()) {
    expiry_timer_ = context_.loop.timers().At(now + options_.complete_for, [this] { Expire(); });
  }
  callbacks_.complete();
}

void Watched::CancelTimers() {
  context_.loop.timers().Cancel(relist_timer_);
  context_.loop.timers().Cancel(expiry_timer_);
}

void Watched::Unfollow() {
  following_ = false;
  CancelTimers();
  for (List& each : lists_) each.reflector.reset();
}

}  // namespace cpsizer::sidecar
