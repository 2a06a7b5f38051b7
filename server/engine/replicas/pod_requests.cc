#include "server/engine/replicas/pod_requests.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/engine/replicas/arithmetic.h"
#include "server/engine/replicas/pod_aggregate.h"
#include "server/engine/replicas/read_values.h"

namespace cpsizer {
namespace {

using QuantityMap = google::protobuf::Map<std::string, std::string>;

// Returns whether a request for this resource is possible for a pod as a whole.
bool IsPodLevel(absl::string_view resource) {
  return resource == "cpu" || resource == "memory" || absl::StartsWith(resource, "hugepages-");
}

bool HasPodLevelRequest(const v1::PodSpec& spec) {
  const QuantityMap& requests = spec.resources().requests();
  return std::any_of(requests.begin(), requests.end(), [](const auto& entry) { return IsPodLevel(entry.first); });
}

// Reads the requests of all pods, one pod after another.
class RequestReader {
 public:
  // All arguments must outlive this object.
  RequestReader(absl::Span<const ResourceSeries> series, bool pod_level, Findings& findings)
      : series_(series),
        pod_level_(pod_level),
        findings_(findings),
        containers_(series),
        requests_(series.size()),
        last_pod_(series.size(), -1) {
    for (const ResourceSeries& one : series) {
      if (one.container.has_value()) continue;
      aggregate_.Add(one.resource);
      has_whole_pods_ = true;
    }
  }

  std::vector<PodRequests> Read(const google::protobuf::RepeatedPtrField<v1::Pod>& pods) {
    for (PodRequests& requests : requests_) requests.of_pod.reserve(static_cast<size_t>(pods.size()));
    for (index_ = 0; index_ < pods.size(); ++index_) {
      pod_ = &pods[index_];
      if (!containers_.empty()) ReadContainers();
      if (has_whole_pods_) ReadWholePod();
    }
    return std::move(requests_);
  }

 private:
  const v1::PodSpec& spec() const { return pod_->spec(); }
  const std::string& name() const { return pod_->metadata().name(); }

  void Note(size_t series, absl::optional<int64_t> amount) {
    last_pod_[series] = index_;
    PodRequests& requests = requests_[series];
    if (amount.has_value() && requests.error.empty()) requests.of_pod.push_back(*amount);
  }

  // `container` is empty for the whole pod. Only the first error of a series is kept.
  template <typename Error>
  void Fail(size_t series, absl::string_view container, const Error& error, bool no_container = false) {
    PodRequests& requests = requests_[series];
    if (requests.error.empty()) requests.error = error();
    requests.missing.push_back({name(), container, no_container});
  }

  void ReadContainers() {
    for (const v1::Container& container : spec().containers()) ReadContainer(container);
    for (const v1::Container& container : spec().init_containers()) {
      if (RestartsAlways(container)) ReadContainer(container);
    }
    for (size_t i = 0; i < series_.size(); ++i) {
      if (!series_[i].container.has_value() || last_pod_[i] == index_) continue;
      const absl::string_view container = *series_[i].container;
      Fail(
          i, container, [&] { return absl::StrCat("container ", container, " not found in Pod ", name()); }, true);
    }
  }

  void ReadContainer(const v1::Container& container) {
    for (const size_t i : containers_.Take(container.name(), index_)) Note(i, Required(container, i));
  }

  // Returns the request of the container. If the container has no request, records an error for the series. This error
  // fails the metric of the series.
  absl::optional<int64_t> Required(const v1::Container& container, size_t series) {
    const std::string& resource = series_[series].resource;
    const auto amount = container.resources().requests().find(resource);
    if (amount != container.resources().requests().end()) {
      return ReadContainerRequest(container, resource, amount->second, index_, findings_);
    }
    Fail(series, container.name(), [&] {
      return absl::StrCat("missing request for ", resource, " in container ", container.name(), " of Pod ", name());
    });
    return absl::nullopt;
  }

  void ReadWholePod() {
    const bool has_pod_level_request = pod_level_ && HasPodLevelRequest(spec());
    aggregated_ = false;
    for (size_t i = 0; i < series_.size(); ++i) {
      if (!series_[i].container.has_value()) Note(i, has_pod_level_request ? OfWholePod(i) : OfContainers(i));
    }
  }

  // Returns the plain sum, without a lower bound from init containers and without overhead. Stops at the first
  // container that does not request the resource.
  absl::optional<int64_t> OfContainers(size_t series) {
    int64_t sum = 0;
    const auto add = [&](const v1::Container& container) {
      const absl::optional<int64_t> request = Required(container, series);
      sum = WrapAdd(sum, request.value_or(0));
      return request.has_value();
    };
    for (const v1::Container& container : spec().containers()) {
      if (!add(container)) return absl::nullopt;
    }
    for (const v1::Container& container : spec().init_containers()) {
      if (RestartsAlways(container) && !add(container)) return absl::nullopt;
    }
    return sum;
  }

  absl::optional<int64_t> OfWholePod(size_t series) {
    const std::string& resource = series_[series].resource;
    absl::optional<int64_t> request;
    if (IsPodLevel(resource)) request = Read(spec().resources().requests(), "spec.resources.requests", resource);
    if (!request.has_value()) request = Aggregate(resource);
    const absl::optional<int64_t> overhead = Read(spec().overhead(), "spec.overhead", resource);
    if (overhead.has_value()) request = WrapAdd(request.value_or(0), *overhead);
    if (!request.has_value()) {
      Fail(series, "", [&] { return absl::StrCat("missing pod-level request for ", resource, " in Pod ", name()); });
    }
    return request;
  }

  // Reads the pod only once for all series.
  absl::optional<int64_t> Aggregate(const std::string& resource) {
    if (!aggregated_) aggregate_.Read(*pod_, index_, findings_);
    aggregated_ = true;
    return aggregate_.Of(resource);
  }

  absl::optional<int64_t> Read(const QuantityMap& amounts, absl::string_view field, const std::string& resource) {
    const auto amount = amounts.find(resource);
    if (amount == amounts.end()) return absl::nullopt;
    const auto path = [&] { return absl::StrCat("pods[", index_, "].", field, "[", Quoted(resource), "]"); };
    return ReadObservedMilli(amount->second, path, findings_);
  }

  const absl::Span<const ResourceSeries> series_;
  const bool pod_level_;
  Findings& findings_;
  ContainerIndex containers_;
  PodAggregate aggregate_;
  bool has_whole_pods_ = false;
  std::vector<PodRequests> requests_;
  // For each series, the index of the last pod that was added to it.
  std::vector<int> last_pod_;
  // The current pod.
  const v1::Pod* pod_ = nullptr;
  int index_ = 0;
  bool aggregated_ = false;
};

}  // namespace

std::vector<PodRequests> ReadPodRequests(const v1::RecommendReplicasRequest& request,
                                         absl::Span<const ResourceSeries> series, bool pod_level, Findings& findings) {
  return RequestReader(series, pod_level, findings).Read(request.pods());
}

}  // namespace cpsizer
