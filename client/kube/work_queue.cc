#include "client/kube/work_queue.h"

#include <algorithm>
#include <utility>

namespace cpsizer::kube {

void WorkQueue::Add(const std::string& key, Priority priority) {
  waiting_.erase(key);
  const auto [it, added] = states_.try_emplace(key);
  State& state = it->second;
  if (added) {
    ++size_;
    Queue(key, state, priority);
  } else if (state == State::kQueuedInitially && priority == Priority::kLive) {
    Queue(key, state, priority);
  } else if (state == State::kWorkedOn) {
    state = State::kWorkedOnAndAdded;
  }
}

void WorkQueue::Queue(const std::string& key, State& state, Priority priority) {
  const bool live = priority == Priority::kLive;
  state = live ? State::kQueued : State::kQueuedInitially;
  (live ? live_ : initial_).push_back(key);
}

void WorkQueue::AddAt(const std::string& key, absl::Time when) {
  const auto state = states_.find(key);
  if (state != states_.end() && state->second != State::kWorkedOn) return;
  const auto [it, added] = waiting_.try_emplace(key, when);
  if (!added) {
    if (it->second <= when) return;
    it->second = when;
  }
  delayed_.push({when, key});
}

void WorkQueue::Retry(const std::string& key, absl::Time now, double random, absl::Duration at_least) {
  constexpr int kMostDoublings = 20;
  const int failures = std::min(failures_[key]++, kMostDoublings);
  const absl::Duration step = std::min(options_.first_retry * (int64_t{1} << failures), options_.longest_retry);
  AddAt(key, now + std::max(step * (1 + random), at_least));
}

void WorkQueue::Remove(const std::string& key) {
  waiting_.erase(key);
  failures_.erase(key);
  const auto it = states_.find(key);
  if (it == states_.end() || it->second == State::kWorkedOn || it->second == State::kWorkedOnAndAdded) return;
  states_.erase(it);
  --size_;
  if (!states_.empty()) return;
  // Frees memory, because a container that becomes empty does not free its memory.
  states_ = {};
  live_ = {};
  initial_ = {};
}

absl::optional<std::string> WorkQueue::Take(absl::Time now) {
  AddDue(now);
  for (const auto& [queue, queued] : {std::make_pair(&live_, State::kQueued), {&initial_, State::kQueuedInitially}}) {
    while (!queue->empty()) {
      std::string key = std::move(queue->front());
      queue->pop_front();
      const auto it = states_.find(key);
      if (it == states_.end() || it->second != queued) continue;
      it->second = State::kWorkedOn;
      --size_;
      return key;
    }
  }
  return absl::nullopt;
}

void WorkQueue::Done(const std::string& key) {
  const auto it = states_.find(key);
  if (it == states_.end()) return;
  const bool again = it->second == State::kWorkedOnAndAdded;
  states_.erase(it);
  if (again) Add(key);
}

absl::Time WorkQueue::NextDue() const {
  if (size_ > 0) return absl::InfinitePast();
  return delayed_.empty() ? absl::InfiniteFuture() : delayed_.top().when;
}

void WorkQueue::AddDue(absl::Time now) {
  while (!delayed_.empty() && delayed_.top().when <= now) {
    const DelayedKey due = delayed_.top();
    delayed_.pop();
    const auto it = waiting_.find(due.key);
    if (it != waiting_.end() && it->second == due.when) Add(due.key);
  }
}

}  // namespace cpsizer::kube
