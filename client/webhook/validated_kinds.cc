#include "client/webhook/validated_kinds.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "client/objects/cpu_objects.h"
#include "client/objects/found_object.h"
#include "client/objects/machine_objects.h"
#include "client/objects/message_reader.h"
#include "client/objects/problem_list.h"
#include "client/objects/replica_objects.h"
#include "cpsizer/rules.h"

namespace cpsizer::webhook {
namespace {

using objects::ObjectKind;
using objects::ProblemList;
using tree::Node;

constexpr objects::KindSet kReviewedKinds = {ObjectKind::kConfiguration,
                                             ObjectKind::kHorizontalPodAutoscaler,
                                             ObjectKind::kControlPlaneMachineSetAutoscaler,
                                             ObjectKind::kTriggerAuthentication,
                                             ObjectKind::kClusterAutoscaler,
                                             ObjectKind::kMachineAutoscaler,
                                             ObjectKind::kInfrastructure,
                                             ObjectKind::kKubeletConfig};

// Reads an object with one of the functions of client/objects. Then moves the member `from` of the found object to the
// request.
template <typename Found, typename Message, typename Read>
void ReadInto(const Read& read, Message Found::*from, Message* (v1::ValidateConfigRequest::*to)(), const Node& object,
              ProblemList& problems, ValidationInput& input) {
  Found found;
  found.mistyped_values = objects::MistypedValues::kReport;
  input.readable = read(object, problems, found);
  *(input.request.*to)() = std::move(found.*from);
  input.findings = std::move(found.unknown_fields);
}

struct FoundSizes : objects::CheckedObject {
  v1::ClusterSizingConfiguration configuration;
};

bool ReadSizes(const Node& object, ProblemList& problems, FoundSizes& found) {
  return objects::MessageReader(problems, found).Read(object, "", found.configuration);
}

void ReadObject(ObjectKind kind, const std::string& api_version, const Node& object, ProblemList& problems,
                ValidationInput& input) {
  using Request = v1::ValidateConfigRequest;
  const auto read_autoscaler = [&api_version](const Node& node, ProblemList& list, objects::FoundAutoscaler& found) {
    return objects::ReadAutoscaler(node, api_version, list, found);
  };
  switch (kind) {
    case ObjectKind::kConfiguration:
      return ReadInto(ReadSizes, &FoundSizes::configuration, &Request::mutable_cluster_sizing_configuration, object,
                      problems, input);
    case ObjectKind::kHorizontalPodAutoscaler:
      return ReadInto(read_autoscaler, &objects::FoundAutoscaler::autoscaler,
                      &Request::mutable_horizontal_pod_autoscaler, object, problems, input);
    case ObjectKind::kControlPlaneMachineSetAutoscaler:
      return ReadInto(objects::ReadControlPlaneAutoscaler, &objects::FoundControlPlaneMachineSetAutoscaler::autoscaler,
                      &Request::mutable_control_plane_machine_set_autoscaler, object, problems, input);
    case ObjectKind::kTriggerAuthentication:
      return ReadInto(objects::ReadTriggerAuthentication, &objects::FoundTriggerAuthentication::authentication,
                      &Request::mutable_control_plane_machine_set_autoscaling_trigger_authentication, object, problems,
                      input);
    case ObjectKind::kClusterAutoscaler:
      return ReadInto(objects::ReadClusterAutoscaler, &objects::FoundClusterAutoscaler::autoscaler,
                      &Request::mutable_cluster_autoscaler, object, problems, input);
    case ObjectKind::kMachineAutoscaler:
      return ReadInto(objects::ReadMachineAutoscaler, &objects::FoundMachineAutoscaler::autoscaler,
                      &Request::mutable_machine_autoscaler, object, problems, input);
    case ObjectKind::kInfrastructure:
      return ReadInto(objects::ReadInfrastructure, &objects::FoundInfrastructure::infrastructure,
                      &Request::mutable_infrastructure, object, problems, input);
    case ObjectKind::kKubeletConfig:
      return ReadInto(objects::ReadKubeletConfig, &objects::FoundKubeletConfig::config,
                      &Request::mutable_kubelet_config, object, problems, input);
    default:
      return;
  }
}

// Returns the finding for a value of the wrong type whose meaning is not clear. The message contains the path.
v1::Finding UnreadableValue(const objects::FileProblem& problem) {
  const RuleInfo& info = Info(Rule::kFieldTypeMismatch);
  v1::Finding finding;
  finding.set_rule(std::string(info.id));
  finding.set_severity(info.severity);
  finding.set_message(problem.message);
  finding.set_remedy(std::string(info.remedy));
  return finding;
}

}  // namespace

size_t KindIndex(absl::string_view kind) {
  return static_cast<size_t>(std::find(kKindNames, kKindNames + kOtherKind, kind) - kKindNames);
}

absl::optional<ValidationInput> MakeValidationInput(absl::string_view api_version, absl::string_view kind,
                                                    const Node& object) {
  const objects::ObjectType type = objects::Recognize(api_version, kind, kReviewedKinds);
  if (type.kind == ObjectKind::kOther || !type.version_known) return absl::nullopt;
  ValidationInput input;
  std::vector<objects::FileProblem> found_problems;
  ProblemList problems("", found_problems);
  ReadObject(type.kind, std::string(api_version), object, problems, input);
  if (!input.readable) {
    std::transform(found_problems.begin(), found_problems.end(), std::back_inserter(input.findings), UnreadableValue);
  }
  return input;
}

void AddOldObject(const ValidationInput& old, ValidationInput& input) {
  if (!old.readable) return;
  const auto* const request_config = v1::ValidateConfigRequest::descriptor()->FindOneofByName("config");
  const auto* const reflection = v1::ValidateConfigRequest::GetReflection();
  const auto* const field = reflection->GetOneofFieldDescriptor(old.request, request_config);
  if (field == nullptr) return;
  // `old_field` exists, because the oneofs of the two messages have the same fields.
  v1::ConfigOldObject& old_config = *input.request.mutable_old_config();
  const auto* const old_field = v1::ConfigOldObject::descriptor()->FindFieldByNumber(field->number());
  v1::ConfigOldObject::GetReflection()
      ->MutableMessage(&old_config, old_field)
      ->CopyFrom(reflection->GetMessage(old.request, field));
}

}  // namespace cpsizer::webhook
