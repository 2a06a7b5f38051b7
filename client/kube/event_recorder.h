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

// An event about an object. Users see it with `kubectl describe`.
struct Event {
  bool warning = false;
  std::string reason;  // CamelCase, at most 128 bytes
  std::string action;  // CamelCase, at most 128 bytes
  std::string note;    // one sentence; truncated to 1,024 bytes
  // The object that the event is about. If the object has no namespace, the event is created in `default`.
  std::string api_version;
  std::string kind;
  std::string name_space;
  std::string name;
  std::string uid;  // if it is empty, `kubectl describe` does not show the event
};

// Writes events as events.k8s.io/v1, best effort. Callers do not wait until an event is written. Only a few events are
// sent concurrently. If an event with the same note repeats within minutes, the count of the existing event is
// increased.
//
// Writes of the client have priority over events: an event waits until there was no write for a second, but at most 30
// s. If too many events wait, the oldest events are dropped.
//
// Source: client-go's events recorder.
class EventRecorder {
 public:
  struct Options {
    std::string controller;  // `example.com/name`
    std::string instance;    // the name of this process, at most 128 bytes
    std::function<absl::Time()> wall_time = absl::Now;
    // Called when an event could not be written. For logs.
    std::function<void(const absl::Status& status)> failed = [](const absl::Status&) {};
  };

  // Must not outlive `loop` and `client`.
  EventRecorder(EventLoop& loop, ApiClient& client, Options options);
  ~EventRecorder();
  EventRecorder(const EventRecorder&) = delete;
  EventRecorder& operator=(const EventRecorder&) = delete;

  void Record(const Event& event);
  // Sends all waiting events now. Later events are sent immediately. For a process that is about to exit.
  void Flush();
  // Returns true if there are no waiting events and no requests in flight.
  bool idle() const { return under_way_ == 0; }

  // Returns the number of events that were dropped because too many events were pending.
  int64_t dropped() const { return dropped_; }

 private:
  // An event that was written or is being written, with its repetitions.
  struct Series {
    std::string path;  // the path of the event
    int64_t count = 1;
    int64_t written = 1;
    absl::Time last;
    bool busy = false;  // true while a request for the event is pending
  };

  // A request that is retried if the connection breaks. The retry is safe, because each event has a unique name.
  struct Delivery {
    std::string key;  // the key of the series
    HttpRequest request;
    ApiClient::OnDone done;
    absl::Time sent_by;  // the request is sent at this time, even if there are writes
    int tries;           // remaining attempts
  };

  void Post(const std::string& key, const Event& event);
  void Deliver(Delivery delivery);
  void SendWaiting();
  void Send(Delivery delivery);
  // Returns the time when the next waiting event may be sent.
  absl::Time NextTurn() const;
  void Delivered(Delivery delivery, const absl::Status& status);
  void WriteCount(const std::string& key);
  // Writes the counts that have grown, and erases series without recent events.
  void Sweep();
  // Returns whether one more request is allowed. If too many requests are pending, first drops the oldest waiting event
  // with its series.
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
  Timers::Id turn_ = 0;  // the timer for the waiting events
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_EVENT_RECORDER_H_
