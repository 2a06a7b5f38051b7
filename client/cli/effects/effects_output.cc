#include "client/cli/effects/effects_output.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/base/print_error.h"
#include "client/cli/output/show.h"
#include "client/cli/output/table.h"
#include "client/objects/hypershift.h"
#include "cpsizer/quantity.h"

namespace cpsizer::cli {
namespace {

using effects::AnnotationState;
using effects::RequestLayer;
using nlohmann::ordered_json;

const char* NameOfState(AnnotationState state) {
  constexpr const char* kNames[] = {"set", "missing", "overwritten", "removed", "leftover", "own"};
  return kNames[static_cast<size_t>(state)];
}

const char* NameOfLayer(RequestLayer layer) {
  constexpr const char* kNames[] = {"baseline", "size", "cluster"};
  return kNames[static_cast<size_t>(layer)];
}

const char* NameOfConsequence(effects::Consequence consequence) {
  constexpr const char* kNames[] = {"none", "stopsOperator", "refused", "stopsApiServer", "ignored"};
  return kNames[static_cast<size_t>(consequence)];
}

Cell StateCell(const ClusterAnnotation& annotation) {
  std::string text = NameOfState(annotation.state);
  if (!annotation.sizes.empty()) absl::StrAppend(&text, " of ", ListNames(annotation.sizes));
  if (annotation.problem.consequence != effects::Consequence::kNone) {
    absl::StrAppend(&text, "; ", annotation.problem.why, ", ", effects::Describe(annotation.problem.consequence));
    return {std::move(text), Style::kBad};
  }
  return {std::move(text), annotation.IsNotable() ? Style::kWarning : Style::kPlain};
}

// Returns the key without the part before the slash.
std::string ShortKey(const std::string& key) {
  return key.substr(key.find('/') + 1);
}

std::string ShowValue(const absl::optional<std::string>& value) {
  return value.has_value() && value->empty() ? "\"\"" : OrDash(value.value_or(""));
}

bool IsFromBaseline(const effects::ContainerRequests& requests) {
  return absl::c_all_of(requests, [](const auto& each) { return each.second.layer == RequestLayer::kBaseline; });
}

std::vector<Cell> RequestCells(const effects::ContainerName& name, const effects::ContainerRequests& requests) {
  std::vector<Cell> cells = {{absl::StrCat(name.deployment, "/", name.container)}};
  for (const char* resource : {"cpu", "memory"}) {
    const auto it = requests.find(resource);
    if (it == requests.end()) {
      cells.insert(cells.end(), 2, Cell{OrDash("")});
      continue;
    }
    const bool is_memory = absl::string_view(resource) == "memory";
    const Style style = it->second.layer == RequestLayer::kBaseline ? Style::kDim : Style::kPlain;
    cells.push_back({is_memory ? HumanMemory(it->second.amount) : HumanCpu(it->second.amount), style});
    cells.push_back({NameOfLayer(it->second.layer), style});
  }
  return cells;
}

void PrintRequests(const EffectsModel& model, bool wide, Screen& out) {
  Table table({"SIZE", "CONTAINER", "CPU", "FROM", "MEMORY", "FROM"});
  for (const SizeEffects& size : model.sizes) {
    for (const auto& [name, requests] : size.requests) {
      if (!wide && model.named.count(name) == 0) continue;
      std::vector<Cell> cells = RequestCells(name, requests);
      cells.insert(cells.begin(), Cell{size.size});
      table.AddRow(std::move(cells));
    }
  }
  if (!wide && model.named.empty()) return out.Line("no size sets requests");
  table.Print(out);
}

std::string ShowShare(const absl::optional<double>& part) {
  return part.has_value() ? absl::StrCat(std::lround(*part * 100), "%") : OrDash("");
}

void PrintLimits(const EffectsModel& model, Screen& out) {
  Table table({"SIZE", "CLUSTERS", "GOMEMLIMIT", "OF REQUEST", "OF CAPACITY"});
  for (const SizeEffects& size : model.sizes) {
    const auto style = [](const absl::optional<double>& part) {
      return part.value_or(0) > 1 ? Style::kWarning : Style::kPlain;
    };
    table.AddRow({{size.size},
                  {absl::StrCat(size.clusters)},
                  {OrDash(size.go_mem_limit)},
                  {ShowShare(size.of_request), style(size.of_request)},
                  {ShowShare(size.of_capacity), style(size.of_capacity)}});
  }
  out.EndLine();
  table.Print(out);
}

void PrintAnnotations(const EffectsModel& model, bool wide, Screen& out) {
  if (model.clusters.empty()) return;
  Table table({"NAMESPACE", "NAME", "SIZE", "ANNOTATION", "VALUE", "SIZE SETS", "STATE"});
  bool empty = true;
  for (const ClusterEffects& each : model.clusters) {
    for (const ClusterAnnotation& annotation : each.annotations) {
      if (!wide && !annotation.IsNotable()) continue;
      empty = false;
      table.AddRow({{each.cluster->namespace_name},
                    {each.cluster->name},
                    {OrDash(each.cluster->size_label)},
                    {ShortKey(annotation.key)},
                    {ShowValue(annotation.present)},
                    {ShowValue(annotation.of_size)},
                    StateCell(annotation)});
    }
  }
  out.EndLine();
  if (empty) {
    return out.Line("no cluster has leftovers, or annotations that are replaced or cannot be used", Style::kGood);
  }
  table.Print(out);
}

ordered_json RequestsJson(const effects::Requests& requests, bool with_baseline) {
  ordered_json json = ordered_json::array();
  for (const auto& [name, amounts] : requests) {
    if (!with_baseline && IsFromBaseline(amounts)) continue;
    ordered_json container = {{"deployment", name.deployment}, {"container", name.container}};
    for (const auto& [resource, request] : amounts) {
      container["requests"][resource] = {{"amount", CanonicalText(request.amount)},
                                         {"from", NameOfLayer(request.layer)}};
    }
    json.push_back(std::move(container));
  }
  return json;
}

ordered_json AnnotationJson(const ClusterAnnotation& annotation) {
  ordered_json json = {{"key", annotation.key}};
  if (annotation.present.has_value()) json["value"] = *annotation.present;
  if (annotation.of_size.has_value()) json["sizeSets"] = *annotation.of_size;
  json["state"] = NameOfState(annotation.state);
  if (!annotation.sizes.empty()) json["valueOfSizes"] = annotation.sizes;
  if (annotation.problem.consequence != effects::Consequence::kNone) {
    json["problem"] = annotation.problem.why;
    json["consequence"] = NameOfConsequence(annotation.problem.consequence);
  }
  return json;
}

}  // namespace

ordered_json EffectsJson(const EffectsModel& model, bool sizes) {
  ordered_json json = {{"baseline", model.baseline}};
  for (const SizeEffects& size : model.sizes) {
    if (!sizes) break;
    ordered_json item = {{"size", size.size}, {"clusters", size.clusters}};
    if (!size.go_mem_limit.empty()) item["goMemLimit"] = size.go_mem_limit;
    if (size.of_request.has_value()) item["goMemLimitOfRequest"] = *size.of_request;
    if (size.of_capacity.has_value()) item["goMemLimitOfCapacity"] = *size.of_capacity;
    item["containers"] = RequestsJson(size.requests, true);
    json["sizes"].push_back(std::move(item));
  }
  json["clusters"] = ordered_json::array();
  for (const ClusterEffects& each : model.clusters) {
    ordered_json item = {{"namespace", each.cluster->namespace_name}, {"name", each.cluster->name}};
    item["size"] = each.cluster->size_label;
    if (!each.node_go_mem_limit.empty()) item["nodeGoMemLimit"] = each.node_go_mem_limit;
    item["annotations"] = ordered_json::array();
    for (const ClusterAnnotation& annotation : each.annotations) {
      item["annotations"].push_back(AnnotationJson(annotation));
    }
    item["containers"] = RequestsJson(each.requests, !sizes);
    json["clusters"].push_back(std::move(item));
  }
  return json;
}

void PrintEffects(const EffectsModel& model, bool wide, Screen& out) {
  PrintRequests(model, wide, out);
  PrintLimits(model, out);
  PrintAnnotations(model, wide, out);
}

void PrintClusterEffects(const ClusterEffects& cluster, bool wide, Screen& out) {
  Table annotations({"ANNOTATION", "VALUE", "SIZE SETS", "STATE"});
  for (const ClusterAnnotation& each : cluster.annotations) {
    annotations.AddRow({{ShortKey(each.key)}, {ShowValue(each.present)}, {ShowValue(each.of_size)}, StateCell(each)});
  }
  const objects::HostedCluster& found = *cluster.cluster;
  out.Line(absl::StrCat(found.namespace_name, "/", found.name, " with the size ", OrDash(found.size_label)),
           Style::kBold);
  if (cluster.annotations.empty()) {
    out.Line("neither the cluster nor its size has annotations of effects");
  } else {
    annotations.Print(out);
  }
  Table requests({"CONTAINER", "CPU", "FROM", "MEMORY", "FROM"});
  bool empty = true;
  for (const auto& [name, amounts] : cluster.requests) {
    if (!wide && IsFromBaseline(amounts)) continue;
    requests.AddRow(RequestCells(name, amounts));
    empty = false;
  }
  out.EndLine();
  if (empty) return out.Line("all requests are those of the baseline");
  requests.Print(out);
}

void NoteEffects(const EffectsModel& model, Screen& err) {
  std::vector<std::string> none;
  std::vector<std::string> by_nodes;
  for (const ClusterEffects& each : model.clusters) {
    const std::string name = absl::StrCat(each.cluster->namespace_name, "/", each.cluster->name);
    if (each.HasNone()) none.push_back(name);
    if (!each.node_go_mem_limit.empty()) by_nodes.push_back(name);
  }
  if (!none.empty()) {
    PrintNote(absl::StrCat(Counted(none.size(), "cluster"), " without the annotations of the size: ", ListNames(none),
                           "; only the schedulers for Azure and for dedicated request serving on AWS write them"),
              err);
  }
  if (!by_nodes.empty()) {
    PrintNote(absl::StrCat("the label ", objects::kNodeGoMemLimit,
                           " of the nodes sets GOMEMLIMIT in place of "
                           "kasGoMemLimit: ",
                           ListNames(by_nodes)),
              err);
  }
}

}  // namespace cpsizer::cli
