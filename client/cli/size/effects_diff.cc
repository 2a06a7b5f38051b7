#include "client/cli/size/effects_diff.h"

#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cli/input/cluster_effects.h"
#include "client/cli/output/show.h"
#include "client/cli/output/table.h"
#include "client/effects/baseline.h"
#include "client/objects/hypershift.h"

namespace cpsizer::cli {
namespace {

constexpr char kEtcd[] = "etcd";

// An annotation on which the pods of components depend. Source: the environment and the configuration of the
// kube-apiserver in v2/kas of the control plane operator, and priorityClass in
// support/controlplane-component/defaults.go, at 3ee96155 of the repository hypershift.
struct PodAnnotation {
  const char* key;
  std::vector<std::string> components;  // empty: all other ones
};

const std::vector<PodAnnotation>& PodAnnotations() {
  static const auto* const annotations = new std::vector<PodAnnotation>{
      {objects::kGoMemLimit, {effects::kKubeApiServer}},
      {objects::kMaxInflight, {effects::kKubeApiServer}},
      {objects::kMaxMutatingInflight, {effects::kKubeApiServer}},
      {objects::kEtcdPriorityClass, {kEtcd}},
      {objects::kApiCriticalPriorityClass,
       {"kube-apiserver", "openshift-apiserver", "openshift-oauth-apiserver", "oauth-openshift", "router",
        "packageserver"}},
      {objects::kControlPlanePriorityClass, {}},
  };
  return *annotations;
}

std::string AnnotationValue(const effects::Annotations& annotations, const std::string& key) {
  const auto it = annotations.find(key);
  return it == annotations.end() ? "" : it->second;
}

class ClusterEffectsComparison {
 public:
  ClusterEffectsComparison(const v1::ClusterSizingConfiguration& before, const v1::ClusterSizingConfiguration& after)
      : before_(before), after_(after) {}

  ClusterEffectsDiff Compare(const ClusterDiff& cluster) const {
    ClusterEffectsDiff diff;
    diff.cluster = &cluster;
    const effects::Annotations present = EffectAnnotationsOf(*cluster.cluster);
    const effects::Annotations now = before_.After(cluster.size_before, "", present);
    const effects::Annotations then = after_.After(cluster.size_after, "", now);
    if (now != then) AddRestarts(present, now, then, diff);
    AddLeftovers(cluster, then, diff);
    return diff;
  }

 private:
  // Adds the restarts of the change from `now` to `then`. The requests before depend on the annotations `present` too.
  static void AddRestarts(const effects::Annotations& present, const effects::Annotations& now,
                          const effects::Annotations& then, ClusterEffectsDiff& diff) {
    effects::Requests requests = effects::DefaultBaseline();
    effects::ApplyAnnotations(present, {}, requests);
    effects::ApplyAnnotations(now, {}, requests);
    effects::Requests changed = requests;
    effects::ApplyAnnotations(then, {}, changed);
    AddRequests(requests, changed, diff);
    for (const PodAnnotation& each : PodAnnotations()) {
      if (AnnotationValue(now, each.key) == AnnotationValue(then, each.key)) continue;
      for (const std::string& component : each.components) diff.restarts[component].annotations.emplace_back(each.key);
      diff.restarts_all |= each.components.empty();
    }
  }

  static void AddRequests(const effects::Requests& before, const effects::Requests& after, ClusterEffectsDiff& diff) {
    for (const auto& [name, amounts] : after) {
      const auto former = before.find(name);
      for (const auto& [resource, request] : amounts) {
        ChangedRequest change = {name.container, resource, {}, request.amount};
        if (former != before.end()) {
          const auto it = former->second.find(resource);
          if (it != former->second.end()) change.before = it->second.amount;
        }
        if (change.before != request.amount) diff.restarts[name.deployment].requests.push_back(std::move(change));
      }
    }
  }

