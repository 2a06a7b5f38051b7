#include "client/sidecar/control/options.h"

#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/sidecar/cluster_autoscaler/cluster_autoscaler_controller.h"
#include "client/sidecar/control/controllers.h"
#include "client/sidecar/machine/machine_controller.h"
#include "client/sidecar/machine_autoscaler/machine_autoscaler_controller.h"
#include "client/sidecar/replicas/replica_controller.h"
#include "client/sidecar/size/size_controller.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cpsizer::sidecar {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

absl::StatusOr<CommandLine> Parse(const std::vector<const char*>& arguments) {
  return ParseCommandLine(arguments);
}

const SizeOptions& Sizes(const Options& options) {
  return OwnOptions<SizeOptions>(options);
}

const v1::RecommendReplicasOptions& Replicas(const Options& options) {
  return OwnOptions<ReplicaOptions>(options).request_options;
}

const v1::ClusterAutoscalerOperatorSettings& OperatorSettings(const Options& options) {
  return OwnOptions<OperatorOptions>(options).settings;
}

TEST(SidecarOptionsTest, ObservesAClusterByDefault) {
  const Options options = Parse({})->options;
  EXPECT_FALSE(options.enforce);
  EXPECT_FALSE(options.names_cluster);
  EXPECT_FALSE(Sizes(options).names_cpu_policy);
  EXPECT_TRUE(options.watch);
  EXPECT_TRUE(options.leader_elect);
  EXPECT_TRUE(Sizes(options).require_topology);
  EXPECT_TRUE(Sizes(options).manage_vpa);
  EXPECT_EQ(options.source_folder, "");
  EXPECT_EQ(options.service, "");
}

TEST(SidecarOptionsTest, TheDefaultsThatTheHelpNamesAreTheRealOnes) {
  const Options defaults;
  const absl::StatusOr<CommandLine> parsed = Parse(
      {"--source=cluster", "--watch=true", "--poll-interval=10m", "--kube-api-qps=100", "--kube-api-burst=200",
       "--service=in-process", "--service-timeout=2s", "--mode=observe", "--require-topology=true", "--manage-vpa=true",
       "--leader-elect=true", "--leader-elect-resource-name=cpsizer-sidecar", "--leader-elect-lease-duration=2m17s",
       "--leader-elect-renew-deadline=1m47s", "--leader-elect-retry-period=26s", "--admin-addr=off",
       "--per-cluster-metrics=false", "--log-format=json", "--log-level=info"});
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  const Options& options = parsed->options;
  EXPECT_EQ(options.enforce, defaults.enforce);
  EXPECT_EQ(options.poll_interval, defaults.poll_interval);
  EXPECT_EQ(options.kube_api_qps, defaults.kube_api_qps);
  EXPECT_EQ(options.kube_api_burst, defaults.kube_api_burst);
  EXPECT_EQ(options.service_timeout, defaults.service_timeout);
  EXPECT_EQ(options.leader_elect_name, defaults.leader_elect_name);
  EXPECT_EQ(options.lease_duration, defaults.lease_duration);
  EXPECT_EQ(options.renew_deadline, defaults.renew_deadline);
  EXPECT_EQ(options.retry_period, defaults.retry_period);
  EXPECT_EQ(options.admin_addr, defaults.admin_addr);
  EXPECT_EQ(Sizes(options).per_cluster_metrics, Sizes(defaults).per_cluster_metrics);
}

TEST(SidecarOptionsTest, ReplicasAreOnlyObservedByDefault) {
  const Options options = Parse({"--controller=replicas"})->options;
  EXPECT_EQ(options.controller, &kReplicaController);
  EXPECT_FALSE(options.enforce);
  EXPECT_EQ(options.leader_elect_name, "cpsizer-sidecar-replicas") << "both controllers may run in one namespace";
  EXPECT_EQ(options.sync_period, absl::Seconds(15));
  EXPECT_TRUE(Parse({"--mode=enforce", "--controller=replicas"})->options.enforce);
  EXPECT_EQ(Parse({"--leader-elect-resource-name=x", "--controller=replicas"})->options.leader_elect_name, "x");
  EXPECT_FALSE(Parse({"--controller=sizes", "--mode=observe"})->options.enforce);
}

