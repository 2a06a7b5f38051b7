#include "tests/sidecar/machine/machine_oracle.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/sidecar/control/status_fields.h"
#include "tests/machine/machine_objects_json.h"

namespace cpsizer::sidecar {
namespace {

using kube::Find;
using kube::Json;
using kube::TextAt;
using testing::FakeApiStore;
using testing::FakeApiWrite;

constexpr const char* kSizes[] = {"small", "medium", "large"};
constexpr char kAutoscalers[] = "/apis/machine.openshift.io/v1alpha1/controlplanemachinesetautoscalers";
constexpr int kSamplesOfWindow = 6;
constexpr double kNanosOfCapacity = 4e9;
constexpr double kRounding = 1e-6;  // rounding error of a mean in the log

int RankOf(const std::string& size) {
  return static_cast<int>(std::find(std::begin(kSizes), std::end(kSizes), size) - std::begin(kSizes));
}

// Parses `triggers`, for example `scaleUp[0] cpu 95 > 80 over 30s (...)`. Returns the number after `cpu`, or NaN if the
// text has another form.
double LoggedMean(absl::string_view triggers, bool up) {
  double mean = std::numeric_limits<double>::quiet_NaN();
  if (!absl::ConsumePrefix(&triggers, up ? "scaleUp[0] cpu " : "scaleDown[0] cpu ")) return mean;
  const size_t end = triggers.find(up ? " > 80 over 30s (" : " < 40 over 30s (");
  return absl::SimpleAtod(triggers.substr(0, end), &mean) ? mean : std::numeric_limits<double>::quiet_NaN();
}

Json OnlyAutoscaler(const FakeApiStore& store) {
  const auto all = store.All(kAutoscalers);
  return all->empty() ? Json() : *all->front();
}

}  // namespace

std::string MachineSizeOf(const Json& machine_set) {
  Json copy = machine_set;
  return machine::ProviderSpecOf(copy)["instanceType"];
}

void MachineOracle::SeeSample(const std::string& node, absl::Time end, int millicores) {
  const std::lock_guard lock(mutex_);
  samples_[{node, end}] = millicores * int64_t{1'000'000};
}

void MachineOracle::SeeRequest(v1::RecommendMachineRequest request) {
  const std::lock_guard lock(mutex_);
  const std::string now = request.now();
  requests_.emplace(now, std::move(request));
}

void MachineOracle::Check(const FakeApiWrite& write, const FakeApiStore& store) {
  const std::lock_guard lock(mutex_);
  std::string why = "not a write of the sidecar";
  if (absl::StartsWith(write.path, "/apis/events.k8s.io/")) {
    why.clear();
  } else if (absl::EndsWith(write.path, "/controlplanemachinesets/cluster")) {
    why = VerifyPatch(write, store);
  } else if (absl::EndsWith(write.path, "/controlplanemachinesetautoscalers/cluster/status")) {
    why = VerifyStatus(write);
  }
  if (!why.empty()) wrong_.push_back(absl::StrCat(why, ": ", write.method, " ", write.path, " ", write.body));
}

std::string MachineOracle::VerifyPatch(const FakeApiWrite& write, const FakeApiStore& store) {
  if (write.method != "PATCH" || write.content_type != "application/json-patch+json") return "no JSON Patch";
  if (!write.reached || write.code != 200) return "";
  Json expected = *write.before;
  machine::ProviderSpecOf(expected)["instanceType"] = MachineSizeOf(*write.after);
  if (Find(expected, {"spec"}) != Find(*write.after, {"spec"})) return "more than the size";
  const std::string from = MachineSizeOf(*write.before), to = MachineSizeOf(*write.after);
  const int step = RankOf(to) - RankOf(from);
  if (step != 1 && step != -1) return absl::StrCat("a step from ", from, " to ", to);
  const std::string direction = step == 1 ? "Up" : "Down";
  const Json pending = Find(OnlyAutoscaler(store), {"status", "pendingScale"});
  const std::string time(TextAt(pending, {"time"}));
  if (pending != Json{{"direction", direction}, {"from", from}, {"to", to}, {"time", time}}) {
    return absl::StrCat("not announced: ", pending.dump());
  }
  for (const auto& [of, last] : last_) {
    if (TimeOf(time) < TimeOf(last) + kFaultyDelay) return absl::StrCat("within the delay of ", of, " ", last);
  }
  std::string why = "not asked for";
  double mean = 0;
  const auto [begin, end] = requests_.equal_range(time);
  for (auto request = begin; request != end && !why.empty(); ++request) {
    why = VerifyRequest(request->second, step == 1, from, mean);
  }
  last_[direction] = time;
  steps_.push_back({pending, mean});
  requests_.clear();
  return why;
}

void MachineOracle::SeeLine(absl::string_view message, absl::Span<const LogField> fields) {
  Json line;
  for (const LogField& field : fields) line[std::string(field.key)] = field.value;
  const std::lock_guard lock(mutex_);
  const std::string why = VerifyLine(message, line);
  if (!why.empty()) wrong_.push_back(absl::StrCat(why, ": ", message, " ", line.dump()));
}

std::string MachineOracle::VerifyLine(absl::string_view message, const Json& line) {
  const bool changed = message == "machine size changed";
  const bool unknown = absl::StartsWith(message, "it is unknown whether the machine size changed");
  if (!changed && !unknown && message != "the pending change of the machine size has taken effect") return "";
  const auto step = std::find_if(steps_.begin(), steps_.end(),
                                 [&](const Step& each) { return each.pending["time"] == line["time"]; });
  if (step == steps_.end()) return unknown ? "" : "a line about no step";
  step->logged = true;
  for (const auto& [field, value] : step->pending.items()) {
    if (line[field] != value) return absl::StrCat("another ", field, " than the step");
  }
  const bool up = step->pending["direction"] == "Up";
  const bool justified = std::abs(LoggedMean(TextAt(line, {"triggers"}), up) - step->mean) < kRounding;
  return changed && !justified ? absl::StrCat("not justified by ", step->mean) : "";
}

std::string MachineOracle::VerifyRequest(const v1::RecommendMachineRequest& request, bool up, const std::string& from,
                                         double& mean) const {
  const v1::ControlPlaneMachineSet& set = request.control_plane_machine_set();
  const auto& value = set.spec().template_().machines_v1beta1_machine_openshift_io().spec().provider_spec().value();
  if (value.instance_type() != from) return "decided from another size";
  if (set.status().observed_generation() < set.metadata().generation() ||
      set.status().updated_replicas() < set.spec().replicas()) {
    return "decided during a rollout";
  }
  double sum = 0;
  for (const std::string& node : request.nodes()) {
    const auto& all = request.samples();
    const auto samples = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.node() == node; });
    if (samples == all.end()) return absl::StrCat("decided without samples of ", node);
    double percent = 0;
    const std::string why = VerifyNode(*samples, TimeOf(request.now()), percent);
    if (!why.empty()) return absl::StrCat(node, ": ", why);
    sum += percent;
  }
  if (request.nodes().empty()) return "decided without nodes";
  mean = sum / request.nodes_size();
  return (up ? mean > 80 : mean < 40) ? "" : absl::StrCat("decided at ", mean, " %");
}

