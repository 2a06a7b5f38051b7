#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/flag_checks.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/print_error.h"
#include "client/cli/base/verbs.h"
#include "client/cli/input/choose_client.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/object_filter.h"
#include "client/cli/input/report_status.h"
#include "client/cli/input/sources.h"
#include "client/cli/output/show.h"
#include "client/cli/output/structured.h"
#include "client/cli/size/choose_cluster.h"
#include "client/cli/size/cluster_findings.h"
#include "client/cli/size/explanation.h"
#include "client/cli/size/fleet.h"
#include "client/cli/size/fleet_output.h"
#include "client/cli/size/fleet_report.h"
#include "client/cli/size/fleet_rows.h"
#include "client/cli/size/fleet_watch.h"
#include "client/cli/size/policy_note.h"
#include "cpsizer/quantity.h"

namespace cpsizer::cli {
namespace {

struct RecommendFlags : ResponseFlags {
  std::string cluster;
  absl::optional<std::string> memory;
  absl::optional<std::string> cpu;
  std::string current;
  FleetView view;
  absl::optional<objects::SizeBasis> basis;
  bool watch = false;
  DecisionFlags decision;

  bool HasDemand() const { return memory.has_value() || cpu.has_value(); }
  // If a flag selects or sorts clusters, the output is always a list, as in kubectl.
  bool WantsList() const {
    return !view.shows_all() || view.order != FleetOrder::kNamespace || !source.selector.empty();
  }
};

constexpr Choice<FleetOrder> kOrders[] = {
    {"namespace", FleetOrder::kNamespace}, {"name", FleetOrder::kName}, {"size", FleetOrder::kSize},
    {"memory", FleetOrder::kMemory},       {"cpu", FleetOrder::kCpu},   {"headroom", FleetOrder::kHeadroom}};

constexpr Choice<absl::optional<objects::SizeBasis>> kBases[] = {
    {"auto", absl::nullopt}, {"resources", objects::SizeBasis::kResources}, {"nodes", objects::SizeBasis::kNodes}};

// Returns the flag that sets a field of a request for a demand, or an empty text if no single flag sets the field.
absl::string_view DemandFlagOf(absl::string_view field) {
  if (field == "demand.memory") return "--memory";
  return field == "demand.cpu" ? "--cpu" : "";
}

// A number without a unit is in bytes, and is often meant in MiB. No kube-apiserver uses less than 1Mi.
void WarnOfTinyMemory(const std::string& memory, Screen& err) {
  Quantity quantity;
  if (ParseQuantity(memory, quantity) != QuantityError::kNone || quantity.nanos <= 0) return;
  if (quantity.nanos >= Nanos{1024} * 1024 * kNanosPerUnit) return;
  const bool is_number = absl::c_all_of(memory, absl::ascii_isdigit);
  PrintWarning(absl::StrCat("--memory: ", memory, " is less than 1Mi, so the unit is probably wrong; write such as ",
                            is_number ? absl::StrCat(memory, "Mi or ") : "", "20Gi"),
               err);
}

// Makes and prints the decisions of one run. The configuration was already read.
class Recommendation {
 public:
  Recommendation(const RecommendFlags& flags, const ObjectFilter& filter, const Inputs& inputs,
                 const objects::FoundConfiguration& found, Environment& environment, BlockingService& client)
      : flags_(flags),
        filter_(filter),
        inputs_(inputs),
        sources_{found, inputs.inventory.machine_sets},
        environment_(environment),
        client_(client) {}

  // Makes the decision for the demand of the flags.
  int DecideDemand() {
    v1::RecommendSizeRequest request;
    v1::SizeDemand& demand = *request.mutable_demand();
    if (flags_.memory.has_value()) {
      demand.set_memory(*flags_.memory);
      WarnOfTinyMemory(*flags_.memory, environment_.err);
    }
    if (flags_.cpu.has_value()) demand.set_cpu(*flags_.cpu);
    return DecideOne(request, nullptr);
  }

  // Makes the decisions for the hosted clusters.
  int DecideClusters() {
    const absl::StatusOr<absl::Span<const objects::HostedCluster>> clusters =
        ChooseClusters(inputs_, filter_, flags_.cluster);
    if (!clusters.ok()) return PrintError(clusters.status(), kExitUsage, environment_.err);
    const objects::HostedCluster& cluster = clusters->front();
    const bool is_list = clusters->size() > 1 || flags_.WantsList() || flags_.watch;
    if (is_list || !CheckCluster(cluster).ok()) return DecideMany(*clusters);
    v1::RecommendSizeRequest request = RequestFor(cluster);
    SetNow(environment_.now(), request);
    return DecideOne(std::move(request), &cluster);
  }

