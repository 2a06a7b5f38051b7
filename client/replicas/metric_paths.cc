#include "client/replicas/metric_paths.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "client/kube/http/url.h"
#include "client/objects/label_selector.h"

namespace cpsizer::replicas {
namespace {

void AddIfThere(absl::string_view name, absl::string_view value, kube::Query& query) {
  if (!value.empty()) query.Add(name, value);
}

}  // namespace

std::string PodMetricsPath(absl::string_view name_space, absl::string_view selector) {
  kube::Query query;
  AddIfThere("labelSelector", selector, query);
  return query.AppendTo(
      absl::StrCat("/apis/metrics.k8s.io/v1beta1/namespaces/", kube::PercentEncoded(name_space), "/pods"));
}

std::string CustomMetricPath(const CustomMetricQuery& query, const v1::MetricIdentifier& metric) {
  kube::Query parameters;
  AddIfThere("labelSelector", query.selector, parameters);
  AddIfThere("metricLabelSelector", objects::SelectorText(metric.selector()), parameters);
  const std::string object = query.name.empty() ? "" : absl::StrCat("/", kube::PercentEncoded(query.name));
  return parameters.AppendTo(absl::StrCat("/apis/", kCustomMetricsGroup, "/", kube::PercentEncoded(query.version),
                                          "/namespaces/", kube::PercentEncoded(query.name_space), "/",
                                          kube::PercentEncoded(query.resource), object, "/",
                                          kube::PercentEncoded(metric.name())));
}

std::string RequestedExternalName(absl::string_view name) {
  return absl::AsciiStrToLower(name);
}

std::string ExternalMetricPath(absl::string_view name_space, const v1::MetricIdentifier& metric) {
  kube::Query query;
  AddIfThere("labelSelector", objects::SelectorText(metric.selector()), query);
  return query.AppendTo(absl::StrCat("/apis/external.metrics.k8s.io/v1beta1/namespaces/",
                                     kube::PercentEncoded(name_space), "/",
                                     kube::PercentEncoded(RequestedExternalName(metric.name()))));
}

}  // namespace cpsizer::replicas
