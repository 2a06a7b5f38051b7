#ifndef CPSIZER_CLIENT_KUBE_REFLECTOR_H_
#define CPSIZER_CLIENT_KUBE_REFLECTOR_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/kube/api_client.h"
#include "client/kube/http/backoff.h"
#include "client/kube/http/event_loop.h"
#include "client/kube/list_page.h"
#include "client/kube/watch_decoder.h"
#include "client/tree/node.h"

namespace cpsizer::kube {

// Follows the objects of a resource: lists the objects in pages, then watches for changes. Continues after each error,
// with a delay after each failure.
//
// If a watch has received events and ended at its timeout, the reflector watches again from the last resourceVersion.
// If a watch ended in another way, the reflector relists, because the API server may have been restored from a backup.
// After a restore, the API server may accept the last resourceVersion, but the watch would not deliver changes with
// lower resourceVersions.
// Until the new list is complete, the reflector is out of sync: objects that it reported earlier may have changed.
//
// Sources: the reflector of client-go; the observed behavior of a real API server.
class Reflector {
 public:
  struct Callbacks {
    // A list begins. The caller must discard the objects of an earlier list that is not complete.
    std::function<void()> list_begins;
    std::function<void(tree::Node object)> listed;
    // The list is complete. Objects that are not in the list do not exist any more.
    std::function<void()> list_ends;
    // The list exceeds a limit and will not be complete. The caller must discard the objects of the list to free
    // memory.
    std::function<void()> list_abandoned = [] {};
    std::function<void(tree::Node object)> changed;  // for an object that was added or modified
    std::function<void(tree::Node object)> deleted;
    // Called after each object. If `check` returns an error, for example for too many objects, the list or the watch
    // ends.
    std::function<absl::Status()> check = [] { return absl::OkStatus(); };
    // An object was ignored, because its name or namespace cannot be part of a path. Called at most once per list.
    std::function<void(const absl::Status& status)> refused = [](const absl::Status&) {};
    // The reflector is out of sync until the next list is complete.
    std::function<void()> lost = [] {};
    // A request or a watch failed. For logs and metrics.
    std::function<void(const absl::Status& status)> failed;
  };

  // Starts immediately. Must be destroyed before `loop` and `client`.
  Reflector(EventLoop& loop, ApiClient& client, Resource resource, Callbacks callbacks);
  ~Reflector();
  Reflector(const Reflector&) = delete;
  Reflector& operator=(const Reflector&) = delete;

  // Cancels requests in flight and relists now. If the API server requested a delay, relists after the delay. Must not
  // be called from the callbacks.
  void Relist();
  // Must be called when the API server responds again. If the last list failed, lists again as soon as the API server
  // permits. Does nothing after an error that usually lasts long, such as a missing CRD, and does nothing after a
  // failed watch. Must not be called from the callbacks.
  void RetryNow();
  // Must be called when connections may have been lost without a notification. If a watch is open, opens it again after
  // its last event. Must not be called from the callbacks.
  void ReopenWatch();

 private:
  // Requests the first page, or the whole list if `in_pages` is false.
  void List(bool in_pages = true);
  void GetPage(const std::string& continue_token, bool in_pages);
  void TakePage(absl::StatusOr<std::string> bytes, const std::string& continue_token, bool in_pages);
  absl::Status TakeListed(tree::Node object);
  void FailList(const absl::Status& status);
  // Returns whether the object may be reported: its name and its namespace must be valid as parts of a path.
  bool Admit(const tree::Node& object);
  void Watch();
  void TakeBytes(absl::string_view bytes);
  void TakeEvent(WatchEvent event);
  // Handles the end of the watch. `status` is OK if the API server ended the watch.
  void EndWatch(const absl::Status& status);
  void CloseWatch();
  void RestartSilenceTimer();

  void Fail(const absl::Status& status);
  void ListAfter(absl::Duration wait);
  void ListAfterFailure(const absl::Status& status, Backoff& backoff);

  EventLoop& loop_;
  ApiClient& client_;
  const Resource resource_;
  const Callbacks callbacks_;
  // The requests in flight share this value. False if their responses must be ignored.
  std::shared_ptr<bool> wanted_ = std::make_shared<bool>(true);
  Backoff list_backoff_;   // for failed lists
  Backoff watch_backoff_;  // for failed watches
  std::string resource_version_;
  Timers::Id waiting_ = 0;
  absl::Time not_before_ = absl::InfinitePast();  // end of the last delay that the API server requested
  absl::Time may_list_ = absl::InfiniteFuture();  // after a failed list: time from which RetryNow() may list
  size_t objects_ = 0;                            // number of objects of the current list
  size_t pages_ = 0;
  bool refused_ = false;  // true if the current list or its watch contained an object that was ignored

  // The members below are about the open watch.
  absl::optional<HttpLoop::Id> watch_;
  absl::optional<WatchDecoder> decoder_;
  absl::Status watch_error_;
  absl::Time opened_;
  absl::Duration requested_duration_;  // duration in the watch request
  int events_ = 0;                     // number of events, including bookmarks
  int bookmarks_ = 0;
  Timers::Id silence_ = 0;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_REFLECTOR_H_
