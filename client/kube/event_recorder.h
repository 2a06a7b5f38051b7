#ifndef CPSIZER_CLIENT_KUBE_EVENT_RECORDER_H_
#define CPSIZER_CLIENT_KUBE_EVENT_RECORDER_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "absl/container/btree_map.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "client/kube/api_client.h"
#include "client/kube/http/event_loop.h"

namespace cpsizer::kube {

// An event about an object, for users of `kubectl describe`.
struct Event {
  bool warning = false;
  std::string reason;  // CamelCase, at most 128 bytes
  std::string action;  // CamelCase, at most 128 bytes
  std::string note;    // one sentence; truncated to 1,024 bytes
  // The object. The event of an object without namespace goes to `default`.
  std::string api_version;
  std::string kind;
  std::string name_space;
  std::string name;
  std::string uid;  // without it `kubectl describe` does not show the event
};

// Writes events as events.k8s.io/v1, best effort: the caller does not wait for them, and few are sent concurrently. An
// event that repeats within minutes, with the same note, increases the count of the existing event.
//
// Writes of the client have priority over events: events wait until there was no write for a second, but at most 30 s.
// If too many wait, the oldest ones are dropped.
//
// Source: client-go's events recorder.
class EventRecorder {
 public:
  struct Options {
    std::string controller;  // `example.com/name`
    std::string instance;    // of this process, at most 128 bytes
    std::function<absl::Time()> wall_time = absl::Now;
    // An event that could not be written. For logs.
    std::function<void(const absl::Status& status)> failed = [](const absl::Status&) {};
  };

  // Must not outlive `loop` and `client`.
  EventRecorder(EventLoop& loop, ApiClient& client, Options options);
  ~EventRecorder();
  EventRecorder(const EventRecorder&) = delete;
  EventRecorder& operator=(const EventRecorder&) = delete;

  void Record(const Event& event);
  // Sends waiting events now, and later events at once: the process is about to exit.
  void Flush();
  // Returns true if there are no waiting events and no requests in flight.
  bool idle() const { return under_way_ == 0; }

  // The number of events that were dropped because too many were pending.
  int64_t dropped() const { return dropped_; }

 private:
  // An event that is written or being written.
  struct Series {
    std::string path;  // of the event
    int64_t count = 1;
    int64_t written = 1;
    absl::Time last;
    bool busy = false;  // a request for it is pending
  };

  // A request that is retried if the connection breaks, which is safe because each event has a unique name.
  struct Delivery {
    std::string key;  // of its series
    HttpRequest request;
    ApiClient::OnDone done;
    absl::Time sent_by;  // it waits for writes until then
    int tries;           // remaining attempts
  };

  void Post(const std::string& key, const Event& event);
  void Deliver(Delivery delivery);
  void SendWaiting();
  void Send(Delivery delivery);
  // When the next waiting event may be sent.
  absl::Time NextTurn() const;
  void Delivered(Delivery delivery, const absl::Status& status);
  void WriteCount(const std::string& key);
  // Writes the counts that have grown, and forgets series without recent events.
  void Sweep();
  // Returns whether there is room for one more request. If too many requests are pending, it first drops the oldest
  // waiting event with its series.
  bool Admit();
  void DropOldest();

  EventLoop& loop_;
  ApiClient& client_;
  const Options options_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  absl::btree_map<std::string, Series> series_;
  size_t under_way_ = 0;
  std::deque<Delivery> waiting_;
  size_t sending_ = 0;
  bool flushing_ = false;
  int64_t dropped_ = 0;
  int64_t serial_ = 0;
  Timers::Id sweep_ = 0;
  Timers::Id turn_ = 0;  // for the waiting events
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_EVENT_RECORDER_H_
