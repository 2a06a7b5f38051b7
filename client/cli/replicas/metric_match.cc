#include "client/cli/replicas/metric_match.h"

#include "client/replicas/metric_paths.h"
#include "google/protobuf/util/message_differencer.h"

namespace cpsizer::cli {
namespace {

bool SameMetric(const v1::MetricIdentifier& wanted, const v1::MetricIdentifier& found) {
  if (wanted.name() != found.name()) return false;
  return !found.has_selector() ||
         google::protobuf::util::MessageDifferencer::Equals(wanted.selector(), found.selector());
}

}  // namespace

bool Belongs(const objects::FoundMetricValue& value, const v1::MetricSpec& metric, const PodNames& pods) {
  const v1::CrossVersionObjectReference& described = value.value.described_object();
  if (metric.type() == "Pods") {
    return described.kind() == "Pod" && SameMetric(metric.pods().metric(), value.metric) &&
           pods.MayBelong(described.name(), /*others=*/false);
  }
  if (metric.type() != "Object") return false;
  const v1::CrossVersionObjectReference& wanted = metric.object().described_object();
  return described.kind() == wanted.kind() && described.name() == wanted.name() &&
         SameMetric(metric.object().metric(), value.metric);
}

bool Belongs(const objects::FoundExternalValue& value, const v1::MetricSpec& metric) {
  if (metric.type() != "External") return false;
  if (replicas::RequestedExternalName(metric.external().metric().name()) != value.metric) return false;
  if (value.labels.empty() || !metric.external().metric().has_selector()) return true;
  const std::string selector = objects::SelectorText(metric.external().metric().selector());
  return selector.empty() || objects::LabelSelector(selector).Selects(value.labels);
}

}  // namespace cpsizer::cli
