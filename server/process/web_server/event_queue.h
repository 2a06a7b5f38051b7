#ifndef CPSIZER_SERVER_PROCESS_WEB_SERVER_EVENT_QUEUE_H_
#define CPSIZER_SERVER_PROCESS_WEB_SERVER_EVENT_QUEUE_H_

#include <deque>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"

namespace cpsizer::server {

// The bytes of a server-sent event. Several connections can share them.
using EventBytes = std::shared_ptr<const std::string>;

// Returns a server-sent event (HTML standard, "Server-sent events"). `name` must not contain a line end.
EventBytes FormatEvent(absl::string_view name, absl::string_view data);

// The events that one connection has not sent yet: at most one event of each name. Not thread-safe.
class EventQueue {
 public:
  // Adds an event at the end. Removes the unsent event of the same name.
  void Push(absl::string_view name, EventBytes bytes);
  // Removes and returns the first event. Returns null if there is no event.
  EventBytes Pop();

 private:
  std::deque<std::pair<std::string, EventBytes>> events_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_WEB_SERVER_EVENT_QUEUE_H_
