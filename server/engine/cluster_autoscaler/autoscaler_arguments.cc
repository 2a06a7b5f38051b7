#include "server/engine/cluster_autoscaler/autoscaler_arguments.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/engine/cluster_autoscaler/validate/scale_down_settings.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kPlatform = "infrastructure.status.platformStatus.type";
constexpr absl::string_view kFeatureGates = "operator.featureGates";

// The OpenShift times for leader election.
constexpr absl::string_view kFixed[] = {"--leader-elect-lease-duration=137s", "--leader-elect-renew-deadline=107s",
                                        "--leader-elect-retry-period=26s"};

// A label whose values can differ between similar nodes.
struct IgnoredLabel {
  absl::string_view platform;
  absl::string_view label;
  ReleaseFact fact = ReleaseFact::kPlatformLabels;
};
constexpr IgnoredLabel kIgnoredLabels[] = {
    {"AlibabaCloud", "topology.diskplugin.csi.alibabacloud.com/zone", ReleaseFact::kAlibabaLabel},
    {"AWS", "topology.ebs.csi.aws.com/zone"},
    {"AWS", "lifecycle"},
    {"AWS", "k8s.amazonaws.com/eniConfig"},
    {"AWS", "eks.amazonaws.com/nodegroup"},
    {"AWS", "alpha.eksctl.io/nodegroup-name"},
    {"AWS", "alpha.eksctl.io/instance-id"},
    {"AWS", "topology.k8s.aws/zone-id", ReleaseFact::kAwsZoneIdLabel},
    {"Azure", "topology.disk.csi.azure.com/zone"},
    {"Azure", "agentpool"},
    {"Azure", "kubernetes.azure.com/agentpool"},
    {"GCP", "topology.gke.io/zone"},
    {"IBMCloud", "ibm-cloud.kubernetes.io/worker-id"},
    {"IBMCloud", "vpc-block-csi-driver-labels"},
    {"IBMCloud", "ibm-cloud.kubernetes.io/vpc-instance-id"},
    {"Nutanix", "nutanix.com/prism-element-name"},
    {"Nutanix", "nutanix.com/prism-element-uuid"},
    {"Nutanix", "nutanix.com/prism-host-name"},
    {"Nutanix", "nutanix.com/prism-host-uuid"},
};

// The flag of a field of scaleDown.
struct FieldFlag {
  absl::string_view field;
  absl::string_view flag;
};
constexpr FieldFlag kScaleDownFlags[] = {
    {"delayAfterAdd", "--scale-down-delay-after-add"},
    {"delayAfterDelete", "--scale-down-delay-after-delete"},
    {"delayAfterFailure", "--scale-down-delay-after-failure"},
    {"unneededTime", "--scale-down-unneeded-time"},
    {"utilizationThreshold", "--scale-down-utilization-threshold"},
    {"cordonNodeBeforeTerminating", "--cordon-node-before-terminating"},
};

constexpr FieldFlag kExpanders[] = {{"LeastWaste", "least-waste"}, {"Priority", "priority"}, {"Random", "random"}};

absl::string_view FlagOf(absl::Span<const FieldFlag> table, absl::string_view field) {
  for (const FieldFlag& row : table) {
    if (row.field == field) return row.flag;
  }
  return "";
}

absl::string_view BoolText(bool value) {
  return value ? "true" : "false";
}

class ArgumentBuilder {
 public:
  ArgumentBuilder(const v1::ClusterAutoscalerSpec& spec, const PlanSettings& settings, Arguments& arguments)
      : spec_(spec), settings_(settings), arguments_(arguments) {}

  void AddFixed() {
    Add("--logtostderr", "");
    Add("--record-duplicated-events", "");
    Add(absl::StrCat("--cloud-provider=", settings_.cloud_provider), "operator.cloudProvider");
    Add(absl::StrCat("--namespace=", settings_.name_space), "operator.namespace");
    for (const absl::string_view argument : kFixed) Add(std::string(argument), "");
    if (settings_.Has(ReleaseFact::kArchitectureArgument)) {
      Add(absl::StrCat(kArchitectureFlag, settings_.architecture), "operator.architecture");
    }
    // No bulk tainting of nodes, and JSON as the content type of requests to the API server.
    if (settings_.Has(ReleaseFact::kBulkTaintArgument)) Add("--max-bulk-soft-taint-count=0", "");
    if (settings_.Has(ReleaseFact::kContentTypeArgument)) Add("--kube-api-content-type=application/json", "");
    if (settings_.has_cluster_api) {
      Add("--node-group-auto-discovery=clusterapi:namespace=openshift-cluster-api", kFeatureGates);
    }
    if (settings_.has_provisioning_requests) Add("--enable-provisioning-requests=true", kFeatureGates);
  }

  void AddNodeTimes() {
    AddEach("--startup-taint", spec_.startup_taints(), "startupTaints");
    if (spec_.has_max_pod_grace_period()) {
      AddOfSpec(absl::StrCat("--max-graceful-termination-sec=", spec_.max_pod_grace_period()), "maxPodGracePeriod");
    }
    if (!spec_.max_node_provision_time().empty()) {
      AddOfSpec(absl::StrCat("--max-node-provision-time=", spec_.max_node_provision_time()), "maxNodeProvisionTime");
    }
    if (spec_.has_pod_priority_threshold()) {
      AddOfSpec(absl::StrCat("--expendable-pods-priority-cutoff=", spec_.pod_priority_threshold()),
                "podPriorityThreshold");
    }
  }

