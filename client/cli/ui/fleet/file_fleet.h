#ifndef CPSIZER_CLIENT_CLI_UI_FLEET_FILE_FLEET_H_
#define CPSIZER_CLIENT_CLI_UI_FLEET_FILE_FLEET_H_

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/cli/ui/fleet/page_fleet.h"
#include "client/cli/ui/fleet/page_options.h"
#include "client/cli/ui/fleet/page_state.h"
#include "client/service/blocking_service.h"

namespace cpsizer::cli {

// Follows the files of a fleet: reads them again after they have changed, and decides again what has changed.
//
// If a file cannot be read that could be read before, such as one that is half written, the page keeps its data and is
// stale until the files can be read.
class FileFleet {
 public:
  // The time from one check to the next.
  static constexpr absl::Duration kInterval = absl::Seconds(3);

  // `fingerprint` is FingerprintOf() the files before they were read for the snapshot of `state`, which `fleet` has
  // decided. `publish` gets the events of the page. All arguments that are passed by reference must outlive this
  // object. After Start(), only this object may use `fleet` and `client`.
  FileFleet(const PageOptions& options, size_t fingerprint, PageFleet& fleet, PageState& state, BlockingService& client,
            Publish publish);
  // Stops the thread.
  ~FileFleet();
  FileFleet(const FileFleet&) = delete;
  FileFleet& operator=(const FileFleet&) = delete;

  // Starts a thread that calls Check() after each kInterval, and after a longer time if a check takes longer.
  void Start();

  // Reads the files if they have changed since they were last read, or if they could not be read or decided then. Must
  // not be called after Start().
  void Check();

 private:
  void Run();
  // Errors: FailedPrecondition if the files cannot be read; failures of the service.
  absl::Status ReadIfChanged(absl::Time now);

  const PageOptions& options_;
  PageFleet& fleet_;
  BlockingService& client_;
  FleetPublisher publisher_;
  absl::optional<size_t> fingerprint_;  // of the files that the page shows; absent after a failure
  absl::Time current_at_;               // the last time at which the page had the content of the files
  // server/process/worker_pool.h explains why std::mutex is used.
  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stopping_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_FLEET_FILE_FLEET_H_
