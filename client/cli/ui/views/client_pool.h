#ifndef CPSIZER_CLIENT_CLI_UI_VIEWS_CLIENT_POOL_H_
#define CPSIZER_CLIENT_CLI_UI_VIEWS_CLIENT_POOL_H_

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "absl/status/statusor.h"
#include "client/cli/base/flags.h"
#include "client/service/blocking_service.h"

namespace cpsizer::cli {

// The clients of the service for requests that run at the same time. There are at most as many as requests.
// Thread-safe. server/process/worker_pool.h explains why std::mutex is used.
class ClientPool {
 public:
  // Returns the client to the pool when it is destroyed.
  using Client = std::unique_ptr<BlockingService, std::function<void(BlockingService*)>>;

  // `flags` must outlive this object.
  explicit ClientPool(const ServerFlags& flags) : flags_(flags) {}

  // Returns a client that no other request uses. It must be destroyed before this object. Errors: Unavailable with the
  // error of ChooseClient().
  absl::StatusOr<Client> Take();

 private:
  const ServerFlags& flags_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<BlockingService>> idle_;  // guarded by mutex_
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_VIEWS_CLIENT_POOL_H_
