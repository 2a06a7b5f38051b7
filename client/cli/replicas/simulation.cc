#include "client/cli/replicas/simulation.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cli/replicas/replica_output.h"
#include "client/objects/escape.h"

namespace cpsizer::cli {
namespace {

constexpr char kNothingMeasured[] = "the series has no value";

const std::string& ResourceOf(const v1::MetricSpec& metric) {
  return metric.type() == "Resource" ? metric.resource().name() : metric.container_resource().name();
}

// Returns the container of the metric, or an empty name if the metric is about the whole pod.
std::string ContainerOf(const v1::MetricSpec& metric) {
  return metric.type() == "ContainerResource" ? metric.container_resource().container() : "";
}

bool WantsUtilization(const v1::MetricSpec& metric) {
  const v1::MetricTarget& target =
      metric.type() == "Resource" ? metric.resource().target() : metric.container_resource().target();
  return IsResource(metric) && target.has_average_utilization() && !target.has_average_value();
}

// The usage of pods, by container. The usage of a whole pod can be larger than the sum of its containers. The
// difference is stored under a container name that no pod has.
class Usage {
 public:
  void Put(const std::string& container, const std::string& resource, Nanos amount) {
    amounts_.push_back({container, resource, amount});
  }

  void AddTo(const std::string& pod, const std::string& time, v1::RecommendReplicasRequest& request) const {
    v1::PodMetrics& metrics = *request.add_pod_metrics();
    metrics.mutable_metadata()->set_name(pod);
    metrics.set_timestamp(time);
    for (const Amount& amount : amounts_) {
      if (!amount.container.empty()) Add(amount.container, amount.resource, amount.nanos, metrics);
    }
    for (const Amount& whole : amounts_) {
      if (!whole.container.empty()) continue;
      Nanos rest = whole.nanos;
      for (const Amount& part : amounts_) {
        if (!part.container.empty() && part.resource == whole.resource) rest -= part.nanos;
      }
      Add("rest-of-the-pod", whole.resource, rest, metrics);
    }
    // Each container gets a value for each resource. If a container had no value for a resource, the pod would have no
    // sample.
    for (v1::ContainerMetrics& container : *metrics.mutable_containers()) {
      for (const Amount& amount : amounts_) container.mutable_usage()->insert({amount.resource, "0"});
    }
  }

  bool empty() const { return amounts_.empty(); }

 private:
  struct Amount {
    std::string container;
    std::string resource;
    Nanos nanos;
  };

  static void Add(const std::string& name, const std::string& resource, Nanos amount, v1::PodMetrics& metrics) {
    for (v1::ContainerMetrics& container : *metrics.mutable_containers()) {
      if (container.name() != name) continue;
      (*container.mutable_usage())[resource] = NanosText(amount);
      return;
    }
    v1::ContainerMetrics& container = *metrics.add_containers();
    container.set_name(name);
    (*container.mutable_usage())[resource] = NanosText(amount);
  }

