#include "client/cli/words/word_tables.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kByMachines = "the controller machines";
constexpr absl::string_view kOfMachinesDegraded = "the condition Degraded of ControlPlaneMachineSetAutoscalers";
constexpr absl::string_view kOfMachinesActive = "the condition ScalingActive of ControlPlaneMachineSetAutoscalers";
constexpr absl::string_view kAboutMachines = "ControlPlaneMachineSetAutoscalers";
constexpr absl::string_view kInMachine = "the tables of cpsizer machine";
constexpr absl::string_view kInMachineSimulation = "the table of cpsizer machine simulate";

constexpr Word kMachineWords[] = {
    kHoldReasons,
    {"SIZE_NOT_IN_LADDER", "The machines have a size that the autoscaler does not list.",
     "Add their size to the autoscaler, or change the machines to one of its sizes.", kByMachines},
    {"MACHINE_SET_INACTIVE", "A trigger is met, and spec.state of the ControlPlaneMachineSet is not Active.",
     "Set spec.state to Active, if the machines may be replaced.", kByMachines},
    {"ROLLOUT_IN_PROGRESS", "A trigger is met while the machines of the last change are still being replaced.",
     "Wait; if it takes hours, see the runbook CpsizerMachineRolloutSlow.", kByMachines},
    kConditionReasons,
    {"PrometheusAuthenticationFailed", "The credentials of a query are missing or were refused.",
     "Check the TriggerAuthentication and the Secrets that it refers to.", kOfMachinesDegraded},
    {"PrometheusMetricMissing", "A query has no result.", "Run the query in Prometheus; check the metric's name.",
     kOfMachinesDegraded},
    {"PrometheusQueryInvalid", "A query has a result that is not one finite number, or Prometheus refuses it.",
     "Correct the query so that its result is one number.", kOfMachinesDegraded},
    {"PrometheusUnavailable", "Prometheus does not respond, or responds with an error.",
     "Check serverAddress of the trigger, its certificate and Prometheus.", kOfMachinesDegraded},
    {"MetricsAPIForbidden", "The sidecar is not allowed to read metrics.k8s.io.",
     "Grant its service account permission to list nodes of metrics.k8s.io.", kOfMachinesDegraded},
    {"MetricsAPIUnavailable", "metrics.k8s.io is not served, or responds with an error.", "Check the metrics server.",
     kOfMachinesDegraded},
    {"MetricsDisappeared", "A node that had metrics has had no metrics for too long.",
     "Check the metrics server and the node that the message names.", kOfMachinesDegraded},
    {"ChangeRefused", "The API server refused the new size. The write is retried after ten minutes.",
     "Read the error in the message; possible causes are an admission webhook, a validation, and permissions.",
     kOfMachinesActive},
    {"InputRefused", "The sizing service refuses the objects, so no decision is made.",
     "Run cpsizer validate on the autoscaler and correct the error.", kOfMachinesActive},
    kEvents,
    {"MachineSizeChanged", "The size in the ControlPlaneMachineSet was changed.", "Nothing; the note says why.",
     kAboutMachines},
    {"MachineSizeRefused", "The API server refused the new size in the ControlPlaneMachineSet.",
     "Read the error in the note; possible causes are permissions, an admission webhook, and a validation.",
     kAboutMachines},
    kAlerts,
    {"CpsizerMachinesHeldTooLong",
     "Control plane machines have kept their size for half an hour: no decision is possible.",
     "Run cpsizer explain with the reason in the label; docs/runbooks/CpsizerMachinesHeldTooLong.md.", kAlertRules},
    {"CpsizerMachineRolloutSlow", "The replacement of the control plane machines has not ended for hours.",
     "Check the Machines and the ControlPlaneMachineSet; docs/runbooks/CpsizerMachineRolloutSlow.md.", kAlertRules},
    {"CpsizerMachineObservation", "In observe mode: the size of the control plane machines should change.",
     "Compare with cpsizer machine before enforcing; docs/runbooks/CpsizerMachineObservation.md.", kAlertRules},
    kOutputWords,
    {"machines", "The controller that decides the size of control plane machines.", "Nothing.", kControllerLabel},
    {"MACHINE_SET_DELETING", "The ControlPlaneMachineSet is being deleted, so its machines keep their size.",
     "Nothing. If it stays for long, check its finalizers and the control-plane-machine-set-operator.", kInMachine},
    {"machine_set", "A ControlPlaneMachineSet or a MachineSet was written.", "Nothing.", kWriteLabel},
    kColumns,
    {"TRIGGER", "The name of a trigger of the autoscaler.", kNoRemedy, kInMachine},
    {"TYPE", "The type of a trigger or of a field.", kNoRemedy, "the tables of cpsizer machine and cpsizer explain"},
    {"WINDOW", "The time over which a trigger reads samples, and whether the samples of a node cover it.", kNoRemedy,
     kInMachine},
    {"STATE",
     "Whether the trigger is met; in cpsizer effects whether the annotation is set as the size sets it, missing, "
     "overwritten (the scheduler writes the value of the size), removed (the scheduler removes it), leftover (it stays "
     "from another size) or own (it stays, and no size has this value); and why it cannot be used.",
     "Run cpsizer explain with the state.", "the tables of cpsizer machine and cpsizer effects"},
    {"NODE", "The name of the node.", kNoRemedy, kInMachine},
    {"UTILIZATION", "The part of the capacity of the node that is used, in percent.", kNoRemedy, kInMachine},
    {"SAMPLES", "The number of samples that are used; for machines, of those that the window requires.", kNoRemedy,
     "the tables of cpsizer machine and cpsizer fit"},
    {"QUERY", "The results of the queries of the triggers.", kNoRemedy, kInMachineSimulation},
    {"DECISION", "The size that is set, or the outcome.", kNoRemedy, kInMachineSimulation},
};

}  // namespace

absl::Span<const Word> MachineWords() {
  return kMachineWords;
}

}  // namespace cpsizer::cli
