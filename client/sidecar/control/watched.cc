#include "client/sidecar/control/watched.h"

#include <algorithm>

#include "absl/status/status.h"

namespace cpsizer::sidecar {

void Watched::Follow(Work::Callbacks callbacks) {
  callbacks_ = std::move(callbacks);
  for (List& list : lists_) FollowOne(list);
}

void Watched::FollowOne(List& list) {
  kube::Reflector::Callbacks handlers = std::move(list.handlers);
  handlers.list_begins = [this, &list, begins = std::move(handlers.list_begins)] {
    begins();
    // If this class did not begin the list, the reflector began it after its watch broke. The stored objects of the
    // other kinds may then be wrong too.
    if (!list.listing) ListAllBut(&list);
  };
  handlers.list_ends = [this, &list, ends = std::move(handlers.list_ends)] {
    ends();
    ListEnds(list);
  };
  handlers.lost = [this, &list] {
    list.complete = false;
    list.listing = false;
    SetComplete(false);
  };
  handlers.refused = [this](const absl::Status& status) {
    context_.log(LogLevel::kWarn, "skipped an object with an invalid name or namespace",
                 {{"error", std::string(status.message())}});
  };
  handlers.failed = [this](const absl::Status& status) { Failed(status); };
  list.reflector =
      std::make_unique<kube::Reflector>(context_.loop, context_.client, std::move(list.resource), std::move(handlers));
}

void Watched::ListEnds(List& list) {
  list.listing = false;
  list.complete = true;
  if (std::all_of(lists_.begin(), lists_.end(), [](const List& each) { return each.complete; })) {
    failed_ = false;
    SetComplete(true);
  }
  // The API server has responded to this list, so the other reflectors repeat their failed lists immediately.
  for (List& each : lists_) {
    if (&each != &list && each.reflector != nullptr) each.reflector->RetryNow();
  }
}

void Watched::ListAllBut(const List* list) {
  for (List& each : lists_) {
    each.listing = true;
    each.complete = false;
  }
  SetComplete(false);
  for (List& each : lists_) {
    if (&each != list && each.reflector != nullptr) each.reflector->Relist();
  }
}

void Watched::SetComplete(bool complete) {
  if (std::exchange(complete_, complete) == complete) return;
  complete ? callbacks_.complete() : callbacks_.incomplete();
}

void Watched::Failed(const absl::Status& status) {
  ++context_.counters.watch_failures;
  if (!std::exchange(failed_, true)) {
    context_.log(LogLevel::kWarn, failure_, {{"error", std::string(status.message())}});
  }
  callbacks_.failed();
}

void Watched::Unfollow() {
  for (List& each : lists_) each.reflector.reset();
}

}  // namespace cpsizer::sidecar
