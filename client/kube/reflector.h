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

// Follows the objects of a resource: lists them in pages, then watches what changes, and does so for ever. Whatever
// breaks, it goes on by itself; never without a pause after a failure.
//
// Only behind a watch that came to its end in time does it go on from where it was. Any other end can mean that the
// server was restored from a backup. Its place would then mean nothing, even where the server takes it: what happened
// before the server counted as far as that again would never be told. So it lists anew. Until that list is whole it is
// out of touch: what it told may no longer be so.
//
// Source: client-go's reflector; what a real API server was seen to do.
class Reflector {
 public:
  struct Callbacks {
    // A list begins: forget what an earlier one, cut short, may have told.
    std::function<void()> list_begins;
    std::function<void(tree::Node object)> listed;
    // The list is whole: an object that it did not tell of is gone.
    std::function<void()> list_ends;
    std::function<void(tree::Node object)> changed;  // new, or not as it was
    std::function<void(tree::Node object)> deleted;
    // Out of touch, until a list is whole.
    std::function<void()> lost = [] {};
    // Something failed that is not the ordinary end of a watch. For logs and metrics.
    std::function<void(const absl::Status& status)> failed;
  };

  // Must not outlive `loop` and `client`. Begins at once.
  Reflector(EventLoop& loop, ApiClient& client, Resource resource, Callbacks callbacks);
  ~Reflector();
  Reflector(const Reflector&) = delete;
  Reflector& operator=(const Reflector&) = delete;

  // Drops what is under way, and begins with a new list. Not from inside its own callbacks.
  void ListAnew();

 private:
  void List();
  void GetPage(const std::string& continue_token, bool in_pages);
  void TakePage(absl::StatusOr<ListPage> page, const std::string& continue_token, bool in_pages);
  void FinishList();
  void Watch();
  void TakeBytes(absl::string_view bytes);
  void TakeEvent(WatchEvent event);
  // The watch is over. A failure that says how things stand is in `status`; else it just ended.
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
  // Answers that nobody waits for any more find it false.
  std::shared_ptr<bool> wanted_ = std::make_shared<bool>(true);
  Backoff backoff_;
  std::string resource_version_;
  Timers::Id waiting_ = 0;

  // Of the watch that is open.
  absl::optional<HttpLoop::Id> watch_;
  absl::optional<WatchDecoder> decoder_;
  absl::Status watch_error_;
  absl::Time opened_;
  absl::Duration asked_for_;  // how long it was to last
  int heard_ = 0;             // events and bookmarks
  int bookmarks_ = 0;
  Timers::Id silence_ = 0;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_REFLECTOR_H_
