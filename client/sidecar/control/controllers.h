#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_CONTROLLERS_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_CONTROLLERS_H_

#include <cstdint>
#include <memory>
#include <ostream>

#include "absl/types/span.h"
#include "client/sidecar/control/kind_options.h"
#include "client/sidecar/control/log.h"
#include "client/sidecar/control/work.h"
#include "server/process/metric_family.h"

namespace cpsizer::sidecar {

struct Options;

template <typename Kind>
std::shared_ptr<KindOptions> MakeKindOptions() {
  return std::make_shared<Kind>();
}

// The number of objects of one round.
enum class RoundScope : uint8_t { kOne, kAll, kMany };

// The description of a controller. Each controller has one in its folder, at the end of the file of its Work. The texts
// are parts of sentences: --help contains `does` and `controls`, and the help of metrics contains the others.
struct ControllerInfo {
  const char* name;      // value of --controller
  const char* label;     // value of the label `controller` of metrics; --controller accepts it too
  const char* objects;   // JSON key in /statusz for the number of objects
  const char* does;      // such as `scales the targets of HorizontalPodAutoscalers`
  const char* controls;  // such as `the replicas of the targets of HorizontalPodAutoscalers`
  const char* cached;    // the objects in the caches
  const char* outcomes;  // values of the label `outcome`
  // Additional values of the label `agreement`, with their meanings.
  const char* agreements = "";
  const char* disagrees = "";  // the meaning of the agreement `disagree`; empty if it needs no explanation
  const char* contended = "";  // the objects in contention; empty if contention is not detected
  // Values of the label `kind` of writes that no controller before this one in the list has.
  const char* writes = "";
  const char* more_writes = "";  // a sentence about other values
  RoundScope scope;
  // The defaults of --leader-elect-resource-name, --kube-api-qps and --kube-api-burst.
  const char* lease;
  int kube_api_qps = 20;
  int kube_api_burst = 40;
  bool has_machine_namespace = false;  // the controller has --machine-namespace
  bool has_sync_period = false;        // the controller has --sync-period
  // A command that can decide the objects of a folder. Empty if `run_on_folder` is set.
  const char* instead = "";

  std::shared_ptr<KindOptions> (*make_options)() = MakeKindOptions<KindOptions>;
  std::unique_ptr<Work> (*make_work)(const Options& options, const Work::Context& context);
  // Decides the objects of a folder (--source=dir:). Prints what the sidecar would write, and returns the exit code.
  int (*run_on_folder)(const Options& options, const MakeService& make_service, const Log& log, std::ostream& out,
                       std::ostream& err) = nullptr;
  // Returns the metrics that only this controller has.
  absl::Span<const server::MetricInfo> (*metrics)() = [] { return absl::Span<const server::MetricInfo>(); };
};

// Returns the list of all controllers, which is in client/sidecar/controllers.cc. The first one is the default of
// --controller.
absl::Span<const ControllerInfo* const> Controllers();

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_CONTROLLERS_H_
