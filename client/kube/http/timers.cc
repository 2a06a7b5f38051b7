#include "client/kube/http/timers.h"

#include <vector>

namespace cpsizer::kube {

Timers::Id Timers::At(absl::Time when, std::function<void()> task) {
  const Id id = ++last_id_;
  tasks_.emplace(Key(when, id), std::move(task));
  times_.emplace(id, when);
  return id;
}

void Timers::Cancel(Id id) {
  const auto it = times_.find(id);
  if (it == times_.end()) return;
  tasks_.erase(Key(it->second, id));
  times_.erase(it);
}

void Timers::RunDue(absl::Time now) {
  std::vector<Key> due;
  for (auto it = tasks_.begin(); it != tasks_.end() && it->first.first <= now; ++it) due.push_back(it->first);
  for (const Key& key : due) {
    const auto it = tasks_.find(key);
    if (it == tasks_.end()) continue;
    const std::function<void()> task = std::move(it->second);
    tasks_.erase(it);
    times_.erase(key.second);
    task();
  }
}

absl::Time Timers::NextDue() const {
  return tasks_.empty() ? absl::InfiniteFuture() : tasks_.begin()->first.first;
}

}  // namespace cpsizer::kube