 private:
  // `cluster` is null if the decision is for a demand.
  int DecideOne(v1::RecommendSizeRequest request, const objects::HostedCluster* cluster) {
    *request.mutable_cluster_sizing_configuration() = sources_.configuration.config;
    *request.mutable_machine_sets() = sources_.MachineSets();
    *request.mutable_options() = flags_.decision.Options();
    if (!flags_.current.empty()) request.set_current_size(flags_.current);
    const std::string name = cluster == nullptr ? "" : ClusterName(*cluster);
    const std::string current =
        cluster == nullptr || !flags_.current.empty() ? request.current_size() : SizeNow(*cluster);
    absl::StatusOr<v1::RecommendSizeResponse> response = client_.Call(&SizingService::RecommendSize, request);
    if (!response.ok()) {
      if (ReportFlags(response.status(), DemandFlagOf, environment_.err)) return kWrongFlags;
      return ReportRefusal(response.status(), sources_, client_, name, environment_.err);
    }
    AddReaderWarnings(sources_.configuration, "", *response->mutable_findings());
    OperatorEffect effect = OperatorEffect::kApplies;
    if (cluster != nullptr) {
      const OperatorRules rules(sources_.configuration.config, environment_.now(), response->findings());
      effect = rules.EffectOn(*cluster);
      UseNodeCount(*cluster, *response);
      AddUnknownOverride(*cluster, rules, *response->mutable_findings());
    }
    if (IsStructured(flags_.output)) {
      nlohmann::ordered_json json;
      if (cluster != nullptr) json = ItemStart(*cluster, effect, response->recommended_size());
      json.update(ToJson(*response));
      PrintStructured(json, flags_.output, environment_.out);
    } else if (flags_.output == OutputFormat::kName) {
      const std::string size = OrDash(response->recommended_size());
      environment_.out.Line(name.empty() ? size : absl::StrCat(name, " ", size));
      ReportWarnings(response->findings(), sources_, name, environment_.err);
    } else {
      const std::string now = current.empty() ? "" : absl::StrCat(" (now ", current, ")");
      const std::string title = absl::StrCat(name.empty() ? "the given demand" : name, now);
      const std::string why = cluster == nullptr ? response->summary() : Why(*cluster, *response, effect);
      PrintExplanation(title, why, *response, effect, flags_.output == OutputFormat::kWide, environment_.out);
    }
    if (PolicyMayMatter()) NotePolicy({DependsOnPolicy(std::move(request), *response, client_)}, environment_.err);
    return std::max(ExitCodeOf(response->findings(), flags_.fail_on),
                    ReportInvalid(response->findings(), sources_, environment_.err));
  }

  int DecideMany(absl::Span<const objects::HostedCluster> clusters) {
    FleetOptions options;
    options.decision = flags_.decision.Options();
    options.view = flags_.view;
    options.output = flags_.output;
    options.fail_on = flags_.fail_on;
    options.policy_may_matter = PolicyMayMatter();
    options.watch = flags_.watch;
    options.basis = flags_.basis;
    FleetTable table(flags_.output == OutputFormat::kWide, environment_.now());
    FleetResponse answer;
    const int exit_code = ReportFleet(options, sources_, clusters, client_, table, environment_, answer);
    if (!flags_.watch || answer.results.empty()) return exit_code;
    FleetWatch watch(options, filter_, flags_.cluster.empty() ? "" : ClusterName(clusters.front()), client_, table,
                     environment_);
    watch.Begin(inputs_, sources_, clusters, answer);
    return RunWatch(flags_.source.cluster, inputs_, watch, environment_);
  }

  bool PolicyMayMatter() const {
    return cli::PolicyMayMatter(flags_.source, flags_.decision.cpu_policy, sources_.configuration.config);
  }

