#include "client/sidecar/follow/followed_lists.h"

#include <algorithm>

#include "absl/status/status.h"

namespace cpsizer::sidecar {

void FollowedLists::Follow(Work::Callbacks callbacks) {
  state_.set_callbacks(std::move(callbacks));
  for (List& list : lists_) FollowOne(list);
}

void FollowedLists::FollowOne(List& list) {
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
    state_.Lost();
  };
  handlers.refused = [this](const absl::Status& status) {
    context_.log(LogLevel::kWarn, "skipped an object with an invalid name or namespace",
                 {{"error", std::string(status.message())}});
  };
  handlers.failed = [this](const absl::Status& status) { state_.Failed(status); };
  list.reflector =
      std::make_unique<kube::Reflector>(context_.loop, context_.client, std::move(list.resource), std::move(handlers));
}

void FollowedLists::ListEnds(List& list) {
  list.listing = false;
  list.complete = true;
  if (std::all_of(lists_.begin(), lists_.end(), [](const List& each) { return each.complete; })) state_.ListEnded();
  // The API server has responded to this list, so the other reflectors repeat their failed lists immediately.
  for (List& each : lists_) {
    if (&each != &list && each.reflector != nullptr) each.reflector->RetryNow();
  }
}

void FollowedLists::ListAllBut(const List* list) {
  for (List& each : lists_) {
    each.listing = true;
    each.complete = false;
  }
  state_.Lost();
  for (List& each : lists_) {
    if (&each != list && each.reflector != nullptr) each.reflector->Relist();
  }
}

void FollowedLists::Unfollow() {
  for (List& each : lists_) each.reflector.reset();
}

}  // namespace cpsizer::sidecar
