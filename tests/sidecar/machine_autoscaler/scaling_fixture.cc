#include "tests/sidecar/machine_autoscaler/scaling_fixture.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/kube/http/api_error.h"
#include "client/tree/parse_json.h"
#include "tests/testing/call_copy.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using kube::TextAt;

std::string NameOfKey(const std::string& key) {
  return key.substr(key.find('/') + 1);
}

bool IsEnded(const Json& object) {
  return !TextAt(object, {"metadata", "deletionTimestamp"}).empty() &&
         (!object["metadata"].contains("finalizers") || object["metadata"]["finalizers"].empty());
}

// Returns the text of a write with this patch. `bounds` are the bounds of a MachineSet after the write.
std::string WriteText(const std::string& name, const Json& patch, const std::string& bounds) {
  if (patch.contains("status")) {
    return absl::StrCat("last ", name, " ", TextAt(patch, {"status", "lastTargetRef", "name"}));
  }
  const Json& finalizers = kube::Find(patch, {"metadata", "finalizers"});
  if (finalizers.is_null()) return bounds.empty() ? name : absl::StrCat(name, " ", bounds);
  const bool adds = std::find(finalizers.begin(), finalizers.end(), kScalingFinalizer) != finalizers.end();
  return absl::StrCat(adds ? "finalizer " : "end ", name);
}

}  // namespace

void FakeScalingServer::Put(Json object, std::map<std::string, Json>& objects) {
  const std::string name = object["metadata"]["name"];
  const auto before = objects.find(name);
  object["metadata"]["uid"] =
      before == objects.end() ? Json(absl::StrCat("u", ++uids_)) : before->second["metadata"]["uid"];
  object["metadata"]["resourceVersion"] = NextVersion();
  objects[name] = std::move(object);
}

void FakeScalingServer::Change(Json& object, const Json& patch) {
  object.merge_patch(patch);
  object["metadata"]["resourceVersion"] = NextVersion();
}

void FakeScalingServer::Delete(const std::string& name) {
  Json& object = autoscalers[name];
  Change(object, {{"metadata", {{"deletionTimestamp", "2026-01-02T03:04:05Z"}}}});
  if (IsEnded(object)) autoscalers.erase(name);
  ++version_;
}

std::string FakeScalingServer::BoundsOf(const std::string& set) const {
  const Json& object = sets.at(set);
  std::string owner(TextAt(object, {"metadata", "annotations", kScalingOwnerKey}));
  const std::string min(TextAt(object, {"metadata", "annotations", kScalingMinKey}));
  const std::string max(TextAt(object, {"metadata", "annotations", kScalingMaxKey}));
  return owner.empty() && min.empty() && max.empty() ? "" : absl::StrCat(NameOfKey(owner), " ", min, " ", max);
}

std::string FakeScalingServer::State() const {
  std::string state;
  for (const auto& [name, set] : sets) absl::StrAppend(&state, name, ": ", BoundsOf(name), "; ");
  for (const auto& [name, autoscaler] : autoscalers) {
    absl::StrAppend(&state, name, ": ", TextAt(autoscaler, {"status", "lastTargetRef", "name"}),
                    kube::Find(autoscaler, {"metadata", "finalizers"}).dump(), "; ");
  }
  return state;
}

absl::Status FakeScalingServer::Write(std::map<std::string, Json>& objects, const std::string& name,
                                      const kube::HttpRequest& request, const std::function<bool()>& still_wanted) {
  testing::CallCopy(before_write);
  if (!still_wanted()) return absl::CancelledError("cancelled by its caller");
  if (!failures.empty()) {
    absl::Status failure = failures.front();
    failures.pop_front();
    return failure;
  }
  const auto found = objects.find(name);
  if (found == objects.end()) {
    return kube::ApiError(404, R"({"kind":"Status","reason":"NotFound","details":{"name":"it"},"code":404})",
                          absl::nullopt);
  }
  Json& object = found->second;
  const Json patch = kube::ParseJson(request.body);
  if (object["metadata"]["uid"] != patch["metadata"]["uid"] ||
      object["metadata"]["resourceVersion"] != patch["metadata"]["resourceVersion"]) {
    return kube::ApiError(409, "conflict", absl::nullopt);
  }
  if (!drop_changes) {
    object.merge_patch(patch);
    writes.push_back(WriteText(name, patch, &objects == &sets ? BoundsOf(name) : ""));
  }
  object["metadata"]["resourceVersion"] = NextVersion();
  return std::exchange(lost_answer, absl::OkStatus());
}

