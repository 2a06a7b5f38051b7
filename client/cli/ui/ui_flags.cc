#include "client/cli/ui/ui_flags.h"

#include <CLI/CLI.hpp>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "client/cli/base/print_error.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/object_filter.h"
#include "client/cli/size/fleet_cost.h"

namespace cpsizer::cli {
namespace {

void AddPageServer(CLI::App& app, ui::PageServerOptions& options) {
  AddText(app, "--listen", options.listen, "ADDRESS",
          "Address to serve the page on; the port 0 means any free port; the default is 127.0.0.1:0. An address that "
          "other machines can reach needs the flags of TLS and --allowed-clients");
  AddPaths(
      app, "--allowed-host", options.host_names, /*several=*/false,
      "Name that browsers may use for the page in addition to the address, such as one of a proxy; may be repeated")
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

// Returns why the paths cannot be used, or an empty text.
std::string PathProblem(const UiFlags& flags) {
  for (const auto* const paths : {&flags.source.files, &flags.replay.history}) {
    if (absl::c_linear_search(*paths, "-")) {
      return "standard input (-) can be read only once, and the page reads its input again for some views; write a "
             "file";
    }
  }
  return "";
}

}  // namespace

void AddUiFlags(CLI::App& app, UiFlags& flags) {
  AddFleetSource(app, flags.source, /*several=*/true, "hosted clusters");
  AddPageServer(app, flags.server);
  AddSwitch(app, "--open", flags.open, "Open the page in the browser of the desktop");
  AddHistoryPaths(app, flags.replay);
  AddHistoryOptions(app, flags.replay, /*with_connection=*/false);
}

absl::optional<PageOptions> ReadPageOptions(UiFlags flags, Environment& environment) {
  Screen& err = environment.err;
  if (const std::string problem = PathProblem(flags); !problem.empty()) {
    PrintError(problem, err);
    return absl::nullopt;
  }
  if (!IsOneSource(flags.source, err)) return absl::nullopt;
  ChooseNamespace(flags.source, /*named=*/"", err);
  absl::optional<ObjectFilter> filter = ObjectFilter::Make(flags.source, /*named=*/"", err);
  absl::optional<NodePrices> prices = ReadPrices(flags.replay.prices, err);
  if (!filter.has_value() || !prices.has_value()) return absl::nullopt;
  PageOptions options = {std::move(flags.source),
                         *std::move(filter),
                         flags.replay.server,
                         flags.replay.decision.Options(),
                         *std::move(prices),
                         std::move(flags.replay),
                         {},
                         environment.now};
  if (!HasHistory(options.replay)) return options;
  if (!options.replay.prometheus.service.empty()) {
    options.replay.prometheus.cluster.kubeconfig = options.source.cluster.kubeconfig;
    options.replay.prometheus.cluster.context = options.source.cluster.context;
  }
  options.replay_options = ReadReplayOptions(options.replay, environment.now(), err);
  if (!options.replay_options.has_value()) return absl::nullopt;
  return options;
}

}  // namespace cpsizer::cli
