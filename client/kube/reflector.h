#ifndef CPSIZER_CLIENT_KUBE_REFLECTOR_H_
#define CPSIZER_CLIENT_KUBE_REFLECTOR_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/kube/api_client.h"
#include "client/kube/http/backoff.h"
#include "client/kube/http/event_loop.h"
#include "client/kube/list_page.h"
#include "client/kube/watch_decoder.h"
#include "client/tree/node.h"

namespace cpsizer::kube {

// Follows the objects of a resource: lists them in pages, then watches for changes. It continues after every error,
// with a delay after each failure.
//
// Only after a watch that ended at its timeout does it watch again from the last resourceVersion. Any other end can
// mean that the server was restored from a backup. The resourceVersion is then meaningless, even if the server accepts
// it: changes up to that number would not be delivered. So it relists. Until that list is complete it is out of sync:
// objects that it reported may have changed.
//
// Source: client-go's reflector; the observed behavior of a real API server.
class Reflector {
 public:
  struct Callbacks {
    // A list begins: objects of an earlier, incomplete list are void.
    std::function<void()> list_begins;
    std::function<void(tree::Node object)> listed;
    // The list is complete: an object that it did not contain is deleted.
    std::function<void()> list_ends;
    std::function<void(tree::Node object)> changed;  // added or modified
    std::function<void(tree::Node object)> deleted;
    // Out of sync until a list is complete.
    std::function<void()> lost = [] {};
    // A request or a watch failed. For logs and metrics.
    std::function<void(const absl::Status& status)> failed;
  };

  // Must not outlive `loop` and `client`. Starts immediately.
  Reflector(EventLoop& loop, ApiClient& client, Resource resource, Callbacks callbacks);
  ~Reflector();
  Reflector(const Reflector&) = delete;
  Reflector& operator=(const Reflector&) = delete;

  // Cancels pending requests and relists. Must not be called from its callbacks.
  void ListAnew();

 private:
  void List();
  void GetPage(const std::string& continue_token, bool in_pages);
  void TakePage(absl::StatusOr<ListPage> page, const std::string& continue_token, bool in_pages);
  void FinishList();
  void Watch();
  void TakeBytes(absl::string_view bytes);
  void TakeEvent(WatchEvent event);
  // The watch has ended; `status` is OK if the server ended it.
  void EndWatch(const absl::Status& status);
  void CloseWatch();
  void GuardAgainstSilence();

  void Fail(const absl::Status& status);
  void ListAfter(absl::Duration wait);
  absl::Duration NextWait(const absl::Status& status);

  EventLoop& loop_;
  ApiClient& client_;
  const Resource resource_;
  const Callbacks callbacks_;
  // False for responses that are no longer needed.
  std::shared_ptr<bool> wanted_ = std::make_shared<bool>(true);
  Backoff backoff_;
  std::string resource_version_;
  Timers::Id waiting_ = 0;

  // The open watch.
  absl::optional<HttpLoop::Id> watch_;
  absl::optional<WatchDecoder> decoder_;
  absl::Status watch_error_;
  absl::Time opened_;
  absl::Duration asked_for_;  // its requested duration
  int heard_ = 0;             // events and bookmarks
  int bookmarks_ = 0;
  Timers::Id silence_ = 0;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_REFLECTOR_H_
