#ifndef CPSIZER_SERVER_RPC_EVENT_ENGINE_H_
#define CPSIZER_SERVER_RPC_EVENT_ENGINE_H_

#include <grpc/event_engine/event_engine.h>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace cpsizer::server {

// Runs the tasks and timers of gRPC on one thread. The EventEngine of gRPC has four threads for them, and a server has
// little to run: one timer for the age of each connection. gRPC 1.51 uses no other function of an EventEngine, so the
// functions for connections and DNS are not supported. Thread-safe. WorkerPool explains why std::mutex is used.
class OneThreadEventEngine final : public grpc_event_engine::experimental::EventEngine {
 public:
  OneThreadEventEngine();
  // Drops the tasks that have not run. Callable on the thread of the engine, because gRPC may release its engine there.
  ~OneThreadEventEngine() override;

  void Run(Closure* closure) override;
  void Run(absl::AnyInvocable<void()> task) override;
  TaskHandle RunAfter(Duration delay, Closure* closure) override;
  TaskHandle RunAfter(Duration delay, absl::AnyInvocable<void()> task) override;
  bool Cancel(TaskHandle handle) override;
  bool IsWorkerThread() override { return std::this_thread::get_id() == thread_.get_id(); }

  absl::StatusOr<std::unique_ptr<Listener>> CreateListener(
      Listener::AcceptCallback on_accept, absl::AnyInvocable<void(absl::Status)> on_shutdown,
      const grpc_event_engine::experimental::EndpointConfig& config,
      std::unique_ptr<grpc_event_engine::experimental::MemoryAllocatorFactory> memory) override;
  ConnectionHandle Connect(OnConnectCallback on_connect, const ResolvedAddress& address,
                           const grpc_event_engine::experimental::EndpointConfig& config,
                           grpc_event_engine::experimental::MemoryAllocator memory, Duration timeout) override;
  bool CancelConnect(ConnectionHandle /*handle*/) override { return false; }
  std::unique_ptr<DNSResolver> GetDNSResolver(const DNSResolver::ResolverOptions& /*options*/) override {
    return nullptr;
  }

 private:
  using Clock = std::chrono::steady_clock;
  // The time of a task and a unique number, so that tasks of the same time run in their order.
  using TaskId = std::pair<Clock::time_point, int64_t>;

  // The state that the thread uses. The state may outlive the engine.
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    std::map<TaskId, absl::AnyInvocable<void()>> tasks;  // guarded by mutex
    int64_t added = 0;                                   // guarded by mutex
    bool stopping = false;                               // guarded by mutex
  };

  static void RunTasks(State& state);

  const std::shared_ptr<State> state_ = std::make_shared<State>();
  std::thread thread_;
};

// Makes gRPC use a OneThreadEventEngine. Must be called before any other function of gRPC.
void UseOneThreadEventEngine();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_EVENT_ENGINE_H_