// People copy the word from a dashboard.
TEST(SidecarOptionsTest, AcceptsTheLabelsOfMetricsAsControllers) {
  for (const ControllerInfo* info : Controllers()) {
    const std::string flag = absl::StrCat("--controller=", info->label);
    const absl::StatusOr<CommandLine> parsed = Parse({flag.c_str()});
    ASSERT_TRUE(parsed.ok()) << parsed.status();
    EXPECT_EQ(parsed->options.controller, info) << flag;
  }
  const absl::StatusOr<CommandLine> sizes = Parse({"--controller=size", "--manage-vpa"});
  EXPECT_TRUE(sizes.ok()) << sizes.status();
}

TEST(SidecarOptionsTest, TheDefaultsOfReplicasThatTheHelpNamesAreRequested) {
  const absl::StatusOr<CommandLine> parsed =
      Parse({"--controller=replicas", "--kube-api-qps=300", "--kube-api-burst=600", "--sync-period=15s",
             "--horizontal-pod-autoscaler-downscale-stabilization=5m", "--horizontal-pod-autoscaler-tolerance=0.1",
             "--horizontal-pod-autoscaler-cpu-initialization-period=5m",
             "--horizontal-pod-autoscaler-initial-readiness-delay=30s"});
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  const Options defaults = Parse({"--controller=replicas"})->options;
  EXPECT_EQ(parsed->options.kube_api_qps, defaults.kube_api_qps);
  EXPECT_EQ(parsed->options.kube_api_burst, defaults.kube_api_burst);
  EXPECT_EQ(parsed->options.sync_period, defaults.sync_period);
  EXPECT_EQ(Replicas(parsed->options).DebugString(), Replicas(defaults).DebugString());
  EXPECT_EQ(Replicas(defaults).tolerance(), "0.1");
}

TEST(SidecarOptionsTest, MachinesAreOnlyObservedByDefault) {
  const Options options = Parse({"--controller=machines"})->options;
  EXPECT_EQ(options.controller, &kMachineController);
  EXPECT_FALSE(options.enforce);
  EXPECT_EQ(options.leader_elect_name, "cpsizer-sidecar-machines") << "all controllers may run in one namespace";
  EXPECT_TRUE(Parse({"--mode=enforce", "--controller=machines"})->options.enforce);
  EXPECT_EQ(Parse({"--controller=machines", "--machine-namespace=x"})->options.machine_namespace, "x");
  EXPECT_EQ(
      OwnOptions<MachineOptions>(Parse({"--controller=machines", "--sample-interval=30s"})->options).sample_interval,
      absl::Seconds(30));
}

TEST(SidecarOptionsTest, TheDefaultsOfMachinesThatTheHelpNamesAreTheRealOnes) {
  const absl::StatusOr<CommandLine> parsed =
      Parse({"--controller=machines", "--kube-api-qps=20", "--kube-api-burst=40",
             "--machine-namespace=openshift-machine-api", "--sample-interval=1m"});
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  const Options defaults = Parse({"--controller=machines"})->options;
  EXPECT_EQ(parsed->options.kube_api_qps, defaults.kube_api_qps);
  EXPECT_EQ(parsed->options.kube_api_burst, defaults.kube_api_burst);
  EXPECT_EQ(parsed->options.machine_namespace, defaults.machine_namespace);
  EXPECT_EQ(OwnOptions<MachineOptions>(parsed->options).sample_interval,
            OwnOptions<MachineOptions>(defaults).sample_interval);
}

