#include "client/cli/size/recommend.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/base/complain.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/flags.h"
#include "client/cli/input/choose_client.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/report_status.h"
#include "client/cli/input/sources.h"
#include "client/cli/output/progress.h"
#include "client/cli/output/show.h"
#include "client/cli/output/structured.h"
#include "client/cli/size/choose_cluster.h"
#include "client/cli/size/explanation.h"
#include "client/cli/size/fleet.h"
#include "client/cli/size/fleet_output.h"
#include "client/cli/size/policy_note.h"
#include "client/cli/size/report_items.h"

namespace cpsizer::cli {
namespace {

struct RecommendFlags {
  SourceFlags source;
  std::string cluster;
  absl::optional<std::string> memory;
  absl::optional<std::string> cpu;
  std::string current;
  DecisionFlags decision;
  ServerFlags server;
  OutputFormat output = OutputFormat::kTable;
  v1::Severity fail_on = v1::SEVERITY_ERROR;
  bool exit_zero = false;

  bool HasDemand() const { return memory.has_value() || cpu.has_value(); }
};

// The flag that alone sets a field of a request for a demand.
absl::string_view DemandFlagOf(absl::string_view field) {
  if (field == "demand.memory") return "--memory";
  return field == "demand.cpu" ? "--cpu" : "";
}

// One run, once the configuration is known.
class Recommendation {
 public:
  Recommendation(const RecommendFlags& flags, const objects::Inventory& inventory,
                 const objects::FoundConfiguration& found, Environment& environment, BlockingService& client)
      : flags_(flags),
        inventory_(inventory),
        sources_{found, inventory.machine_sets},
        environment_(environment),
        client_(client) {}

  // Decides for the demand of the flags.
  int DecideDemand() {
    v1::RecommendSizeRequest request;
    v1::SizeDemand& demand = *request.mutable_demand();
    if (flags_.memory.has_value()) demand.set_memory(*flags_.memory);
    if (flags_.cpu.has_value()) demand.set_cpu(*flags_.cpu);
    return DecideOne(request, nullptr);
  }

  // Decides for the hosted clusters.
  int DecideClusters() {
    const absl::Span<const objects::HostedCluster> clusters =
        ChooseClusters(inventory_, flags_.cluster, environment_.err);
    if (clusters.empty()) return kExitUsage;
    if (clusters.size() > 1) return DecideMany(clusters);
    return DecideOne(RequestFor(clusters.front()), &clusters.front());
  }

 private:
  // `cluster` is null for a demand.
  int DecideOne(v1::RecommendSizeRequest request, const objects::HostedCluster* cluster) {
    *request.mutable_cluster_sizing_configuration() = sources_.configuration.config;
    *request.mutable_machine_sets() = sources_.MachineSets();
    *request.mutable_options() = flags_.decision.Options();
    if (!flags_.current.empty()) request.set_current_size(flags_.current);
    const std::string name = cluster == nullptr ? "" : ClusterName(*cluster);
    const std::string current = request.current_size();
    const absl::StatusOr<v1::RecommendSizeResponse> response = client_.Call(&SizingService::RecommendSize, request);
    if (!response.ok()) {
      if (ReportFlags(response.status(), DemandFlagOf, environment_.err)) return kExitUsage;
      return ReportRefusal(response.status(), sources_, client_, name, environment_.err);
    }
    if (IsStructured(flags_.output)) {
      PrintStructured(ToJson(*response), flags_.output, environment_.out);
    } else if (flags_.output == OutputFormat::kName) {
      const std::string size = OrDash(response->recommended_size());
      environment_.out.Line(name.empty() ? size : absl::StrCat(name, " ", size));
      ReportWarnings(response->findings(), sources_, name, environment_.err);
    } else {
      const std::string now = current.empty() ? "" : absl::StrCat(" (now ", current, ")");
      const std::string title = absl::StrCat(name.empty() ? "this demand" : name, now);
      const std::string why = cluster == nullptr ? response->summary() : Why(*cluster, *response);
      PrintExplanation(title, why, *response, flags_.output == OutputFormat::kWide, environment_.out);
    }
    if (PolicyMayMatter()) NotePolicy({DependsOnPolicy(std::move(request), *response, client_)}, environment_.err);
    return std::max(FindingsCode(response->findings()), ReportHold(response->findings(), sources_, environment_.err));
  }

  int DecideMany(absl::Span<const objects::HostedCluster> clusters) {
    absl::StatusOr<FleetAnswer> answer = Ask(clusters);
    if (!answer.ok()) {
      return ReportRefusal(answer.status(), sources_, client_, sources_.configuration.file, environment_.err);
    }
    PrintMany(clusters, *answer);
    NotePolicyOf(clusters, *answer);
    int exit_code = std::max(ReportItemErrors(clusters, answer->results, sources_, environment_.err),
                             ReportHold(answer->findings, sources_, environment_.err));
    for (const v1::BatchRecommendSizeResult& result : answer->results) {
      exit_code = std::max(exit_code, FindingsCode(result.response().findings()));
    }
    return exit_code;
  }

