#include "client/cli/ui/ui_flags.h"

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/flag_checks.h"
#include "client/cli/cluster_autoscaler/autoscaler.h"
#include "client/cli/history/history_source.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/object_filter.h"
#include "client/cli/size/fleet_cost.h"

namespace cpsizer::cli {
namespace {

void AddPageServer(CLI::App& app, ui::PageServerOptions& options) {
  AddText(app, "--listen", options.listen, "ADDRESS",
          "Address to serve the page on; the port 0 means any free port; the default is 127.0.0.1:0. An address that "
          "other machines can reach needs the flags of TLS and --allowed-clients");
  AddPaths(app, "--allowed-host", options.host_names, /*several=*/false,
           "Name that browsers may use for the page in addition to the address, such as one of a proxy, with any port; "
           "NAME:PORT permits only this port; may be repeated")
      .type_name("NAME");
  AddText(app, "--tls-cert-file", options.tls.certificate, "PATH",
          "Certificate to serve with, in PEM, followed by its issuers; reloaded when it changes");
  AddText(app, "--tls-private-key-file", options.tls.private_key, "PATH",
          "Private key of --tls-cert-file, in PEM without a passphrase; reloaded when it changes");
  AddText(app, "--client-ca-file", options.tls.client_ca, "PATH",
          "Certificates of the authorities for client certificates, in PEM");
  AddText(app, "--allowed-clients", options.allowed_clients, "CLIENT,...",
          "Clients that may open the page, by a name in their certificate: uri:NAME or dns:NAME, with at most one *");
}

bool HasHistory(const ReplayFlags& replay) {
  return !replay.history.empty() || replay.prometheus.is_set();
}

void AddUsage(CLI::App& app, FitFlags& flags) {
  AddPaths(app, "--usage-history", flags.replay.history, /*several=*/false,
           "File or folder; may be given several times: the usage of the containers of control planes, as the history "
           "of cpsizer fit --requests, to show and to propose the requests of each size");
  AddRequestDecision(app, "--usage-history", flags.requests);
}

// Reads the flags of AddUsage(). Prints an error and returns false if they cannot be used.
bool ReadUsage(FitFlags flags, PageOptions& options, Environment& environment) {
  FlagChecks checks(environment.err);
  if (flags.replay.history.empty()) {
    const absl::string_view given = GivenRequestFlag(flags.requests);
    if (!given.empty()) checks.Add(absl::StrCat(given, " is for --usage-history; give this flag too, or leave it out"));
    return checks.ok();
  }
  flags.requests.requests = true;
  flags.output = OutputFormat::kJson;
  options.usage = std::move(flags);
  options.usage_options = ReadFitOptions(options.usage, environment.now(), environment.err);
  return options.usage_options.has_value();
}

// Moves the flags that `add` adds into a group of their own in the help.
void AddGroup(CLI::App& app, const std::string& title, absl::FunctionRef<void()> add) {
  const size_t before = app.get_options().size();
  add();
  const std::vector<CLI::Option*> options = app.get_options([](const CLI::Option*) { return true; });
  for (size_t i = before; i < options.size(); ++i) options[i]->group(title);
}

// Returns why the paths cannot be used, or an empty text.
std::string PathProblem(const UiFlags& flags) {
  for (const auto* const paths : {&flags.source.files, &flags.replay.history, &flags.usage.replay.history}) {
    if (absl::c_linear_search(*paths, "-")) {
      return "standard input (-) can be read only once, and the page reads its input again for some views; write a "
             "file";
    }
  }
  return "";
}

// Returns why a time for the views cannot be used, or an empty text.
std::string TimeProblem(const UiFlags& flags) {
  if (flags.machine.now.empty() || !flags.source.files.empty()) return "";
  return absl::StrCat(FlagWithSource("--now", flags.machine.now),
                      ": is for recorded files; leave it out, or read files with -f");
}

}  // namespace

void AddUiFlags(CLI::App& app, UiFlags& flags) {
  flags.source.standard_input = false;
  AddFleetSource(app, flags.source, /*several=*/true, "hosted clusters");
  AddPageServer(app, flags.server);
  AddSwitch(app, "--open", flags.open, "Open the page in the browser of the desktop");
  AddHistoryPaths(app, flags.replay, /*standard_input=*/false);
  AddHistoryOptions(app, flags.replay, /*with_connection=*/false);
  AddGroup(app, "Flags of the view Sizes", [&] { AddUsage(app, flags.usage); });
  AddGroup(app, "Flags of the views Machines and Replicas", [&] { AddMachineDecision(app, flags.machine); });
  AddGroup(app, "Flags of the view CPU requests", [&] { AddCpuDecision(app, flags.cpu_requests); });
  AddGroup(app, "Flags of the view Cluster autoscaler", [&] { AddAutoscalerSettings(app, flags.autoscaler); });
}

absl::optional<PageOptions> ReadPageOptions(UiFlags flags, Environment& environment) {
  FlagChecks checks(environment.err);
  checks.Add(PathProblem(flags));
  if (checks.ok()) checks.Add(CheckSource(flags.source));
  if (checks.ok()) CheckMachineDecision(flags.machine, checks);
  if (checks.ok()) checks.Add(CheckCpuDecision(flags.cpu_requests));
  if (checks.ok()) checks.Add(TimeProblem(flags));
  if (!checks.ok()) return absl::nullopt;
  ChooseNamespace(flags.source, /*named=*/"", environment.err);
  absl::StatusOr<ObjectFilter> filter = ObjectFilter::Make(flags.source, /*named=*/"");
  checks.Add(filter.status());
  absl::StatusOr<NodePrices> prices = ReadPrices(flags.replay.prices);
  checks.Add(prices.status());
  if (!checks.ok()) return absl::nullopt;
  PageOptions options = {std::move(flags.source),
                         *std::move(filter),
                         flags.replay.server,
                         flags.replay.decision.Options(),
                         *std::move(prices),
                         std::move(flags.replay),
                         {},
                         std::move(flags.machine),
                         std::move(flags.cpu_requests),
                         std::move(flags.autoscaler),
                         {},
                         {},
                         environment.now};
  if (!ReadUsage(std::move(flags.usage), options, environment)) return absl::nullopt;
  if (!HasHistory(options.replay)) {
    checks.Add(FlagWithoutHistory(options.replay));
    return checks.ok() ? absl::make_optional(std::move(options)) : absl::nullopt;
  }
  if (!options.replay.prometheus.service.empty()) {
    options.replay.prometheus.cluster.kubeconfig = options.source.cluster.kubeconfig;
    options.replay.prometheus.cluster.context = options.source.cluster.context;
  }
  options.replay_options = ReadReplayOptions(options.replay, environment.now(), environment.err);
  return options.replay_options.has_value() ? absl::make_optional(std::move(options)) : absl::nullopt;
}

}  // namespace cpsizer::cli
