#include "client/objects/inventory_builder.h"

#include <algorithm>
#include <initializer_list>
#include <type_traits>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/objects/escape.h"
#include "client/objects/hypershift.h"
#include "client/objects/known_objects.h"
#include "client/objects/message_reader.h"
#include "client/tree/documents/documents.h"
#include "client/tree/node.h"
#include "cpsizer/limits.h"

namespace cpsizer::objects {
namespace {

std::string NameOf(const Node& object) {
  const Node* metadata = object.Find("metadata");
  return metadata == nullptr ? "" : TextAt(*metadata, "name", "");
}

bool HasClusterSize(const v1::MachineSet& machine_set) {
  const v1::MachineTemplateSpec& machines = machine_set.spec().template_();
  return machines.metadata().labels().contains(kMachineSize) ||
         machines.spec().metadata().labels().contains(kMachineSize);
}

// Reads spec.resourcePolicy of a VPA. If the policy is invalid, adds a problem and returns false.
bool ReadResourcePolicy(const Node& vpa, ProblemList& problems, absl::optional<v1::PodResourcePolicy>& policy) {
  const Node& node = tree::Find(vpa, {"spec", "resourcePolicy"});
  return node.is_null() || MessageReader(problems).Read(node, "spec.resourcePolicy", policy.emplace());
}

void KeepCapacityAnnotations(v1::ObjectMeta& metadata) {
  v1::ObjectMeta kept;
  kept.set_name(metadata.name());
  kept.set_namespace_(metadata.namespace_());
  for (const char* const key : kCapacityAnnotations) {
    const auto it = metadata.annotations().find(key);
    if (it != metadata.annotations().end()) (*kept.mutable_annotations())[it->first] = it->second;
  }
  metadata = std::move(kept);
}

// Returns the object with only the `fields` of its spec and of its status, which are large.
Node ReadFields(const FlatDocument::Value& object, std::initializer_list<absl::string_view> fields) {
  Node parts = object.ToTree([](absl::string_view key) { return key != "spec" && key != "status"; });
  for (const char* part : {"spec", "status"}) {
    if (const absl::optional<FlatDocument::Value> value = object.Find(part)) {
      parts.entries.push_back({part, value->position(), value->ToTree([&fields](absl::string_view key) {
                                 return std::find(fields.begin(), fields.end(), key) != fields.end();
                               })});
    }
  }
  return parts;
}

}  // namespace

bool InventoryBuilder::IsList(const Type& type) {
  return !type.api_version.empty() && absl::EndsWith(type.kind, "List");
}

InventoryBuilder::Type InventoryBuilder::TypeOfItems(const Type& list) {
  const absl::string_view kind = absl::StripSuffix(list.kind, "List");
  return kind.empty() ? Type() : Type{list.api_version, std::string(kind)};
}

template <typename Found, typename Read>
void InventoryBuilder::AddTo(std::vector<Found>& list, Read read, const Node& node, ProblemList& problems) const {
  Found found;
  if constexpr (std::is_base_of_v<CheckedObject, Found>) found.mistyped_values = mistyped_values_;
  if (read(node, problems, found)) list.push_back(std::move(found));
}

int InventoryBuilder::AddFile(absl::string_view bytes, ProblemList& problems) {
  int documents = 0;
  tree::ReadFlatDocuments(bytes, problems, [&](const FlatDocument& document) {
    ++documents;
    AddDocument(document.root(), problems);
  });
  return documents;
}

void InventoryBuilder::AddDocument(const FlatDocument::Value& document, ProblemList& problems) {
  AddFlat(document, {}, problems);
  problems.BeginObject();  // the next problem can be a syntax error of the next document
}

void InventoryBuilder::AddFlat(const FlatDocument::Value& value, const Type& defaults, ProblemList& problems) {
  problems.BeginObject();
  if (!value.is_map()) return AddObject(value.ToTree(), defaults, problems);
  const Type type = {value.TextAt("apiVersion", defaults.api_version), value.TextAt("kind", defaults.kind)};
  const absl::optional<FlatDocument::Value> items = value.Find("items");
  if (IsList(type) && items.has_value() && items->is_list()) {
    const Type item_type = TypeOfItems(type);
    return items->ForEachItem([&](const FlatDocument::Value& item) { AddFlat(item, item_type, problems); });
  }
  AddObject(PartsToRead(value, type), defaults, problems);
}

Node InventoryBuilder::PartsToRead(const FlatDocument::Value& object, const Type& type) const {
  const KindSet kinds = kinds_.With(optional_kinds_);
  switch (Recognize(type.api_version, type.kind, kinds).kind) {
    case ObjectKind::kHostedCluster:
      return ReadFields(object, {"pausedUntil", "controllerAvailabilityPolicy", "conditions"});
    case ObjectKind::kNodePool:
    case ObjectKind::kHostedControlPlane:
      return ReadFields(object, kNodeCountFields);
    case ObjectKind::kOther:
      // An installation configuration has no kind. A list gets here if its items are not a list.
      if (!object.Find("kind").has_value() || IsList(type)) return object.ToTree();
      return object.ToTree([](absl::string_view key) { return key == "apiVersion" || key == "kind"; });
    default:
      return object.ToTree();
  }
}

void InventoryBuilder::AddObject(const Node& node, const Type& defaults, ProblemList& problems) {
  if (node.kind != NodeKind::kMap) {
    return problems.Add(node.position,
                        absl::StrCat("a Kubernetes object is a mapping, this is ", KindWords(node.kind)));
  }
  if (kinds_.With(optional_kinds_).Has(ObjectKind::kInstallConfig) && IsInstallConfig(node)) {
    return optional_kinds_.Has(ObjectKind::kInstallConfig)
               ? AddOptional({ObjectKind::kInstallConfig}, node, {}, problems)
               : AddKnown(ObjectKind::kInstallConfig, node, {}, problems);
  }
  const Type type = {TextAt(node, "apiVersion", defaults.api_version), TextAt(node, "kind", defaults.kind)};
  if (type.kind.empty() || type.api_version.empty()) {
    return problems.Add(node.position,
                        absl::StrCat("the Kubernetes object has no ", type.kind.empty() ? "kind" : "apiVersion"));
  }
  const Node* items = node.Find("items");
  if (IsList(type) && items != nullptr) return AddItems(*items, TypeOfItems(type), problems);
  const ObjectType known = Recognize(type.api_version, type.kind, kinds_.With(optional_kinds_));
  if (optional_kinds_.Has(known.kind)) return AddOptional(known, node, type, problems);
  if (!known.version_known && known.kind != ObjectKind::kConfiguration) {
    return problems.Add(node.position,
                        absl::StrCat(type.kind, " of ", EscapeCut(type.api_version, kMaxQuotedValueBytes),
                                     " is not supported; use ", known.api_version));
  }
  if (known.kind != ObjectKind::kOther) return AddKnown(known.kind, node, type, problems);
  Skip(node, type, problems);
}

void InventoryBuilder::AddOptional(const ObjectType& known, const Node& node, const Type& type,
                                   const ProblemList& problems) {
  ProblemList own(problems.file(), inventory_.optional_problems);
  if (known.version_known) AddKnown(known.kind, node, type, own);
  if (!known.version_known || !own.empty()) Skip(node, type, problems);
}

void InventoryBuilder::Skip(const Node& node, const Type& type, const ProblemList& problems) {
  inventory_.Skip({type.api_version, type.kind, problems.file(), node.position});
}

void InventoryBuilder::AddKnown(ObjectKind kind, const Node& node, const Type& type, ProblemList& problems) {
  ReplicaObjects& replicas = inventory_.replicas;
  CpuObjects& cpu = inventory_.cpu;
  switch (kind) {
    case ObjectKind::kConfiguration:
      return AddConfiguration(node, problems);
    case ObjectKind::kHostedCluster:
      return AddHostedCluster(node, problems);
    case ObjectKind::kVerticalPodAutoscaler:
      return AddVpa(node, problems);
    case ObjectKind::kMachineSet:
      return AddMachineSet(node, problems);
    case ObjectKind::kNodePool:
      return clusters_.node_counts().AddNodePool(node, problems);
    case ObjectKind::kHostedControlPlane:
      return clusters_.node_counts().AddHostedControlPlane(node, problems);
    case ObjectKind::kHorizontalPodAutoscaler:
      return AddTo(
          replicas.autoscalers,
          [&type](const Node& object, ProblemList& list, FoundAutoscaler& found) {
            return ReadAutoscaler(object, type.api_version, list, found);
          },
          node, problems);
    case ObjectKind::kScale:
      return AddTo(replicas.scales, ReadScale, node, problems);
    case ObjectKind::kWorkload:
      return AddTo(
          replicas.workloads,
          [&type](const Node& object, ProblemList& list, FoundWorkload& found) {
            return ReadWorkload(object, type.api_version, type.kind, list, found);
          },
          node, problems);
    case ObjectKind::kPod:
      return AddTo(replicas.pods, ReadPod, node, problems);
    case ObjectKind::kPodMetrics:
      return AddTo(replicas.pod_metrics, ReadPodMetrics, node, problems);
    case ObjectKind::kMetricValue:
      return AddTo(replicas.metric_values, ReadMetricValue, node, problems);
    case ObjectKind::kExternalMetricValue:
      return AddTo(replicas.external_values, ReadExternalValue, node, problems);
    case ObjectKind::kInfrastructure:
      return AddTo(cpu.infrastructures, ReadInfrastructure, node, problems);
    case ObjectKind::kKubeletConfig:
      return AddTo(cpu.kubelet_configs, ReadKubeletConfig, node, problems);
    case ObjectKind::kNode:
      return AddTo(cpu.nodes, ReadNode, node, problems);
    case ObjectKind::kDaemonSet:
      return AddTo(cpu.daemon_sets, ReadDaemonSet, node, problems);
    case ObjectKind::kInstallConfig:
      return AddTo(cpu.install_configs, ReadInstallConfig, node, problems);
    case ObjectKind::kControlPlaneMachineSetAutoscaler:
      return AddTo(inventory_.machines.autoscalers, ReadControlPlaneAutoscaler, node, problems);
    case ObjectKind::kTriggerAuthentication:
      return AddTo(inventory_.machines.authentications, ReadTriggerAuthentication, node, problems);
    case ObjectKind::kControlPlaneMachineSet:
      return AddTo(inventory_.machines.machine_sets, ReadControlPlaneMachineSet, node, problems);
    case ObjectKind::kNodeMetrics:
      return AddTo(inventory_.machines.node_metrics, ReadNodeMetrics, node, problems);
    case ObjectKind::kClusterAutoscaler:
      return AddTo(inventory_.machines.cluster_autoscalers, ReadClusterAutoscaler, node, problems);
    case ObjectKind::kMachineAutoscaler:
      return AddTo(inventory_.machines.machine_autoscalers, ReadMachineAutoscaler, node, problems);
    case ObjectKind::kScalingTarget:
      return AddTo(inventory_.machines.scaling_targets, ReadScalingTarget, node, problems);
    case ObjectKind::kOperand:
      // Files have many Deployments, Services and similar objects. Only FeatureGates and the objects of a
      // cluster-autoscaler are used. The objects of a cluster-autoscaler are recognized by the prefix of their names.
      if (type.kind != "FeatureGate" && !absl::StartsWith(NameOf(node), "cluster-autoscaler-")) {
        return Skip(node, type, problems);
      }
      inventory_.machines.operands.push_back(ReadOperand(node, type.kind));
      return;
    case ObjectKind::kCapacityNode:
      return AddTo(inventory_.capacity.nodes, ReadCapacityNode, node, problems);
    case ObjectKind::kCapacityPod:
      return AddTo(inventory_.capacity.pods, ReadCapacityPod, node, problems);
    case ObjectKind::kOther:
      return;
  }
}

void InventoryBuilder::AddItems(const Node& items, const Type& type, ProblemList& problems) {
  if (items.kind == NodeKind::kNull) return;
  if (items.kind != NodeKind::kList) {
    return problems.Add(items.position, absl::StrCat("items is ", KindWords(items.kind), " where a list is expected"));
  }
  for (const Node& item : items.items) AddObject(item, type, problems);
}

void InventoryBuilder::AddConfiguration(const Node& node, ProblemList& problems) {
  FoundConfiguration found;
  found.mistyped_values = mistyped_values_;
  found.file = problems.file();
  found.positions[""] = node.position;
  if (!MessageReader(problems, found).Read(node, "", found.config)) return;
  inventory_.configurations.push_back(std::move(found));
}

void InventoryBuilder::AddHostedCluster(const Node& node, ProblemList& problems) {
  v1::ObjectMeta metadata;
  // The validator also checks the rest of metadata with a value of the wrong type.
  const bool is_read = ReadPart(node, "metadata", problems, metadata);
  if (!is_read && mistyped_values_ != MistypedValues::kReportAll) return;
  if (metadata.name().empty()) return problems.Add(node.position, kClusterWithoutName);
  clusters_.AddCluster(metadata, node, problems);
}

void InventoryBuilder::AddVpa(const Node& node, ProblemList& problems) {
  if (NameOf(node) != kVpaName) return Skip(node, {"autoscaling.k8s.io/v1", "VerticalPodAutoscaler"}, problems);
  ClusterSet::VpaParts parts;
  if (!ReadPart(node, "metadata", problems, parts.metadata)) return;
  if (std::string problem = OtherTargetProblem(node); !problem.empty()) {
    problems.Add(tree::Find(node, {"spec", "targetRef"}).position, std::move(problem));
    parts.readable = false;
  } else {
    const bool status_read = ReadPart(node, "status", problems, parts.status);
    parts.readable = ReadResourcePolicy(node, problems, parts.resource_policy) && status_read;
  }
  clusters_.AddVpa(std::move(parts), node.position, problems);
}

void InventoryBuilder::AddMachineSet(const Node& node, ProblemList& problems) {
  FoundMachineSet found;
  found.file = problems.file();
  found.positions[""] = node.position;
  if (!MessageReader(problems, found).Read(node, "", found.machine_set)) return;
  const bool has_size = HasClusterSize(found.machine_set);
  const bool is_target = optional_kinds_.Has(ObjectKind::kScalingTarget);
  // A MachineSet of a size can also be a node group, which is validated.
  if (is_target && (!has_size || kinds_.Has(ObjectKind::kMachineAutoscaler))) {
    AddOptional({ObjectKind::kScalingTarget}, node, {"", "MachineSet"}, problems);
  }
  if (!has_size) {
    if (!is_target) Skip(node, {"machine.openshift.io/v1beta1", "MachineSet"}, problems);
    return;
  }
  KeepCapacityAnnotations(*found.machine_set.mutable_metadata());
  inventory_.machine_sets.push_back(std::move(found));
}

Inventory InventoryBuilder::Finish() {
  clusters_.MoveTo(inventory_);
  return std::move(inventory_);
}

}  // namespace cpsizer::objects