std::string MachineOracle::VerifyNode(const v1::MachineNodeSamples& node, absl::Time now, double& percent) const {
  int count = 0;
  double sum = 0;
  absl::Time oldest = absl::InfiniteFuture();
  for (int i = 0; i < node.cpu().usages_size(); ++i) {
    const absl::Time end = absl::FromUnixNanos(node.cpu().end_unix_nanos(i));
    const auto returned = samples_.find({node.node(), end});
    if (returned == samples_.end() || returned->second != node.cpu().usages(i)) return "a sample that was not returned";
    if (end <= now - kFaultyWindow || end > now) continue;
    sum += 100 * static_cast<double>(node.cpu().usages(i)) / kNanosOfCapacity;
    ++count;
    oldest = std::min(oldest, end);
  }
  if (count < kSamplesOfWindow) return absl::StrCat("only ", count, " samples in the window");
  const absl::Duration missing = oldest - kFaultyInterval - (now - kFaultyWindow);
  if (missing > kFaultyInterval / 2) return "a window with a gap at its beginning";
  percent = sum / count;
  return "";
}

std::string MachineOracle::VerifyStatus(const FakeApiWrite& write) const {
  if (write.method != "PATCH" || write.content_type != "application/merge-patch+json") return "no merge patch";
  const Json body = kube::ParseJson(write.body);
  if (TextAt(body, {"metadata", "uid"}).empty() || TextAt(body, {"metadata", "resourceVersion"}).empty()) {
    return "a status without precondition";
  }
  if (!write.reached || write.code != 200) return "";
  for (const char* field : {"lastScaleUpTime", "lastScaleDownTime"}) {
    const std::string time(TextAt(body, {"status", field}));
    const auto is_of = [&time](const Step& step) { return step.pending["time"] == time; };
    if (!time.empty() && std::none_of(steps_.begin(), steps_.end(), is_of)) {
      return absl::StrCat("a ", field, " of no step");
    }
  }
  const Json before = Find(*write.before, {"status", "pendingScale"});
  const Json after = Find(*write.after, {"status", "pendingScale"});
  return before.is_object() && after.is_object() && before != after ? "a pending change is overwritten" : "";
}

std::vector<std::string> MachineOracle::wrong() const {
  const std::lock_guard lock(mutex_);
  return wrong_;
}

int MachineOracle::steps() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(steps_.size());
}

int MachineOracle::logged_steps() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(std::count_if(steps_.begin(), steps_.end(), [](const Step& step) { return step.logged; }));
}

std::string MachineOracle::Forgotten(const Json& status) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [direction, time] : last_) {
    const std::string field = absl::StrCat("lastScale", direction, "Time");
    const std::string known(TextAt(status, {field.c_str()}));
    if (known != time) return absl::StrCat(field, " is \"", known, "\" and not ", time);
  }
  return "";
}

}  // namespace cpsizer::sidecar
