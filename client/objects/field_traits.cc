#include "client/objects/field_traits.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace cpsizer::objects {
namespace {

constexpr absl::string_view kCustomResourceQuantities[] = {
    "cpsizer.v1.ClusterSizingConfigurationSpec.non_request_serving_nodes_buffer_per_zone",
    "cpsizer.v1.Management.non_request_serving_nodes_per_zone",
    "cpsizer.v1.ResourceBasedAutoscalingConfiguration.kube_api_server_cpu_fraction",
    "cpsizer.v1.ResourceBasedAutoscalingConfiguration.kube_api_server_memory_fraction",
    "cpsizer.v1.ResourceList.cpu",
    "cpsizer.v1.ResourceList.memory",
    "cpsizer.v1.ResourceRequest.cpu",
    "cpsizer.v1.ResourceRequest.memory",
    "cpsizer.v1.SizeCapacity.cpu",
    "cpsizer.v1.SizeCapacity.kube_api_server_cpu_fraction",
    "cpsizer.v1.SizeCapacity.kube_api_server_memory_fraction",
    "cpsizer.v1.SizeCapacity.memory",
};

constexpr absl::string_view kBuiltInQuantities[] = {
    "cpsizer.v1.AutoscalerNutanixSize.memory_size",
    "cpsizer.v1.AutoscalerPrometheusTrigger.threshold",
    "cpsizer.v1.AutoscalerUtilizationTrigger.value",
    "cpsizer.v1.ContainerMetrics.usage",
    "cpsizer.v1.ControlPlaneMachineProviderSpec.memory_size",
    "cpsizer.v1.ExternalMetricValue.value",
    "cpsizer.v1.HPAScalingRules.tolerance",
    "cpsizer.v1.MetricTarget.average_value",
    "cpsizer.v1.MetricTarget.value",
    "cpsizer.v1.MetricValue.value",
    "cpsizer.v1.MetricValueStatus.average_value",
    "cpsizer.v1.MetricValueStatus.value",
    "cpsizer.v1.KubeletConfiguration.kube_reserved",
    "cpsizer.v1.KubeletConfiguration.system_reserved",
    "cpsizer.v1.NodeStatus.capacity",
    "cpsizer.v1.PodSpec.overhead",
    "cpsizer.v1.ResourceRequirements.requests",
};

constexpr absl::string_view kNotRead[] = {
    "cpsizer.v1.ClusterSizingConfiguration.status",
    "cpsizer.v1.Condition.last_transition_time",
    "cpsizer.v1.Condition.message",
    "cpsizer.v1.Condition.observed_generation",
    "cpsizer.v1.Condition.reason",
    "cpsizer.v1.ObjectMeta.creation_timestamp",
    "cpsizer.v1.ObjectMeta.deletion_grace_period_seconds",
    "cpsizer.v1.ObjectMeta.finalizers",
    "cpsizer.v1.ObjectMeta.owner_references",
    "cpsizer.v1.ObjectMeta.resource_version",
    "cpsizer.v1.ObjectMeta.uid",
    "cpsizer.v1.RecommendedContainerResources.lower_bound",
    "cpsizer.v1.RecommendedContainerResources.target",
    "cpsizer.v1.RecommendedContainerResources.upper_bound",
    "cpsizer.v1.VerticalPodAutoscalerStatus.observed_generation",
};

// The fields that no decision reads, in addition to kNotRead. Each other field counts as decisive, also a new one, so
// that a misspelled name of it is refused.
constexpr absl::string_view kNotDecisive[] = {
    "cpsizer.v1.ClusterSizingConfigurationSpec.non_request_serving_nodes_buffer_per_zone",
    "cpsizer.v1.Management.non_request_serving_nodes_per_zone",
    "cpsizer.v1.SizeConfiguration.effects",
};

constexpr absl::string_view kOnlyCountsNodes[] = {"cpsizer.v1.SizeConfiguration.management"};

// The metrics of an autoscaler are not in this list, because the API server accepts an empty list of metrics and uses
// the default.
constexpr absl::string_view kRefusedWhenEmpty[] = {"cpsizer.v1.HPAScalingRules.policies"};

template <size_t n>
bool Holds(const absl::string_view (&names)[n], const google::protobuf::FieldDescriptor& field) {
  return std::find(std::begin(names), std::end(names), absl::string_view(field.full_name())) != std::end(names);
}

// No kind has more levels. A message that contains itself has no end.
constexpr int kMostLevels = 8;

std::string DecisivePathWithin(const google::protobuf::Descriptor& type, absl::string_view name, int levels) {
  if (levels == 0) return "";
  for (int i = 0; i < type.field_count(); ++i) {
    const google::protobuf::FieldDescriptor& field = *type.field(i);
    if (!IsDecisive(field)) continue;
    const absl::string_view item = field.is_repeated() && !field.is_map() ? "[]" : "";
    if (absl::EqualsIgnoreCase(field.json_name(), name)) return absl::StrCat(field.json_name(), item);
    if (field.message_type() == nullptr || field.is_map()) continue;
    const std::string below = DecisivePathWithin(*field.message_type(), name, levels - 1);
    if (!below.empty()) return absl::StrCat(field.json_name(), item, ".", below);
  }
  return "";
}

std::string DecisivePathOf(const google::protobuf::Descriptor& type, absl::string_view name, int most_levels) {
  std::string path;
  for (int levels = 1; levels <= most_levels && path.empty(); ++levels) path = DecisivePathWithin(type, name, levels);
  return path;
}

}  // namespace