  void AddLimits() {
    const v1::ClusterAutoscalerResourceLimits& limits = spec_.resource_limits();
    if (limits.has_max_nodes_total()) {
      AddOfSpec(absl::StrCat("--max-nodes-total=", limits.max_nodes_total()), "resourceLimits.maxNodesTotal");
    }
    if (limits.has_cores()) AddRange("--cores-total=", limits.cores(), "resourceLimits.cores");
    if (limits.has_memory()) AddRange("--memory-total=", limits.memory(), "resourceLimits.memory");
    for (int i = 0; i < limits.gpus_size(); ++i) {
      AddRange(absl::StrCat("--gpu-total=", limits.gpus(i).type(), ":"), limits.gpus(i),
               absl::StrCat("resourceLimits.gpus[", i, "]"));
    }
  }

  // If scale-down is disabled, its settings are not passed, because they have no effect.
  void AddScaleDown() {
    if (!spec_.has_scale_down()) return;
    AddOfSpec(absl::StrCat("--scale-down-enabled=", BoolText(spec_.scale_down().enabled())), "scaleDown.enabled");
    if (!spec_.scale_down().enabled()) return;
    for (const ScaleDownSetting& setting : SettingsOf(spec_.scale_down())) {
      if (!setting.given) continue;
      const bool is_switch = setting.field == "cordonNodeBeforeTerminating";
      AddOfSpec(absl::StrCat(FlagOf(kScaleDownFlags, setting.field), "=",
                             is_switch ? BoolText(setting.text == "Enabled") : setting.text),
                absl::StrCat("scaleDown.", setting.field));
    }
  }

  void AddScaleUp() {
    if (!spec_.scale_up().has_new_pod_scale_up_delay()) return;
    AddOfSpec(absl::StrCat("--new-pod-scale-up-delay=", spec_.scale_up().new_pod_scale_up_delay()),
              "scaleUp.newPodScaleUpDelay");
  }

  // The labels of the platform are passed even if balancing is disabled.
  void AddBalancing() {
    if (!spec_.has_balance_similar_node_groups()) return;
    AddOfSpec(absl::StrCat("--balance-similar-node-groups=", BoolText(spec_.balance_similar_node_groups())),
              "balanceSimilarNodeGroups");
    for (const IgnoredLabel& row : kIgnoredLabels) {
      if (row.platform != settings_.platform || !settings_.Has(row.fact)) continue;
      Add(absl::StrCat("--balancing-ignore-label=", row.label), kPlatform);
    }
  }

  void AddUtilization() {
    if (spec_.has_ignore_daemonsets_utilization()) {
      AddOfSpec(absl::StrCat("--ignore-daemonsets-utilization=", BoolText(spec_.ignore_daemonsets_utilization())),
                "ignoreDaemonsetsUtilization");
    }
    if (spec_.has_skip_nodes_with_local_storage()) {
      AddOfSpec(absl::StrCat("--skip-nodes-with-local-storage=", BoolText(spec_.skip_nodes_with_local_storage())),
                "skipNodesWithLocalStorage");
    }
    AddEach("--balancing-ignore-label", spec_.balancing_ignored_labels(), "balancingIgnoredLabels");
  }

  void AddVerbosity() {
    if (spec_.has_log_verbosity()) return AddOfSpec(absl::StrCat("--v=", spec_.log_verbosity()), "logVerbosity");
    Add(absl::StrCat("--v=", settings_.verbosity), "operator.verbosity");
  }

  void AddExpanders() {
    if (spec_.expanders_size() == 0) return;
    const std::string names = absl::StrJoin(spec_.expanders(), ",", [](std::string* out, const std::string& expander) {
      absl::StrAppend(out, FlagOf(kExpanders, expander));
    });
    AddOfSpec(absl::StrCat("--expander=", names), "expanders");
  }

  void AddLast() {
    if (spec_.has_enforce_node_group_min_size()) {
      AddOfSpec(
          absl::StrCat("--enforce-node-group-min-size=", BoolText(spec_.enforce_node_group_min_size() == "Enabled")),
          "enforceNodeGroupMinSize");
    }
    if (!settings_.extra_args.empty()) Add(std::string(settings_.extra_args), "operator.extraArgs");
  }

 private:
  void Add(std::string argument, absl::string_view source) {
    v1::ClusterAutoscalerArgument& added = *arguments_.Add();
    added.set_argument(std::move(argument));
    added.set_source(std::string(source));
  }

  void AddOfSpec(std::string argument, absl::string_view field) {
    Add(std::move(argument), absl::StrCat("clusterAutoscaler.spec.", field));
  }

  template <typename Range>
  void AddRange(absl::string_view prefix, const Range& range, absl::string_view field) {
    AddOfSpec(absl::StrCat(prefix, range.min(), ":", range.max()), field);
  }

  void AddEach(absl::string_view flag, const google::protobuf::RepeatedPtrField<std::string>& values,
               absl::string_view field) {
    for (int i = 0; i < values.size(); ++i) {
      AddOfSpec(absl::StrCat(flag, "=", values[i]), absl::StrCat(field, "[", i, "]"));
    }
  }

  const v1::ClusterAutoscalerSpec& spec_;
  const PlanSettings& settings_;
  Arguments& arguments_;
};

}  // namespace

void BuildArguments(const v1::ClusterAutoscalerSpec& spec, const PlanSettings& settings, Arguments& arguments) {
  ArgumentBuilder builder(spec, settings, arguments);
  builder.AddFixed();
  builder.AddNodeTimes();
  builder.AddLimits();
  builder.AddScaleDown();
  builder.AddScaleUp();
  builder.AddBalancing();
  builder.AddUtilization();
  builder.AddVerbosity();
  builder.AddExpanders();
  builder.AddLast();
}

}  // namespace cpsizer
