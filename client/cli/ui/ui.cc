#include "client/cli/ui/ui.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/print_error.h"
#include "client/cli/input/choose_client.h"
#include "client/cli/input/inputs.h"
#include "client/cli/ui/fleet_page_api.h"
#include "client/cli/ui/live_fleet.h"
#include "client/cli/ui/open_browser.h"
#include "client/cli/ui/page_fleet.h"
#include "client/cli/ui/page_options.h"
#include "client/cli/ui/page_state.h"
#include "client/cli/ui/page_views.h"
#include "client/cli/ui/ui_flags.h"
#include "client/ui/page_server.h"
#include "server/process/stop_signals.h"

namespace cpsizer::cli {
namespace {

// The time after a signal in which requests of the page can end. The process then ends without them.
constexpr std::chrono::seconds kStopTimeout = std::chrono::seconds(10);

std::string SourceName(const PageOptions& options) {
  if (!options.is_live()) return absl::StrJoin(options.source.files, ", ");
  const ClusterFlags& cluster = options.source.cluster;
  return absl::StrCat(cluster.context.empty() ? "the cluster of the kubeconfig"
                                              : absl::StrCat("the cluster of the context ", cluster.context),
                      cluster.name_space.empty() ? "" : absl::StrCat(", namespace ", cluster.name_space));
}

// Chooses the CPU policy, and prints why. Returns the same as a note of the page.
std::vector<std::string> ChoosePolicy(const Inputs& inputs, PageOptions& options, Screen& err) {
  std::ostringstream printed;
  Screen copy(printed, Terminal());
  options.decision.set_cpu_policy(ChooseCpuPolicy(inputs, options.decision.cpu_policy(), copy));
  const std::string text = printed.str();
  err.Raw(text);
  absl::string_view note = absl::StripSuffix(text, "\n");
  absl::ConsumePrefix(&note, "note: ");
  return note.empty() ? std::vector<std::string>() : std::vector<std::string>{std::string(note)};
}

// Serves until SIGINT or SIGTERM.
void Serve(ui::PageServer& server) {
  server::StopSignal stop(kStopTimeout, [] { std::_Exit(kExitFine); });
  std::thread waiter([&] {
    stop.Wait();
    server.Stop();
  });
  server.Run();
  stop.StopWaiting();
  waiter.join();
}

// The names of clusters, files and errors are on the page, so that only the URL is printed.
int PrintAndServe(const UiFlags& flags, ui::PageServer& server, Environment& environment) {
  environment.out.Line(server.url());
  if (!environment.out.Flush()) return kExitFine;  // the error is reported later, for all verbs
  if (flags.open && !OpenBrowser(server.url())) {
    PrintNote("there is no xdg-open to open the page with; open the URL in a browser", environment.err);
  }
  Serve(server);
  return kExitFine;
}

int ServePage(const UiFlags& flags, PageOptions& options, Inputs inputs, Environment& environment) {
  Screen& err = environment.err;
  // Before the first thread is started.
  server::HoldStopSignals();
  const std::unique_ptr<BlockingService> client = ChooseClient(options.server, err);
  if (client == nullptr) return kWrongFlags;
  PageState state(SourceName(options), options.is_live(), ChoosePolicy(inputs, options, err));
  FleetPageApi api(options, state);
  const absl::StatusOr<std::unique_ptr<ui::PageServer>> server = ui::PageServer::Make(flags.server, api);
  if (!server.ok()) {
    PrintError(server.status().message(), err);
    return kWrongFlags;
  }
  PageFleet fleet(options);
  Inputs first;  // what LiveFleet needs after the inputs are moved
  first.source = inputs.source;
  first.absent = inputs.absent;
  absl::StatusOr<FleetUpdate> update = fleet.Update(std::move(inputs), *client);
  if (!update.ok()) {
    PrintError(update.status().message(), err);
    return kExitCallFailed;
  }
  state.SetSnapshot(std::move(update->snapshot), options.now());
  state.SetViews(ViewsWithData(options));
  std::unique_ptr<LiveFleet> live;
  if (options.is_live()) {
    live = std::make_unique<LiveFleet>(
        options, first, fleet, state,
        [&server](absl::string_view event, absl::string_view data) { (*server)->Publish(event, data); });
  }
  return PrintAndServe(flags, **server, environment);
}

int RunUi(const UiFlags& flags, Environment& environment) {
  absl::optional<PageOptions> options = ReadPageOptions(flags, environment);
  if (!options.has_value()) return kWrongFlags;
  Inputs inputs;
  const int unread = ReadSource(options->source, environment.err, inputs);
  if (unread != kExitFine) return unread;
  return ServePage(flags, *options, std::move(inputs), environment);
}

}  // namespace

Verb AddUi(CLI::App& root) {
  CLI::App* app = root.add_subcommand("ui", "Serve a page about hosted clusters for a browser, and print its URL");
  auto flags = std::make_shared<UiFlags>();
  AddUiFlags(*app, *flags);
  app->footer(
      "ui -f deploy/examples/fleet\n"
      "ui -f deploy/examples/fleet --history deploy/examples/history/recommendations.csv --price small=0.42 --price "
      "medium=0.84 --price large=1.68");
  return {app, [flags](Environment& environment) { return RunUi(*flags, environment); }};
}

}  // namespace cpsizer::cli
