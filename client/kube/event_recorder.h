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

// An event about an object. `kubectl describe` shows it to users.
struct Event {
  bool warning = false;
  std::string reason;  // CamelCase, at most 128 bytes
  std::string action;  // CamelCase, at most 128 bytes
  std::string note;    // one sentence; truncated to 1,024 bytes
  // The object of the event. If the object has no namespace, the event is created in the namespace `default`.
  std::string api_version;
  std::string kind;
  std::string name_space;
  std::string name;
  std::string uid;  // if empty, `kubectl describe` does not show the event
};

// Writes events as events.k8s.io/v1, best effort. Record() does not wait for the API server. Only a few requests for
// events are in flight at the same time. If the same event about the same object, with the same note, occurs again
// within minutes, no new event is created: the count of the existing event increases.
//
// Other writes of the client have priority: an event waits until there was no write for one second, but at most for 30
// seconds. If too many events wait, the oldest events are dropped.
//
// Source: the events recorder of client-go.
class EventRecorder {
 public:
  struct Options {
    std::string controller;  // name of the controller, such as `example.com/name`
    std::string instance;    // name of this process, at most 128 bytes
    std::function<absl::Time()> wall_time = absl::Now;
    // Called when an event could not be written. For logs.
    std::function<void(const absl::Status& status)> failed = [](const absl::Status&) {};
  };

  // Must be destroyed before `loop` and `client`.
  EventRecorder(EventLoop& loop, ApiClient& client, Options options);
  ~EventRecorder();
  EventRecorder(const EventRecorder&) = delete;
  EventRecorder& operator=(const EventRecorder&) = delete;

  void Record(const Event& event);
  // Sends all waiting events now, and later events immediately. For a process that is about to exit.
  void Flush();
  // Returns true if no event waits and no request for an event is in flight.
  bool idle() const { return under_way_ == 0; }

  // Returns the number of dropped events and counts. They are dropped if too many requests wait, or if too many
  // different events have occurred recently.
  int64_t dropped() const { return dropped_; }

 private:
  // An event and its repetitions. The event exists already, or the request that creates the event waits or is in
  // flight.
  struct Series {
    std::string path;  // path of the event in the API
    int64_t count = 1;
    int64_t written = 1;
    absl::Time last;
    bool busy = false;  // true if a request for the event waits or is in flight
  };

  // A request for an event. It is sent again after Unavailable and DeadlineExceeded. This is safe: each event has a
  // unique name, and a patch sets the count to a fixed number.
  struct Delivery {
    std::string key;  // key of the series of the event
    HttpRequest request;
    ApiClient::OnDone done;
    absl::Time sent_by;  // latest time to send the request; until then, the request waits for a pause in the writes
    int tries;           // number of remaining attempts
  };

  void Post(const std::string& key, const Event& event);
  void Deliver(Delivery delivery);
  void SendWaiting();
  void Send(Delivery delivery);
  // Returns the time at which the first waiting request may be sent.
  absl::Time NextTurn() const;
  void Delivered(Delivery delivery, const absl::Status& status);
  void WriteCount(const std::string& key);
  // Writes the counts that have increased. Erases the series whose events have not occurred recently.
  void Sweep();
  // Counts one more request and returns true, if the limits allow one more request. If too many requests are under way,
  // first drops the oldest waiting request and its series.
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
  Timers::Id turn_ = 0;  // timer for the next SendWaiting()
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_EVENT_RECORDER_H_
