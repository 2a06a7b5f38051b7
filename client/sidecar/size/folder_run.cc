#include "client/sidecar/size/folder_run.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/time/clock.h"
#include "client/kube/quoted.h"
#include "client/sidecar/control/exit_code.h"
#include "client/sidecar/size/dry_run.h"
#include "client/sidecar/size/folder.h"
#include "client/sidecar/size/size_controller.h"

namespace cpsizer::sidecar {
namespace {

using Lines = absl::btree_map<std::string, std::vector<std::string>>;

void Print(const Lines& lines, std::ostream& out) {
  for (const auto& [cluster, sentences] : lines) {
    for (const std::string& sentence : sentences) out << cluster << ": " << sentence << "\n";
  }
  out << std::flush;
}

}  // namespace

int RunOnFolder(const Options& options, const MakeService& make_service, const Log& log, std::ostream& out,
                std::ostream& err) {
  std::error_code error;
  const std::filesystem::directory_iterator readable(options.source_folder, error);
  if (error) {
    err << "cpsizer-sidecar: --source: cannot read the folder " << kube::Quoted(options.source_folder) << ": "
        << error.message() << "; name a folder of YAML and JSON\n";
    return kExitUsage;
  }
  ClusterCache cache;
  const FolderProblems problems = ReadFolder(options.source_folder, cache);
  for (const std::string& error : problems.errors) err << "cpsizer-sidecar: " << error << "\n";
  for (const std::string& warning : problems.warnings) err << "cpsizer-sidecar: warning: " << warning << "\n";

  kube::EventLoop loop({}, absl::Now, [] { return 0.0; });
  const std::unique_ptr<SizingService> service = make_service(loop);
  Counters counters;
  const Dependencies dependencies{{loop, *service, nullptr, nullptr, counters, log, [] { return false; }}, cache};
  SizeController::Options controller_options;
  controller_options.policy = {options.require_topology, options.manage_vpa};
  controller_options.request_options = options.size_options;
  controller_options.enforce = false;
  Lines lines;
  SizeController controller(dependencies, controller_options,
                            [&lines](const HostedCluster& cluster, VpaAction vpa, const SizePlan& size) {
                              lines[KeyOf(cluster)] = DryRunSentences(cluster, vpa, size);
                            });
  controller.Start();
  while (!controller.idle() && counters.service_failures == 0) loop.RunOnce(absl::Seconds(1));
  Print(lines, out);
  if (!out.good()) {
    err << "cpsizer-sidecar: failed to write to standard output\n";
    return kExitInternal;
  }
  if (counters.service_failures > 0) return kExitUnreachable;
  if (!problems.errors.empty()) return kExitUsage;
  return CanDecide(controller.configuration().state()) ? kExitOk : kExitFindings;
}

}  // namespace cpsizer::sidecar