  void AddLeftovers(const ClusterDiff& cluster, const effects::Annotations& then, ClusterEffectsDiff& diff) const {
    const effects::Annotations* const of_before = before_.Find(cluster.size_before);
    const effects::Annotations* const of_after = after_.Find(cluster.size_after);
    if (of_before == nullptr || of_after == nullptr) return;
    for (const auto& [key, value] : *of_before) {
      if (of_after->count(key) == 0 && then.count(key) > 0) diff.leftovers.push_back(key);
    }
  }

  const effects::SizeAnnotations before_;
  const effects::SizeAnnotations after_;
};

std::string ComponentsText(const ClusterEffectsDiff& diff) {
  if (diff.restarts_all) return "all components";
  std::vector<std::string> components;
  for (const auto& [component, restart] : diff.restarts) components.push_back(component);
  return ListNames(components);
}

std::string LeftoversText(const ClusterEffectsDiff& diff) {
  std::vector<std::string> names;
  for (const std::string& key : diff.leftovers) names.push_back(key.substr(key.find('/') + 1));
  return ListNames(names);
}

}  // namespace

EffectsDiff CompareEffects(const FleetDiff& diff, const v1::ClusterSizingConfiguration& before,
                           const v1::ClusterSizingConfiguration& after) {
  EffectsDiff result;
  const ClusterEffectsComparison comparison(before, after);
  for (const ClusterDiff& cluster : diff.clusters) {
    if (cluster.move == Move::kFailed || cluster.effect == OperatorEffect::kConfigurationRefused ||
        cluster.effect == OperatorEffect::kDeleted) {
      continue;
    }
    ClusterEffectsDiff effects = comparison.Compare(cluster);
    if (effects.empty()) continue;
    if (cluster.cluster->scheduled) {
      result.clusters.push_back(std::move(effects));
    } else {
      ++result.not_scheduled;
    }
  }
  return result;
}

void PrintEffectsDiff(const EffectsDiff& diff, Screen& out) {
  if (diff.clusters.empty()) return;
  std::map<std::tuple<std::string, std::string, std::string, std::string>, size_t> rows;
  for (const ClusterEffectsDiff& each : diff.clusters) {
    ++rows[{each.cluster->size_before, each.cluster->size_after, ComponentsText(each), LeftoversText(each)}];
  }
  Table table({"BEFORE", "AFTER", "CLUSTERS", "RESTARTS", "LEFTOVERS"});
  for (const auto& [row, count] : rows) {
    const auto& [size_before, size_after, components, leftovers] = row;
    table.AddRow({{OrDash(size_before)},
                  {OrDash(size_after)},
                  {absl::StrCat(count)},
                  {OrDash(components)},
                  {OrDash(leftovers), leftovers.empty() ? Style::kPlain : Style::kWarning}});
  }
  out.EndLine();
  table.Print(out);
}

nlohmann::ordered_json EffectsDiffJson(const EffectsDiff& diff) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const ClusterEffectsDiff& each : diff.clusters) {
    const objects::HostedCluster& cluster = *each.cluster->cluster;
    nlohmann::ordered_json item;
    item["cluster"] = {{"namespace", cluster.namespace_name}, {"name", cluster.name}};
    item["components"] = nlohmann::ordered_json::array();
    for (const auto& [component, restart] : each.restarts) {
      nlohmann::ordered_json requests = nlohmann::ordered_json::array();
      for (const ChangedRequest& change : restart.requests) {
        nlohmann::ordered_json request = {{"container", change.container}, {"resource", change.resource}};
        if (change.before.has_value()) request["before"] = CanonicalText(*change.before);
        request["after"] = CanonicalText(change.after);
        requests.push_back(std::move(request));
      }
      item["components"].push_back(
          {{"component", component}, {"requests", std::move(requests)}, {"annotations", restart.annotations}});
    }
    if (each.restarts_all) item["allComponents"] = true;
    item["leftovers"] = each.leftovers;
    json.push_back(std::move(item));
  }
  return json;
}

}  // namespace cpsizer::cli
