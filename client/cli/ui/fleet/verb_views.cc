#include "client/cli/ui/fleet/verb_views.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/cli/base/environment.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/capacity/capacity.h"
#include "client/cli/cluster_autoscaler/autoscaler.h"
#include "client/cli/cpu_requests/cpu_requests.h"
#include "client/cli/history/fit_requests_run.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/namespaced_name.h"
#include "client/cli/machine/machine.h"
#include "client/cli/output/show.h"
#include "client/cli/replicas/live_replicas.h"
#include "client/cli/replicas/replicas.h"
#include "client/cli/replicas/simulate.h"
#include "client/cli/ui/api/api_answer.h"
#include "client/cli/ui/api/api_request.h"
#include "client/cli/ui/api/configuration_text.h"
#include "client/cli/ui/fleet/live_reads.h"

namespace cpsizer::cli {
namespace {

// A fleet can have thousands of objects that cannot be decided. Each of them also has its error.
constexpr size_t kMostNotes = 20;

// The capacity depends on all pods of a cluster, which can be 100,000.
constexpr absl::Duration kMaxCapacityRead = absl::Seconds(40);

// Returns the lines that a verb has printed to its standard error, errors first, so that the limit keeps them.
nlohmann::ordered_json NotesOf(absl::string_view printed) {
  // The input of the page is for all views: each verb skips the objects of the others.
  std::vector<std::string> lines = absl::StrSplit(
      printed, '\n', [](absl::string_view line) { return !line.empty() && !absl::StartsWith(line, "note: skipped "); });
  std::stable_partition(lines.begin(), lines.end(),
                        [](absl::string_view line) { return absl::StartsWith(line, "error: "); });
  if (lines.size() > kMostNotes) {
    const size_t more = lines.size() - kMostNotes;
    lines.resize(kMostNotes);
    lines.push_back(absl::StrCat("and ", Counted(more, "more line")));
  }
  return lines;
}

// Returns the JSON object that `verb` prints to its standard output, with NotesOf() its standard error as `notes`. If
// it prints no object, returns an error with these lines.
ui::ApiResponse OutputOf(const PageOptions& options, absl::FunctionRef<int(Environment&)> verb) {
  std::ostringstream out;
  std::ostringstream err;
  Environment environment = {Screen(out, Terminal()), Screen(err, Terminal()), options.now};
  const int exit_code = verb(environment);
  if (environment.out.empty()) return ErrorAnswer(VerbStatus(exit_code, err.str()));
  const nlohmann::ordered_json notes = {{"notes", NotesOf(err.str())}};
  if (notes["notes"].empty()) return JsonAnswer(out.str());
  return JsonAnswer(absl::StrCat("{", CompactMembers(notes), ",", out.str().substr(1)));
}

// Returns the flags of a verb that decides about the objects of the page.
ResponseFlags FlagsOf(const PageOptions& options) {
  ResponseFlags flags;
  flags.source.files = options.source.files;
  flags.source.cluster.kubeconfig = options.source.cluster.kubeconfig;
  flags.source.cluster.context = options.source.cluster.context;
  flags.source.cluster.timeout = kMaxLiveRead;
  flags.server = options.server;
  flags.output = OutputFormat::kJson;
  return flags;
}

// Reads the objects that a simulation uses. Returns the exit code.
int ReadReplicas(const PageOptions& options, Inputs& inputs, Environment& environment) {
  if (!options.is_live()) {
    return ReadFiles(options.source.files, "-f", environment.err, inputs, objects::kReplicaKinds);
  }
  ClusterFlags cluster = options.source.cluster;
  cluster.timeout = kMaxLiveRead;
  const absl::StatusOr<std::unique_ptr<LiveReplicas>> live = LiveReplicas::Read(cluster);
  if (!live.ok()) return PrintUnreachable(live.status(), cluster, environment.err);
  inputs.source = "the objects of the cluster";
  inputs.server_version = (*live)->version();
  inputs.inventory.replicas.autoscalers = (*live)->autoscalers();
  return kExitFine;
}

ui::ApiResponse ReplicasAnswer(const PageOptions& options) {
  ReplicasFlags flags = {FlagsOf(options)};
  flags.source.cluster.name_space = options.source.cluster.name_space;
  flags.source.cluster.all_namespaces = options.source.cluster.name_space.empty();
  flags.source.cluster.of_fleet = true;
  flags.is_list = true;
  flags.now = options.machine.now;
  return OutputOf(options, [&flags](Environment& environment) { return RunReplicas(flags, environment); });
}

ui::ApiResponse MachinesAnswer(const PageOptions& options) {
  MachineFlags flags = options.machine;
  static_cast<ResponseFlags&>(flags) = FlagsOf(options);
  return OutputOf(options, [&flags](Environment& environment) { return RunMachine(flags, environment); });
}

ui::ApiResponse CpuRequestsAnswer(const PageOptions& options) {
  CpuRequestsFlags flags = options.cpu_requests;
  static_cast<ResponseFlags&>(flags) = FlagsOf(options);
  return OutputOf(options, [&flags](Environment& environment) { return RunCpuRequests(flags, environment); });
}

ui::ApiResponse ClusterAutoscalerAnswer(const PageOptions& options) {
  AutoscalerFlags flags = options.autoscaler;
  static_cast<ResponseFlags&>(flags) = FlagsOf(options);
  return OutputOf(options, [&flags](Environment& environment) { return RunAutoscalerPlan(flags, environment); });
}

// One pass reads the objects of all views, and reads a Node or a Pod only as the first kind that is known.
constexpr objects::KindSet kFoundForCapacity = {objects::ObjectKind::kNode, objects::ObjectKind::kPod};

constexpr ListedKind kLiveCapacity[] = {kListedHostedClusters};
constexpr ListedKind kLiveReplicas[] = {kListedAutoscalers};
constexpr ListedKind kLiveMachines[] = {kListedControlPlaneAutoscalers};
constexpr ListedKind kLiveCpuRequests[] = {kListedInfrastructures};
constexpr ListedKind kLiveClusterAutoscaler[] = {kListedClusterAutoscalers, kListedMachineAutoscalers};

}  // namespace

absl::Span<const VerbView> VerbViews() {
  using objects::Inventory;
  static constexpr VerbView kViews[] = {
      {kCapacityView, "/api/capacity", kFoundForCapacity,
       [](const PageOptions&, const Inventory& files) { return !files.cpu.nodes.empty() && !files.clusters.empty(); },
       kLiveCapacity, true, [](const PageOptions& options) { return CapacityAnswer(options, tree::Node()); }},
      {kReplicasView, "/api/replicas", objects::kReplicaKinds,
       [](const PageOptions&, const Inventory& files) { return !files.replicas.autoscalers.empty(); }, kLiveReplicas,
       true, ReplicasAnswer},
      {"machines", "/api/machines", objects::kMachineKinds,
       [](const PageOptions&, const Inventory& files) { return !files.machines.autoscalers.empty(); }, kLiveMachines,
       false, MachinesAnswer},
      {"cpuRequests", "/api/cpu-requests", objects::kCpuRequestKinds,
       [](const PageOptions& options, const Inventory& files) {
         const bool has_limit = !files.cpu.infrastructures.empty() || !files.cpu.install_configs.empty() ||
                                options.cpu_requests.limit.has_value();
         return has_limit && !files.replicas.workloads.empty();
       },
       kLiveCpuRequests, false, CpuRequestsAnswer},
      {"clusterAutoscaler", "/api/cluster-autoscaler", objects::kAutoscalingKinds,
       [](const PageOptions&, const Inventory& files) {
         return !files.machines.cluster_autoscalers.empty() || !files.machines.machine_autoscalers.empty();
       },
       kLiveClusterAutoscaler, false, ClusterAutoscalerAnswer},
  };
  return kViews;
}

ui::ApiResponse CapacityAnswer(const PageOptions& options, const tree::Node& body) {
  absl::StatusOr<std::vector<std::string>> nodes_like = BodyTexts(body, "nodesLike");
  if (!nodes_like.ok()) return ErrorAnswer(nodes_like.status());
  CapacityFlags flags = {FlagsOf(options).source};
  flags.source.cluster.timeout = kMaxCapacityRead;
  flags.nodes_like = *std::move(nodes_like);
  flags.output = OutputFormat::kJson;
  ConfigurationText read;
  if (const tree::Node* const text = body.Find("yaml"); text != nullptr && !text->is_null()) {
    read = ReadConfigurationText(text->text);
    const absl::StatusOr<const objects::FoundConfiguration*> found = DecidableText(read);
    if (!found.ok()) return ErrorAnswer(found.status());
    flags.with_config = &(*found)->config;
  }
  return OutputOf(options, [&flags](Environment& environment) { return RunCapacity(flags, environment); });
}

ui::ApiResponse RequestsAnswer(const PageOptions& options, const FleetSnapshot& snapshot) {
  if (snapshot.configuration == nullptr) return ErrorAnswer(absl::FailedPreconditionError(snapshot.no_decision));
  return OutputOf(options, [&](Environment& environment) {
    return ProposeFromUsage(options.usage, *options.usage_options, *snapshot.configuration, snapshot.inputs->inventory,
                            environment);
  });
}

ui::ApiResponse SimulateAnswer(const PageOptions& options, const tree::Node& body) {
  absl::StatusOr<std::string> series = BodyText(body, "series");
  if (!series.ok()) return ErrorAnswer(series.status());
  SimulateFlags flags;
  const NamespacedName name = {std::string(tree::TextAt(body, {"namespace"})),
                               std::string(tree::TextAt(body, {"name"}))};
  if (!name.name.empty()) flags.autoscaler = name.Full();
  flags.series = "the series";
  flags.series_text = *std::move(series);
  flags.server = options.server;
  flags.output = OutputFormat::kJson;
  return OutputOf(options, [&](Environment& environment) {
    Inputs inputs;
    const int unread = ReadReplicas(options, inputs, environment);
    return unread != kExitFine ? unread : SimulateReplicas(flags, inputs, environment);
  });
}

}  // namespace cpsizer::cli
