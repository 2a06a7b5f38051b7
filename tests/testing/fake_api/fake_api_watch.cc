#include "tests/testing/fake_api/fake_api_watch.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace cpsizer::testing {
namespace {

// The maximum number of events that are sent at once, so that a burst of events is not built in memory.
constexpr size_t kMaxBatch = 512;

}  // namespace

std::string EventLine(absl::string_view type, absl::string_view object) {
  return absl::StrCat(R"({"type":")", type, R"(","object":)", object, "}");
}

FakeApiWatch::FakeApiWatch(const FakeApiStore& store, const FakeApiKind& kind, const FakeApiRequest& request,
                           FakeApiSelector selector, absl::optional<int64_t> from)
    : kind_(kind),
      collection_(kind.Collection()),
      selector_(std::move(selector)),
      form_(FormOf(request)),
      bookmarks_(request.Parameter("allowWatchBookmarks") == "true"),
      mute_(form_ == FakeApiForm::kMetadataList) {
  const std::vector<FakeApiChange>& changes = store.Changes(collection_);
  if (!from.has_value()) {
    initial_ = store.All(collection_);
    next_ = changes.size();
    return;
  }
  after_ = *from;
  const auto later = [](int64_t version, const FakeApiChange& change) { return version < change.version; };
  next_ = static_cast<size_t>(std::upper_bound(changes.begin(), changes.end(), after_, later) - changes.begin());
}

FakeApiWatch::Batch FakeApiWatch::Take(const FakeApiStore& store) {
  Batch batch;
  batch.breaks = breaks_;
  if (breaks_) return batch;
  if (initial_ != nullptr) {
    for (const FakeApiObject& object : *initial_) {
      if (selector_.Takes(*object)) batch.events.emplace_back("ADDED", object);
    }
    initial_ = nullptr;
    batch.ends_initial_events = bookmarks_;
    if (bookmarks_) batch.bookmark = store.version();
  }
  const std::vector<FakeApiChange>& changes = store.Changes(collection_);
  for (; next_ < changes.size() && batch.events.size() < kMaxBatch; ++next_) {
    const FakeApiChange& change = changes[next_];
    if (change.version > after_ && selector_.Takes(*change.object)) {
      batch.events.emplace_back(change.type, change.object);
    }
  }
  if (next_ < changes.size()) {
    // The other events are sent in the next batch.
    Wake();
  } else {
    // A watch at a future resourceVersion sends nothing, not even bookmarks.
    if (std::exchange(wants_bookmark_, false) && after_ <= store.version()) batch.bookmark = store.version();
    batch.ends = ends_;
    batch.last_line = last_line_;
  }
  if (mute_) {
    batch.events.clear();
    batch.bookmark.reset();
  }
  return batch;
}

std::string FakeApiWatch::Bookmark(int64_t version, bool ends_initial_events) const {
  const bool whole = form_ == FakeApiForm::kWhole;
  Json bookmark = {{"kind", whole ? kind_.kind : "PartialObjectMetadata"},
                   {"apiVersion", whole ? kind_.api_version : "meta.k8s.io/v1"},
                   {"metadata", {{"resourceVersion", absl::StrCat(version)}, {"creationTimestamp", nullptr}}}};
  if (ends_initial_events) bookmark["metadata"]["annotations"]["k8s.io/initial-events-end"] = "true";
  return EventLine("BOOKMARK", bookmark.dump());
}

std::vector<std::string> FakeApiWatch::Lines(const Batch& batch) const {
  std::vector<std::string> lines;
  for (const auto& [type, object] : batch.events) {
    lines.push_back(absl::StrCat(EventLine(type, Rendered(*object, form_)), "\n"));
  }
  if (batch.bookmark.has_value()) {
    lines.push_back(absl::StrCat(Bookmark(*batch.bookmark, batch.ends_initial_events), "\n"));
  }
  return lines;
}

void FakeApiWatch::End(absl::string_view last_line) {
  ends_ = true;
  last_line_ = std::string(last_line);
  if (!last_line.empty()) absl::StrAppend(&last_line_, "\n");
  Wake();
}

void FakeApiWatch::Refuse(absl::string_view line) {
  next_ = SIZE_MAX;
  End(line);
}

void FakeApiWatch::Break() {
  breaks_ = true;
  Wake();
}

}  // namespace cpsizer::testing
