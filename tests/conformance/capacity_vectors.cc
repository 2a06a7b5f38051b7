// The sources of capacities, and the cases in which the decision uses CPU.
#include "tests/conformance/vector.h"
#include "tests/engine/size/requests.h"

namespace cpsizer::conformance {
namespace {

using testing::ConfigOf;
using testing::DemandRequest;
using testing::MachineSetOf;
using testing::SizeText;
using testing::VpaRequest;

constexpr char kSizeLabel[] = "hypershift.openshift.io/cluster-size";

// Returns a request whose MachineSets provide the capacities that sizes do not have. The request has a CPU fraction, so
// that the decision can use CPU.
v1::RecommendSizeRequest Introspected(const std::vector<SizeText>& sizes,
                                      const std::vector<v1::MachineSet>& machine_sets) {
  v1::RecommendSizeRequest request = DemandRequest(ConfigOf(sizes), "30Gi", "1");
  request.mutable_cluster_sizing_configuration()
      ->mutable_spec()
      ->mutable_resource_based_autoscaling()
      ->set_kube_api_server_cpu_fraction("0.5");
  for (const v1::MachineSet& machine_set : machine_sets) *request.add_machine_sets() = machine_set;
  return request;
}

const std::vector<SizeText>& Bare() {
  static const std::vector<SizeText> sizes = {{"a", "", "", "", ""}, {"b", "", "", "", ""}};
  return sizes;
}

// Returns a MachineSet whose machines have the label of a size, but whose nodes do not.
v1::MachineSet MachinesOf(absl::string_view size, absl::string_view memory_mb, absl::string_view vcpu) {
  v1::MachineSet machine_set = MachineSetOf("", memory_mb, vcpu);
  v1::MachineTemplateSpec& machines = *machine_set.mutable_spec()->mutable_template_();
  machines.clear_spec();
  (*machines.mutable_metadata()->mutable_labels())[kSizeLabel] = std::string(size);
  return machine_set;
}

// Returns a MachineSet whose machines have the label of one size, and whose nodes have the label of another size.
v1::MachineSet LabelledTwice(absl::string_view machines, absl::string_view nodes) {
  v1::MachineSet machine_set = MachinesOf(machines, "65536", "16");
  v1::MachineTemplateMeta& metadata =
      *machine_set.mutable_spec()->mutable_template_()->mutable_spec()->mutable_metadata();
  (*metadata.mutable_labels())[kSizeLabel] = std::string(nodes);
  return machine_set;
}

v1::RecommendSizeRequest Policy(v1::SizeCpuPolicy policy, const std::vector<SizeText>& sizes, absl::string_view memory,
                                absl::string_view cpu) {
  v1::RecommendSizeRequest request = DemandRequest(ConfigOf(sizes), memory, cpu);
  request.mutable_options()->set_cpu_policy(policy);
  return request;
}

// Returns a request with a ready VPA for a cluster of size `current`.
v1::RecommendSizeRequest WithCurrent(const std::vector<SizeText>& sizes, absl::string_view memory,
                                     absl::string_view cpu, absl::string_view current) {
  return VpaRequest(ConfigOf(sizes), memory, cpu, current);
}

// Returns WithCurrent(), with a configuration whose condition SizingFieldsStored has the status `status`.
v1::RecommendSizeRequest WithStoredFields(absl::string_view status, const std::vector<SizeText>& sizes,
                                          absl::string_view memory, absl::string_view cpu, absl::string_view current) {
  return With(WithCurrent(sizes, memory, cpu, current), [status](auto& request) {
    v1::Condition& condition = *request.mutable_cluster_sizing_configuration()->mutable_status()->add_conditions();
    condition.set_type("SizingFieldsStored");
    condition.set_status(std::string(status));
    condition.set_message("the configuration no longer has a fraction");
  });
}

// The vectors about a configuration that has lost fields.
std::vector<Vector> LostFieldsVectors() {
  const std::vector<SizeText> sizes = {
      {"a", "32Gi", "8", "", ""}, {"b", "64Gi", "16", "", ""}, {"c", "128Gi", "8", "", ""}};
  return {
      {"lost-fields",
       "no cluster becomes smaller while the configuration has lost fields",
       WithStoredFields("False", sizes, "10Gi", "1", "b"),
       {"HELD by FIELDS_NOT_STORED instead of a", "WARNING FIELDS_NOT_STORED status.conditions[0]",
        "WARNING CAPACITY_ORDER_INCONSISTENT spec.sizes[2].capacity.cpu",
        "WARNING EFFECTIVE_CAPACITY_NOT_INCREASING spec.sizes[2].capacity.cpu"}},
      {"lost-fields",
       "a size with less CPU may be smaller",
       WithStoredFields("False", sizes, "60Gi", "1", "b"),
       {"HELD by FIELDS_NOT_STORED instead of c", "WARNING FIELDS_NOT_STORED status.conditions[0]",
        "WARNING CAPACITY_ORDER_INCONSISTENT spec.sizes[2].capacity.cpu",
        "WARNING EFFECTIVE_CAPACITY_NOT_INCREASING spec.sizes[2].capacity.cpu"}},
      {"lost-fields",
       "a larger size is recommended",
       WithStoredFields("False", sizes, "30Gi", "1", "a"),
       {"RECOMMENDED b MEMORY changed",
        "memory: 30Gi requires b; 64Gi (CONFIGURATION) x 650m (DEFAULT) = 44667659878400m",
        "cpu: 1 requires a; 16 (CONFIGURATION) x 650m (DEFAULT) = 10400m",
        "WARNING FIELDS_NOT_STORED status.conditions[0]",
        "WARNING CAPACITY_ORDER_INCONSISTENT spec.sizes[2].capacity.cpu",
        "WARNING EFFECTIVE_CAPACITY_NOT_INCREASING spec.sizes[2].capacity.cpu"}},
      {"lost-fields",
       "the condition is True again",
       WithStoredFields("True", sizes, "10Gi", "1", "b"),
       {"RECOMMENDED a BOTH changed",
        "memory: 10Gi requires a; 32Gi (CONFIGURATION) x 650m (DEFAULT) = 22333829939200m",
        "cpu: 1 requires a; 8 (CONFIGURATION) x 650m (DEFAULT) = 5200m",
        "WARNING CAPACITY_ORDER_INCONSISTENT spec.sizes[2].capacity.cpu",
        "WARNING EFFECTIVE_CAPACITY_NOT_INCREASING spec.sizes[2].capacity.cpu"}},
      {"lost-fields",
       "a brief response has the rule too",
       With(WithStoredFields("False", sizes, "10Gi", "1", "b"),
            [](auto& request) { request.mutable_options()->set_detail(v1::DETAIL_BRIEF); }),
       {"HELD by FIELDS_NOT_STORED"}},
  };
}

// The vectors about capacities that hold a cluster.
std::vector<Vector> CapacityHoldVectors() {
  const std::vector<SizeText> missing = {
      {"a", "32Gi", "8", "", ""}, {"b", "64Gi", "", "", ""}, {"c", "128Gi", "32", "", ""}};
  const std::vector<SizeText> suspect = {
      {"a", "32Gi", "8", "", ""}, {"b", "64Gi", "16", "", ""}, {"c", "128", "32", "", ""}};
  const std::vector<SizeText> any_cpu = {{"a", "32Gi", "8Gi", "", ""}, {"b", "64Gi", "16", "", ""}};
  return {
      {"capacity-holds",
       "memory alone would make the cluster smaller while a CPU capacity is missing",
       WithCurrent(missing, "10Gi", "10100m", "c"),
       {"HELD by CPU_CAPACITY_MISSING instead of a", "cpu: CPU_CAPACITY_INCOMPLETE",
        "WARNING CPU_CAPACITY_INCOMPLETE spec.sizes", "WARNING CPU_CAPACITY_MISSING spec.sizes[1].capacity.cpu"}},
      {"capacity-holds",
       "a size with more memory is larger",
       WithCurrent(missing, "30Gi", "1", "a"),
       {"RECOMMENDED b MEMORY changed",
        "memory: 30Gi requires b; 64Gi (CONFIGURATION) x 650m (DEFAULT) = 44667659878400m",
        "cpu: CPU_CAPACITY_INCOMPLETE", "WARNING CPU_CAPACITY_INCOMPLETE spec.sizes"}},
      {"capacity-holds",
       "an explicit demand with a current size is held too",
       With(DemandRequest(ConfigOf(missing), "10Gi", "10100m"), [](auto& request) { request.set_current_size("c"); }),
       {"HELD by CPU_CAPACITY_MISSING instead of a", "cpu: CPU_CAPACITY_INCOMPLETE",
        "WARNING CPU_CAPACITY_INCOMPLETE spec.sizes", "WARNING CPU_CAPACITY_MISSING spec.sizes[1].capacity.cpu"}},
      {"capacity-holds",
       "a brief response has the rule too",
       With(WithCurrent(missing, "10Gi", "10100m", "c"),
            [](auto& request) { request.mutable_options()->set_detail(v1::DETAIL_BRIEF); }),
       {"HELD by CPU_CAPACITY_MISSING"}},
      {"capacity-holds",
       "only the last size is larger than a size of another configuration",
       WithCurrent(missing, "30Gi", "1", "gigantic"),
       {"HELD by CPU_CAPACITY_MISSING instead of b", "cpu: CPU_CAPACITY_INCOMPLETE",
        "WARNING CPU_CAPACITY_INCOMPLETE spec.sizes", "WARNING CURRENT_SIZE_UNKNOWN currentSize",
        "WARNING CPU_CAPACITY_MISSING spec.sizes[1].capacity.cpu"}},
      {"capacity-holds",
       "the size of the cluster has no unit",
       WithCurrent(suspect, "50Gi", "1", "c"),
       {"HELD by CAPACITY_SUSPECT instead of b", "WARNING MEMORY_CAPACITY_TINY spec.sizes[2].capacity.memory",
        "WARNING CAPACITY_SUSPECT spec.sizes[2].capacity.memory"}},
      {"capacity-holds",
       "a small size has the unit of memory for its CPU",
       WithCurrent(any_cpu, "10Gi", "30", "b"),
       {"HELD by CAPACITY_SUSPECT instead of a", "WARNING CPU_CAPACITY_HUGE spec.sizes[0].capacity.cpu",
        "WARNING CAPACITY_SUSPECT spec.sizes[0].capacity.cpu"}},
      {"hold-mode",
       "the default is ENFORCE",
       With(WithCurrent(missing, "10Gi", "10100m", "c"),
            [](auto& request) { request.mutable_options()->set_holds(v1::SIZE_HOLD_MODE_ENFORCE); }),
       {"HELD by CPU_CAPACITY_MISSING instead of a", "cpu: CPU_CAPACITY_INCOMPLETE",
        "WARNING CPU_CAPACITY_INCOMPLETE spec.sizes", "WARNING CPU_CAPACITY_MISSING spec.sizes[1].capacity.cpu"}},
      {"hold-mode",
       "without holds the response has the size of the configuration",
       With(WithCurrent(missing, "10Gi", "10100m", "c"),
            [](auto& request) { request.mutable_options()->set_holds(v1::SIZE_HOLD_MODE_OFF); }),
       {"RECOMMENDED a MEMORY changed",
        "memory: 10Gi requires a; 32Gi (CONFIGURATION) x 650m (DEFAULT) = 22333829939200m",
        "cpu: CPU_CAPACITY_INCOMPLETE", "WARNING CPU_CAPACITY_INCOMPLETE spec.sizes",
        "WARNING CPU_CAPACITY_MISSING spec.sizes[1].capacity.cpu"}},
  };
}

}  // namespace

std::vector<Vector> CapacityVectors() {
  const v1::MachineSet a = MachineSetOf("a", "32768", "8"), b = MachineSetOf("b", "65536", "16");
  std::vector<Vector> vectors = {
      {"capacity-of-machine-sets",
       "MachineSets provide the capacities that the configuration leaves out",
       Introspected(Bare(), {b, a}),
       {"RECOMMENDED b MEMORY changed",
        "memory: 30Gi requires b; 64Gi (MACHINE_SET) x 650m (DEFAULT) = 44667659878400m",
        "cpu: 1 requires a; 16 (MACHINE_SET) x 500m (GLOBAL) = 8"}},
      {"capacity-of-machine-sets",
       "each resource has its own source",
       Introspected({{"a", "32Gi", "", "", ""}, {"b", "64Gi", "", "", ""}}, {a, b}),
       {"RECOMMENDED b MEMORY changed",
        "memory: 30Gi requires b; 64Gi (CONFIGURATION) x 650m (DEFAULT) = 44667659878400m",
        "cpu: 1 requires a; 16 (MACHINE_SET) x 500m (GLOBAL) = 8"}},
      {"capacity-of-machine-sets",
       "a MachineSet without an annotation is ignored for that resource",
       Introspected(Bare(), {a, b, MachineSetOf("b", "", "16")}),
       {"RECOMMENDED b MEMORY changed",
        "memory: 30Gi requires b; 64Gi (MACHINE_SET) x 650m (DEFAULT) = 44667659878400m",
        "cpu: 1 requires a; 16 (MACHINE_SET) x 500m (GLOBAL) = 8"}},
      {"capacity-of-machine-sets",
       "MachineSets of other sizes, or of none, are ignored",
       Introspected(Bare(), {MachineSetOf("zzz", "garbage", "1"), v1::MachineSet(), a, b}),
       {"RECOMMENDED b MEMORY changed",
        "memory: 30Gi requires b; 64Gi (MACHINE_SET) x 650m (DEFAULT) = 44667659878400m",
        "cpu: 1 requires a; 16 (MACHINE_SET) x 500m (GLOBAL) = 8"}},
      {"capacity-of-configuration",
       "a configured capacity takes precedence",
       Introspected({{"a", "32Gi", "8", "", ""}, {"b", "64Gi", "16", "", ""}},
                    {MachineSetOf("a", "1", "1"), MachineSetOf("b", "garbage", "1")}),
       {"RECOMMENDED b MEMORY changed",
        "memory: 30Gi requires b; 64Gi (CONFIGURATION) x 650m (DEFAULT) = 44667659878400m",
        "cpu: 1 requires a; 16 (CONFIGURATION) x 500m (GLOBAL) = 8"}},
      {"capacity-of-configuration",
       "a capacity that is configured for one size only, with a warning",
       Introspected({{"a", "48Gi", "", "", ""}, {"b", "", "", "", ""}}, {a, b}),
       {"RECOMMENDED a BOTH changed",
        "memory: 30Gi requires a; 48Gi (CONFIGURATION) x 650m (DEFAULT) = 33500744908800m",
        "cpu: 1 requires a; 8 (MACHINE_SET) x 500m (GLOBAL) = 4", "WARNING CAPACITY_SOURCES_MIXED spec.sizes"}},
      {"machine-set-label",
       "the label of the machines is used if the nodes have none",
       Introspected(Bare(), {a, MachinesOf("b", "65536", "16")}),
       {"RECOMMENDED b MEMORY changed",
        "memory: 30Gi requires b; 64Gi (MACHINE_SET) x 650m (DEFAULT) = 44667659878400m",
        "cpu: 1 requires a; 16 (MACHINE_SET) x 500m (GLOBAL) = 8"}},
      {"machine-set-label",
       "the label of the nodes takes precedence",
       Introspected(Bare(), {a, LabelledTwice("a", "b")}),
       {"RECOMMENDED b MEMORY changed",
        "memory: 30Gi requires b; 64Gi (MACHINE_SET) x 650m (DEFAULT) = 44667659878400m",
        "cpu: 1 requires a; 16 (MACHINE_SET) x 500m (GLOBAL) = 8"}},
      {"machine-sets-that-disagree",
       "the smallest value is used, for each resource",
       Introspected(Bare(), {a, MachineSetOf("b", "65536", "32"), MachineSetOf("b", "131072", "16")}),
       {"RECOMMENDED b MEMORY changed",
        "memory: 30Gi requires b; 64Gi (MACHINE_SET) x 650m (DEFAULT) = 44667659878400m",
        "cpu: 1 requires a; 16 (MACHINE_SET) x 500m (GLOBAL) = 8",
        "WARNING MACHINE_SETS_DISAGREE machineSets[2].metadata.annotations[machine.openshift.io/memoryMb]",
        "WARNING MACHINE_SETS_DISAGREE machineSets[2].metadata.annotations[machine.openshift.io/vCPU]"}},
      {"malformed-machine-set",
       "a quantity is not a whole number of MiB",
       Introspected(Bare(), {a, b, MachineSetOf("b", "64Gi", "16")}),
       {"RECOMMENDED b MEMORY changed",
        "memory: 30Gi requires b; 64Gi (MACHINE_SET) x 650m (DEFAULT) = 44667659878400m",
        "cpu: 1 requires a; 16 (MACHINE_SET) x 500m (GLOBAL) = 8",
        "WARNING MACHINE_SET_MALFORMED machineSets[2].metadata.annotations[machine.openshift.io/memoryMb]"}},
      {"malformed-machine-set",
       "white space is not allowed",
       Introspected(Bare(), {a, b, MachineSetOf("b", " 65536", "16\t")}),
       {"RECOMMENDED b MEMORY changed",
        "memory: 30Gi requires b; 64Gi (MACHINE_SET) x 650m (DEFAULT) = 44667659878400m",
        "cpu: 1 requires a; 16 (MACHINE_SET) x 500m (GLOBAL) = 8",
        "WARNING MACHINE_SET_MALFORMED machineSets[2].metadata.annotations[machine.openshift.io/memoryMb]",
        "WARNING MACHINE_SET_MALFORMED machineSets[2].metadata.annotations[machine.openshift.io/vCPU]"}},
      {"malformed-machine-set",
       "zero is not a capacity",
       Introspected(Bare(), {a, b, MachineSetOf("b", "65536", "0")}),
       {"RECOMMENDED b MEMORY changed",
        "memory: 30Gi requires b; 64Gi (MACHINE_SET) x 650m (DEFAULT) = 44667659878400m",
        "cpu: 1 requires a; 16 (MACHINE_SET) x 500m (GLOBAL) = 8",
        "WARNING MACHINE_SET_MALFORMED machineSets[2].metadata.annotations[machine.openshift.io/vCPU]"}},
      {"malformed-machine-set",
       "a malformed value of the only MachineSet leaves the capacity missing",
       Introspected(Bare(), {a, MachineSetOf("b", "64Gi", "16")}),
       {"FAILED_PRECONDITION CAPACITY_MISSING", "spec.sizes[1].capacity.memory"}},
      {"memory-capacity-required",
       "a size without memory fails a demand for memory",
       DemandRequest(ConfigOf({{"a", "32Gi", "", "", ""}, {"b", "", "", "", ""}}), "1Gi", ""),
       {"FAILED_PRECONDITION CAPACITY_MISSING", "spec.sizes[1].capacity.memory"}},
      {"memory-capacity-required",
       "every size without memory is named",
       DemandRequest(ConfigOf({{"a", "", "", "", ""}, {"b", "64Gi", "", "", ""}, {"c", "", "8", "", ""}}), "1Gi", ""),
       {"FAILED_PRECONDITION CAPACITY_MISSING", "spec.sizes[0].capacity.memory", "spec.sizes[2].capacity.memory"}},
  };
  for (Vector& vector : CapacityHoldVectors()) vectors.push_back(std::move(vector));
  for (Vector& vector : LostFieldsVectors()) vectors.push_back(std::move(vector));
  return vectors;
}

std::vector<Vector> CpuPolicyVectors() {
  const std::vector<SizeText> capacities = {{"a", "32Gi", "8", "", ""}, {"b", "64Gi", "16", "", ""}};
  const std::vector<SizeText> fraction = {{"a", "32Gi", "8", "", "0.5"}, {"b", "64Gi", "16", "", ""}};
  const std::vector<SizeText> fraction_alone = {{"a", "32Gi", "", "", "0.5"}, {"b", "64Gi", "", "", ""}};
  const std::vector<SizeText> memory_alone = {{"a", "32Gi", "", "", ""}, {"b", "64Gi", "", "", ""}};
  const std::vector<SizeText> incomplete = {{"a", "32Gi", "8", "", ""}, {"b", "64Gi", "", "", ""}};
  const v1::SizeCpuPolicy capacity_policy = v1::SIZE_CPU_POLICY_WHEN_CAPACITY_CONFIGURED;
  const v1::SizeCpuPolicy fraction_policy = v1::SIZE_CPU_POLICY_WHEN_FRACTION_CONFIGURED;
  return {
      {"cpu-policy",
       "the default is WHEN_CAPACITY_CONFIGURED",
       Policy(v1::SIZE_CPU_POLICY_UNSPECIFIED, capacities, "1Gi", "7"),
       {"RECOMMENDED b CPU changed", "memory: 1Gi requires a; 64Gi (CONFIGURATION) x 650m (DEFAULT) = 44667659878400m",
        "cpu: 7 requires b; 16 (CONFIGURATION) x 650m (DEFAULT) = 10400m"}},
      {"cpu-policy",
       "a capacity alone is enough, with a fraction of 0.65",
       Policy(capacity_policy, capacities, "1Gi", "7"),
       {"RECOMMENDED b CPU changed", "memory: 1Gi requires a; 64Gi (CONFIGURATION) x 650m (DEFAULT) = 44667659878400m",
        "cpu: 7 requires b; 16 (CONFIGURATION) x 650m (DEFAULT) = 10400m"}},
      {"cpu-policy",
       "a fraction in the configuration and capacities of MachineSets are enough",
       With(Policy(capacity_policy, fraction_alone, "1Gi", "7"),
            [](auto& request) {
              *request.add_machine_sets() = MachineSetOf("a", "", "8");
              *request.add_machine_sets() = MachineSetOf("b", "", "16");
            }),
       {"RECOMMENDED b CPU changed", "memory: 1Gi requires a; 64Gi (CONFIGURATION) x 650m (DEFAULT) = 44667659878400m",
        "cpu: 7 requires b; 16 (MACHINE_SET) x 650m (DEFAULT) = 10400m"}},
      {"cpu-policy",
       "WHEN_FRACTION_CONFIGURED with a fraction",
       Policy(fraction_policy, fraction, "1Gi", "7"),
       {"RECOMMENDED b CPU changed", "memory: 1Gi requires a; 64Gi (CONFIGURATION) x 650m (DEFAULT) = 44667659878400m",
        "cpu: 7 requires b; 16 (CONFIGURATION) x 650m (DEFAULT) = 10400m"}},
      {"cpu-policy",
       "CPU alone decides if the demand includes only CPU",
       Policy(capacity_policy, capacities, "", "7"),
       {"RECOMMENDED b CPU changed", "memory: MEMORY_ABSENT_FROM_DEMAND",
        "cpu: 7 requires b; 16 (CONFIGURATION) x 650m (DEFAULT) = 10400m"}},
      {"cpu-policy",
       "CPU alone that does not take part is not a recommendation",
       Policy(v1::SIZE_CPU_POLICY_NEVER, capacities, "", "7"),
       {"NO_RECOMMENDATION NO_RESOURCE_RECOMMENDED", "memory: MEMORY_ABSENT_FROM_DEMAND", "cpu: CPU_POLICY_NEVER"}},
      {"why-cpu-takes-no-part",
       "the policy is the first reason",
       Policy(v1::SIZE_CPU_POLICY_NEVER, memory_alone, "1Gi", ""),
       {"RECOMMENDED a MEMORY changed",
        "memory: 1Gi requires a; 32Gi (CONFIGURATION) x 650m (DEFAULT) = 22333829939200m", "cpu: CPU_POLICY_NEVER"}},
      {"why-cpu-takes-no-part",
       "the demand comes before the configuration",
       Policy(fraction_policy, memory_alone, "1Gi", ""),
       {"RECOMMENDED a MEMORY changed",
        "memory: 1Gi requires a; 32Gi (CONFIGURATION) x 650m (DEFAULT) = 22333829939200m",
        "cpu: CPU_ABSENT_FROM_DEMAND"}},
      {"why-cpu-takes-no-part",
       "no fraction although the policy requires one",
       Policy(fraction_policy, capacities, "1Gi", "7"),
       {"RECOMMENDED a MEMORY changed",
        "memory: 1Gi requires a; 32Gi (CONFIGURATION) x 650m (DEFAULT) = 22333829939200m",
        "cpu: CPU_FRACTION_NOT_CONFIGURED"}},
      {"why-cpu-takes-no-part",
       "nothing about CPU is configured, with or without MachineSets",
       With(Policy(capacity_policy, memory_alone, "1Gi", "7"),
            [](auto& request) {
              *request.add_machine_sets() = MachineSetOf("a", "", "8");
              *request.add_machine_sets() = MachineSetOf("b", "", "16");
            }),
       {"RECOMMENDED a MEMORY changed",
        "memory: 1Gi requires a; 32Gi (CONFIGURATION) x 650m (DEFAULT) = 22333829939200m",
        "cpu: CPU_CAPACITY_NOT_CONFIGURED"}},
      {"why-cpu-takes-no-part",
       "a fraction, and no size has a capacity",
       Policy(capacity_policy, fraction_alone, "1Gi", "7"),
       {"RECOMMENDED a MEMORY changed",
        "memory: 1Gi requires a; 32Gi (CONFIGURATION) x 650m (DEFAULT) = 22333829939200m",
        "cpu: CPU_CAPACITY_NOT_CONFIGURED",
        "WARNING CPU_FRACTION_WITHOUT_CAPACITY spec.sizes[0].capacity.kubeAPIServerCPUFraction"}},
      {"why-cpu-takes-no-part",
       "some sizes have a capacity and some have none",
       Policy(capacity_policy, incomplete, "1Gi", "7"),
       {"RECOMMENDED a MEMORY changed",
        "memory: 1Gi requires a; 32Gi (CONFIGURATION) x 650m (DEFAULT) = 22333829939200m",
        "cpu: CPU_CAPACITY_INCOMPLETE", "WARNING CPU_CAPACITY_INCOMPLETE spec.sizes"}},
  };
}

}  // namespace cpsizer::conformance
