#include "tests/conformance/vector.h"

namespace cpsizer::conformance {

absl::Span<const DecisionRule> DecisionRules() {
  static constexpr DecisionRule kRules[] = {
      {"exact-arithmetic", "A size holds a demand if capacity times fraction is at least the demand, exactly."},
      {"quantity-grammar", "Quantities are read as Kubernetes reads them, rounded away from zero to whole nano-units."},
      {"fraction-in-force", "The size's own fraction counts, else the global one, else 0.65, for each resource."},
      {"capacity-of-configuration", "A capacity that the configuration names counts, whatever MachineSets say."},
      {"capacity-of-machine-sets",
       "A capacity that it does not name comes from the MachineSets of that size, each resource on its own."},
      {"machine-set-label", "The size label of the nodes wins over that of the machines."},
      {"machine-sets-that-disagree", "The smallest value of a size's MachineSets counts."},
      {"malformed-machine-set", "A MachineSet whose value does not parse is passed over for that resource."},
      {"memory-capacity-required", "A demand for memory needs the memory capacity of every size."},
      {"cpu-policy", "CPU takes part if the policy allows it, the demand names it and every size has a capacity."},
      {"why-cpu-takes-no-part",
       "The first that applies: VPA not ready, policy, absent from the demand, not configured, no capacity, some "
       "without."},
      {"order-of-sizes", "By memory capacity, then CPU capacity, absent first, then as the configuration lists them."},
      {"order-by-cpu", "By CPU capacity for a demand of CPU alone where not all memory capacities are known."},
      {"larger-of-two", "The answer is the larger of the first sizes that hold each resource."},
      {"move-up", "Where that size does not hold both, the answer is the first one above that does."},
      {"best-effort", "Where none does, the answer is the last size, with the shortfall."},
      {"driver", "Which resource decided: the one that alone asks for the chosen size, both, or neither."},
      {"vpa-readiness",
       "A VPA that is not ready gives no recommendation, with the first reason that applies, and does not take part."},
      {"container", "The first entry named kube-apiserver counts, with its uncappedTarget."},
      {"absent-is-not-zero", "In an explicit demand zero is valid; what is absent does not take part."},
      {"hygiene-overflow", "A recommendation on the last rungs of the histogram is held."},
      {"hygiene-zero", "A recommendation of zero counts as absent."},
      {"hygiene-memory-missing", "CPU alone never makes a cluster smaller while memory is missing."},
      {"hygiene-cpu-missing", "Memory alone never makes a cluster smaller while a CPU that counts is missing."},
      {"hygiene-floor", "The recommender's minimum, or less, never makes a cluster smaller."},
      {"hygiene-neighbour", "A next possible value that would change the answer is noted."},
      {"hygiene-held-by", "A held answer names the rule that holds; of several, the first in the order of evaluation."},
      {"hygiene-mode", "Hygiene holds, warns or is silent, for a VPA and for resources in play alone."},
      {"current-size", "An answer that differs from the current size is a change; an unknown size may be any."},
      {"detail",
       "A brief answer about a size has six fields; one about replicas has no summary, metrics, steps and findings; "
       "one about CPU requests has no texts and findings."},
      {"order-of-checks", "Configuration, observation, readiness, overflow, capacities, choice, floor."},
      {"errors-that-matter", "A decision refuses the errors that it depends on and carries the others as warnings."},
      {"request", "What a request does not have, or has too much of, is an error that names the field."},
      {"batch",
       "Items are answered in order, with their own options over those of the batch, field by field; a bad one fails "
       "alone, a bad shared configuration fails all."},
      {"validation", "Every finding is returned, errors first, each with its rule and path."},
      {"ladder-of-a-valid-configuration", "A valid configuration is answered with its sizes in order and a condition."},
      {"validation-of-an-autoscaler",
       "An autoscaler has the errors that the API server finds, in its order and at its paths, then warnings and "
       "notes."},
      {"validation-of-an-update",
       "With the old object, what never changes is an error where it differs, and what the API server tolerates is a "
       "warning at most."},
      {"validation-of-a-control-plane-autoscaler",
       "Sizes, triggers and credentials have the errors and warnings of docs/reference/machine-autoscaler.md."},
      {"validation-of-a-cluster-autoscaler",
       "A ClusterAutoscaler and a MachineAutoscaler have the errors and warnings of "
       "docs/reference/cluster-autoscaler.md."},
      {"replicas-proposal",
       "Each metric proposes its ratio times what counts for it, rounded up, as doubles have it; the largest wins."},
      {"replicas-batch",
       "Items are answered in order, with each option and the time of the batch where they leave it out; a bad one "
       "fails "
       "alone, too much together fails all."},
      {"replicas-caution", "Missing and unready pods count so that the number changes less, or not at all."},
      {"replicas-limits",
       "Window, rate and bounds change the proposal, in this order; beyond the bounds they alone count."},
      {"replicas-zero", "A target without replicas turns the autoscaler off, unless the autoscaler took it there."},
      {"replicas-observed",
       "Pods without requests, containers that no pod has, other autoscalers and a manifest's own number draw "
       "findings."},
      {"replicas-without-decision",
       "A metric that fails forbids scaling down; where nothing can be decided the target stays as it is."},
      {"cpu-requests-scaled",
       "A request is scaled by limit / default count, rounded down to millicores, within its bounds; nothing is scaled "
       "up."},
      {"cpu-requests-fit",
       "Pods are counted as the scheduler counts them; a sum above the limit is reported, not corrected."},
      {"cpu-allocatable", "Allocatable is capacity, less what is reserved, plus over-subscription."},
      {"cpu-configuration", "What a kubelet would refuse, or is malformed, is an error that names the field."},
      {"machine-utilization",
       "Utilization is the mean over nodes of the mean of each full window; equality meets no trigger."},
      {"machine-queries", "A query without a number is ignored or an error, never 0; an error stops both directions."},
      {"machine-decision",
       "One step at most, after the last rollout and the delay of the last change; scaling up comes before scaling "
       "down."},
      {"cluster-autoscaler-arguments", "The command line has the arguments of the operator in its order."},
      {"cluster-autoscaler-targets",
       "A target has the bounds and the owner annotation of one MachineAutoscaler, which the annotation chooses; "
       "without "
       "one the first by name."},
      {"cluster-autoscaler-objects", "Objects and status are those of the operator; an update writes what differs."},
      {"machine-patch", "A change tests the values that it replaces, and touches nothing but the size."},
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