TEST(SidecarOptionsTest, MachineAutoscalersAreOnlyObservedByDefault) {
  const Options options = Parse({"--controller=machine-autoscalers"})->options;
  EXPECT_EQ(options.controller, &kMachineAutoscalerController);
  EXPECT_FALSE(options.enforce);
  EXPECT_EQ(options.leader_elect_name, "cpsizer-sidecar-machine-autoscalers");
  EXPECT_EQ(options.machine_namespace, "openshift-machine-api");
  EXPECT_EQ(options.kube_api_qps, 20);
  EXPECT_EQ(options.kube_api_burst, 40);
  EXPECT_TRUE(Parse({"--mode=enforce", "--controller=machine-autoscalers"})->options.enforce);
  EXPECT_EQ(Parse({"--controller=machine-autoscalers", "--machine-namespace=x"})->options.machine_namespace, "x");
  EXPECT_FALSE(Parse({"--controller=machine-autoscalers", "--sample-interval=1m"}).ok());
}

TEST(SidecarOptionsTest, TheSettingsOfTheOperatorAreThoseThatAreGiven) {
  const Options defaults = Parse({"--controller=cluster-autoscalers"})->options;
  EXPECT_FALSE(defaults.enforce);
  EXPECT_EQ(defaults.leader_elect_name, "cpsizer-sidecar-cluster-autoscalers");
  EXPECT_EQ(defaults.sync_period, absl::Seconds(15));
  EXPECT_EQ(OperatorSettings(defaults).ByteSizeLong(), 0u);
  const Options options =
      Parse({"--controller=cluster-autoscalers", "--release-version=4.18.2", "--image=a", "--cloud-provider=b",
             "--extra-args=--x=1 --y", "--architecture=arm64", "--sync-period=5s"})
          ->options;
  EXPECT_EQ(OperatorSettings(options).release_version(), "4.18.2");
  EXPECT_EQ(OperatorSettings(options).image(), "a");
  EXPECT_EQ(OperatorSettings(options).cloud_provider(), "b");
  EXPECT_EQ(OperatorSettings(options).extra_args(), "--x=1 --y");
  EXPECT_EQ(OperatorSettings(options).architecture(), "arm64");
  EXPECT_EQ(options.sync_period, absl::Seconds(5));
  for (const char* const invalid : {"--image=", "--image=a b", "--release-version=new", "--cloud-provider=A",
                                    "--extra-args=v=1", "--architecture=x86"}) {
    EXPECT_FALSE(Parse({"--controller=cluster-autoscalers", invalid}).ok()) << invalid;
  }
}

TEST(SidecarOptionsTest, TheRuleOfZeroReplicasCanBeThatOfAnotherVersion) {
  const Options options = Parse({"--controller=replicas", "--zero-replicas-rule=min-replicas",
                                 "--feature-gates=HPAScaleToZero=true,PodLevelResources=false"})
                              ->options;
  EXPECT_EQ(Replicas(options).zero_replicas_rule(), v1::REPLICAS_ZERO_RULE_MIN_REPLICAS);
  EXPECT_TRUE(Replicas(options).scale_to_zero());
  EXPECT_FALSE(Replicas(options).pod_level_resources());
  EXPECT_FALSE(Replicas(options).has_configurable_tolerance()) << "it was not named";
}

