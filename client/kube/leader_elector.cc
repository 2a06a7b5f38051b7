#include "client/kube/leader_elector.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/micro_time.h"
#include "client/tree/node_json.h"

namespace cpsizer::kube {
namespace {

constexpr double kJitter = 1.2;
constexpr absl::Duration kShortestTimeout = absl::Seconds(1);

absl::string_view Holder(const tree::Node& lease) {
  return TextAt(lease, {"spec", "holderIdentity"});
}

}  // namespace

LeaderElector::LeaderElector(EventLoop& loop, ApiClient& client, Options options, Callbacks callbacks)
    : loop_(loop), client_(client), options_(std::move(options)), callbacks_(std::move(callbacks)) {
  Attempt();
}

LeaderElector::~LeaderElector() {
  *wanted_ = false;
  loop_.timers().Cancel(next_);
  loop_.timers().Cancel(deadline_);
}

void LeaderElector::SetAnnotation(absl::string_view name, std::string value) {
  auto& annotations = options_.annotations;
  const auto found =
      std::find_if(annotations.begin(), annotations.end(), [name](const auto& known) { return known.first == name; });
  if (found == annotations.end()) {
    annotations.emplace_back(std::string(name), std::move(value));
  } else {
    found->second = std::move(value);
  }
  if (!leads_ || released_ != nullptr) return;
  write_again_ = true;
  if (!writing_) After(absl::ZeroDuration());
}

void LeaderElector::Attempt() {
  // The leader does not read the Lease, because its last write has returned the current Lease.
  if (leads_) return Write("PUT", Claimed(lease_));
  Get();
}

void LeaderElector::Get() {
  Send("GET", Path(), Json(), [this](absl::StatusOr<tree::Node> lease) {
    if (lease.ok()) return Consider(*std::move(lease));
    if (!absl::IsNotFound(lease.status())) return Fail(lease.status());
    if (!IsAccepted(tree::Node())) return;
    // Uses POST and not PUT. If another process has created the Lease in the meantime, POST fails, but PUT would
    // overwrite the Lease.
    Write("POST", Claimed(tree::Node()));
  });
}

bool LeaderElector::IsAccepted(const tree::Node& lease) {
  const absl::Status status = leads_ ? absl::OkStatus() : callbacks_.accept(lease);
  if (!status.ok()) callbacks_.refused(status);
  return status.ok();
}

void LeaderElector::Consider(tree::Node lease) {
  if (!IsAccepted(lease)) return;
  if (Find(lease, {"spec"}) != Find(lease_, {"spec"})) observed_ = loop_.now();
  lease_ = std::move(lease);
  const absl::string_view holder = Holder(lease_);
  const absl::Time free = observed_ + absl::Seconds(NumberAt(lease_, {"spec", "leaseDurationSeconds"}));
  if (holder.empty() || holder == options_.identity || free <= loop_.now()) return Write("PUT", Claimed(lease_));
  // Another process is the leader. If this process was the leader, it has lost the lease.
  if (leads_) return Lose();
  if (holder != leader_) callbacks_.led_by(leader_ = std::string(holder));
  After(std::min(options_.retry_period * (1 + kJitter * loop_.random()), free - loop_.now()));
}

std::string LeaderElector::Path() const {
  return absl::StrCat(options_.path, "/", options_.name);
}

Json LeaderElector::Claimed(const tree::Node& lease) const {
  const std::string now = MicroTime(options_.wall_time());
  const bool ours = Holder(lease) == options_.identity;
  const int64_t transitions = NumberAt(lease, {"spec", "leaseTransitions"});
  const bool is_new = Find(lease, {"metadata", "uid"}).is_null();
  // Keeps the fields of `lease` that are not set below.
  Json claimed =
      lease.is_null()
          ? Json{{"apiVersion", "coordination.k8s.io/v1"}, {"kind", "Lease"}, {"metadata", {{"name", options_.name}}}}
          : ToJson(lease);
  for (const auto& [key, value] : options_.annotations) {
    Json& annotations = claimed["metadata"]["annotations"];
    if (!annotations.is_object()) annotations = Json::object();
    annotations[key] = value;
  }
  Json& spec = claimed["spec"];
  if (!spec.is_object()) spec = Json::object();
  if (!ours) {
    spec["acquireTime"] = now;
    spec["leaseTransitions"] = is_new ? 0 : transitions + 1;
  }
  spec["holderIdentity"] = options_.identity;
  spec["leaseDurationSeconds"] = absl::ToInt64Seconds(options_.lease_duration);
  spec["renewTime"] = now;
  return claimed;
}

Json LeaderElector::Freed(const tree::Node& lease) const {
  const std::string now = MicroTime(options_.wall_time());
  Json freed = ToJson(lease);
  Json& spec = freed["spec"];
  spec["holderIdentity"] = "";
  spec["leaseDurationSeconds"] = 1;  // the API server refuses 0
  spec["acquireTime"] = now;
  spec["renewTime"] = now;
  return freed;
}

void LeaderElector::Write(const char* method, const Json& lease) {
  const absl::Time sent = loop_.now();
  const bool creates = absl::string_view(method) == "POST";
  writing_ = true;
  write_again_ = false;
  Send(method, creates ? options_.path : Path(), lease, [this, sent](absl::StatusOr<tree::Node> written) {
    writing_ = false;
    if (released_ != nullptr) return GetAndFree();
    if (written.ok()) return Succeed(sent, *std::move(written));
    // Either another process has written the Lease, or the response to an earlier write of this process was lost. Reads
    // the Lease to distinguish the two cases.
    if (absl::IsAborted(written.status()) && leads_) return Get();
    Fail(written.status());
  });
}

void LeaderElector::Succeed(absl::Time sent, tree::Node lease) {
  lease_ = std::move(lease);
  observed_ = loop_.now();
  renewed_ = sent;
  loop_.timers().Cancel(deadline_);
  deadline_ = loop_.timers().At(renewed_ + options_.renew_deadline, [this] { Lose(); });
  After(write_again_ ? absl::ZeroDuration() : options_.retry_period);
  if (std::exchange(leads_, true)) return;
  callbacks_.elected();
}

void LeaderElector::Fail(const absl::Status& status) {
  callbacks_.failed(status);
  After(leads_ ? options_.retry_period : options_.retry_period * (1 + kJitter * loop_.random()));
}

void LeaderElector::Lose() {
  leads_ = false;
  writing_ = false;
  *wanted_ = false;
  loop_.timers().Cancel(next_);
  loop_.timers().Cancel(deadline_);
  callbacks_.lost();
}

void LeaderElector::After(absl::Duration wait) {
  loop_.timers().Cancel(next_);
  next_ = loop_.timers().At(loop_.now() + wait, [this] { Attempt(); });
}

void LeaderElector::Release(std::function<void()> done) {
  const bool led = std::exchange(leads_, false);
  loop_.timers().Cancel(next_);
  loop_.timers().Cancel(deadline_);
  released_ = std::move(done);
  if (writing_) return;
  // Ignores the result of a read of the Lease that is in flight.
  *wanted_ = false;
  wanted_ = std::make_shared<bool>(true);
  led ? GetAndFree() : released_();
}

void LeaderElector::GetAndFree() {
  // Reads the Lease first, because the result of the last write may be unknown.
  Send("GET", Path(), Json(), [this](const absl::StatusOr<tree::Node>& lease) {
    if (!lease.ok() || Holder(*lease) != options_.identity) return released_();
    Send("PUT", Path(), Freed(*lease), [this](const absl::StatusOr<tree::Node>& /*freed*/) { released_(); });
  });
}

void LeaderElector::Send(const char* method, const std::string& path, const Json& lease, OnLease answer) {
  HttpRequest request;
  request.method = method;
  request.path = path;
  request.headers = {"Accept: application/json"};
  request.timeout = std::max(kShortestTimeout, options_.renew_deadline / 2);
  if (!lease.is_null()) {
    request.headers.emplace_back("Content-Type: application/json");
    request.body = lease.dump();
    // Uses a new connection. On a reused connection that breaks, libcurl would send the write a second time.
    request.fresh_connection = true;
  }
  client_.Send(std::move(request), [wanted = wanted_, answer = std::move(answer)](absl::StatusOr<tree::Node> got) {
    if (*wanted) answer(std::move(got));
  });
}

}  // namespace cpsizer::kube
