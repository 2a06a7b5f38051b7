#include "client/cli/capacity/capacity_output.h"

#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/capacity/resources.h"
#include "client/cli/base/print_error.h"
#include "client/cli/output/show.h"
#include "client/cli/output/table.h"
#include "cpsizer/quantity.h"

namespace cpsizer::cli {
namespace {

constexpr capacity::Resource kShown[] = {capacity::Resource::kCpu, capacity::Resource::kMemory,
                                         capacity::Resource::kPods};

std::string ShowCapacity(capacity::Resource resource, int64_t amount) {
  switch (resource) {
    case capacity::Resource::kCpu:
      return HumanCpu({Nanos{amount} * (kNanosPerUnit / 1'000), QuantityFormat::kDecimalSI});
    case capacity::Resource::kMemory:
      return HumanMemory(WholeUnits(amount, QuantityFormat::kBinarySI));
    case capacity::Resource::kPods:
      break;
  }
  return absl::StrCat(amount);
}

std::string NameOfCapacity(capacity::Resource resource) {
  constexpr const char* kNames[] = {"cpu", "memory", "pods"};
  return kNames[static_cast<size_t>(resource)];
}

double FractionOf(const ZoneUse& use, capacity::Resource resource) {
  const int64_t allocatable = use.allocatable[resource];
  if (allocatable == 0) return 0;
  return static_cast<double>(use.requested[resource]) / static_cast<double>(allocatable);
}

std::string ShowPart(double fraction) {
  return absl::StrCat(std::lround(fraction * 100), "%");
}

std::string ShowMore(const absl::optional<int64_t>& more) {
  return more.has_value() ? absl::StrCat(*more) : OrDash("");
}

std::string NameOfCluster(const objects::HostedCluster& cluster) {
  return absl::StrCat(cluster.namespace_name, "/", cluster.name);
}

std::string TemplateName(const SizeTemplate& size) {
  return size.cluster == nullptr ? "" : NameOfCluster(*size.cluster);
}

void PrintZones(const CapacityFigures& figures, Screen& out) {
  Table table({"ZONE", "NODES", "RESOURCE", "ALLOCATABLE", "REQUESTED", "USED"});
  const auto add = [&](const ZoneUse& use, const std::string& name) {
    for (const capacity::Resource resource : kShown) {
      const double fraction = FractionOf(use, resource);
      const Style style = fraction >= kFullFraction ? Style::kWarning : Style::kPlain;
      table.AddRow({{name},
                    {absl::StrCat(use.nodes)},
                    {NameOfCapacity(resource)},
                    {ShowCapacity(resource, use.allocatable[resource])},
                    {ShowCapacity(resource, use.requested[resource])},
                    {ShowPart(fraction), style}});
    }
  };
  for (const ZoneUse& use : figures.zones) add(use, OrDash(use.zone));
  if (figures.zones.size() > 1) add(figures.all, "total");
  table.Print(out);
}

void PrintLargest(const CapacityFigures& figures, Screen& out) {
  if (!figures.largest.has_value()) return;
  const LargestPod& largest = *figures.largest;
  out.EndLine();
  out.Paragraph(absl::StrCat(
      "The largest pod is ", largest.name, " (cpu ",
      ShowCapacity(capacity::Resource::kCpu, largest.requests[capacity::Resource::kCpu]), ", memory ",
      ShowCapacity(capacity::Resource::kMemory, largest.requests[capacity::Resource::kMemory]),
      "): ", Counted(largest.nodes, "node"), " could hold it, ", largest.nodes_with_room,
      " of them also with the present pods",
      largest.roomiest_node.empty() ? "" : absl::StrCat("; ", largest.roomiest_node, " has the most free memory"),
      "."));
}

void PrintSizeCapacities(const CapacityFigures& figures, Screen& out) {
  if (figures.sizes.empty()) return;
  Table table({"SIZE", "CLUSTERS", "TEMPLATE", "CPU", "MEMORY", "PODS", "MORE", "BOUND", "FIRST LIMIT"});
  for (const SizeFigures& each : figures.sizes) {
    const SizeTemplate& size = *each.size;
    const bool has_one = size.cluster != nullptr;
    const auto amount = [&](capacity::Resource resource) {
      return has_one ? ShowCapacity(resource, size.requests[resource]) : OrDash("");
    };
    table.AddRow({{size.size},
                  {absl::StrCat(size.clusters)},
                  {OrDash(TemplateName(size))},
                  {amount(capacity::Resource::kCpu)},
                  {amount(capacity::Resource::kMemory)},
                  {amount(capacity::Resource::kPods)},
                  {ShowMore(each.more), Style::kBold},
                  {has_one ? absl::StrCat(each.bound) : OrDash("")},
                  {has_one ? each.limit : std::string("no cluster with this size has pods")}});
  }
  out.EndLine();
  table.Print(out);
}

void PrintSurge(const CapacityModel& model, Screen& out) {
  if (model.surge.cluster == nullptr) return;
  const auto amount = [&](capacity::Resource resource) {
    return ShowCapacity(resource, model.surge.requests[resource]);
  };
  out.EndLine();
  out.Paragraph(absl::StrCat("MORE leaves room for one rollout: that of ", NameOfCluster(*model.surge.cluster),
                             " starts ", Counted(model.surge.pods.size(), "pod"), " (cpu ",
                             amount(capacity::Resource::kCpu), ", memory ", amount(capacity::Resource::kMemory),
                             ") before it ends others."));
}

void PrintLosses(const CapacityModel& model, const CapacityFigures& figures, Screen& out) {
  if (figures.losses.empty()) return;
  Table table({"LOSS OF", "MOVED", "NO ROOM", "NO OTHER ZONE", "MORE"});
  for (const LossFigures& loss : figures.losses) {
    std::vector<std::string> more;
    for (size_t i = 0; i < model.sizes.size(); ++i) {
      if (loss.more[i].has_value()) more.push_back(absl::StrCat(model.sizes[i].size, " ", *loss.more[i]));
    }
    table.AddRow({{loss.what},
                  {absl::StrCat(loss.moved)},
                  {absl::StrCat(loss.without_room), loss.without_room > 0 ? Style::kWarning : Style::kPlain},
                  {absl::StrCat(loss.without_place)},
                  {OrDash(absl::StrJoin(more, ", "))}});
  }
  out.EndLine();
  table.Print(out);
}

nlohmann::ordered_json AmountsJson(const capacity::Resources& resources) {
  return {{"cpuMillis", resources[capacity::Resource::kCpu]},
          {"memoryBytes", resources[capacity::Resource::kMemory]},
          {"pods", resources[capacity::Resource::kPods]}};
}

nlohmann::ordered_json ZoneJson(const ZoneUse& use) {
  return {{"zone", use.zone},
          {"nodes", use.nodes},
          {"allocatable", AmountsJson(use.allocatable)},
          {"requested", AmountsJson(use.requested)}};
}

nlohmann::ordered_json NodeUseJson(const NodeUse& use) {
  return {{"name", use.name},
          {"zone", use.zone},
          {"allocatable", AmountsJson(use.allocatable)},
          {"requested", AmountsJson(use.requested)}};
}

nlohmann::ordered_json SizeJson(const SizeFigures& each) {
  const SizeTemplate& size = *each.size;
  nlohmann::ordered_json json = {{"size", size.size}, {"clusters", size.clusters}};
  if (size.cluster == nullptr) return json;
  json["template"] = TemplateName(size);
  if (!size.cluster->availability_policy.empty()) json["availabilityPolicy"] = size.cluster->availability_policy;
  json["requests"] = AmountsJson(size.requests);
  if (!size.on_own_nodes.empty()) json["onOwnNodes"] = size.on_own_nodes;
  if (size.placeholders > 0) json["placeholders"] = size.placeholders;
  json["more"] = *each.more;
  json["bound"] = each.bound;
  json["limit"] = each.limit;
  return json;
}

nlohmann::ordered_json LossJson(const CapacityModel& model, const LossFigures& loss) {
  nlohmann::ordered_json more = nlohmann::ordered_json::object();
  for (size_t i = 0; i < model.sizes.size(); ++i) {
    if (loss.more[i].has_value()) more[model.sizes[i].size] = *loss.more[i];
  }
  return {{"lossOf", loss.what},
          {"movedPods", loss.moved},
          {"podsWithoutRoom", loss.without_room},
          {"podsWithoutOtherZone", loss.without_place},
          {"more", std::move(more)}};
}

}  // namespace

nlohmann::ordered_json CapacityJson(const CapacityModel& model, const CapacityFigures& figures) {
  nlohmann::ordered_json json = {{"zones", nlohmann::ordered_json::array()}};
  for (const ZoneUse& use : figures.zones) json["zones"].push_back(ZoneJson(use));
  json["total"] = ZoneJson(figures.all);
  json["total"].erase("zone");
  json["nodes"] = nlohmann::ordered_json::array();
  for (const NodeUse& use : figures.nodes) json["nodes"].push_back(NodeUseJson(use));
  json["pendingPods"] = model.placed.unplaced();
  if (figures.largest.has_value()) {
    json["largestPod"] = {{"name", figures.largest->name},
                          {"requests", AmountsJson(figures.largest->requests)},
                          {"nodes", figures.largest->nodes},
                          {"nodesWithRoom", figures.largest->nodes_with_room}};
    if (!figures.largest->roomiest_node.empty()) json["largestPod"]["roomiestNode"] = figures.largest->roomiest_node;
  }
  json["sizes"] = nlohmann::ordered_json::array();
  for (const SizeFigures& each : figures.sizes) json["sizes"].push_back(SizeJson(each));
  if (model.surge.cluster != nullptr) {
    json["surge"] = {{"cluster", NameOfCluster(*model.surge.cluster)},
                     {"requests", AmountsJson(model.surge.requests)},
                     {"podsWithoutRoom", figures.surge_without_room}};
  }
  json["losses"] = nlohmann::ordered_json::array();
  for (const LossFigures& loss : figures.losses) json["losses"].push_back(LossJson(model, loss));
  return json;
}

void PrintCapacity(const CapacityModel& model, const CapacityFigures& figures, Screen& out) {
  PrintZones(figures, out);
  PrintLargest(figures, out);
  PrintSizeCapacities(figures, out);
  PrintSurge(model, out);
  PrintLosses(model, figures, out);
}

bool WarnOfCapacity(const CapacityModel& model, const CapacityFigures& figures, Screen& err) {
  std::vector<std::string> warnings;
  for (const ZoneUse& use : figures.zones) {
    const std::string where = use.zone.empty() ? "the nodes without a zone" : absl::StrCat("zone ", use.zone);
    for (const capacity::Resource resource : kShown) {
      const double fraction = FractionOf(use, resource);
      if (fraction < kFullFraction) continue;
      warnings.push_back(absl::StrCat(NameOfCapacity(resource), " of ", where, ": ", ShowPart(fraction),
                                      " is requested; from 80% on, add nodes"));
    }
  }
  if (model.placed.unplaced() > 0) {
    warnings.push_back(absl::StrCat(Counted(model.placed.unplaced(), "pod"), " without a node: no node has room"));
  }
  if (figures.largest.has_value() && figures.largest->nodes == 0) {
    warnings.push_back(absl::StrCat("no node could hold the largest pod, ", figures.largest->name));
  }
  if (figures.surge_without_room > 0) {
    warnings.push_back(absl::StrCat("a rollout of ", NameOfCluster(*model.surge.cluster),
                                    " waits: no node has room for ", Counted(figures.surge_without_room, "pod"),
                                    " that it starts before it ends others; add nodes"));
  }
  for (const SizeFigures& each : figures.sizes) {
    if (each.size->on_own_nodes.empty()) continue;
    PrintNote(
        absl::StrCat("size ", each.size->size, ": nodes of its own cluster run ", ListNames(each.size->on_own_nodes),
                     "; a further cluster needs such nodes too (placeholders that keep some ready: ",
                     each.size->placeholders, ")"),
        err);
  }
  for (const std::string& warning : warnings) PrintWarning(warning, err);
  return !warnings.empty();
}

}  // namespace cpsizer::cli