void FakeScalingServer::Send(kube::HttpRequest request, Writes::StillWanted still_wanted,
                             kube::ApiClient::OnAnswer answered) {
  most_at_once = std::max(most_at_once, ++under_way_);
  loop_.Post(
      [this, request = std::move(request), still_wanted = std::move(still_wanted), answered = std::move(answered)] {
        --under_way_;
        const std::vector<std::string> parts = absl::StrSplit(request.path.substr(0, request.path.find('?')), '/');
        // The path is /apis/GROUP/VERSION/namespaces/NAMESPACE/PLURAL/NAME.
        const std::string& name = parts.at(7);
        std::map<std::string, Json>& objects = parts.at(6) == kScalingTargetsResource.plural ? sets : autoscalers;
        const absl::Status status = Write(objects, name, request, still_wanted);
        const auto found = objects.find(name);
        const Json written = found == objects.end() ? Json() : found->second;
        if (found != objects.end() && IsEnded(written)) {
          objects.erase(found);
          ++version_;
        }
        answered(status.ok() ? absl::StatusOr<tree::Node>(tree::ParseJson(written.dump())) : status);
      });
}

ScalingFixture::ScalingFixture(bool enforce) : enforce_(enforce) {
  MakeController();
}

void ScalingFixture::MakeController() {
  controller.reset();
  autoscalers_ = std::make_unique<Store<MachineAutoscaler>>();
  targets_ = std::make_unique<Store<ScalingTarget>>();
  controller = std::make_unique<MachineAutoscalerController>(
      MachineAutoscalerController::Dependencies{
          {manual.loop(), service,
           [this](kube::HttpRequest request, Writes::StillWanted still_wanted, kube::ApiClient::OnAnswer answered) {
             server.Send(std::move(request), std::move(still_wanted), std::move(answered));
           },
           [this](const kube::Event& event) { events.push_back(event); }, counters,
           [this](LogLevel level, absl::string_view message, absl::Span<const LogField> fields) {
             if (level == LogLevel::kDebug) return;
             std::string line(message);
             for (const LogField& field : fields) absl::StrAppend(&line, " ", field.key, "=", field.value);
             log.push_back(std::move(line));
           },
           [this] { return may_write; }},
          *autoscalers_,
          *targets_,
          [this] {
            ++lists;
            controller->Pause();
            watch_is_silent = false;
            Report();
            controller->Start();
          }},
      MachineAutoscalerController::Options{enforce_, kScalingNamespace});
}

void ScalingFixture::Restart() {
  MakeController();
  Report();
  controller->Start();
}

template <typename T>
bool ScalingFixture::ReportKind(const std::map<std::string, Json>& objects, T (*read)(const tree::Node&),
                                Store<T>& store) {
  bool has_changed = false;
  std::vector<std::string> gone;
  for (const auto& [key, object] : store.objects()) {
    if (objects.find(object.name) == objects.end()) gone.push_back(key);
  }
  for (const std::string& key : gone) store.Remove(key);
  for (const auto& [name, json] : objects) {
    T object = read(tree::ParseJson(json.dump()));
    const std::string key = KeyOf(object);
    const T* known = store.Find(key);
    if (known == nullptr || !HasSameContent(*known, object)) has_changed = true;
    store.Put(key, std::move(object));
  }
  return has_changed || !gone.empty();
}

void ScalingFixture::Report() {
  if (watch_is_silent) return;
  reported_ = server.version();
  const bool autoscalers = ReportKind(server.autoscalers, ReadMachineAutoscaler, *autoscalers_);
  const bool targets = ReportKind(server.sets, ReadScalingTargetObject, *targets_);
  if (autoscalers || targets) controller->Changed();
}

void ScalingFixture::Pass(absl::Duration duration) {
  const absl::Duration delay = std::max(absl::Milliseconds(100), duration / 100);
  for (; duration > absl::ZeroDuration(); duration -= delay) {
    if (server.version() != reported_) Report();
    manual.Pass(delay);
  }
  if (server.version() != reported_) Report();
}

SidecarStatus ScalingFixture::Status() const {
  SidecarStatus status;
  controller->Describe(status);
  return status;
}

std::string ScalingFixture::HoldReasonOf(const std::string& name) const {
  // The log contains the reason for the decision about each object.
  const std::string object = absl::StrCat(" namespace=", kScalingNamespace, " machineAutoscaler=", name, " reason=");
  std::string reason;
  for (const std::string& line : log) {
    const size_t at = line.find(object);
    if (line.rfind("the MachineAutoscaler is no longer held", 0) == 0 && at != std::string::npos) reason.clear();
    if (line.rfind("the MachineAutoscaler is held", 0) != 0 || at == std::string::npos) continue;
    const size_t begin = at + object.size();
    reason = line.substr(begin, line.find(' ', begin) - begin);
  }
  return reason;
}

std::vector<std::string> ScalingFixture::TakeEvents() {
  std::vector<std::string> texts;
  for (const kube::Event& event : std::exchange(events, {})) {
    texts.push_back(absl::StrCat(event.name, " ", event.reason));
  }
  return texts;
}

}  // namespace cpsizer::sidecar
