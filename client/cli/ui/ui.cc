#include <signal.h>
#include <unistd.h>

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
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/print_error.h"
#include "client/cli/base/verbs.h"
#include "client/cli/history/history_source.h"
#include "client/cli/input/choose_client.h"
#include "client/cli/input/file_fingerprint.h"
#include "client/cli/input/inputs.h"
#include "client/cli/output/show.h"
#include "client/cli/size/fleet_cost.h"
#include "client/cli/ui/api/configuration_text.h"
#include "client/cli/ui/fleet/file_fleet.h"
#include "client/cli/ui/fleet/live_fleet.h"
#include "client/cli/ui/fleet/page_fleet.h"
#include "client/cli/ui/fleet/page_options.h"
#include "client/cli/ui/fleet/page_state.h"
#include "client/cli/ui/fleet/page_views.h"
#include "client/cli/ui/open_browser.h"
#include "client/cli/ui/ui_flags.h"
#include "client/cli/ui/views/fleet_page_api.h"
#include "client/kube/config/config_source.h"
#include "client/ui/page_server.h"
#include "server/process/allocator.h"
#include "server/process/listen_address.h"
#include "server/process/stop_signals.h"

namespace cpsizer::cli {
namespace {

// The time after a signal in which requests of the page can end. The process then ends without them: after
// PageServer::kGrace, no page waits for a response.
constexpr std::chrono::seconds kStopTimeout = std::chrono::seconds(5);

std::string SourceName(const PageOptions& options) {
  if (!options.is_live()) return absl::StrJoin(options.source.files, ", ");
  const ClusterFlags& flags = options.source.cluster;
  const absl::StatusOr<kube::ClusterConfig> config =
      kube::FindClusterConfig({flags.kubeconfig, flags.context}, kube::ProcessEnvironment());
  // The cluster was read before. Without its configuration, LiveFleet shows the error.
  return absl::StrCat(
      config.ok() ? absl::StrCat(config->server, ", ", config->origin) : "the cluster of the kubeconfig",
      flags.name_space.empty() ? "" : absl::StrCat(", namespace ", flags.name_space));
}

PageSource SourceOf(const PageOptions& options, const absl::StatusOr<size_t>& fingerprint) {
  if (options.is_live()) return PageSource::kCluster;
  return fingerprint.ok() ? PageSource::kFollowedFiles : PageSource::kFiles;
}

// Returns a line about the objects that are served.
std::string ServedText(const Inputs& inputs, const PageOptions& options, PageSource source, const std::string& name) {
  const size_t clusters = inputs.inventory.clusters.size();
  const bool several = options.source.files.size() > 1;
  return absl::StrCat("serving ", inputs.left_out == 0 ? "" : absl::StrCat(clusters, " of "),
                      Counted(clusters + inputs.left_out, "hosted cluster"),
                      source == PageSource::kCluster ? " of " : " from ", name,
                      source == PageSource::kFiles ? ", read once"
                      : several                    ? ", which are followed"
                                                   : ", which is followed",
                      "; ends with Ctrl-C");
}

// Chooses the settings that the installed sidecar publishes, and prints why. Returns the same as notes of the page.
std::vector<std::string> ChooseSettings(const Inputs& inputs, PageOptions& options, Screen& err) {
  std::ostringstream printed;
  Screen copy(printed, Terminal());
  options.decision.set_cpu_policy(ChooseCpuPolicy(inputs, options.decision.cpu_policy(), copy));
  AddInstalledVpaSettings(inputs, options.decision, copy);
  const std::string text = printed.str();
  err.Raw(text);
  std::vector<std::string> notes;
  for (absl::string_view note : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    absl::ConsumePrefix(&note, "note: ");
    notes.emplace_back(note);
  }
  return notes;
}

// Serves until SIGINT or SIGTERM.
void Serve(ui::PageServer& server, server::StopSignal& stop) {
  std::thread waiter([&] {
    stop.Wait();
    server.Stop();
  });
  server.Run();
  stop.StopWaiting();
  waiter.join();
}

// Opens the page in a browser. Returns the file that the browser reads, which must exist while the page is served.
// Prints a note and returns null if the page was not opened.
std::unique_ptr<RedirectFile> OpenPage(const std::string& url, Screen& err) {
  absl::StatusOr<std::unique_ptr<RedirectFile>> file = RedirectFile::Create(url);
  if (!file.ok()) {
    PrintNote(absl::StrCat("the page was not opened: ", file.status().message(), "; open the URL in a browser"), err);
    return nullptr;
  }
  if (OpenBrowser((*file)->path())) return *std::move(file);
  PrintNote("there is no xdg-open to open the page with; open the URL in a browser", err);
  return nullptr;
}

// Standard output has only the URL, so that scripts can read it. `served` is a line for standard error.
int PrintAndServe(const UiFlags& flags, const std::string& served, ui::PageServer& server, server::StopSignal& stop,
                  Environment& environment) {
  environment.out.Line(server.url());
  if (!environment.out.Flush()) return kExitFine;  // the error is reported later, for all verbs
  if (flags.server.host_names.empty() && !server::NamesLoopback(flags.server.listen)) {
    PrintNote("browsers that use another name than the URL get the status 403; give each name with --allowed-host",
              environment.err);
  }
  environment.err.Line(served);
  const std::unique_ptr<RedirectFile> redirect = flags.open ? OpenPage(server.url(), environment.err) : nullptr;
  Serve(server, stop);
  return kExitFine;
}

// Returns what LiveFleet needs after `inputs` are moved.
Inputs WithoutObjects(const Inputs& inputs) {
  Inputs others;
  others.source = inputs.source;
  others.absent = inputs.absent;
  return others;
}

// A terminal that is closed sends SIGHUP. The page then ends as after SIGTERM, and removes its file with the token.
// Does nothing under nohup.
void EndAtHangUp() {
  struct sigaction present = {};
  if (sigaction(SIGHUP, nullptr, &present) != 0 || present.sa_handler == SIG_IGN) return;
  signal(SIGHUP, [](int) { kill(getpid(), SIGTERM); });
}

// `fingerprint` is that of the files before `inputs` were read, or an error if they cannot be followed.
int ServePage(const UiFlags& flags, PageOptions& options, Inputs inputs, const absl::StatusOr<size_t>& fingerprint,
              Environment& environment) {
  Screen& err = environment.err;
  // Before the first thread is started.
  server::HoldStopSignals();
  EndAtHangUp();
  // Outlives the objects below, whose destructors wait for requests.
  server::StopSignal stop(kStopTimeout, [] { std::_Exit(kExitFine); });
  // Requests on several threads need much memory for a short time.
  server::BoundFreeMemory();
  const std::unique_ptr<BlockingService> client = ChooseClient(options.server, err);
  if (client == nullptr) return kWrongFlags;
  const std::string name = SourceName(options);
  const PageSource source = SourceOf(options, fingerprint);
  PageState state(name, source, ChooseSettings(inputs, options, err));
  FleetPageApi api(options, state);
  const absl::StatusOr<std::unique_ptr<ui::PageServer>> server = ui::PageServer::Make(flags.server, api);
  if (!server.ok()) return PrintError(server.status(), kWrongFlags, err);
  PageFleet fleet(options);
  state.SetViews(TakeViews(options, inputs));
  const Inputs first = WithoutObjects(inputs);
  absl::StatusOr<FleetUpdate> update = fleet.Update(std::move(inputs), *client);
  if (!update.ok()) return PrintError(update.status(), kExitCallFailed, err);
  const std::string served = ServedText(*update->snapshot->inputs, options, source, name);
  if (!update->snapshot->all_left_out.empty()) PrintWarning(update->snapshot->all_left_out, err);
  state.SetSnapshot(std::move(update->snapshot), options.now());
  const auto publish = [&server](absl::string_view event, absl::string_view data) { (*server)->Publish(event, data); };
  std::unique_ptr<LiveFleet> live;
  absl::optional<FileFleet> files;
  if (source == PageSource::kCluster) live = std::make_unique<LiveFleet>(options, first, fleet, state, publish);
  if (source == PageSource::kFollowedFiles) {
    files.emplace(options, *fingerprint, fleet, state, *client, publish);
    files->Start();
  }
  return PrintAndServe(flags, served, **server, stop, environment);
}

// Returns an error if a price is not for a size of the configuration. The sizes of a configuration that does not decide
// are not known.
absl::Status CheckPagePrices(const PageOptions& options, const Inputs& inputs) {
  const std::vector<objects::FoundConfiguration>& found = inputs.inventory.configurations;
  if (found.size() != 1 || objects::FirstReaderError(found.front()) != nullptr) return absl::OkStatus();
  return CheckPrices(options.prices, found.front().config, found.front().config);
}

int RunUi(const UiFlags& flags, Environment& environment) {
  absl::optional<PageOptions> options = ReadPageOptions(flags, environment);
  if (!options.has_value()) return kWrongFlags;
  // Before the files are read, so that a change while they are read is noticed.
  const absl::StatusOr<size_t> fingerprint = FingerprintOf(options->source.files);
  Inputs inputs;
  const int unread = ReadPageInputs(*options, environment.err, inputs);
  if (unread != kExitFine) return unread;
  // The page shows a configuration that cannot be read, so that it can be corrected there.
  const objects::Inventory& read = inputs.inventory;
  if (NothingCouldBeRead(read) && !UnreadableDocument(read.problems).has_value()) return kExitUsage;
  if (const absl::Status status = CheckPagePrices(*options, inputs); !status.ok()) {
    return PrintError(status, kWrongFlags, environment.err);
  }
  if (options->replay_options.has_value()) {
    const int wrong = HistorySource(options->replay, inputs.inventory, *options->replay_options).Check(environment);
    if (wrong != kExitFine) return wrong;
  }
  if (options->usage_options.has_value()) {
    const FitFlags& usage = options->usage;
    const int wrong = HistorySource(usage.replay, inputs.inventory, options->usage_options->replay).Check(environment);
    if (wrong != kExitFine) return wrong;
  }
  return ServePage(flags, *options, std::move(inputs), fingerprint, environment);
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
