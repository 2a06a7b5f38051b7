#include "client/kube/event_recorder.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/kube/http/url.h"
#include "client/kube/http/utf8_prefix.h"
#include "client/kube/micro_time.h"
#include "client/kube/requests.h"

namespace cpsizer::kube {
namespace {

constexpr size_t kMaxUnderWay = 1'000;
// The maximum number of concurrent requests. It is small, because each concurrent request needs a connection of its
// own, and a TLS handshake is more expensive than sending an event.
constexpr size_t kMaxAtOnce = 4;
constexpr size_t kMaxSeries = 4'096;
constexpr size_t kMaxNoteBytes = 1'024;
constexpr size_t kMaxNameBytes = 253;
constexpr absl::Duration kSweepInterval = absl::Minutes(3);
// A series ends if its event does not occur again within this time.
constexpr absl::Duration kEndOfSeries = absl::Minutes(6);
// Events are sent after this time without a write. Writes come in bursts: there are no writes while the service
// decides.
constexpr absl::Duration kQuiet = absl::Seconds(1);
constexpr absl::Duration kMaxWait = absl::Seconds(30);
constexpr int kTries = 12;
constexpr absl::Duration kRetryWait = absl::Seconds(10);
constexpr double kEventRetryJitter = 0.25;
constexpr char kDefaultNamespace[] = "default";

std::string KeyOf(const Event& event) {
  return absl::StrJoin(
      {event.warning ? absl::string_view("Warning") : "Normal", absl::string_view(event.action),
       absl::string_view(event.reason), absl::string_view(event.api_version), absl::string_view(event.kind),
       absl::string_view(event.name_space), absl::string_view(event.name), absl::string_view(event.uid),
       Utf8Prefix(event.note, kMaxNoteBytes)},
      "\n");
}

}  // namespace

EventRecorder::EventRecorder(EventLoop& loop, ApiClient& client, Options options)
    : loop_(loop), client_(client), options_(std::move(options)) {
  Sweep();
}

EventRecorder::~EventRecorder() {
  *alive_ = false;
  loop_.timers().Cancel(sweep_);
  loop_.timers().Cancel(turn_);
}

void EventRecorder::Record(const Event& event) {
  const std::string key = KeyOf(event);
  const auto it = series_.find(key);
  if (it == series_.end()) return Post(key, event);
  Series& series = it->second;
  series.last = loop_.now();
  // Writes the second occurrence immediately. Sweep() writes the count of later occurrences.
  if (++series.count == 2) WriteCount(key);
}

void EventRecorder::Flush() {
  flushing_ = true;
  SendWaiting();
}

void EventRecorder::DropOldest() {
  if (waiting_.empty()) return;
  series_.erase(waiting_.front().key);
  waiting_.pop_front();
  --under_way_;
  ++dropped_;
}

bool EventRecorder::Admit() {
  if (under_way_ >= kMaxUnderWay) DropOldest();
  if (under_way_ < kMaxUnderWay && series_.size() < kMaxSeries) {
    ++under_way_;
    return true;
  }
  ++dropped_;
  return false;
}

void EventRecorder::Post(const std::string& key, const Event& event) {
  if (!Admit()) return;
  const std::string name_space = event.name_space.empty() ? kDefaultNamespace : event.name_space;
  const absl::Time now = options_.wall_time();
  const std::string suffix = absl::StrCat(".", absl::Hex(absl::ToUnixNanos(now)), absl::Hex(++serial_));
  const std::string name = absl::StrCat(Utf8Prefix(event.name, kMaxNameBytes - suffix.size()), suffix);
  const std::string collection =
      absl::StrCat("/apis/events.k8s.io/v1/namespaces/", PercentEncoded(name_space), "/events");
  Json regarding = {{"apiVersion", event.api_version}, {"kind", event.kind}, {"name", event.name}, {"uid", event.uid}};
  if (!event.name_space.empty()) regarding["namespace"] = event.name_space;
  const Json object = {{"apiVersion", "events.k8s.io/v1"},
                       {"kind", "Event"},
                       {"metadata", {{"name", name}, {"namespace", name_space}}},
                       {"eventTime", MicroTime(now)},
                       {"type", event.warning ? "Warning" : "Normal"},
                       {"reason", event.reason},
                       {"action", event.action},
                       {"note", std::string(Utf8Prefix(event.note, kMaxNoteBytes))},
                       {"regarding", std::move(regarding)},
                       {"reportingController", options_.controller},
                       {"reportingInstance", options_.instance}};
  series_[key] = {absl::StrCat(collection, "/", PercentEncoded(name)), 1, 1, loop_.now(), true};
  const auto written = [this, key](const absl::Status& status) {
    --under_way_;
    const auto it = series_.find(key);
    if (it == series_.end()) return;
    // If the event already exists, an earlier attempt of this process has created it, because each event has a unique
    // name.
    if (status.ok() || absl::IsAlreadyExists(status)) {
      it->second.busy = false;
      if (it->second.count > it->second.written) WriteCount(key);
      return;
    }
    series_.erase(it);
    options_.failed(status);
  };
  Deliver({key, Create(collection, object, ""), written, loop_.now() + kMaxWait, kTries});
}

void EventRecorder::WriteCount(const std::string& key) {
  const auto found = series_.find(key);
  if (found == series_.end() || found->second.busy || !Admit()) return;
  Series& series = series_.at(key);
  series.busy = true;
  series.written = series.count;
  const Json patch = {{"series", {{"count", series.count}, {"lastObservedTime", MicroTime(options_.wall_time())}}}};
  const auto written = [this, key](const absl::Status& status) {
    --under_way_;
    const auto it = series_.find(key);
    if (it == series_.end()) return;
    it->second.busy = false;
    if (status.ok()) return;
    // The API server deletes events after an hour, so the event may be missing. Erases the series, so that the next
    // occurrence creates a new event.
    series_.erase(it);
    if (!absl::IsNotFound(status)) options_.failed(status);
  };
  Deliver({key, MergePatchOwn(series.path, patch), written, loop_.now() + kMaxWait, kTries});
}

void EventRecorder::Deliver(Delivery delivery) {
  waiting_.push_back(std::move(delivery));
  SendWaiting();
}

absl::Time EventRecorder::NextTurn() const {
  if (flushing_) return absl::InfinitePast();
  return std::min(client_.no_write_since() + kQuiet, waiting_.front().sent_by);
}

void EventRecorder::SendWaiting() {
  loop_.timers().Cancel(turn_);
  while (sending_ < kMaxAtOnce && !waiting_.empty()) {
    const absl::Time now = loop_.now();
    if (const absl::Time turn = NextTurn(); turn > now) {
      // Checks again after at most kQuiet, because `turn` becomes earlier when the last write in flight ends.
      turn_ = loop_.timers().At(std::min(turn, now + kQuiet), [this] { SendWaiting(); });
      return;
    }
    Delivery delivery = std::move(waiting_.front());
    waiting_.pop_front();
    Send(std::move(delivery));
  }
}

void EventRecorder::Send(Delivery delivery) {
  ++sending_;
  HttpRequest request = delivery.request;
  client_.SendUnread(std::move(request),
                     [this, alive = alive_, delivery = std::move(delivery)](const absl::Status& status) {
                       if (!*alive) return;
                       --sending_;
                       Delivered(delivery, status);
                       SendWaiting();
                     });
}

void EventRecorder::Delivered(Delivery delivery, const absl::Status& status) {
  const bool broken = absl::IsUnavailable(status) || absl::IsDeadlineExceeded(status);
  if (!broken || --delivery.tries == 0) return delivery.done(status);
  const absl::Time when = loop_.now() + kRetryWait * (1 + kEventRetryJitter * loop_.random());
  loop_.timers().At(when, [this, alive = alive_, delivery = std::move(delivery)] {
    if (*alive) Deliver(delivery);
  });
}

void EventRecorder::Sweep() {
  std::vector<std::string> grown;
  for (auto it = series_.begin(); it != series_.end();) {
    const Series& series = it->second;
    if (series.count > series.written) grown.push_back(it->first);
    const bool over = loop_.now() - series.last > kEndOfSeries && series.count == series.written && !series.busy;
    it = over ? series_.erase(it) : std::next(it);
  }
  for (const std::string& key : grown) WriteCount(key);
  sweep_ = loop_.timers().At(loop_.now() + kSweepInterval, [this] { Sweep(); });
}

}  // namespace cpsizer::kube
