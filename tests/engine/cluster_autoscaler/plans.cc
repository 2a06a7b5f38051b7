#include "tests/engine/cluster_autoscaler/plans.h"

#include <google/protobuf/util/json_util.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "cpsizer/plan_cluster_autoscaler.h"
#include "gtest/gtest.h"
#include "tests/engine/cluster_autoscaler/autoscaler_flags.h"

namespace cpsizer::testing {

v1::PlanClusterAutoscalerRequest PlanRequest(absl::string_view json) {
  v1::PlanClusterAutoscalerRequest request;
  const auto status = google::protobuf::util::JsonStringToMessage(std::string(json), &request);
  EXPECT_TRUE(status.ok()) << status.ToString() << "\n" << json;
  return request;
}

v1::PlanClusterAutoscalerRequest AutoscalerPlan(absl::string_view spec, absl::string_view platform) {
  v1::PlanClusterAutoscalerRequest request =
      PlanRequest(absl::StrCat(R"({"clusterAutoscaler": {"metadata": {"name": "default"}, "spec": {)", spec, "}}}"));
  if (!platform.empty()) {
    request.mutable_infrastructure()->mutable_status()->mutable_platform_status()->set_type(std::string(platform));
  }
  return request;
}

std::string MachineAutoscalerJson(absl::string_view name, absl::string_view target, absl::string_view metadata,
                                  absl::string_view more) {
  return absl::StrCat(R"({"metadata": {"namespace": "ns", "name": ")", name, "\"", metadata,
                      R"(}, "spec": {"minReplicas": 1, "maxReplicas": 6, "scaleTargetRef": {
                        "apiVersion": "machine.openshift.io/v1beta1", "kind": "MachineSet", "name": ")",
                      target, R"("}})", more, "}");
}

std::string MachineSetJson(absl::string_view name, absl::string_view annotations) {
  return absl::StrCat(R"({"metadata": {"name": ")", name, R"(", "annotations": {)", annotations, "}}}");
}

v1::PlanClusterAutoscalerRequest MachinesPlan(const std::vector<std::string>& autoscalers,
                                              const std::vector<std::string>& sets) {
  return PlanRequest(absl::StrCat(R"({"machineAutoscalers": [)", absl::StrJoin(autoscalers, ","),
                                  R"(], "machineSets": [)", absl::StrJoin(sets, ","), "]}"));
}

v1::PlanClusterAutoscalerResponse Plan(const v1::PlanClusterAutoscalerRequest& request) {
  v1::PlanClusterAutoscalerResponse response;
  const absl::Status status = PlanClusterAutoscaler(request, response);
  EXPECT_TRUE(status.ok()) << status;
  std::vector<std::string> arguments = ArgumentTexts(response);
  if (!request.operator_().extra_args().empty() && !arguments.empty()) arguments.pop_back();
  EXPECT_EQ(CommandLineError(arguments), "");
  return response;
}

std::vector<std::string> ArgumentTexts(const v1::PlanClusterAutoscalerResponse& response) {
  std::vector<std::string> texts;
  for (const v1::ClusterAutoscalerArgument& argument : response.arguments()) texts.push_back(argument.argument());
  return texts;
}

std::vector<std::string> PlanFindings(const v1::PlanClusterAutoscalerResponse& response) {
  std::vector<std::string> texts;
  for (const v1::Finding& finding : response.findings()) {
    texts.push_back(absl::StrCat(finding.rule(), " ", finding.path(), ": ", finding.message()));
  }
  return texts;
}

std::vector<std::string> AnnotationTexts(const v1::PlanClusterAutoscalerResponse& response) {
  std::vector<std::string> texts;
  for (const v1::ClusterAutoscalerTarget& target : response.targets()) {
    for (const v1::ClusterAutoscalerAnnotation& annotation : target.annotations()) {
      const std::string action = v1::ClusterAutoscalerAnnotationAction_Name(annotation.action());
      const bool is_removed = annotation.action() == v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_REMOVE;
      texts.push_back(absl::StrCat(target.name(), " ",
                                   absl::StripPrefix(action, "CLUSTER_AUTOSCALER_ANNOTATION_ACTION_"), " ",
                                   annotation.key(), is_removed ? "" : "=", annotation.value()));
    }
  }
  return texts;
}

std::vector<std::string> MachinesTexts(const v1::PlanClusterAutoscalerResponse& response) {
  std::vector<std::string> texts;
  for (const v1::ClusterAutoscalerMachinesPlan& plan : response.machine_autoscalers()) {
    const std::string outcome = v1::ClusterAutoscalerMachinesOutcome_Name(plan.outcome());
    std::string text = absl::StrCat(
        plan.name(), " ", absl::StripPrefix(outcome, "CLUSTER_AUTOSCALER_MACHINES_OUTCOME_"), " ", plan.event());
    if (plan.has_last_target_ref()) absl::StrAppend(&text, " lastTargetRef=", plan.last_target_ref().name());
    if (plan.add_finalizer()) absl::StrAppend(&text, " +finalizer");
    if (plan.remove_finalizer()) absl::StrAppend(&text, " -finalizer");
    texts.push_back(text);
  }
  return texts;
}

}  // namespace cpsizer::testing
