#include "tests/conformance/vector.h"

namespace cpsizer::conformance {

absl::Span<const DecisionRule> DecisionRules() {
  static constexpr DecisionRule kRules[] = {
      {"exact-arithmetic", "A size holds a demand if capacity times fraction is at least the demand, exactly."},
      {"quantity-grammar", "Quantities are read as Kubernetes reads them, rounded away from zero to whole nano-units."},
      {"fraction-in-force", "Each resource uses the fraction of the size, else the global one, else 0.65."},
      {"capacity-of-configuration", "A capacity in the configuration takes precedence over those of MachineSets."},
      {"capacity-of-machine-sets",
       "A capacity that the configuration leaves out comes from the MachineSets of the size, for each resource "
       "separately."},
      {"machine-set-label", "The size label of the nodes takes precedence over that of the machines."},
      {"machine-sets-that-disagree", "The smallest value of the MachineSets of a size is used."},
      {"malformed-machine-set", "A MachineSet whose value cannot be parsed is ignored for that resource."},
      {"memory-capacity-required", "A demand for memory needs the memory capacity of every size."},
      {"cpu-policy", "CPU takes part if the policy allows it, the demand includes it and every size has a capacity."},
      {"why-cpu-takes-no-part",
       "The first reason that applies: VPA not ready, policy, absent from the demand, not configured, no capacity, "
       "some sizes without capacity."},
      {"order-of-sizes", "By memory capacity, then CPU capacity, absent first, then as the configuration lists them."},
      {"order-by-cpu", "By CPU capacity for a demand of CPU alone where not all memory capacities are known."},
      {"larger-of-two", "The result is the larger of the first sizes that hold each resource."},
      {"move-up", "If that size does not hold both, the result is the first later size that does."},
      {"best-effort", "If no size does, the result is the last size, with the shortfall."},
      {"driver", "The driver is the resource that alone requires the chosen size, both, or neither."},
      {"vpa-readiness",
       "A VPA that is not ready leads to no recommendation, with the first reason that applies, and does not take "
       "part."},
      {"container", "The first entry named kube-apiserver is used, with its uncappedTarget."},
      {"absent-is-not-zero", "In an explicit demand zero is valid; an absent resource does not take part."},
      {"hygiene-overflow", "A recommendation at the upper end of the histogram is held."},
      {"hygiene-zero", "A recommendation of zero is treated as absent."},
      {"hygiene-memory-missing", "CPU alone never makes a cluster smaller while memory is missing."},
      {"hygiene-cpu-missing",
       "Memory alone never makes a cluster smaller while CPU is missing and the configuration uses it."},
      {"hygiene-floor", "The recommender's minimum, or less, never makes a cluster smaller."},
      {"hygiene-neighbour", "A note reports a next possible value that would change the result."},
      {"hygiene-held-by", "A held response has the rule that holds; of several, the first in the order of evaluation."},
      {"hygiene-evidence",
       "A recommendation that is not about running pods, or is based on few samples, never makes a cluster smaller."},
      {"capacity-holds",
       "While a capacity that the decision needs is missing or probably wrong, only a certainly larger size is "
       "recommended."},
      {"lost-fields",
       "While the status of the configuration reports lost fields, only a size that is certainly larger is "
       "recommended."},
      {"hold-mode", "Without holds, rules that hold are warnings."},
      {"hygiene-mode", "Hygiene holds, warns or is off, only for a VPA and for resources in play."},
      {"current-size",
       "A result that differs from the current size is a change; an unknown current size may be any size."},
      {"detail",
       "A brief response about a size has six fields; one about replicas has no summary, metrics, steps and findings; "
       "one about CPU requests has no texts and findings."},
      {"order-of-checks", "Configuration, observation, readiness, overflow, capacities, choice, floor."},
      {"errors-that-matter", "A decision refuses the errors that it depends on and carries the others as warnings."},
      {"request", "A missing field or an exceeded limit of a request is an error that names the field."},
      {"batch",
       "Items are processed in order; their options take precedence over those of the batch, field by field; an "
       "invalid item fails alone, an invalid shared configuration fails all."},
      {"validation", "Every finding is returned, errors first, each with its rule and path."},
      {"ladder-of-a-valid-configuration",
       "The response to a valid configuration has its sizes in order and a condition."},
      {"validation-of-an-autoscaler",
       "An autoscaler has the errors that the API server finds, in its order and at its paths, then warnings and "
       "notes."},
      {"validation-of-an-update",
       "With the old object, a changed immutable field is an error, and an error that the API server tolerates is at "
       "most a warning."},
      {"validation-of-a-control-plane-autoscaler",
       "Sizes, triggers and credentials have the errors and warnings of docs/reference/machine-autoscaler.md."},
      {"validation-of-a-cluster-autoscaler",
       "A ClusterAutoscaler and a MachineAutoscaler have the errors and warnings of "
       "docs/reference/cluster-autoscaler.md."},
      {"replicas-proposal",
       "Each metric proposes its ratio times the pods or replicas that it counts, rounded up, in doubles; the largest "
       "wins."},
      {"replicas-batch",
       "Items are processed in order, with the options and the time of the batch if they have none; an invalid item "
       "fails alone, an exceeded total fails all."},
      {"replicas-caution", "Missing and unready pods are counted so that the number changes less, or not at all."},
      {"replicas-limits",
       "Window, rate and bounds change the proposal, in this order; outside the bounds only the bounds decide."},
      {"replicas-zero", "A target without replicas disables the autoscaler, unless the autoscaler scaled it to zero."},
      {"replicas-observed",
       "Pods without requests, containers that no pod has, other autoscalers and a number in the manifest cause "
       "findings."},
      {"replicas-without-decision",
       "A failed metric prevents scaling down; without a decision the target is not changed."},
      {"cpu-requests-scaled",
       "A request is scaled by limit / default count, rounded down to millicores, within its bounds; nothing is scaled "
       "up."},
      {"cpu-requests-fit",
       "Pods are counted as the scheduler counts them; a sum above the limit is reported, not corrected."},
      {"cpu-allocatable", "Allocatable is capacity, less reservations, plus over-subscription."},
      {"cpu-configuration",
       "A setting that a kubelet would refuse, or that is malformed, is an error that names the field."},
      {"machine-utilization",
       "Utilization is the mean over nodes of the mean of each full window; equality meets no trigger."},
      {"machine-queries", "A query without a number is ignored or an error, never 0; an error stops both directions."},
      {"machine-decision",
       "One step at most, after the last rollout and the delay of the last change; scaling up comes before scaling "
       "down."},
      {"node-count",
       "The size by nodes is the last one in the list whose criteria have the number of nodes; it changes nothing "
       "else."},
      {"cluster-autoscaler-arguments", "The command line has the arguments of the operator in its order."},
      {"cluster-autoscaler-targets",
       "A target has the bounds and the owner annotation of one MachineAutoscaler, which the annotation chooses; "
       "without "
       "one the first by name."},
      {"cluster-autoscaler-objects", "Objects and status are those of the operator; an update writes what differs."},
      {"machine-patch", "A change tests the values that it replaces, and changes only the size."},
  };
  return kRules;
}

absl::Span<const Subject> Subjects() {
  static constexpr Subject kSubjects[] = {
      {"arithmetic.json", ArithmeticVectors},
      {"capacities.json", CapacityVectors},
      {"cpu_policy.json", CpuPolicyVectors},
      {"choice.json", ChoiceVectors},
      {"observation.json", ObservationVectors},
      {"node_counts.json", NodeCountVectors},
      {"hygiene.json", HygieneVectors},
      {"requests.json", RequestVectors},
      {"batches.json", BatchVectors},
      {"errors.json", ErrorVectors},
      {"warnings.json", WarningVectors},
      {"autoscalers.json", AutoscalerVectors},
      {"updates.json", UpdateVectors},
      {"replicas.json", ReplicaVectors},
      {"replica_batches.json", ReplicaBatchVectors},
      {"cpu_requests.json", CpuRequestVectors},
      {"cluster_autoscalers.json", ClusterAutoscalerVectors},
      {"control_plane_autoscalers.json", MachineVectors},
      {"machines.json", MachineDecisionVectors},
      {"cluster_autoscaler_plans.json", ClusterAutoscalerPlanVectors},
  };
  return kSubjects;
}

}  // namespace cpsizer::conformance
