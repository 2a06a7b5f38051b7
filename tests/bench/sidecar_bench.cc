// Measures the cost of cpsizer-sidecar, compared with a usual controller that does the same work. Both controllers run
// on the same fleet and the same real API server, one after the other. Then measures how the cost of the sidecar grows:
// with a tenth of the fleet and with ten times the fleet, on a fake API server.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "tests/bench/controller_figures.h"
#include "tests/bench/fleet.h"
#include "tests/bench/measure_controller.h"
#include "tests/bench/running_controller.h"
#include "tests/bench/size_watch.h"
#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/real_api/manifests.h"
#include "tests/testing/real_api/real_api_server.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tools.h"

namespace cpsizer::bench {
namespace {

using testing::ApiUser;
using testing::FakeApiServer;
using testing::RealApiServer;

constexpr absl::Duration kTimeout = absl::Minutes(2);

struct Options {
  ControllerPrograms programs;
  int clusters = 10'000;
  int changes = 60;
  int idle_seconds = 30;
};

void PrintProgress(const std::string& what) {
  fprintf(stderr, "== %s\n", what.c_str());
}

// Returns the number of events about clusters that exist now.
absl::StatusOr<int64_t> CountEvents(ApiUser& admin) {
  const auto list = admin.Get("/apis/events.k8s.io/v1/namespaces/clusters/events?limit=1");
  if (!list.ok()) return list.status();
  return static_cast<int64_t>(kube::Find(*list, {"items"}).size()) +
         kube::NumberAt(*list, {"metadata", "remainingItemCount"});
}

// A fleet on the real API server. An administrator creates and changes its objects.
class RealBench {
 public:
  RealBench(const Options& options, RealApiServer& server, Fleet fleet)
      : options_(options), server_(server), fleet_(std::move(fleet)), watch_(admin(), fleet_) {}

  absl::Status Create() { return bench::Create(admin(), fleet_); }

  absl::StatusOr<ControllerFigures> Measure(absl::StatusOr<std::unique_ptr<RunningController>> controller) {
    if (!controller.ok()) return controller.status();
    ControllerMeasurement measurement(**controller, fleet_, watch_, admin());
    const absl::StatusOr<int64_t> events = CountEvents(admin());
    absl::Status status = events.status();
    if (status.ok()) status = measurement.Start();
    if (status.ok()) status = measurement.Quiet();
    if (!status.ok()) return status;
    const absl::StatusOr<int64_t> events_after = CountEvents(admin());
    if (!events_after.ok()) return events_after.status();
    measurement.figures().events = *events_after - *events;
    measurement.Idle(absl::Seconds(options_.idle_seconds));
    status = measurement.Changes(options_.changes, [&](int cluster) { return WriteDemand(admin(), fleet_, cluster); });
    if (status.ok()) status = measurement.ConfigurationChange([&] { return WriteConfiguration(admin(), fleet_); });
    if (status.ok()) status = measurement.Stop();
    if (!status.ok()) return status;
    return measurement.figures();
  }

  // Restores the configuration from before the measurement and removes all sizes. The changed demands are kept.
  absl::Status Reset() {
    fleet_.ChangeConfiguration();
    watch_.FleetChanged();
    absl::Status status = WriteConfiguration(admin(), fleet_);
    if (status.ok()) status = ClearSizes(admin(), fleet_);
    if (status.ok()) status = watch_.WaitUntilNoneSized(kTimeout);
    return status;
  }

 private:
  ApiUser& admin() { return server_.admin(); }

