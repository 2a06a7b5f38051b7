#include "client/cli/ui/views/client_pool.h"

#include <sstream>
#include <utility>

#include "absl/status/status.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/choose_client.h"
#include "client/cli/ui/api/api_answer.h"

namespace cpsizer::cli {

absl::StatusOr<ClientPool::Client> ClientPool::Take() {
  std::unique_ptr<BlockingService> client;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!idle_.empty()) {
      client = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (client == nullptr) {
    std::ostringstream printed;
    Screen err(printed, Terminal());
    client = ChooseClient(flags_, err);
    if (client == nullptr) return VerbStatus(kExitCallFailed, printed.str());
  }
  return Client(client.release(), [this](BlockingService* used) {
    const std::lock_guard<std::mutex> lock(mutex_);
    idle_.emplace_back(used);
  });
}

}  // namespace cpsizer::cli
