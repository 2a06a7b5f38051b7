#include "server/rpc/event_engine.h"

#include <algorithm>

namespace cpsizer::server {

using grpc_event_engine::experimental::EndpointConfig;
using grpc_event_engine::experimental::EventEngine;
using grpc_event_engine::experimental::MemoryAllocator;
using grpc_event_engine::experimental::MemoryAllocatorFactory;

OneThreadEventEngine::OneThreadEventEngine() : thread_([state = state_] { RunTasks(*state); }) {}

OneThreadEventEngine::~OneThreadEventEngine() {
  {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    state_->stopping = true;
  }
  state_->changed.notify_one();
  if (IsWorkerThread()) {
    thread_.detach();
  } else {
    thread_.join();
  }
}

void OneThreadEventEngine::Run(Closure* closure) {
  RunAfter(Duration::zero(), closure);
}

void OneThreadEventEngine::Run(absl::AnyInvocable<void()> task) {
  RunAfter(Duration::zero(), std::move(task));
}

EventEngine::TaskHandle OneThreadEventEngine::RunAfter(Duration delay, Closure* closure) {
  return RunAfter(delay, [closure] { closure->Run(); });
}

EventEngine::TaskHandle OneThreadEventEngine::RunAfter(Duration delay, absl::AnyInvocable<void()> task) {
  // The maximum delay is far below the largest time of the clock.
  constexpr Duration kMaxDelay = std::chrono::hours(24 * 365);
  const Clock::time_point time = Clock::now() + std::min(std::max(delay, Duration::zero()), kMaxDelay);
  TaskId id;
  {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    id = {time, ++state_->added};
    state_->tasks.emplace(id, std::move(task));
  }
  state_->changed.notify_one();
  return {{static_cast<intptr_t>(time.time_since_epoch().count()), static_cast<intptr_t>(id.second)}};
}

bool OneThreadEventEngine::Cancel(TaskHandle handle) {
  const TaskId id(Clock::time_point(Clock::duration(handle.keys[0])), handle.keys[1]);
  absl::AnyInvocable<void()> cancelled;  // destroyed after the lock is released, because it may use this engine
  const std::lock_guard<std::mutex> lock(state_->mutex);
  const auto task = state_->tasks.find(id);
  if (task == state_->tasks.end()) return false;
  cancelled = std::move(task->second);
  state_->tasks.erase(task);
  return true;
}

void OneThreadEventEngine::RunTasks(State& state) {
  std::unique_lock<std::mutex> lock(state.mutex);
  while (!state.stopping) {
    if (state.tasks.empty()) {
      state.changed.wait(lock);
    } else if (const Clock::time_point next = state.tasks.begin()->first.first; next > Clock::now()) {
      state.changed.wait_until(lock, next);
    } else {
      absl::AnyInvocable<void()> task = std::move(state.tasks.begin()->second);
      state.tasks.erase(state.tasks.begin());
      lock.unlock();
      task();
      task = nullptr;  // not under the lock, because it may use this engine
      lock.lock();
    }
  }
}

absl::StatusOr<std::unique_ptr<EventEngine::Listener>> OneThreadEventEngine::CreateListener(
    Listener::AcceptCallback /*on_accept*/, absl::AnyInvocable<void(absl::Status)> /*on_shutdown*/,
    const EndpointConfig& /*config*/, std::unique_ptr<MemoryAllocatorFactory> /*memory*/) {
  return absl::UnimplementedError("this EventEngine does not listen");
}

EventEngine::ConnectionHandle OneThreadEventEngine::Connect(OnConnectCallback on_connect,
                                                            const ResolvedAddress& /*address*/,
                                                            const EndpointConfig& /*config*/,
                                                            MemoryAllocator /*memory*/, Duration /*timeout*/) {
  Run([on_connect = std::move(on_connect)]() mutable {
    on_connect(absl::UnimplementedError("this EventEngine does not connect"));
  });
  return {};
}

void UseOneThreadEventEngine() {
  grpc_event_engine::experimental::SetEventEngineFactory([] { return std::make_unique<OneThreadEventEngine>(); });
}

}  // namespace cpsizer::server