std::string DecisivePathNear(const google::protobuf::Descriptor& outermost, absl::string_view parent,
                             absl::string_view name) {
  // A name of one word, such as memory, is common, so a newer version may have it at another level.
  const bool is_distinct = std::any_of(name.begin(), name.end(), absl::ascii_isupper);
  const google::protobuf::Descriptor* type = &outermost;
  std::string above;
  std::string found = is_distinct ? DecisivePathOf(outermost, name, kMostLevels) : "";
  for (const absl::string_view step : absl::StrSplit(parent, '.', absl::SkipEmpty())) {
    const google::protobuf::FieldDescriptor* field = FieldNamed(*type, step.substr(0, step.find('[')));
    if (field == nullptr || !IsDecisive(*field) || field->message_type() == nullptr) return found;
    type = field->message_type();
    absl::StrAppend(&above, step, ".");
    const std::string below = is_distinct ? DecisivePathOf(*type, name, kMostLevels) : "";
    if (!below.empty()) found = above + below;
  }
  const std::string next = is_distinct ? "" : DecisivePathOf(*type, name, 2);
  return next.empty() ? found : above + next;
}

QuantityForm QuantityFormOf(const google::protobuf::FieldDescriptor& field) {
  if (Holds(kBuiltInQuantities, field)) return QuantityForm::kAnyNumber;
  return Holds(kCustomResourceQuantities, field) ? QuantityForm::kWholeNumbers : QuantityForm::kNone;
}

bool IsNotRead(const google::protobuf::FieldDescriptor& field) {
  return Holds(kNotRead, field);
}

bool IsDecisive(const google::protobuf::FieldDescriptor& field) {
  return !Holds(kNotRead, field) && !Holds(kNotDecisive, field);
}

bool IsNeeded(const google::protobuf::FieldDescriptor& field) {
  return IsDecisive(field) && !Holds(kOnlyCountsNodes, field);
}

bool IsRefusedWhenEmpty(const google::protobuf::FieldDescriptor& field) {
  return Holds(kRefusedWhenEmpty, field);
}

const google::protobuf::FieldDescriptor* FieldNamed(const google::protobuf::Descriptor& type, absl::string_view name) {
  for (int i = 0; i < type.field_count(); ++i) {
    if (type.field(i)->json_name() == name) return type.field(i);
  }
  return nullptr;
}

std::vector<absl::string_view> FieldNames(const google::protobuf::Descriptor& type) {
  std::vector<absl::string_view> names;
  names.reserve(static_cast<size_t>(type.field_count()));
  for (int i = 0; i < type.field_count(); ++i) names.push_back(type.field(i)->json_name());
  return names;
}

std::vector<absl::string_view> DecisiveFieldNames(const google::protobuf::Descriptor& type) {
  std::vector<absl::string_view> names;
  for (int i = 0; i < type.field_count(); ++i) {
    if (IsDecisive(*type.field(i))) names.push_back(type.field(i)->json_name());
  }
  return names;
}

}  // namespace cpsizer::objects