TEST(SidecarOptionsTest, AFlagOfTheOtherControllerIsRefused) {
  struct Case {
    std::vector<const char*> arguments;
    const char* message;
  };
  const Case cases[] = {
      {{"--sync-period=20s"},
       "--sync-period is valid only with --controller=replicas|cluster-autoscalers, but the program has "
       "--controller=sizes; omit it, or set --controller=replicas|cluster-autoscalers"},
      {{"--controller=sizes", "--horizontal-pod-autoscaler-tolerance=0.2"}, "is valid only with --controller=replicas"},
      {{"--feature-gates=HPAScaleToZero=true"}, "--feature-gates is valid only with --controller=replicas"},
      {{"--zero-replicas-rule=min-replicas"}, "--zero-replicas-rule is valid only with --controller=replicas"},
      {{"--cpu-policy=never", "--controller=replicas"},
       "--cpu-policy is valid only with --controller=sizes, but the program has --controller=replicas; omit it, or set "
       "--controller=sizes"},
      {{"--controller=replicas", "--hygiene=off"}, "--hygiene is valid only with --controller=sizes"},
      {{"--controller=replicas", "--manage-vpa"}, "--manage-vpa is valid only with --controller=sizes"},
      {{"--controller=replicas", "--require-topology=true"},
       "--require-topology is valid only with --controller=sizes"},
      {{"--controller=replicas", "--per-cluster-metrics"},
       "--per-cluster-metrics is valid only with --controller=sizes"},
      {{"--controller=replicas", "--machine-namespace=x"},
       "--machine-namespace is valid only with --controller=machines"},
      {{"--sample-interval=30s"}, "--sample-interval is valid only with --controller=machines"},
      {{"--controller=machines", "--sync-period=20s"}, "--sync-period is valid only with --controller=replicas"},
      {{"--controller=machine-autoscalers", "--image=a"},
       "--image is valid only with --controller=cluster-autoscalers"},
      {{"--controller=machines", "--cpu-policy=never"}, "--cpu-policy is valid only with --controller=sizes"},
  };
  for (const Case& c : cases) {
    const absl::Status status = Parse(c.arguments).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << c.message;
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.message));
  }
}

TEST(SidecarOptionsTest, TheHelpMarksFlagsOfOneController) {
  const std::string help = Parse({"--help"})->print;
  EXPECT_THAT(help, HasSubstr("with --controller=replicas|cluster-autoscalers: time between two decisions"));
  EXPECT_THAT(help, HasSubstr("with --controller=sizes: when CPU is used"));
  EXPECT_THAT(help, HasSubstr("with --controller=sizes: report the size, the headroom"));
  EXPECT_THAT(help,
              HasSubstr("with --controller=machines|machine-autoscalers|cluster-autoscalers: namespace of machines"));
  EXPECT_THAT(help, HasSubstr("sizes|replicas|machines"));
}

TEST(SidecarOptionsTest, AcceptsTheFlagsOfKubeControllerManager) {
  const absl::StatusOr<CommandLine> parsed =
      Parse({"--controller=replicas", "--sync-period=1s", "--horizontal-pod-autoscaler-downscale-stabilization=0s",
             "--horizontal-pod-autoscaler-tolerance=0.05", "--horizontal-pod-autoscaler-cpu-initialization-period=2m",
             "--horizontal-pod-autoscaler-initial-readiness-delay=10s"});
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  const Options& options = parsed->options;
  EXPECT_EQ(options.sync_period, absl::Seconds(1));
  EXPECT_EQ(Replicas(options).downscale_stabilization(), "0");
  EXPECT_EQ(Replicas(options).tolerance(), "0.05");
  EXPECT_EQ(Replicas(options).cpu_initialization_period(), "2m");
  EXPECT_EQ(Replicas(options).initial_readiness_delay(), "10s");
}

TEST(SidecarOptionsTest, AcceptsEachSource) {
  EXPECT_EQ(Parse({"--source=dir:must-gather"})->options.source_folder, "must-gather");
  EXPECT_EQ(Parse({"--source=dir:x", "--source=cluster"})->options.source_folder, "");
  for (const char* service : {"dns:///cpsizer:50051", "unix:/run/cpsizer.sock", "ipv4:127.0.0.1:50051"}) {
    EXPECT_EQ(Parse({"--service", service})->options.service, service);
  }
}

