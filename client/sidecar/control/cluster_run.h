#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_CLUSTER_RUN_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_CLUSTER_RUN_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/kube/api_client.h"
#include "client/kube/config/identity.h"
#include "client/kube/event_recorder.h"
#include "client/kube/http/event_loop.h"
#include "client/service/sizing_service.h"
#include "client/sidecar/control/counters.h"
#include "client/sidecar/control/leadership.h"
#include "client/sidecar/control/log.h"
#include "client/sidecar/control/options.h"
#include "client/sidecar/control/status_board.h"
#include "client/sidecar/control/work.h"

namespace cpsizer::sidecar {

// Returns how long a run may take to complete writes in flight and to release the lease when it stops. Returns zero in
// observe mode, which has no writes and no lease.
absl::Duration StopTimeout(const Options& options);

// Runs the work of one controller on a cluster. Connects to the API server, reloads certificates, holds the lease in
// enforce mode, and shuts down in order.
//
// Must be used only on one thread, except Ask() and Stop().
class ClusterRun {
 public:
  // `release_memory` returns free memory to the system. Errors: the errors of FindClusterConfig() and CheckEnforce(),
  // and an error if a certificate of the configuration cannot be read.
  static absl::StatusOr<std::unique_ptr<ClusterRun>> Make(const Options& options, const MakeService& make_service,
                                                          const MakeWork& make_work, Log log,
                                                          std::function<void()> release_memory);

  // Runs until Stop() is called, the lease is lost, or this sidecar is not allowed to acquire the lease. Returns the
  // exit code.
  int Run();
  // Makes Run() complete its writes, release the lease and return. Thread-safe.
  void Stop();
  // Calls `put` with the status on the thread of Run() as soon as possible, but not after Run() has returned.
  // Thread-safe.
  void Ask(StatusBoard::Put put);

 private:
  ClusterRun(const Options& options, const kube::ClusterConfig& config, const MakeService& make_service,
             const MakeWork& make_work, Log log, std::function<void()> release_memory);

  kube::HttpOptions HttpOptionsOf();
  void ReleaseMemorySoon();
  absl::Status LoadCertificates();
  // Reloads the certificates, which change on disk. With old certificates, the API server eventually rejects the
  // sidecar, or the sidecar rejects a new certificate of the API server. Therefore this function is called
  // periodically, and after each failed list or watch.
  void ReloadCertificates();
  void ReloadCertificatesPeriodically();
  void Lead();
  void End(int exit_code);
  void StartWhenReady();
  SidecarStatus Status() const;
  bool MayWrite() const;
  void BeginStop();
  void ReleaseLease();
  void EndAfterEvents(absl::Time by);

  const Options options_;
  const std::string server_;
  const std::string origin_;  // the source of the configuration
  const Log log_;
  const std::function<void()> release_memory_;
  kube::Identity identity_;
  kube::EventLoop loop_;
  kube::ApiClient client_;
  Leadership leadership_;
  kube::EventRecorder events_;
  Counters counters_;
  const std::unique_ptr<SizingService> service_;
  const std::unique_ptr<Work> work_;
  bool releasing_ = false;  // true if memory will be released soon
  bool complete_ = false;
  bool stopping_ = false;
  bool ended_ = false;
  int exit_code_ = 0;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_CLUSTER_RUN_H_
