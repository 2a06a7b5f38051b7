#include "server/process/hung_process.h"

#include <unistd.h>

#include <chrono>
#include <future>
#include <thread>
#include <utility>

#include "server/process/exit_code.h"
#include "server/process/logging.h"

namespace cpsizer::server {

void EndHungProcess() {
  // Logs on another thread, because writing a log line may block, for example if no process reads the log.
  std::packaged_task<void()> log([] { Log(LogLevel::kError, "shutdown timed out; terminating the process"); });
  const std::future<void> logged = log.get_future();
  std::thread(std::move(log)).detach();
  logged.wait_for(std::chrono::seconds(1));
  _exit(kExitInternal);
}

}  // namespace cpsizer::server