// An environment variable that was set earlier in the shell must not select the cluster for writes.
TEST(SidecarOptionsTest, OnlyTheCommandLineItselfNamesTheCluster) {
  EXPECT_TRUE(Parse({"--kubeconfig=x"})->options.names_cluster);
  EXPECT_TRUE(Parse({"--context", "x"})->options.names_cluster);
  setenv("CPSIZER_KUBECONFIG", "x", 1);
  setenv("CPSIZER_CONTEXT", "y", 1);
  setenv("CPSIZER_MODE", "enforce", 1);
  const Options options = Parse({"--controller=sizes"})->options;
  for (const char* name : {"CPSIZER_KUBECONFIG", "CPSIZER_CONTEXT", "CPSIZER_MODE"}) unsetenv(name);
  EXPECT_EQ(options.kubeconfig, "x");
  EXPECT_EQ(options.context, "y");
  EXPECT_TRUE(options.enforce);
  EXPECT_FALSE(options.names_cluster);
}

TEST(SidecarOptionsTest, AcceptsAdminFlags) {
  const Options options = Parse({"--admin-addr=:8080", "--per-cluster-metrics"})->options;
  EXPECT_EQ(options.admin_addr, ":8080");
  EXPECT_TRUE(Sizes(options).per_cluster_metrics);
}

TEST(SidecarOptionsTest, AcceptsDecisionFlags) {
  const Options options = Parse({"--mode=observe", "--cpu-policy=never", "--hygiene=warn"})->options;
  EXPECT_FALSE(options.enforce);
  EXPECT_EQ(Sizes(options).request_options.cpu_policy(), v1::SIZE_CPU_POLICY_NEVER);
  EXPECT_TRUE(Sizes(options).names_cpu_policy);
  EXPECT_EQ(Sizes(options).request_options.hygiene(), v1::SIZE_HYGIENE_MODE_WARN);
}

TEST(SidecarOptionsTest, AcceptsVpaSettings) {
  const absl::StatusOr<CommandLine> parsed =
      Parse({"--vpa-pod-recommendation-min-cpu-millicores=12.5", "--vpa-pod-recommendation-min-memory-mb=100",
             "--vpa-round-cpu-millicores=10", "--vpa-round-memory-bytes=67108864", "--vpa-max-upper-bound-ratio=50",
             "--vpa-min-age=0s"});
  const v1::RecommendSizeOptions& options = Sizes(parsed->options).request_options;
  EXPECT_EQ(options.vpa_pod_recommendation_min_cpu_millicores(), 12.5);
  EXPECT_EQ(options.vpa_pod_recommendation_min_memory_mb(), 100);
  EXPECT_EQ(options.vpa_round_cpu_millicores(), 10);
  EXPECT_EQ(options.vpa_round_memory_bytes(), 67'108'864);
  EXPECT_EQ(options.vpa_max_upper_bound_ratio(), 50);
  EXPECT_EQ(options.vpa_min_age(), "0");
  EXPECT_FALSE(Sizes(Parse({})->options).request_options.has_vpa_min_age());
}

struct BadCase {
  const char* argument;
  const char* message;
};