  const RecommendFlags& flags_;
  const ObjectFilter& filter_;
  const Inputs& inputs_;
  const Sources sources_;
  Environment& environment_;
  BlockingService& client_;
};

// If the flags contradict each other, returns an error. If not, returns an empty text.
std::string Contradiction(const RecommendFlags& flags) {
  if (flags.HasDemand() && !flags.cluster.empty()) {
    return absl::StrCat("--memory and --cpu replace a cluster, but ", flags.cluster,
                        " specifies one; leave out these flags, or the cluster");
  }
  if (!flags.current.empty() && !flags.HasDemand() && flags.cluster.empty()) {
    return "--current is the size of one cluster; name that cluster, or give a demand with --memory or --cpu";
  }
  if (flags.watch && (flags.HasDemand() || !flags.source.files.empty())) {
    return "--watch follows a cluster; leave out --watch, or leave out -f, --memory and --cpu";
  }
  if (flags.view.changed && flags.view.held) {
    return "no cluster matches both --changed and --held, because a held cluster keeps its size; leave one of them out";
  }
  if (flags.WantsList() && flags.HasDemand()) {
    return "--changed, --held, --overrides, --sort and --selector are for several clusters, but --memory and --cpu "
           "replace one; "
           "leave one of them out";
  }
  if (flags.WantsList() && !flags.cluster.empty()) {
    return absl::StrCat("--changed, --held, --overrides, --sort and --selector are for several clusters, and ",
                        flags.cluster, " specifies one; leave out these flags, or the cluster");
  }
  return "";
}

int Recommend(RecommendFlags flags, Environment& environment) {
  FlagChecks checks(environment.err);
  checks.Quantity("--memory", flags.memory);
  checks.Quantity("--cpu", flags.cpu);
  if (checks.ok()) checks.Add(Contradiction(flags));
  if (!checks.ok()) return kWrongFlags;
  ChooseNamespace(flags.source, flags.cluster, environment.err);
  const absl::StatusOr<ObjectFilter> filter = ObjectFilter::Make(flags.source, flags.cluster);
  if (!filter.ok()) return PrintError(filter.status(), kWrongFlags, environment.err);
  Inputs inputs;
  const int unread = ReadSource(flags.source, environment.err, inputs);
  if (unread != kExitFine) return unread;
  FilterClusters(*filter, inputs);
  SetBasis(flags.basis, inputs.inventory.clusters);
  const objects::FoundConfiguration* found = TheConfiguration(inputs, environment.err);
  if (found == nullptr) return inputs.exit_code;
  const std::unique_ptr<BlockingService> client = ChooseClient(flags.server, environment.err);
  if (client == nullptr) return kWrongFlags;
  flags.decision.cpu_policy = ChooseCpuPolicy(inputs, flags.decision.cpu_policy, environment.err);
  AddInstalledVpaSettings(inputs, flags.decision.vpa, environment.err);
  Recommendation recommendation(flags, *filter, inputs, *found, environment, *client);
  const int exit_code = flags.HasDemand() ? recommendation.DecideDemand() : recommendation.DecideClusters();
  return std::max(exit_code, inputs.exit_code);
}

}  // namespace

Verb AddRecommend(CLI::App& root) {
  CLI::App* app = root.add_subcommand("recommend", "Decide which size hosted clusters need, and explain why");
  auto flags = std::make_shared<RecommendFlags>();
  AddFleetSource(*app, flags->source, /*several=*/false, "hosted clusters");
  AddText(*app, "CLUSTER", flags->cluster, "", "One hosted cluster, by name or namespace/name; the default is all");
  AddText(*app, "--memory", flags->memory, "QUANTITY",
          "Decide for this memory demand instead of clusters, such as 20Gi");
  AddText(*app, "--cpu", flags->cpu, "QUANTITY", "Decide for this CPU demand instead of clusters, such as 12 or 650m");
  AddText(*app, "--current", flags->current, "SIZE",
          "Current size of the cluster; only with CLUSTER, --memory or --cpu");
  AddSwitch(*app, "--changed", flags->view.changed,
            "Only clusters whose recommended size differs from the current one, and failed decisions");
  AddSwitch(*app, "--held", flags->view.held, "Only clusters that are held at their size, and failed decisions");
  AddSwitch(*app, "--overrides", flags->view.overrides,
            "Only clusters with a size override; -o wide prints which overrides can be removed");
  AddChoice(
      *app, "--sort,--sort-by", kOrders, flags->view.order,
      "Order of the clusters: size with the smallest first, memory and cpu with the largest demand first, headroom "
      "with the least first; the default is namespace, then name");
  AddChoice(
      *app, "--by", kBases, flags->basis,
      "What decides the sizes: resources, or the number of nodes of the NodePools; auto, the default, does what the "
      "operator does with each cluster");
  AddSwitch(*app, "-w,--watch", flags->watch,
            "After the table, print a line for each cluster whose result changes, until the command is interrupted");
  AddDecision(*app, flags->decision);
  AddResponse(*app, *flags);
  app->footer(
      "recommend -f deploy/examples/fleet\n"
      "recommend -f deploy/examples/fleet --memory 20Gi --cpu 12");
  return {app, [flags](Environment& environment) {
            return ForgiveFindings(Recommend(*flags, environment), flags->exit_zero);
          }};
}

}  // namespace cpsizer::cli
