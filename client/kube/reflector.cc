#include "client/kube/reflector.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/http/api_error.h"
#include "client/kube/http/url.h"

namespace cpsizer::kube {
namespace {

// The server ends a watch after a time that we choose, each another: between a half of this and all of it.
constexpr absl::Duration kLongestWatch = absl::Minutes(10);
// A watch that the server has not ended by then is on a dead path.
constexpr absl::Duration kWatchGrace = absl::Seconds(15);
// A watch that ends this much earlier has ended at its timeout.
constexpr absl::Duration kInTime = absl::Seconds(1);
// A watch that lasted this long resets the backoff.
constexpr absl::Duration kLongWatch = absl::Seconds(10);
// Bookmarks come about once a minute where they come at all.
constexpr absl::Duration kMaxSilence = absl::Minutes(3);
constexpr int kBookmarksToRelyOn = 2;
// The delay for errors that last longer than seconds, such as a missing CRD. Missing rights may be those of a server
// that is still starting.
constexpr absl::Duration kSlowRetry = absl::Seconds(30);

bool NeedsPatience(const absl::Status& status) {
  return absl::IsNotFound(status) || absl::IsInvalidArgument(status);
}

}  // namespace

Reflector::Reflector(EventLoop& loop, ApiClient& client, Resource resource, Callbacks callbacks)
    : loop_(loop), client_(client), resource_(std::move(resource)), callbacks_(std::move(callbacks)) {
  List();
}

Reflector::~Reflector() {
  *wanted_ = false;
  CloseWatch();
  loop_.timers().Cancel(waiting_);
}

void Reflector::ListAnew() {
  *wanted_ = false;
  wanted_ = std::make_shared<bool>(true);
  CloseWatch();
  loop_.timers().Cancel(waiting_);
  List();
}

void Reflector::List() {
  callbacks_.list_begins();
  GetPage("", /*in_pages=*/true);
}

void Reflector::GetPage(const std::string& continue_token, bool in_pages) {
  client_.Send(PageRequest(resource_, continue_token, in_pages),
               [this, wanted = wanted_, continue_token, in_pages](absl::StatusOr<tree::Node> page) {
                 if (*wanted) TakePage(ReadPage(resource_, std::move(page)), continue_token, in_pages);
               });
}

void Reflector::TakePage(absl::StatusOr<ListPage> page, const std::string& continue_token, bool in_pages) {
  if (!page.ok()) {
    Fail(page.status());
    // The rest of the pages has aged out: all at once takes no second page.
    if (absl::IsOutOfRange(page.status()) && !continue_token.empty()) {
      callbacks_.list_begins();
      return GetPage("", /*in_pages=*/false);
    }
    return ListAfter(NextWait(page.status()));
  }
  for (tree::Node& item : page->items) {
    if (item.is_map()) callbacks_.listed(std::move(item));
  }
  // All pages show the moment of the first.
  if (continue_token.empty()) resource_version_ = page->resource_version;
  if (in_pages && !page->next.empty()) return GetPage(page->next, in_pages);
  FinishList();
}

void Reflector::FinishList() {
  callbacks_.list_ends();
  if (resource_.watch) return Watch();
  ListAfter(resource_.poll_interval);
}

void Reflector::Watch() {
  const absl::Duration longest = std::min(resource_.poll_interval, kLongestWatch);
  asked_for_ = absl::Ceil(longest / 2 * (1 + loop_.random()), absl::Seconds(1));
  Query query;
  query.Add("watch", "true");
  query.Add("allowWatchBookmarks", "true");
  query.Add("resourceVersion", resource_version_);
  query.Add("timeoutSeconds", absl::StrCat(absl::ToInt64Seconds(asked_for_)));
  if (!resource_.field_selector.empty()) query.Add("fieldSelector", resource_.field_selector);
  HttpRequest request;
  request.path = query.AppendTo(resource_.path);
  request.headers = {AcceptHeader(resource_, /*list=*/false)};
  request.timeout = asked_for_ + kWatchGrace;
  decoder_.emplace();
  watch_error_ = absl::OkStatus();
  opened_ = loop_.now();
  heard_ = 0;
  bookmarks_ = 0;
  watch_ = client_.Open(
      std::move(request), [this](absl::string_view bytes) { TakeBytes(bytes); },
      [this](const absl::Status& status) {
        watch_.reset();
        EndWatch(status);
      });
}

void Reflector::TakeBytes(absl::string_view bytes) {
  const absl::Status status = decoder_->Feed(bytes, [this](WatchEvent event) { TakeEvent(std::move(event)); });
  if (!status.ok()) watch_error_.Update(status);
  if (!watch_error_.ok()) return EndWatch(watch_error_);
  GuardAgainstSilence();
}

void Reflector::TakeEvent(WatchEvent event) {
  // Events after an error are ignored.
  if (!watch_error_.ok()) return;
  if (event.type == WatchEventType::kError) {
    watch_error_ = ApiErrorOf(event.object);
    return;
  }
  const absl::string_view version = TextAt(event.object, {"metadata", "resourceVersion"});
  if (version.empty() || TextAt(event.object, {"kind"}) == "Status") {
    watch_error_ = absl::DataLossError(absl::StrCat("an event of the watch on ", resource_.path, " holds no object"));
    return;
  }
  ++heard_;
  resource_version_ = std::string(version);
  if (event.type == WatchEventType::kBookmark) {
    ++bookmarks_;
  } else if (event.type == WatchEventType::kDeleted) {
    callbacks_.deleted(std::move(event.object));
  } else {
    callbacks_.changed(std::move(event.object));
  }
}

void Reflector::EndWatch(const absl::Status& status) {
  CloseWatch();
  const absl::Duration lasted = loop_.now() - opened_;
  const bool in_time = status.ok() && lasted + std::min(kInTime, asked_for_ / 2) >= asked_for_;
  if (in_time && heard_ > 0) return Watch();
  callbacks_.lost();
  // One that was silent to its end is no failure, but may have waited for a place that the server will only come to.
  if (in_time) return ListAfter(absl::ZeroDuration());
  if (!status.ok()) Fail(status);
  if (lasted >= kLongWatch) backoff_ = Backoff();
  ListAfter(NextWait(status));
}

void Reflector::CloseWatch() {
  if (watch_.has_value()) loop_.http().Cancel(*watch_);
  watch_.reset();
  loop_.timers().Cancel(silence_);
}

void Reflector::GuardAgainstSilence() {
  if (bookmarks_ < kBookmarksToRelyOn) return;
  loop_.timers().Cancel(silence_);
  silence_ = loop_.timers().At(loop_.now() + kMaxSilence, [this] {
    EndWatch(absl::UnavailableError(
        absl::StrCat("the watch has been silent for ", absl::FormatDuration(kMaxSilence), ", its bookmarks too")));
  });
}

void Reflector::Fail(const absl::Status& status) {
  const char* const way_out = absl::IsNotFound(status) ? "; its CRD is not installed" : "";
  callbacks_.failed(absl::Status(status.code(), absl::StrCat(resource_.path, ": ", status.message(), way_out)));
}

void Reflector::ListAfter(absl::Duration wait) {
  waiting_ = loop_.timers().At(loop_.now() + wait, [this] { List(); });
}

absl::Duration Reflector::NextWait(const absl::Status& status) {
  absl::Duration wait = backoff_.Next(loop_.now(), loop_.random());
  if (NeedsPatience(status)) wait = std::max(wait, kSlowRetry);
  return std::max(wait, RetryAfter(status).value_or(absl::ZeroDuration()));
}

}  // namespace cpsizer::kube