  const Options& options_;
  RealApiServer& server_;
  Fleet fleet_;
  SizeWatch watch_;
};

absl::Status Compare(const Options& options) {
  const std::string reason = testing::WhyToolsAreMissing({"kube-apiserver", "etcd"});
  if (!reason.empty()) return absl::FailedPreconditionError(reason);
  PrintProgress("starting kube-apiserver and etcd");
  absl::StatusOr<std::unique_ptr<RealApiServer>> server = RealApiServer::Start();
  if (!server.ok()) return server.status();
  absl::Status status = testing::InstallSidecar(**server);
  if (!status.ok()) return status;
  absl::StatusOr<Fleet> fleet = Fleet::Make(options.clusters);
  if (!fleet.ok()) return fleet.status();
  RealBench bench(options, **server, *std::move(fleet));
  PrintProgress(absl::StrCat("creating ", options.clusters, " hosted clusters, namespaces and VPAs"));
  status = bench.Create();
  if (!status.ok()) return status;
  const std::string kubeconfig = (*server)->SidecarKubeconfig();
  PrintProgress("measuring cpsizer-sidecar");
  const auto ours = bench.Measure(RunningController::StartSidecar(options.programs, kubeconfig));
  if (!ours.ok()) return ours.status();
  status = bench.Reset();
  if (!status.ok()) return status;
  PrintProgress("measuring the peer");
  const auto peer = bench.Measure(RunningController::StartPeer(options.programs, kubeconfig));
  if (!peer.ok()) return peer.status();
  PrintComparison(options.clusters, *ours, *peer);
  return absl::OkStatus();
}

std::string KubeconfigFor(const std::string& url, const testing::TemporaryFolder& folder) {
  const auto named = [](const char* kind, const kube::Json& value) {
    return kube::Json::array({{{"name", "fake"}, {kind, value}}});
  };
  const kube::Json config = {{"apiVersion", "v1"},
                             {"kind", "Config"},
                             {"current-context", "fake"},
                             {"clusters", named("cluster", {{"server", url}})},
                             {"contexts", named("context", {{"cluster", "fake"}})}};
  return folder.Write("kubeconfig", config.dump());
}

absl::StatusOr<ControllerFigures> MeasureOnFakeServer(const Options& options, int clusters) {
  absl::StatusOr<Fleet> fleet = Fleet::Make(clusters);
  if (!fleet.ok()) return fleet.status();
  FakeApiServer server;
  for (const testing::FakeApiKind& kind :
       {testing::HostedClusters(), testing::VerticalPodAutoscalers(), testing::ClusterSizingConfigurations()}) {
    server.InstallKind(kind);
  }
  server.Put(fleet->Configuration());
  for (int cluster = 0; cluster < clusters; ++cluster) {
    server.Put(fleet->Cluster(cluster));
    server.Put(fleet->Vpa(cluster));
  }
  const testing::TemporaryFolder folder;
  const std::string kubeconfig = KubeconfigFor(server.url(), folder);
  const absl::StatusOr<std::unique_ptr<ApiUser>> user = ApiUser::Make(kubeconfig);
  if (!user.ok()) return user.status();
  SizeWatch watch(**user, *fleet);
  const auto controller = RunningController::StartSidecar(options.programs, kubeconfig);
  if (!controller.ok()) return controller.status();
  ControllerMeasurement measurement(**controller, *fleet, watch, **user);
  absl::Status status = measurement.Start();
  if (status.ok()) status = measurement.Quiet();
  if (status.ok()) {
    status = measurement.ConfigurationChange([&] {
      server.Put(fleet->Configuration());
      return absl::OkStatus();
    });
  }
  if (status.ok()) status = measurement.Stop();
  if (!status.ok()) return status;
  return measurement.figures();
}

absl::Status ShowGrowth(const Options& options) {
  std::vector<Growth> growth;
  for (const int clusters : {std::max(options.clusters / 10, 1), 10 * options.clusters}) {
    PrintProgress(
        absl::StrCat("measuring cpsizer-sidecar alone, with ", clusters, " hosted clusters on a fake API server"));
    const absl::StatusOr<ControllerFigures> figures = MeasureOnFakeServer(options, clusters);
    if (!figures.ok()) return figures.status();
    growth.push_back({clusters, *figures});
  }
  PrintGrowth(growth);
  return absl::OkStatus();
}

int Run(const Options& options) {
  absl::Status status = Compare(options);
  if (status.ok()) status = ShowGrowth(options);
  if (status.ok()) return 0;
  fprintf(stderr, "cpsizer_sidecar_bench: %s\n", std::string(status.message()).c_str());
  return 1;
}

}  // namespace
}  // namespace cpsizer::bench

int main(int argc, char** argv) {
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  CLI::App app("Measures cpsizer-sidecar compared with a usual controller.", "cpsizer_sidecar_bench");
  cpsizer::bench::Options options;
  app.add_option("--sidecar", options.programs.sidecar, "cpsizer-sidecar, release build")->required();
  app.add_option("--service", options.programs.service, "cpsizer-server, release build")->required();
  app.add_option("--peer", options.programs.peer, "the controller to compare with")->required();
  app.add_option("--clusters", options.clusters, "hosted clusters on the real API server")
      ->check(CLI::Range(1, 100'000));
  app.add_option("--changes", options.changes, "VPAs that are changed one by one")->check(CLI::Range(1, 1'000));
  app.add_option("--idle-seconds", options.idle_seconds, "how long nothing changes")->check(CLI::Range(1, 3'600));
  CLI11_PARSE(app, argc, argv);
  return cpsizer::bench::Run(options);
}
