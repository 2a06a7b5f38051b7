#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/engine/cluster_autoscaler/planned_objects.h"

namespace cpsizer {
namespace {

PlannedValue MetricsLabels() {
  return PlannedValue::WholeMap({{"k8s-app", PlannedValue::Text("cluster-autoscaler")}});
}

struct AlertTexts {
  absl::string_view name;
  absl::string_view period;
  absl::string_view severity;
  absl::string_view summary;
  absl::string_view description;
};

// The texts for people are not compared: the operator writes other texts with the same meaning.
PlannedValue Alert(const AlertTexts& texts, std::string expression, absl::string_view source) {
  return PlannedValue::Map(
      {{"alert", PlannedValue::Text(std::string(texts.name))},
       {"expr", PlannedValue::Text(std::move(expression), source)},
       {"for", PlannedValue::Text(std::string(texts.period))},
       {"labels", PlannedValue::WholeMap({{"severity", PlannedValue::Text(std::string(texts.severity))}})},
       {"annotations", PlannedValue::Map({{"summary", PlannedValue::Text(std::string(texts.summary))},
                                          {"description", PlannedValue::Text(std::string(texts.description))}})
                           .AtCreation()}});
}

// Returns an alert about nodes that were not added because of a limit.
PlannedValue LimitAlert(const AlertTexts& texts, absl::string_view reason) {
  return Alert(texts,
               absl::StrCat("increase(cluster_autoscaler_skipped_scale_events_count{direction=\"up\",reason=\"", reason,
                            "\"}[15m]) > 0"),
               "");
}

}  // namespace

PlannedObject MakeService(const ObjectMaker& maker) {
  PlannedValue port = PlannedValue::Map({{"name", PlannedValue::Text("metrics")},
                                         {"port", PlannedValue::Number(8'085)},
                                         {"protocol", PlannedValue::Text("TCP")},
                                         {"targetPort", PlannedValue::Text("metrics")}});
  return maker.Make("v1", "Service", "", {{"labels", MetricsLabels().AtCreation()}},
                    {{"spec", PlannedValue::Map({{"type", PlannedValue::Text("ClusterIP")},
                                                 {"ports", PlannedValue::List({std::move(port)})},
                                                 {"selector", MetricsLabels()},
                                                 {"sessionAffinity", PlannedValue::Text("None")}})}});
}

PlannedObject MakeServiceMonitor(const ObjectMaker& maker) {
  const bool upper_case = maker.settings().Has(ReleaseFact::kUpperCaseScheme);
  PlannedValue endpoint =
      PlannedValue::Map({{"bearerTokenFile", PlannedValue::Text("/var/run/secrets/kubernetes.io/serviceaccount/token")},
                         {"interval", PlannedValue::Text("30s")},
                         {"port", PlannedValue::Text("metrics")},
                         {"scheme", PlannedValue::Text(upper_case ? "HTTP" : "http").IgnoringCase()}});
  PlannedValue own_namespace =
      PlannedValue::List({PlannedValue::Text(std::string(maker.settings().name_space), kNamespaceSource)});
  return maker.Make("monitoring.coreos.com/v1", "ServiceMonitor", "", {{"labels", MetricsLabels().AtCreation()}},
                    {{"spec", PlannedValue::WholeMap(
                                  {{"endpoints", PlannedValue::List({std::move(endpoint)})},
                                   {"namespaceSelector", PlannedValue::Map({{"matchNames", std::move(own_namespace)}})},
                                   {"selector", PlannedValue::Map({{"matchLabels", MetricsLabels()}})}})}});
}

PlannedObject MakePrometheusRule(const ObjectMaker& maker) {
  const std::string of_service = absl::StrCat("{service=\"", maker.name(), "\"}");
  std::vector<PlannedValue> alerts;
  alerts.push_back(Alert(
      {"ClusterAutoscalerUnschedulablePods", "20m", "info", "Cluster Autoscaler has {{ $value }} unschedulable pods",
       "Pods wait for nodes that the cluster-autoscaler does not add. Its limits may be reached, or new nodes may not "
       "be "
       "ready yet."},
      absl::StrCat("cluster_autoscaler_unschedulable_pods_count", of_service, " > 0"), kNameSource));
  alerts.push_back(Alert(
      {"ClusterAutoscalerNotSafeToScale", "15m", "warning",
       "Cluster Autoscaler is reporting that the cluster is not ready for scaling",
       "Too many nodes are not ready: more than 3, and more than 45 % of all, unless other limits are configured. The "
       "cluster-autoscaler neither adds nor removes nodes until this changes."},
      absl::StrCat("cluster_autoscaler_cluster_safe_to_autoscale", of_service, " != 1"), kNameSource));
  alerts.push_back(LimitAlert({"ClusterAutoscalerUnableToScaleCPULimitReached", "15m", "info",
                               "Cluster Autoscaler has reached its limit of CPU cores and adds no nodes",
                               "With another node the cores of all nodes would exceed spec.resourceLimits.cores.max of "
                               "the ClusterAutoscaler, or "
                               "320000 cores if the field is not set. Raise the limit to let the cluster grow."},
                              "CpuResourceLimit"));
  alerts.push_back(LimitAlert({"ClusterAutoscalerUnableToScaleMemoryLimitReached", "15m", "info",
                               "Cluster Autoscaler has reached its limit of memory and adds no nodes",
                               "With another node the memory of all nodes would exceed spec.resourceLimits.memory.max "
                               "of the ClusterAutoscaler, or "
                               "6400000 GiB if the field is not set. Raise the limit to let the cluster grow."},
                              "MemoryResourceLimit"));
  PlannedValue group = PlannedValue::Map(
      {{"name", PlannedValue::Text("general.rules")}, {"rules", PlannedValue::List(std::move(alerts))}});
  return maker.Make("monitoring.coreos.com/v1", "PrometheusRule", "",
                    {{"labels", PlannedValue::Map({{"prometheus", PlannedValue::Text("k8s")},
                                                   {"role", PlannedValue::Text("alert-rules")}})
                                    .AtCreation()}},
                    {{"spec", PlannedValue::WholeMap({{"groups", PlannedValue::List({std::move(group)})}})}});
}

}  // namespace cpsizer
