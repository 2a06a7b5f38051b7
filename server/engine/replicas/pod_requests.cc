#include "server/engine/replicas/pod_requests.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/engine/replicas/arithmetic.h"
#include "server/engine/replicas/read_values.h"

namespace cpsizer {
namespace {

using QuantityMap = google::protobuf::Map<std::string, std::string>;

bool RestartsAlways(const v1::Container& container) {
  return container.restart_policy() == "Always";
}

// Whether a pod may ask for the resource as a whole.
bool IsPodLevel(absl::string_view resource) {
  return resource == "cpu" || resource == "memory" || absl::StartsWith(resource, "hugepages-");
}

bool AsksAsAWhole(const v1::PodSpec& spec) {
  for (const auto& entry : spec.resources().requests()) {
    if (IsPodLevel(entry.first)) return true;
  }
  return false;
}

// Reads what one pod asks for.
class PodReader {
 public:
  PodReader(const v1::Pod& pod, int index, const std::string& resource, Findings& findings)
      : pod_(pod), spec_(pod.spec()), index_(index), resource_(resource), findings_(findings) {}

  // Each returns nothing where the pod fails, and says why in error().

  absl::optional<int64_t> OfContainer(absl::string_view name) {
    const v1::Container* const container = Find(name);
    if (container == nullptr) {
      return Fail(absl::StrCat("container ", name, " not found in Pod ", pod_.metadata().name()));
    }
    return Required(*container);
  }

  // The plain sum: no floor from init containers, no overhead.
  absl::optional<int64_t> OfContainers() {
    int64_t sum = 0;
    const auto add = [&](const v1::Container& container) {
      const absl::optional<int64_t> request = Required(container);
      if (request.has_value()) sum = WrapAdd(sum, *request);
      return request.has_value();
    };
    for (const v1::Container& container : spec_.containers()) {
      if (!add(container)) return absl::nullopt;
    }
    for (const v1::Container& container : spec_.init_containers()) {
      if (RestartsAlways(container) && !add(container)) return absl::nullopt;
    }
    return sum;
  }

  absl::optional<int64_t> OfWholePod() {
    absl::optional<int64_t> request;
    if (IsPodLevel(resource_)) request = Read(spec_.resources().requests(), "spec.resources.requests");
    if (!request.has_value()) request = Aggregate();
    const absl::optional<int64_t> overhead = Read(spec_.overhead(), "spec.overhead");
    if (request.has_value() && overhead.has_value()) request = WrapAdd(*request, *overhead);
    if (!request.has_value()) request = overhead;
    if (request.has_value()) return request;
    return Fail(absl::StrCat("missing pod-level request for ", resource_, " in Pod ", pod_.metadata().name()));
  }

  std::string& error() { return error_; }

 private:
  absl::optional<int64_t> Fail(std::string error) {
    error_ = std::move(error);
    return absl::nullopt;
  }

  const v1::Container* Find(absl::string_view name) const {
    for (const v1::Container& container : spec_.containers()) {
      if (container.name() == name) return &container;
    }
    for (const v1::Container& container : spec_.init_containers()) {
      if (RestartsAlways(container) && container.name() == name) return &container;
    }
    return nullptr;
  }

  absl::optional<int64_t> Read(const QuantityMap& amounts, absl::string_view field) const {
    const auto amount = amounts.find(resource_);
    if (amount == amounts.end()) return absl::nullopt;
    const auto path = [&] { return absl::StrCat("pods[", index_, "].", field, "[", Quoted(resource_), "]"); };
    return ReadMilli(amount->second, path, findings_);
  }

  absl::optional<int64_t> RequestOf(const v1::Container& container) const {
    const auto amount = container.resources().requests().find(resource_);
    if (amount == container.resources().requests().end()) return absl::nullopt;
    const auto path = [&] {
      return absl::StrCat("pods[", index_, "].spec: container \"", Quoted(container.name()), "\": resources.requests[",
                          Quoted(resource_), "]");
    };
    return ReadMilli(amount->second, path, findings_);
  }

  absl::optional<int64_t> Required(const v1::Container& container) {
    const absl::optional<int64_t> request = RequestOf(container);
    if (request.has_value()) return request;
    return Fail(absl::StrCat("missing request for ", resource_, " in container ", container.name(), " of Pod ",
                             pod_.metadata().name()));
  }

  // What the scheduler reckons with: containers that run side by side are added up. An init container runs beside the
  // restartable ones before it, so the largest of these moments is a floor. Nothing where no container asks.
  absl::optional<int64_t> Aggregate() const {
    absl::optional<int64_t> sum;
    const auto add = [](absl::optional<int64_t>& total, absl::optional<int64_t> request) {
      if (request.has_value()) total = WrapAdd(total.value_or(0), *request);
    };
    for (const v1::Container& container : spec_.containers()) add(sum, RequestOf(container));
    absl::optional<int64_t> beside;
    absl::optional<int64_t> floor;
    for (const v1::Container& container : spec_.init_containers()) {
      absl::optional<int64_t> moment = RequestOf(container);
      if (RestartsAlways(container)) {
        add(sum, moment);
        add(beside, moment);
        moment = beside;
      } else {
        add(moment, beside);
      }
      if (moment.has_value()) floor = std::max(floor.value_or(*moment), *moment);
    }
    if (!floor.has_value()) return sum;
    return std::max(sum.value_or(*floor), *floor);
  }

  const v1::Pod& pod_;
  const v1::PodSpec& spec_;
  const int index_;
  const std::string& resource_;
  Findings& findings_;
  std::string error_;
};

}  // namespace

PodRequests ReadRequests(const v1::RecommendReplicasRequest& request, const ResourceSeries& series, bool pod_level,
                         Findings& findings) {
  PodRequests requests;
  requests.of_pod.reserve(static_cast<size_t>(request.pods_size()));
  const std::string resource(series.resource);
  for (int i = 0; i < request.pods_size(); ++i) {
    PodReader pod(request.pods(i), i, resource, findings);
    const absl::optional<int64_t> amount = series.container.has_value() ? pod.OfContainer(*series.container)
                                           : pod_level && AsksAsAWhole(request.pods(i).spec()) ? pod.OfWholePod()
                                                                                               : pod.OfContainers();
    if (!amount.has_value()) {
      requests.error = std::move(pod.error());
      return requests;
    }
    requests.of_pod.push_back(*amount);
  }
  return requests;
}

}  // namespace cpsizer