TEST(SidecarOptionsTest, RefusesInvalidValues) {
  const BadCase cases[] = {
      {"--source=folder", "--source: folder is neither cluster nor dir:PATH"},
      {"--source=dir:", "--source: dir: is neither"},
      {"--vpa-round-memory-bytes=64Mi",
       "--vpa-round-memory-bytes: \"64Mi\" is not a whole number from 1 to 100000000000000"},
      {"--vpa-min-age=1d", "--vpa-min-age: \"1d\" is not a duration of at least 0; write it like 24h or 0s"},
      {"--service=cpsizer:50051", "--service: cpsizer:50051 is not in-process, dns:///HOST:PORT or unix:PATH"},
      {"--service=unix:", "--service: unix: is not in-process, dns:///HOST:PORT or unix:PATH"},
      {"--service-cert-file=c", "--service-cert-file needs --service-key-file, the key of that certificate"},
      {"--service-key-file=k", "--service-key-file needs --service-cert-file, the certificate of that key"},
      {"--service-ca-file=a", "--service-ca-file needs --service: without it decisions are made in-process"},
      {"--service-server-name=x", "--service-server-name needs --service-ca-file"},
      {"--mode=dry-run", "--mode: dry-run is not one of enforce, observe"},
      {"--controller=nodes", "--controller: nodes is not one of sizes, replicas, machines"},
      {"--sample-interval=0s", "--sample-interval: 0s is not between 1s and 1h"},
      {"--machine-namespace=", "--machine-namespace= has no value"},
      {"--machine-namespace=Bad/NS", "is not a DNS label: at most 63 lower-case letters"},
      {"--sync-period=0s", "--sync-period: 0s is not between 1s and 1h"},
      {"--horizontal-pod-autoscaler-tolerance=-1", "-1 is not a number of at least 0, such as 0.1"},
      {"--horizontal-pod-autoscaler-tolerance=much", "much is not a number of at least 0, such as 0.1"},
      {"--hygiene=none", "--hygiene: none is not one of enforce, warn, off"},
      {"--feature-gates=HPAScaletoZero=true", "not a supported feature gate; supported gates: HPAScaleToZero, "},
      {"--feature-gates=HPAScaleToZero", "--feature-gates: \"HPAScaleToZero\" is not a feature gate; write NAME=true"},
      {"--zero-replicas-rule=never", "never is not one of scaled-to-zero-condition, min-replicas"},
      {"--poll-interval=0s", "--poll-interval: 0s is not between 1s and 1h"},
      {"--poll-interval=soon", "--poll-interval: soon is not a duration"},
      {"--kube-api-qps=0", "--kube-api-qps: 0 is not a number between 1 and"},
      {"--leader-elect-renew-deadline=3m",
       "--leader-elect-lease-duration (2m17s) must be longer than --leader-elect-renew-deadline (3m)"},
      {"--leader-elect-retry-period=90s",
       "--leader-elect-renew-deadline (1m47s), and --leader-elect-renew-deadline must be longer than 1.2 times "
       "--leader-elect-retry-period (1m30s)"},
      {"--kubeconfg=x", "unknown flag --kubeconfg; did you mean \"--kubeconfig\"?"},
      {"--kubeconfig=", "--kubeconfig= has no value"},
      {"recommend", "unexpected argument recommend; only flags are accepted"},
  };
  for (const BadCase& c : cases) {
    const absl::Status status = Parse({c.argument}).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << c.argument;
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.message));
  }
}

TEST(SidecarOptionsTest, RefusesAFolderTogetherWithACluster) {
  EXPECT_THAT(
      std::string(Parse({"--source=dir:x", "--kubeconfig=y"}).status().message()),
      HasSubstr("--source=dir:x does not read a cluster, and --kubeconfig selects one; leave one of the two out"));
  EXPECT_THAT(std::string(Parse({"--source=dir:x", "--controller=replicas"}).status().message()),
              HasSubstr("--controller=replicas needs a cluster, and --source=dir:x is a folder"));
  EXPECT_THAT(std::string(Parse({"--source=dir:x", "--controller=machines"}).status().message()),
              HasSubstr("--controller=machines needs a cluster, and --source=dir:x is a folder"));
  EXPECT_THAT(std::string(Parse({"--context=y", "--source=dir:x"}).status().message()),
              HasSubstr("and --context selects"));
}

TEST(SidecarOptionsTest, SizeRequestsHaveExplicitDefaults) {
  const Options options = Parse({})->options;
  EXPECT_EQ(Sizes(options).request_options.cpu_policy(), v1::SIZE_CPU_POLICY_WHEN_CAPACITY_CONFIGURED);
  EXPECT_EQ(Sizes(options).request_options.hygiene(), v1::SIZE_HYGIENE_MODE_ENFORCE);
}

TEST(SidecarOptionsTest, HelpAndVersionArePrinted) {
  EXPECT_THAT(Parse({"--help"})->print, HasSubstr("--leader-elect-resource-namespace"));
  EXPECT_THAT(Parse({"--version"})->print, StartsWith("cpsizer-sidecar"));
}

}  // namespace
}  // namespace cpsizer::sidecar
