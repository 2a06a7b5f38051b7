#include "client/objects/capacity_objects.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/objects/escape.h"
#include "client/objects/label_selector.h"
#include "client/objects/message_reader.h"
#include "cpsizer/limits.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"

namespace cpsizer::objects {
namespace {

constexpr char kZoneLabel[] = "topology.kubernetes.io/zone";
constexpr char kHostKey[] = "kubernetes.io/hostname";
constexpr char kUnschedulableTaint[] = "node.kubernetes.io/unschedulable";
constexpr char kTemplateHash[] = "pod-template-hash";
constexpr char kRequired[] = "requiredDuringSchedulingIgnoredDuringExecution";

// A resource in a map of quantities: its key, how many parts of a unit are counted, and the maximum number of parts.
struct CountedResource {
  absl::string_view key;
  int64_t parts;
  int64_t most;
};
constexpr CountedResource kCpu = {"cpu", 1'000, kMaxCapacityCpuMillis};
constexpr CountedResource kMemory = {"memory", 1, kMaxCapacityMemoryBytes};
constexpr CountedResource kPods = {"pods", 1, kMaxCapacityPods};

}  // namespace

absl::optional<int64_t> PartsOf(const Quantity& quantity, int64_t parts, int64_t most) {
  if (quantity.nanos < 0 || quantity.nanos > Nanos{most} * kNanosPerUnit / parts) return absl::nullopt;
  return static_cast<int64_t>((quantity.nanos * parts + kNanosPerUnit - 1) / kNanosPerUnit);
}

namespace {

// Reads the amount of a resource in `amounts`, whose path is `path`. An absent amount leaves `value` unchanged.
bool ReadAmount(const Node& amounts, absl::string_view path, const CountedResource& resource, ProblemList& problems,
                int64_t& value) {
  const Node* node = amounts.Find(resource.key);
  if (node == nullptr || node->is_null()) return true;
  Quantity quantity;
  const QuantityError error = ParseQuantity(node->text, quantity);
  if (error == QuantityError::kNone) {
    if (const absl::optional<int64_t> amount = PartsOf(quantity, resource.parts, resource.most)) {
      value = *amount;
      return true;
    }
  }
  const std::string why = error == QuantityError::kNone
                              ? absl::StrCat(" is not from 0 to ", resource.most / resource.parts)
                              : absl::StrCat(" is not a quantity: it ", Describe(error));
  problems.Add(node->position,
               absl::StrCat(path, ".", resource.key, ": \"", EscapeCut(node->text, kMaxQuotedValueBytes), "\"", why,
                            "; write one such as ", resource.key == "cpu" ? "500m" : "2Gi"));
  return false;
}

bool ReadAmounts(const Node& amounts, absl::string_view path, ProblemList& problems, PodAmounts& value) {
  const bool has_cpu = ReadAmount(amounts, path, kCpu, problems, value.cpu_millis);
  return ReadAmount(amounts, path, kMemory, problems, value.memory_bytes) && has_cpu;
}

bool IsTrue(const Node& value) {
  return value.kind == NodeKind::kBool && value.integer != 0;
}

bool ReadName(const Node& object, absl::string_view kind, ProblemList& problems, std::string& name) {
  name = std::string(tree::TextAt(object, {"metadata", "name"}));
  if (!name.empty()) return true;
  problems.Add(object.position, absl::StrCat(kind, " has no metadata.name"));
  return false;
}

void ReadTaints(const Node& spec, FoundCapacityNode& found) {
  for (const Node& taint : tree::Find(spec, {"taints"}).items) {
    const std::string effect = TextAt(taint, "effect", "");
    if (effect != "NoSchedule" && effect != "NoExecute") continue;
    found.taints.push_back({TextAt(taint, "key", ""), TextAt(taint, "value", ""), effect});
  }
  const auto is_cordoned = [](const NodeTaint& taint) { return taint.key == kUnschedulableTaint; };
  if (IsTrue(tree::Find(spec, {"unschedulable"})) &&
      std::none_of(found.taints.begin(), found.taints.end(), is_cordoned)) {
    found.taints.push_back({kUnschedulableTaint, "", "NoSchedule"});
  }
}

bool ReadContainer(const Node& node, bool is_init, ProblemList& problems, FoundCapacityPod& found) {
  ContainerRequests container;
  container.name = TextAt(node, "name", "");
  container.is_init = is_init;
  container.is_sidecar = is_init && tree::TextAt(node, {"restartPolicy"}) == "Always";
  const std::string path = absl::StrCat(is_init ? "spec.initContainers[" : "spec.containers[",
                                        EscapeCut(container.name, kMaxQuotedValueBytes), "].resources");
  PodAmounts amounts;
  // An amount of the requests replaces the amount of the limits.
  const bool has_limits = ReadAmounts(tree::Find(node, {"resources", "limits"}), path + ".limits", problems, amounts);
  const bool has_requests =
      ReadAmounts(tree::Find(node, {"resources", "requests"}), path + ".requests", problems, amounts);
  container.cpu_millis = amounts.cpu_millis;
  container.memory_bytes = amounts.memory_bytes;
  found.containers.push_back(std::move(container));
  return has_limits && has_requests;
}

bool ReadRequests(const Node& spec, ProblemList& problems, FoundCapacityPod& found) {
  bool reads = true;
  for (const Node& container : tree::Find(spec, {"initContainers"}).items) {
    reads &= ReadContainer(container, /*is_init=*/true, problems, found);
  }
  for (const Node& container : tree::Find(spec, {"containers"}).items) {
    reads &= ReadContainer(container, /*is_init=*/false, problems, found);
  }
  reads &= ReadAmounts(tree::Find(spec, {"overhead"}), "spec.overhead", problems, found.overhead);
  const Node& of_pod = tree::Find(spec, {"resources", "requests"});
  PodAmounts amounts;
  reads &= ReadAmounts(of_pod, "spec.resources.requests", problems, amounts);
  if (of_pod.Find("cpu") != nullptr) found.pod_cpu_millis = amounts.cpu_millis;
  if (of_pod.Find("memory") != nullptr) found.pod_memory_bytes = amounts.memory_bytes;
  return reads;
}

void ReadOwner(const Node& metadata, FoundCapacityPod& found) {
  for (const Node& owner : tree::Find(metadata, {"ownerReferences"}).items) {
    if (!IsTrue(tree::Find(owner, {"controller"})) && !found.owner_kind.empty()) continue;
    found.owner_kind = TextAt(owner, "kind", "");
    found.component = TextAt(owner, "name", "");
  }
  const absl::string_view hash = tree::TextAt(metadata, {"labels", kTemplateHash});
  const std::string suffix = absl::StrCat("-", hash);
  if (found.owner_kind != "ReplicaSet" || hash.empty() || !absl::EndsWith(found.component, suffix)) return;
  found.owner_kind = "Deployment";
  found.component.resize(found.component.size() - suffix.size());
}

std::vector<NodeRequirement> RequirementsOf(const Node& expressions) {
  std::vector<NodeRequirement> requirements;
  for (const Node& expression : expressions.items) {
    NodeRequirement requirement = {TextAt(expression, "key", ""), TextAt(expression, "operator", ""), {}};
    for (const Node& value : tree::Find(expression, {"values"}).items) requirement.values.push_back(value.text);
    requirements.push_back(std::move(requirement));
  }
  return requirements;
}

// Terms with matchFields name single nodes. Only pods of DaemonSets have them, and those keep their node.
void ReadNodeRules(const Node& spec, FoundCapacityPod& found) {
  for (const Entry& entry : tree::Find(spec, {"nodeSelector"}).entries) {
    found.selector.push_back({entry.key, "In", {entry.value.text}});
  }
  for (const Node& term : tree::Find(spec, {"affinity", "nodeAffinity", kRequired, "nodeSelectorTerms"}).items) {
    found.any_of.push_back(RequirementsOf(tree::Find(term, {"matchExpressions"})));
  }
  for (const Node& each : tree::Find(spec, {"tolerations"}).items) {
    found.tolerations.push_back(
        {TextAt(each, "key", ""), TextAt(each, "operator", ""), TextAt(each, "value", ""), TextAt(each, "effect", "")});
  }
}

// Sets one_per_host and one_per_zone by the terms that select the labels of the pod itself.
bool ReadAntiAffinity(const Node& spec, const Labels& labels, ProblemList& problems, FoundCapacityPod& found) {
  for (const Node& term : tree::Find(spec, {"affinity", "podAntiAffinity", kRequired}).items) {
    v1::LabelSelector selector;
    if (!ReadPart(term, "labelSelector", problems, selector)) return false;
    if (!LabelSelector(SelectorText(selector)).Selects(labels)) continue;
    const absl::string_view key = tree::TextAt(term, {"topologyKey"});
    found.one_per_host |= key == kHostKey;
    found.one_per_zone |= key == kZoneLabel;
  }
  return true;
}

}  // namespace

bool ReadCapacityNode(const Node& object, ProblemList& problems, FoundCapacityNode& found) {
  if (!ReadName(object, "the Node", problems, found.name)) return false;
  found.place = {problems.file(), object.position};
  for (const Entry& label : tree::Find(object, {"metadata", "labels"}).entries) {
    found.labels[label.key] = label.value.text;
  }
  const auto zone = found.labels.find(kZoneLabel);
  if (zone != found.labels.end()) found.zone = zone->second;
  ReadTaints(tree::Find(object, {"spec"}), found);
  const Node& allocatable = tree::Find(object, {"status", "allocatable"});
  PodAmounts amounts;
  if (!ReadAmounts(allocatable, "status.allocatable", problems, amounts)) return false;
  found.cpu_millis = amounts.cpu_millis;
  found.memory_bytes = amounts.memory_bytes;
  return ReadAmount(allocatable, "status.allocatable", kPods, problems, found.pods);
}

bool ReadCapacityPod(const Node& object, ProblemList& problems, FoundCapacityPod& found) {
  if (!ReadName(object, "the Pod", problems, found.name)) return false;
  const Node& metadata = tree::Find(object, {"metadata"});
  const Node& spec = tree::Find(object, {"spec"});
  found.place = {problems.file(), object.position};
  found.name_space = TextAt(metadata, "namespace", "");
  found.node = TextAt(spec, "nodeName", "");
  found.is_deleted = !TextAt(metadata, "deletionTimestamp", "").empty();
  const absl::string_view phase = tree::TextAt(object, {"status", "phase"});
  found.has_ended = phase == "Succeeded" || phase == "Failed";
  ReadOwner(metadata, found);
  ReadNodeRules(spec, found);
  Labels labels;
  for (const Entry& label : tree::Find(metadata, {"labels"}).entries) labels[label.key] = label.value.text;
  return ReadAntiAffinity(spec, labels, problems, found) && ReadRequests(spec, problems, found);
}

PodAmounts RequestsOf(const FoundCapacityPod& pod) {
  PodAmounts sum;
  PodAmounts sidecars;
  PodAmounts most;  // while init containers run
  for (const ContainerRequests& each : pod.containers) {
    if (!each.is_init || each.is_sidecar) {
      sum.cpu_millis += each.cpu_millis;
      sum.memory_bytes += each.memory_bytes;
    }
    if (!each.is_init) continue;
    most.cpu_millis = std::max(most.cpu_millis, sidecars.cpu_millis + each.cpu_millis);
    most.memory_bytes = std::max(most.memory_bytes, sidecars.memory_bytes + each.memory_bytes);
    if (!each.is_sidecar) continue;
    sidecars.cpu_millis += each.cpu_millis;
    sidecars.memory_bytes += each.memory_bytes;
  }
  const int64_t cpu_millis = std::max(sum.cpu_millis, most.cpu_millis);
  const int64_t memory_bytes = std::max(sum.memory_bytes, most.memory_bytes);
  return {pod.pod_cpu_millis.value_or(cpu_millis) + pod.overhead.cpu_millis,
          pod.pod_memory_bytes.value_or(memory_bytes) + pod.overhead.memory_bytes};
}

}  // namespace cpsizer::objects
