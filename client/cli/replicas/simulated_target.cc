#include "client/cli/replicas/simulated_target.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"

namespace cpsizer::cli {
namespace {

constexpr char kSelector[] = "app=simulated";

std::string TimeText(absl::Time time) {
  return absl::FormatTime(absl::RFC3339_full, time, absl::UTCTimeZone());
}

absl::optional<Nanos> RequestIn(const v1::ResourceRequirements& resources, const std::string& resource) {
  const auto it = resources.requests().find(resource);
  Quantity quantity;
  if (it == resources.requests().end() || ParseQuantity(it->second, quantity) != QuantityError::kNone) {
    return absl::nullopt;
  }
  return quantity.nanos;
}

}  // namespace

absl::Status SimulatedTarget::Resize(int replicas, absl::Time now, bool ready) {
  if (const std::string why = WhyTooMany(replicas); !why.empty()) return absl::FailedPreconditionError(why);
  const auto wanted = static_cast<size_t>(std::max(replicas, 0));
  if (pods_.size() > wanted) pods_.resize(wanted);
  while (pods_.size() < wanted) {
    pods_.push_back({absl::StrCat("pod-", ++named_), now, ready ? now : now + start_});
  }
  return absl::OkStatus();
}

int SimulatedTarget::ReadyAt(absl::Time now) const {
  return static_cast<int>(
      std::count_if(pods_.begin(), pods_.end(), [now](const Pod& pod) { return pod.ready <= now; }));
}

absl::optional<Nanos> SimulatedTarget::RequestOf(const std::string& resource, absl::string_view container) const {
  if (container.empty() && pod_.resources().requests().contains(resource)) {
    return RequestIn(pod_.resources(), resource);
  }
  absl::optional<Nanos> sum;
  const auto add = [&](const v1::Container& one) {
    if (!container.empty() && one.name() != container) return;
    const absl::optional<Nanos> request = RequestIn(one.resources(), resource);
    if (request.has_value()) sum = std::min(sum.value_or(0) + *request, kMaxQuantityNanos);
  };
  for (const v1::Container& one : pod_.containers()) add(one);
  for (const v1::Container& one : pod_.init_containers()) {
    if (one.restart_policy() == "Always") add(one);
  }
  return sum.has_value() && *sum > 0 ? sum : absl::nullopt;
}

void SimulatedTarget::Describe(absl::Time now, v1::RecommendReplicasRequest& request) const {
  v1::Scale& scale = *request.mutable_scale();
  scale.mutable_spec()->set_replicas(replicas());
  scale.mutable_status()->set_replicas(replicas());
  scale.mutable_status()->set_selector(kSelector);
  for (const Pod& simulated : pods_) {
    v1::Pod& pod = *request.add_pods();
    pod.mutable_metadata()->set_name(simulated.name);
    *pod.mutable_spec() = pod_;
    v1::PodStatus& status = *pod.mutable_status();
    const bool ready = simulated.ready <= now;
    status.set_phase(ready ? "Running" : "Pending");
    if (!ready) continue;
    status.set_start_time(TimeText(simulated.added));
    v1::Condition& condition = *status.add_conditions();
    condition.set_type("Ready");
    condition.set_status("True");
    condition.set_last_transition_time(TimeText(simulated.ready));
  }
}

v1::PodSpec PodFor(const google::protobuf::RepeatedPtrField<v1::MetricSpec>& metrics) {
  v1::PodSpec pod;
  const auto container = [&pod](const std::string& name) -> v1::Container& {
    for (v1::Container& one : *pod.mutable_containers()) {
      if (one.name() == name) return one;
    }
    v1::Container& added = *pod.add_containers();
    added.set_name(name);
    return added;
  };
  for (const v1::MetricSpec& metric : metrics) {
    if (metric.type() != "ContainerResource") continue;
    container(metric.container_resource().container());
  }
  if (pod.containers().empty()) container("app");
  // Each container gets a request for each resource, because the request of a pod is known only if all its containers
  // have a request.
  for (const v1::MetricSpec& metric : metrics) {
    const bool of_pod = metric.type() == "Resource";
    if (!of_pod && metric.type() != "ContainerResource") continue;
    const std::string& resource = of_pod ? metric.resource().name() : metric.container_resource().name();
    for (v1::Container& one : *pod.mutable_containers()) {
      (*one.mutable_resources()->mutable_requests())[resource] = "1";
    }
  }
  return pod;
}

std::string WhyTooMany(int pods) {
  if (pods <= kMaxPods) return "";
  return absl::StrCat(pods, " pods are more than the limit of ", kMaxPods, " in a decision");
}

std::string NanosText(Nanos nanos) {
  return CanonicalText({nanos, QuantityFormat::kDecimalSI});
}

}  // namespace cpsizer::cli
