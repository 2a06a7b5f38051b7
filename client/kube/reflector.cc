#include "client/kube/reflector.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/http/api_error.h"
#include "client/kube/http/url.h"
#include "client/kube/quoted.h"

namespace cpsizer::kube {
namespace {

// The maximum duration of a watch, unless `poll_interval` is shorter. The duration in a watch request is random, from
// half of the maximum to the maximum.
constexpr absl::Duration kLongestWatch = absl::Minutes(10);
// A watch that ends at most this long before its requested duration is considered as ended at its timeout.
constexpr absl::Duration kInTime = absl::Seconds(1);
// A watch of at least this duration resets the backoff.
constexpr absl::Duration kLongWatch = absl::Seconds(10);
// The maximum time without an event and without a bookmark. An API server that supports bookmarks sends about one
// bookmark per minute.
constexpr absl::Duration kMaxSilence = absl::Minutes(3);
constexpr int kBookmarksToRelyOn = 2;
// The minimum delay after errors that usually last longer than a few seconds, such as a missing CRD. Not used for
// missing permissions, because an API server that starts may report missing permissions wrongly.
constexpr absl::Duration kSlowRetry = absl::Seconds(30);

// The delays before jitter. Jitter multiplies a delay by at most 2. The delays are short, because decisions are paused
// until the API server responds again. client-go waits up to 30 s, because a cluster has many kubelets. A cluster has
// only a few sidecars.
constexpr Backoff::Options kBackoff = {absl::Milliseconds(800), absl::Seconds(3), absl::Minutes(2)};

// The maximum length of a name in Kubernetes: the length of a DNS subdomain.
constexpr size_t kMaxObjectNameBytes = 253;

bool NeedsTimeout(const absl::Status& status) {
  return absl::IsNotFound(status) || absl::IsInvalidArgument(status) || IsTooLarge(status);
}

}  // namespace

Reflector::Reflector(EventLoop& loop, ApiClient& client, Resource resource, Callbacks callbacks)
    : loop_(loop),
      client_(client),
      resource_(std::move(resource)),
      callbacks_(std::move(callbacks)),
      list_backoff_(kBackoff),
      watch_backoff_(kBackoff) {
  List();
}

Reflector::~Reflector() {
  *wanted_ = false;
  CloseWatch();
  loop_.timers().Cancel(waiting_);
}

void Reflector::Relist() {
  *wanted_ = false;
  wanted_ = std::make_shared<bool>(true);
  CloseWatch();
  loop_.timers().Cancel(waiting_);
  if (not_before_ <= loop_.now()) return List();
  may_list_ = absl::InfiniteFuture();
  ListAfter(not_before_ - loop_.now());
}

void Reflector::RetryNow() {
  if (may_list_ == absl::InfiniteFuture()) return;
  loop_.timers().Cancel(waiting_);
  waiting_ = loop_.timers().At(std::max(may_list_, loop_.now()), [this] { List(); });
}

void Reflector::ReopenWatch() {
  if (!watch_.has_value()) return;
  CloseWatch();
  Watch();
}

void Reflector::List(bool in_pages) {
  may_list_ = absl::InfiniteFuture();
  objects_ = 0;
  pages_ = 0;
  refused_ = false;
  callbacks_.list_begins();
  GetPage("", in_pages);
}

void Reflector::GetPage(const std::string& continue_token, bool in_pages) {
  const auto take = [this, wanted = wanted_, continue_token, in_pages](absl::StatusOr<std::string> bytes) {
    if (*wanted) TakePage(std::move(bytes), continue_token, in_pages);
  };
  HttpRequest request = PageRequest(resource_, continue_token, in_pages);
  if (continue_token.empty()) return client_.SendOnceForBytes(std::move(request), take);
  // Retries requests for later pages, so that the earlier pages do not have to be requested again.
  client_.SendForBytes(std::move(request), take);
}

void Reflector::TakePage(absl::StatusOr<std::string> bytes, const std::string& continue_token, bool in_pages) {
  if (loop_.stopping()) return;
  const absl::Status size = CheckListSize(resource_, objects_, ++pages_);
  const auto take = [this](tree::Node object) { return TakeListed(std::move(object)); };
  const absl::StatusOr<ListPage> page = size.ok() ? ReadPage(resource_, std::move(bytes), take) : size;
  if (const absl::Status& status = page.status(); !status.ok()) {
    if (loop_.stopping()) return;
    // The continue token has expired. Requests the whole list in one response, because this request needs no continue
    // token.
    if (absl::IsOutOfRange(status) && !continue_token.empty()) {
      Fail(status);
      return List(/*in_pages=*/false);
    }
    return FailList(status);
  }
  // Uses the resourceVersion of the first page, because all pages show the state at the time of the first page.
  if (continue_token.empty()) resource_version_ = page->resource_version;
  if (in_pages && !page->next.empty()) return GetPage(page->next, in_pages);
  list_backoff_ = Backoff(kBackoff);
  callbacks_.list_ends();
  resource_.watch ? Watch() : ListAfter(resource_.poll_interval);
}

absl::Status Reflector::TakeListed(tree::Node object) {
  // Checks for each object whether the loop is stopping, because reading a page of large objects can take seconds.
  if (loop_.stopping()) return absl::CancelledError("stopping");
  if (absl::Status status = CheckListSize(resource_, ++objects_, pages_); !status.ok()) return status;
  if (!Admit(object)) return absl::OkStatus();
  callbacks_.listed(std::move(object));
  return callbacks_.check();
}

bool Reflector::Admit(const tree::Node& object) {
  const absl::string_view name = TextAt(object, {"metadata", "name"});
  const absl::string_view name_space = TextAt(object, {"metadata", "namespace"});
  const auto valid = [](absl::string_view text) { return IsPathSegment(text) && text.size() <= kMaxObjectNameBytes; };
  if (valid(name) && (name_space.empty() || valid(name_space))) return true;
  if (std::exchange(refused_, true)) return false;
  callbacks_.refused(absl::InvalidArgumentError(
      absl::StrCat(resource_.path, ": an object with the name ", Quoted(name), " in the namespace ", Quoted(name_space),
                   " is skipped, because such a name cannot be part of a path")));
  return false;
}

void Reflector::FailList(const absl::Status& status) {
  if (IsTooLarge(status)) callbacks_.list_abandoned();
  Fail(status);
  ListAfterFailure(status, list_backoff_);
  if (!NeedsTimeout(status)) may_list_ = std::max(not_before_, loop_.now());
}

void Reflector::Watch() {
  const absl::Duration longest = std::min(resource_.poll_interval, kLongestWatch);
  requested_duration_ = absl::Ceil(longest / 2 * (1 + loop_.random()), absl::Seconds(1));
  decoder_.emplace();
  watch_error_ = absl::OkStatus();
  opened_ = loop_.now();
  events_ = 0;
  bookmarks_ = 0;
  watch_ = client_.Open(
      WatchRequest(resource_, resource_version_, requested_duration_),
      [this](absl::string_view bytes) { TakeBytes(bytes); },
      [this](const absl::Status& status) {
        watch_.reset();
        EndWatch(status);
      });
}

void Reflector::TakeBytes(absl::string_view bytes) {
  const absl::Status status = decoder_->Feed(bytes, [this](WatchEvent event) { TakeEvent(std::move(event)); });
  if (!status.ok()) watch_error_.Update(status);
  if (!watch_error_.ok()) return EndWatch(watch_error_);
  RestartSilenceTimer();
}

void Reflector::TakeEvent(WatchEvent event) {
  if (!watch_error_.ok()) return;  // ignores all events after an error
  if (event.type == WatchEventType::kError) {
    watch_error_ = client_.Masked(ApiErrorOf(event.object));
    return;
  }
  const absl::string_view version = TextAt(event.object, {"metadata", "resourceVersion"});
  if (version.empty() || TextAt(event.object, {"kind"}) == "Status") {
    watch_error_ =
        absl::DataLossError(absl::StrCat("an event of the watch on ", resource_.path, " contains no object"));
    return;
  }
  ++events_;
  resource_version_ = std::string(version);
  if (event.type == WatchEventType::kBookmark) {
    ++bookmarks_;
  } else if (!Admit(event.object)) {
    return;
  } else if (event.type == WatchEventType::kDeleted) {
    callbacks_.deleted(std::move(event.object));
  } else {
    callbacks_.changed(std::move(event.object));
    watch_error_.Update(callbacks_.check());
  }
}

void Reflector::EndWatch(const absl::Status& status) {
  CloseWatch();
  decoder_.reset();
  const absl::Duration lasted = loop_.now() - opened_;
  const bool in_time = status.ok() && lasted + std::min(kInTime, requested_duration_ / 2) >= requested_duration_;
  if (in_time && events_ > 0) return Watch();
  callbacks_.lost();
  // A watch that ended at its timeout is not a failure. But if there were no events, the resourceVersion may be newer
  // than all versions of the API server. For this reason the reflector relists.
  if (in_time) return ListAfter(absl::ZeroDuration());
  if (!status.ok()) Fail(status);
  if (lasted >= kLongWatch) watch_backoff_ = Backoff(kBackoff);
  ListAfterFailure(status, watch_backoff_);
}

void Reflector::CloseWatch() {
  if (watch_.has_value()) loop_.http().Cancel(*watch_);
  watch_.reset();
  loop_.timers().Cancel(silence_);
}

void Reflector::RestartSilenceTimer() {
  if (bookmarks_ < kBookmarksToRelyOn) return;
  loop_.timers().Cancel(silence_);
  silence_ = loop_.timers().At(loop_.now() + kMaxSilence, [this] {
    EndWatch(absl::UnavailableError(
        absl::StrCat("the watch has received no events and no bookmarks for ", absl::FormatDuration(kMaxSilence))));
  });
}

void Reflector::Fail(const absl::Status& status) {
  const absl::string_view hint = absl::IsNotFound(status) ? "; its CRD is not installed"
                                 : IsTooLarge(status)
                                     ? "; find the large objects with kubectl get --raw, and reduce them"
                                     : "";
  callbacks_.failed(absl::Status(status.code(), absl::StrCat(resource_.path, ": ", status.message(), hint)));
}

void Reflector::ListAfter(absl::Duration wait) {
  waiting_ = loop_.timers().At(loop_.now() + wait, [this] { List(); });
}

void Reflector::ListAfterFailure(const absl::Status& status, Backoff& backoff) {
  absl::Duration wait = backoff.Next(loop_.now(), loop_.random());
  if (NeedsTimeout(status)) wait = std::max(wait, kSlowRetry);
  not_before_ = loop_.now() + RetryAfter(status).value_or(absl::ZeroDuration());
  ListAfter(std::max(wait, not_before_ - loop_.now()));
}

}  // namespace cpsizer::kube