  std::vector<Amount> amounts_;
};

// Divides and rounds up, so that the controller later computes the original percentage from the result.
Nanos CeilDivide(Nanos amount, Nanos by) {
  const Nanos quotient = amount / by;
  return quotient + (amount % by > 0 ? 1 : 0);
}

void FillReading(const v1::MetricSpec& metric, absl::optional<Nanos> amount,
                 const google::protobuf::RepeatedPtrField<v1::Pod>& pods, v1::ReplicasReading& reading) {
  if (!amount.has_value()) {
    reading.set_error(kNothingMeasured);
    return;
  }
  const std::string text = NanosText(*amount);
  if (metric.type() == "External") {
    reading.add_external_values()->set_value(text);
    return;
  }
  if (metric.type() == "Object") {
    v1::MetricValue& value = *reading.add_values();
    *value.mutable_described_object() = metric.object().described_object();
    value.set_value(text);
    return;
  }
  for (const v1::Pod& pod : pods) {
    if (pod.status().phase() != "Running") continue;
    v1::MetricValue& value = *reading.add_values();
    value.mutable_described_object()->set_kind("Pod");
    value.mutable_described_object()->set_name(pod.metadata().name());
    value.set_value(text);
  }
}

}  // namespace

std::string Simulation::Prepare() const {
  const std::string why = rows_.empty() ? WhyNotMeasurable() : "";
  return why.empty() ? "" : absl::StrCat(objects::Escape(series_.file), ": ", why);
}

std::string Simulation::WhyNotMeasurable() const {
  for (size_t i = 0; i < series_.columns.size(); ++i) {
    const auto any = [&](bool percent) {
      return std::any_of(series_.rows.begin(), series_.rows.end(), [i, percent](const SeriesRow& row) {
        return !row.values[i].text.empty() && row.values[i].percent == percent;
      });
    };
    for (const int place : series_.columns[i].metrics) {
      const v1::MetricSpec& metric = metrics_[place];
      if (!IsResource(metric)) continue;
      const bool utilization = WantsUtilization(metric);
      const std::string name = objects::Escape(series_.columns[i].header);
      if (!has_manifest_ && utilization && any(false)) {
        return absl::StrCat(name,
                            " is an amount, and its target is a share of what the pods request; add the manifest ",
                            "of the target with another -f, or write percentages");
      }
      if (!has_manifest_ && !utilization && any(true)) {
        return absl::StrCat(name, " is a share of what the pods request; add the manifest of the target with another ",
                            "-f, or write amounts");
      }
      const bool known = target_.RequestOf(ResourceOf(metric), ContainerOf(metric)).has_value();
      if (!known && (utilization || any(true))) {
        return absl::StrCat(name,
                            " is compared with what the pods request, and the manifest of the target requests no ",
                            objects::Escape(ColumnName(metric)), "; add the request, or leave the manifest out");
      }
    }
  }
  return "";
}

absl::optional<Nanos> Simulation::AmountOf(size_t column, const SeriesValue& value, int ready) const {
  const SeriesColumn& of = series_.columns[column];
  const v1::MetricSpec& metric = metrics_[of.metrics.front()];
  if (value.text.empty() || (of.total && ready == 0)) return absl::nullopt;
  const Nanos by = of.total ? ready : 1;
  if (!value.percent) return value.nanos / by;
  const Nanos request = *target_.RequestOf(ResourceOf(metric), ContainerOf(metric));
  // The percentage is in units of 1/1000. It is at most 10^10, so that the product fits into 127 bits.
  constexpr Nanos kThousandth = kNanosPerUnit / 1000;
  return std::min(CeilDivide(value.nanos / kThousandth * request, 100 * 1000 * by), kMaxQuantityNanos);
}

void Simulation::AddMetrics(const SeriesRow& row, v1::RecommendReplicasRequest& request, SimulatedRow& result) const {
  Usage usage;
  std::vector<absl::optional<Nanos>> of_metric(static_cast<size_t>(metrics_.size()));
  for (size_t i = 0; i < series_.columns.size(); ++i) {
    const absl::optional<Nanos> amount = AmountOf(i, row.values[i], result.ready);
    result.measured.push_back(amount.has_value() && series_.columns[i].total ? NanosText(*amount) : row.values[i].text);
    for (const int place : series_.columns[i].metrics) {
      of_metric[static_cast<size_t>(place)] = amount;
    }
    const v1::MetricSpec& metric = metrics_[series_.columns[i].metrics.front()];
    if (amount.has_value() && IsResource(metric)) usage.Put(ContainerOf(metric), ResourceOf(metric), *amount);
  }
  for (const v1::Pod& pod : request.pods()) {
    if (pod.status().phase() != "Running" || usage.empty()) continue;
    usage.AddTo(pod.metadata().name(), request.now(), request);
  }
  if (request.horizontal_pod_autoscaler().spec().metrics().empty()) return;
  for (int i = 0; i < metrics_.size(); ++i) {
    v1::ReplicasReading& reading = *request.add_readings();
    if (!IsResource(metrics_[i])) FillReading(metrics_[i], of_metric[static_cast<size_t>(i)], request.pods(), reading);
  }
}

absl::Status Simulation::Decide() {
  const SeriesRow& row = series_.rows[rows_.size()];
  if (row.pods.has_value()) resized_ = target_.Resize(*row.pods, row.time, /*ready=*/true);
  if (!resized_.ok()) {
    return absl::FailedPreconditionError(
        absl::StrCat("at ", objects::Escape(row.time_text), ": ", std::string(resized_.message()),
                     ", and the previous decision required them; lower spec.maxReplicas, or end the series there"));
  }
  SimulatedRow result;
  result.time = row.time_text;
  result.at = row.time;
  result.pods = target_.replicas();
  result.ready = target_.ReadyAt(row.time);
  v1::RecommendReplicasRequest request = base_request_;
  request.set_now(absl::FormatTime(absl::RFC3339_full, row.time, absl::UTCTimeZone()));
  if (history_.has_value()) *request.mutable_history() = *history_;
  if (status_.has_value()) {
    *request.mutable_horizontal_pod_autoscaler()->mutable_status()->mutable_conditions() = status_->conditions();
  }
  target_.Describe(row.time, request);
  AddMetrics(row, request, result);
  absl::StatusOr<v1::RecommendReplicasResponse> response =
      client_.Call(&SizingService::RecommendReplicas, std::move(request));
  if (!response.ok()) return response.status();
  history_ = std::move(*response->mutable_history());
  status_ = response->status();
  Record(*response, result);
  resized_ = target_.Resize(response->desired_replicas(), row.time, /*ready=*/false);
  rows_.push_back(std::move(result));
  return absl::OkStatus();
}

void Simulation::Record(const v1::RecommendReplicasResponse& response, SimulatedRow& result) const {
  for (const v1::ReplicasProposal& metric : response.metrics()) {
    if (metric.wins()) result.proposal = metric.replicas();
  }
  result.desired = response.desired_replicas();
  result.outcome = response.outcome();
  result.steps.assign(response.steps().begin(), response.steps().end());
  result.summary = response.summary();
  result.shown_summary = ShownSummary(response);
}

}  // namespace cpsizer::cli
