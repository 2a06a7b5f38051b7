#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "cpsizer/plan_cluster_autoscaler.h"
#include "cpsizer/recommend_machine.h"
#include "cpsizer/recommend_replicas.h"
#include "cpsizer/recommend_size.h"
#include "cpsizer/scale_cpu_requests.h"
#include "cpsizer/status.h"
#include "cpsizer/validate_config.h"
#include "google/rpc/error_details.pb.h"
#include "tests/conformance/vector.h"

namespace cpsizer::conformance {
namespace {

using Lines = std::vector<std::string>;

google::rpc::Status MessageOf(const absl::Status& status) {
  google::rpc::Status message;
  SetRpcStatus(status, message);
  return message;
}

Answer AskLibrary(const v1::RecommendSizeRequest& request) {
  v1::RecommendSizeResponse response;
  const absl::Status status = RecommendSize(request, response);
  return status.ok() ? Answer(response) : MessageOf(status);
}

Answer AskLibrary(const v1::BatchRecommendSizeRequest& request) {
  v1::BatchRecommendSizeResponse response;
  const absl::Status status = BatchRecommendSize(
      request, [] { return false; }, response);
  return status.ok() ? Answer(response) : MessageOf(status);
}

Answer AskLibrary(const v1::ValidateConfigRequest& request) {
  v1::ValidateConfigResponse response;
  const absl::Status status = ValidateConfig(request, response);
  return status.ok() ? Answer(response) : MessageOf(status);
}

Answer AskLibrary(const v1::RecommendReplicasRequest& request) {
  v1::RecommendReplicasResponse response;
  const absl::Status status = RecommendReplicas(request, response);
  return status.ok() ? Answer(response) : MessageOf(status);
}

Answer AskLibrary(const v1::ScaleCpuRequestsRequest& request) {
  v1::ScaleCpuRequestsResponse response;
  const absl::Status status = ScaleCpuRequests(request, response);
  return status.ok() ? Answer(response) : MessageOf(status);
}

Answer AskLibrary(const v1::RecommendMachineRequest& request) {
  v1::RecommendMachineResponse response;
  const absl::Status status = RecommendMachine(request, response);
  return status.ok() ? Answer(response) : MessageOf(status);
}

Answer AskLibrary(const v1::PlanClusterAutoscalerRequest& request) {
  v1::PlanClusterAutoscalerResponse response;
  const absl::Status status = PlanClusterAutoscaler(request, response);
  return status.ok() ? Answer(response) : MessageOf(status);
}

Answer AskLibrary(const v1::BatchRecommendReplicasRequest& request) {
  v1::BatchRecommendReplicasResponse response;
  const absl::Status status = BatchRecommendReplicas(
      request, [] { return false; }, response);
  return status.ok() ? Answer(response) : MessageOf(status);
}

// Returns the word without its prefix, such as HELD for SIZE_OUTCOME_HELD.
std::string Word(absl::string_view name, absl::string_view prefix) {
  return std::string(absl::StripPrefix(name, prefix));
}

void AddFindings(const google::protobuf::RepeatedPtrField<v1::Finding>& findings, Lines& lines) {
  for (const v1::Finding& finding : findings) {
    lines.push_back(absl::StrCat(Word(v1::Severity_Name(finding.severity()), "SEVERITY_"), " ", finding.rule(), " ",
                                 finding.path()));
  }
}

// Adds the size that was chosen for the resource, or the reason why the decision ignores the resource.
void AddResource(absl::string_view name, const v1::SizeAssessment& resource, Lines& lines) {
  if (resource.not_in_play_reason() != v1::SIZE_NOT_IN_PLAY_REASON_UNSPECIFIED) {
    lines.push_back(absl::StrCat(
        name, ": ", Word(v1::SizeNotInPlayReason_Name(resource.not_in_play_reason()), "SIZE_NOT_IN_PLAY_REASON_")));
  } else if (!resource.capacity().empty()) {
    lines.push_back(absl::StrCat(name, ": ", resource.demand(), " requires ", resource.size_alone(), "; ",
                                 resource.capacity(), " (",
                                 Word(v1::SizeCapacitySource_Name(resource.capacity_source()), "SIZE_CAPACITY_SOURCE_"),
                                 ") x ", resource.fraction(), " (",
                                 Word(v1::SizeFractionSource_Name(resource.fraction_source()), "SIZE_FRACTION_SOURCE_"),
                                 ") = ", resource.effective_capacity()));
  }
}

Lines GistOf(const v1::RecommendSizeResponse& response) {
  std::string first = Word(v1::SizeOutcome_Name(response.outcome()), "SIZE_OUTCOME_");
  switch (response.outcome()) {
    case v1::SIZE_OUTCOME_NO_RECOMMENDATION:
      absl::StrAppend(&first, " ",
                      Word(v1::SizeNoRecommendationReason_Name(response.no_recommendation_reason()),
                           "SIZE_NO_RECOMMENDATION_REASON_"));
      break;
    case v1::SIZE_OUTCOME_HELD:
      absl::StrAppend(&first, " by ", Word(v1::SizeHoldRule_Name(response.held_by()), "SIZE_HOLD_RULE_"));
      if (!response.would_recommend().empty()) absl::StrAppend(&first, " instead of ", response.would_recommend());
      break;
    default:
      absl::StrAppend(&first, " ", response.recommended_size(), " ",
                      Word(v1::SizeDriver_Name(response.driver()), "SIZE_DRIVER_"));
  }
  if (response.changed()) absl::StrAppend(&first, " changed");
  Lines lines = {first};
  AddResource("memory", response.memory(), lines);
  AddResource("cpu", response.cpu(), lines);
  if (response.has_by_node_count()) {
    const std::string& size = response.by_node_count().size();
    lines.push_back(absl::StrCat("by nodes: ", size.empty() ? "none" : size));
  }
  AddFindings(response.findings(), lines);
  return lines;
}

Lines GistOf(const v1::ValidateConfigResponse& response) {
  Lines lines = {response.valid() ? "valid" : "not valid"};
  for (const v1::SizeRow& row : response.sizes()) absl::StrAppend(&lines[0], " ", row.name());
  if (response.cpu_not_in_play_reason() != v1::SIZE_NOT_IN_PLAY_REASON_UNSPECIFIED && response.sizes_size() > 0) {
    lines.push_back(absl::StrCat(
        "cpu: ", Word(v1::SizeNotInPlayReason_Name(response.cpu_not_in_play_reason()), "SIZE_NOT_IN_PLAY_REASON_")));
  }
  AddFindings(response.findings(), lines);
  return lines;
}

std::string GistOf(const v1::ReplicasProposal& metric) {
  if (!metric.error().empty()) return absl::StrCat(metric.name(), " failed: ", metric.error());
  return absl::StrCat(metric.name(), ": ", metric.usage(), " of ", metric.target(), "; ", metric.arithmetic(),
                      metric.wins() ? ", wins" : "");
}

Lines GistOf(const v1::RecommendReplicasResponse& response) {
  Lines lines = {absl::StrCat(Word(v1::ReplicasOutcome_Name(response.outcome()), "REPLICAS_OUTCOME_"), " ",
                              response.current_replicas(), " to ", response.desired_replicas())};
  for (const v1::ReplicasProposal& metric : response.metrics()) {
    lines.push_back(GistOf(metric));
    if (metric.kept_reason() == v1::REPLICAS_KEPT_REASON_UNSPECIFIED) continue;
    absl::StrAppend(&lines.back(), ", ",
                    Word(v1::ReplicasKeptReason_Name(metric.kept_reason()), "REPLICAS_KEPT_REASON_"));
  }
  for (const v1::ReplicasStep& step : response.steps()) {
    lines.push_back(absl::StrCat(Word(v1::ReplicasStepKind_Name(step.kind()), "REPLICAS_STEP_KIND_"), " ",
                                 step.before(), " to ", step.after()));
  }
  AddFindings(response.findings(), lines);
  return lines;
}

Lines GistOf(const v1::ScaleCpuRequestsResponse& response) {
  Lines lines = {Word(v1::CpuRequestsOutcome_Name(response.outcome()), "CPU_REQUESTS_OUTCOME_")};
  for (const v1::CpuRequestsScaledWorkload& workload : response.workloads()) {
    for (const v1::CpuRequestsScaledRequest& container : workload.containers()) {
      lines.push_back(absl::StrCat(container.name(), ": ", container.default_request(), " to ",
                                   container.scaled_request(), " ",
                                   Word(v1::CpuRequestsBound_Name(container.bound()), "CPU_REQUESTS_BOUND_")));
    }
    lines.push_back(
        absl::StrCat(workload.pods(), " x ", workload.default_request(), " to ", workload.scaled_request()));
  }
  if (response.has_fit()) {
    lines.push_back(absl::StrCat(response.fit().fits() ? "fits" : "does not fit", ", left ", response.fit().left(),
                                 ", shortfall ", response.fit().shortfall()));
  }
  for (const v1::CpuRequestsAllocatable& node : response.nodes()) {
    lines.push_back(absl::StrCat(node.node(), ": ", node.allocatable(), " of ", node.capacity()));
  }
  AddFindings(response.findings(), lines);
  return lines;
}

Lines GistOf(const v1::RecommendMachineResponse& response) {
  Lines lines = {absl::StrCat(Word(v1::MachineOutcome_Name(response.outcome()), "MACHINE_OUTCOME_"), " ",
                              Word(v1::MachineReason_Name(response.reason()), "MACHINE_REASON_"))};
  if (response.has_target()) {
    lines.push_back(absl::StrCat(response.current().name(), " to ", response.target().name()));
    lines.push_back(absl::StrReplaceAll(
        response.patch(), {{"/spec/template/machines_v1beta1_machine_openshift_io/spec/providerSpec/value", "B"}}));
  }
  for (const v1::MachineTriggerResult& trigger : response.triggers()) {
    lines.push_back(absl::StrCat(trigger.type(), " ", trigger.observed(), " ", trigger.comparison(), " ",
                                 trigger.threshold(), ": ",
                                 Word(v1::MachineTriggerState_Name(trigger.state()), "MACHINE_TRIGGER_STATE_")));
  }
  for (const v1::MachineDirectionResult& direction : response.directions()) {
    lines.push_back(Word(v1::MachineDirectionState_Name(direction.state()), "MACHINE_DIRECTION_STATE_"));
  }
  if (response.degraded().degraded()) lines.push_back(response.degraded().reason());
  if (!response.next_step_time().empty()) lines.push_back(absl::StrCat("not before ", response.next_step_time()));
  AddFindings(response.findings(), lines);
  return lines;
}

// Adds the targets with their annotations. The name of an annotation is the last part of its key.
void AddTargets(const v1::PlanClusterAutoscalerResponse& response, Lines& lines) {
  for (const v1::ClusterAutoscalerTarget& target : response.targets()) {
    std::string line = absl::StrCat(target.name(), " of ", target.owner().empty() ? "none" : target.owner(), ":");
    for (const v1::ClusterAutoscalerAnnotation& annotation : target.annotations()) {
      absl::StrAppend(&line, " ",
                      Word(v1::ClusterAutoscalerAnnotationAction_Name(annotation.action()),
                           "CLUSTER_AUTOSCALER_ANNOTATION_ACTION_"),
                      " ", annotation.key().substr(annotation.key().rfind('/') + 1), "=", annotation.value());
    }
    lines.push_back(line);
  }
}

Lines GistOf(const v1::PlanClusterAutoscalerResponse& response) {
  Lines lines = {Word(v1::ClusterAutoscalerPlanOutcome_Name(response.outcome()), "CLUSTER_AUTOSCALER_PLAN_OUTCOME_")};
  // The arguments that the operator of a release always passes, and the cloud provider and the namespace, come first.
  const auto& arguments = response.arguments();
  const auto is_fixed = [](const v1::ClusterAutoscalerArgument& argument) {
    return argument.source().empty() || argument.source() == "operator.cloudProvider" ||
           argument.source() == "operator.namespace";
  };
  for (auto argument = std::find_if_not(arguments.begin(), arguments.end(), is_fixed); argument != arguments.end();
       ++argument) {
    absl::StrAppend(&lines[0], " ", argument->argument());
  }
  for (const v1::ClusterAutoscalerMachinesPlan& plan : response.machine_autoscalers()) {
    lines.push_back(absl::StrCat(
        plan.name(), " ",
        Word(v1::ClusterAutoscalerMachinesOutcome_Name(plan.outcome()), "CLUSTER_AUTOSCALER_MACHINES_OUTCOME_")));
  }
  AddTargets(response, lines);
  for (const v1::ClusterAutoscalerObject& object : response.objects()) {
    lines.push_back(
        absl::StrCat(Word(v1::ClusterAutoscalerObjectAction_Name(object.action()), "CLUSTER_AUTOSCALER_OBJECT_ACTION_"),
                     " ", object.kind(), " ", object.name()));
    for (const v1::ClusterAutoscalerDifference& difference : object.differences()) {
      lines.push_back(absl::StrCat(difference.path(), ": ", difference.current(), " to ", difference.planned()));
    }
  }
  for (const v1::Condition& condition : response.operator_status().conditions()) {
    if (!condition.reason().empty()) lines.push_back(absl::StrCat(condition.type(), " ", condition.reason()));
  }
  AddFindings(response.findings(), lines);
  return lines;
}

Lines GistOf(const google::rpc::Status& status) {
  google::rpc::BadRequest bad_request;
  google::rpc::PreconditionFailure failure;
  google::rpc::ErrorInfo info;
  for (const google::protobuf::Any& detail : status.details()) {
    if (!detail.UnpackTo(&bad_request) && !detail.UnpackTo(&failure)) detail.UnpackTo(&info);
  }
  Lines lines = {
      absl::StrCat(absl::StatusCodeToString(static_cast<absl::StatusCode>(status.code())), " ", info.reason())};
  for (const auto& violation : bad_request.field_violations()) lines.push_back(violation.field());
  for (const auto& violation : failure.violations()) lines.push_back(violation.subject());
  return lines;
}

template <typename Response>
Lines GistOfItems(const Response& response) {
  Lines lines;
  for (int i = 0; i < response.results_size(); ++i) {
    const auto& result = response.results(i);
    for (const std::string& line : result.has_error() ? GistOf(result.error()) : GistOf(result.response())) {
      lines.push_back(absl::StrCat("item ", i, ": ", line));
    }
  }
  return lines;
}

Lines GistOf(const v1::BatchRecommendSizeResponse& response) {
  Lines lines = GistOfItems(response);
  AddFindings(response.findings(), lines);
  return lines;
}

Lines GistOf(const v1::BatchRecommendReplicasResponse& response) {
  return GistOfItems(response);
}

}  // namespace

Answer Ask(const Request& request) {
  return std::visit([](const auto& message) { return AskLibrary(message); }, request);
}

std::vector<std::string> Gist(const Answer& answer) {
  return std::visit([](const auto& message) { return GistOf(message); }, answer);
}

}  // namespace cpsizer::conformance
