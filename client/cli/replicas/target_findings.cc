#include "client/cli/replicas/target_findings.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cli/base/make_finding.h"
#include "client/cli/output/show.h"
#include "client/objects/escape.h"
#include "cpsizer/limits.h"

namespace cpsizer::cli {
namespace {

using objects::FoundAutoscaler;
using objects::FoundWorkload;
using objects::QuotedValue;

std::string TextOf(const FoundWorkload& workload) {
  return absl::StrCat(workload.kind, " ", objects::EscapeCut(workload.name, kMaxQuotedValueBytes));
}

// Returns the containers of the template that run all the time.
std::vector<const v1::Container*> RunningContainers(const v1::PodSpec& pod) {
  std::vector<const v1::Container*> running;
  for (const v1::Container& container : pod.containers()) running.push_back(&container);
  for (const v1::Container& container : pod.init_containers()) {
    if (container.restart_policy() == "Always") running.push_back(&container);
  }
  return running;
}

bool Requests(const v1::ResourceRequirements& resources, const std::string& resource) {
  return resources.requests().contains(resource);
}

void CheckContainer(const v1::ContainerResourceMetricSource& metric, const std::string& path,
                    const FoundWorkload& target, std::vector<v1::Finding>& findings) {
  std::vector<std::string> names;
  for (const v1::Container* container : RunningContainers(target.pod)) {
    if (container->name() != metric.container()) {
      names.push_back(container->name());
      continue;
    }
    if (metric.target().type() != "Utilization" || Requests(container->resources(), metric.name())) return;
    findings.push_back(
        MakeFinding(Rule::kPodRequestsMissing, path, metric.name(),
                    absl::StrCat("the container ", QuotedValue(metric.container()), " in the pod template of ",
                                 TextOf(target), " does not request ", metric.name())));
    return;
  }
  if (names.empty() || metric.container().empty()) return;
  findings.push_back(MakeFinding(Rule::kContainerNotFound, absl::StrCat(path, ".container"), metric.container(),
                                 absl::StrCat("the pod template of ", TextOf(target), " has no container ",
                                              QuotedValue(metric.container()), "; it has ", ListNames(names))));
}

void CheckRequests(const v1::ResourceMetricSource& metric, const std::string& path, const FoundWorkload& target,
                   std::vector<v1::Finding>& findings) {
  if (metric.target().type() != "Utilization" || Requests(target.pod.resources(), metric.name())) return;
  std::vector<std::string> names;
  for (const v1::Container* container : RunningContainers(target.pod)) {
    if (!Requests(container->resources(), metric.name())) names.push_back(container->name());
  }
  if (names.empty()) return;
  findings.push_back(MakeFinding(
      Rule::kPodRequestsMissing, path, metric.name(),
      absl::StrCat("in the pod template of ", TextOf(target), ", ", Counted(names.size(), "container"),
                   names.size() == 1 ? " does" : " do", " not request ", metric.name(), ": ", ListNames(names))));
}

}  // namespace

std::vector<v1::Finding> ManifestFindings(const FoundAutoscaler& found, const FoundWorkload& target) {
  std::vector<v1::Finding> findings;
  if (target.manifest_replicas.has_value()) {
    findings.push_back(MakeFinding(
        Rule::kReplicasPinned, "spec.scaleTargetRef", absl::StrCat(*target.manifest_replicas),
        absl::StrCat("the manifest of ", TextOf(target), " also sets spec.replicas, to ", *target.manifest_replicas)));
  }
  for (int i = 0; i < found.autoscaler.spec().metrics_size(); ++i) {
    const v1::MetricSpec& metric = found.autoscaler.spec().metrics(i);
    const std::string path = absl::StrCat("spec.metrics[", i, "].");
    if (metric.type() == "Resource") {
      CheckRequests(metric.resource(), absl::StrCat(path, "resource"), target, findings);
    } else if (metric.type() == "ContainerResource") {
      CheckContainer(metric.container_resource(), absl::StrCat(path, "containerResource"), target, findings);
    }
  }
  return findings;
}

std::vector<v1::Finding> UnmatchedTarget(const FoundAutoscaler& found, const std::vector<FoundWorkload>& workloads,
                                         const ScaledWorkloads& scaled) {
  TargetHint meant = MeantTarget(found, workloads, scaled);
  if (meant.text.empty()) return {};
  return {MakeFinding(Rule::kTargetUnmatched, std::move(meant.path), meant.value,
                      absl::StrCat("no object of the files is the target; ", meant.text))};
}

}  // namespace cpsizer::cli
