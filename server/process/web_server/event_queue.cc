#include "server/process/web_server/event_queue.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace cpsizer::server {

EventBytes FormatEvent(absl::string_view name, absl::string_view data) {
  std::string bytes = absl::StrCat("event: ", name, "\n");
  for (const absl::string_view line : absl::StrSplit(data, absl::ByAnyChar("\r\n"))) {
    absl::StrAppend(&bytes, "data: ", line, "\n");
  }
  bytes += "\n";
  return std::make_shared<const std::string>(std::move(bytes));
}

void EventQueue::Push(absl::string_view name, EventBytes bytes) {
  events_.erase(
      std::remove_if(events_.begin(), events_.end(), [name](const auto& event) { return event.first == name; }),
      events_.end());
  events_.emplace_back(std::string(name), std::move(bytes));
}

EventBytes EventQueue::Pop() {
  if (events_.empty()) return nullptr;
  EventBytes bytes = std::move(events_.front().second);
  events_.pop_front();
  return bytes;
}

}  // namespace cpsizer::server
