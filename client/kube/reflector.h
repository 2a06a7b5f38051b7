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
// After a watch that ended at its timeout, the reflector watches again from the last resourceVersion. After any other
// end of a watch, the reflector relists, because the server may have been restored from a backup. The last
// resourceVersion is not valid after a restore, even if the server accepts it: the watch would not deliver changes with
// lower resourceVersions. Until the new list is complete, the reflector is out of sync: objects that were reported
// earlier may have changed.
//
// Source: client-go's reflector; the observed behavior of a real API server.
class Reflector {
 public:
  struct Callbacks {
    // A list begins. The objects of an earlier, incomplete list must be discarded.
    std::function<void()> list_begins;
    std::function<void(tree::Node object)> listed;
    // The list is complete. An object that the list did not contain is deleted.
    std::function<void()> list_ends;
    // The list exceeds a limit and will not complete. Its objects must be discarded to free memory.
    std::function<void()> list_abandoned = [] {};
    std::function<void(tree::Node object)> changed;  // called for an added or modified object
    std::function<void(tree::Node object)> deleted;
    // Called after each object. An error, for example for too many objects, ends the list or the watch.
    std::function<absl::Status()> check = [] { return absl::OkStatus(); };
    // An object was skipped, because its name or namespace cannot be part of a path. Called at most once for each list.
    std::function<void(const absl::Status& status)> refused = [](const absl::Status&) {};
    // The reflector is out of sync until a list is complete.
    std::function<void()> lost = [] {};
    // A request or a watch failed. For logs and metrics.
    std::function<void(const absl::Status& status)> failed;
  };

  // Must not outlive `loop` and `client`. Starts immediately.
  Reflector(EventLoop& loop, ApiClient& client, Resource resource, Callbacks callbacks);
  ~Reflector();
  Reflector(const Reflector&) = delete;
  Reflector& operator=(const Reflector&) = delete;

  // Cancels pending requests and relists: now, or after the delay that the server requested. Must not be called from
  // the callbacks.
  void Relist();
  // Must be called when the server responds again. If the reflector waits after a failed list, it lists as soon as the
  // server permits. Does nothing if the failure can last long, such as a missing CRD, or if the reflector waits after a
  // broken watch. Must not be called from the callbacks.
  void RetryNow();

 private:
  void List();
  void GetFirstPage(bool in_pages);
  void GetPage(const std::string& continue_token, bool in_pages);
  void TakePage(absl::StatusOr<std::string> bytes, const std::string& continue_token, bool in_pages);
  absl::StatusOr<ListPage> ReadListed(absl::StatusOr<std::string> bytes);
  absl::Status TakeListed(tree::Node object);
  void FailList(const absl::Status& status);
  // Returns whether the object may be reported: its name and namespace can be parts of a path.
  bool Admit(const tree::Node& object);
  void FinishList();
  void Watch();
  void TakeBytes(absl::string_view bytes);
  void TakeEvent(WatchEvent event);
  // Handles the end of the watch. `status` is OK if the server ended the watch.
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
  // Pending requests share this value. False if their responses are no longer needed.
  std::shared_ptr<bool> wanted_ = std::make_shared<bool>(true);
  Backoff list_backoff_;   // after lists that fail
  Backoff watch_backoff_;  // after watches that break
  std::string resource_version_;
  Timers::Id waiting_ = 0;
  absl::Time not_before_ = absl::InfinitePast();  // the end of the delay that the server requested last
  absl::Time may_list_ = absl::InfiniteFuture();  // after a failed list: when the server permits the next list
  size_t objects_ = 0;                            // the number of objects of the current list
  size_t pages_ = 0;
  bool refused_ = false;  // true if an object was refused since the list began

  // The open watch.
  absl::optional<HttpLoop::Id> watch_;
  absl::optional<WatchDecoder> decoder_;
  absl::Status watch_error_;
  absl::Time opened_;
  absl::Duration requested_duration_;  // the requested duration of the watch
  int events_ = 0;                     // the number of events and bookmarks
  int bookmarks_ = 0;
  Timers::Id silence_ = 0;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_REFLECTOR_H_