  absl::StatusOr<FleetAnswer> Ask(absl::Span<const objects::HostedCluster> clusters) {
    Progress progress(clusters.size(), "clusters", environment_);
    return DecideFleet({sources_, flags_.decision.Options(), clusters}, client_,
                       [&progress](size_t done) { progress.Report(done); });
  }

  bool PolicyMayMatter() const {
    return cli::PolicyMayMatter(flags_.source, flags_.decision.cpu_policy, sources_.configuration.config);
  }

  void NotePolicyOf(absl::Span<const objects::HostedCluster> clusters, const FleetAnswer& answer) {
    if (!PolicyMayMatter()) return;
    std::vector<bool> marks;
    MarkPolicyDependent({sources_, flags_.decision.Options(), clusters}, answer.results, client_, marks);
    NotePolicy(marks, environment_.err);
  }

  void PrintMany(absl::Span<const objects::HostedCluster> clusters, const FleetAnswer& answer) {
    if (IsStructured(flags_.output)) {
      PrintStructured(FleetJson(clusters, answer.results), flags_.output, environment_.out);
      return;
    }
    const bool names_only = flags_.output == OutputFormat::kName;
    if (names_only) {
      PrintFleetNames(clusters, answer.results, environment_.out);
    } else {
      PrintFleetTable(clusters, answer.results, flags_.output == OutputFormat::kWide, environment_.now(),
                      environment_.out);
    }
    ReportWarnings(answer.findings, sources_, sources_.configuration.file, environment_.err);
    ReportItemFindings(clusters, answer.results, sources_, environment_.err);
    if (!names_only) ComplainNote(FleetSummary(answer.results), environment_.err);
  }

  int FindingsCode(const google::protobuf::RepeatedPtrField<v1::Finding>& findings) const {
    const auto counts = [this](const v1::Finding& finding) { return AtLeast(finding.severity(), flags_.fail_on); };
    return std::any_of(findings.begin(), findings.end(), counts) ? kExitFindings : kExitFine;
  }

  const RecommendFlags& flags_;
  const objects::Inventory& inventory_;
  const Sources sources_;
  Environment& environment_;
  BlockingService& client_;
};

int Recommend(RecommendFlags flags, Environment& environment) {
  if (flags.HasDemand() && !flags.cluster.empty()) {
    ComplainError(absl::StrCat("--memory and --cpu stand for a cluster, and ", flags.cluster,
                               " names one; leave one of them out"),
                  environment.err);
    return kExitUsage;
  }
  if (!flags.current.empty() && !flags.HasDemand() && flags.cluster.empty()) {
    ComplainError("--current is the size of one cluster; name that cluster, or give a demand with --memory or --cpu",
                  environment.err);
    return kExitUsage;
  }
  Inputs inputs;
  const int unread = ReadSource(flags.source, environment.err, inputs);
  if (unread != kExitFine) return unread;
  const objects::FoundConfiguration* found = TheConfiguration(inputs, environment.err);
  if (found == nullptr) return inputs.exit_code;
  const std::unique_ptr<BlockingService> client = ChooseClient(flags.server, environment.err);
  if (client == nullptr) return kExitUsage;
  flags.decision.cpu_policy = ChooseCpuPolicy(inputs, flags.decision.cpu_policy, environment.err);
  Recommendation recommendation(flags, inputs.inventory, *found, environment, *client);
  const int exit_code = flags.HasDemand() ? recommendation.DecideDemand() : recommendation.DecideClusters();
  return std::max(exit_code, inputs.exit_code);
}

}  // namespace

Verb AddRecommend(CLI::App& root) {
  CLI::App* app = root.add_subcommand("recommend", "Decide which size hosted clusters need, and say why");
  auto flags = std::make_shared<RecommendFlags>();
  AddSource(*app, flags->source, false);
  AddText(*app, "CLUSTER", flags->cluster, "", "One hosted cluster, by name or namespace/name; the default is all");
  AddText(*app, "--memory", flags->memory, "QUANTITY",
          "Decide for this memory demand instead of clusters, such as 20Gi");
  AddText(*app, "--cpu", flags->cpu, "QUANTITY", "Decide for this CPU demand instead of clusters, such as 12 or 650m");
  AddText(*app, "--current", flags->current, "SIZE", "The size that the cluster has now, with CLUSTER or a demand");
  AddDecision(*app, flags->decision);
  AddServer(*app, flags->server);
  AddOutput(*app, flags->output);
  AddFailOn(*app, flags->fail_on);
  AddExitZero(*app, flags->exit_zero);
  app->footer(
      "recommend -f deploy/examples/fleet\n"
      "recommend -f deploy/examples/fleet --memory 20Gi --cpu 12");
  return {app, [flags](Environment& environment) {
            return ForgiveFindings(Recommend(*flags, environment), flags->exit_zero);
          }};
}

}  // namespace cpsizer::cli
