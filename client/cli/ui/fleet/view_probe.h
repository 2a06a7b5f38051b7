#ifndef CPSIZER_CLIENT_CLI_UI_FLEET_VIEW_PROBE_H_
#define CPSIZER_CLIENT_CLI_UI_FLEET_VIEW_PROBE_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/cli/input/listed_kind.h"
#include "client/cli/ui/fleet/page_state.h"
#include "client/cli/ui/fleet/verb_views.h"
#include "client/kube/api_client.h"
#include "client/kube/http/event_loop.h"
#include "client/tree/node.h"

namespace cpsizer::cli {

// Finds the views for which a cluster has objects, again after each kInterval: a list of one object for each kind. Must
// be used on the thread of the loop.
class ViewProbe {
 public:
  static constexpr absl::Duration kInterval = absl::Seconds(30);

  // Searches HorizontalPodAutoscalers in `name_space`, or in all namespaces if `name_space` is empty. The first search
  // begins after `wait`. `loop` and `client` must outlive this object.
  ViewProbe(kube::EventLoop& loop, kube::ApiClient& client, std::string name_space, absl::Duration wait);
  ~ViewProbe();
  ViewProbe(const ViewProbe&) = delete;
  ViewProbe& operator=(const ViewProbe&) = delete;

  // Begins the next search if it is due. Must be called often.
  void SendIfDue();
  // Makes the next search due.
  void SearchSoon() { next_ = absl::InfinitePast(); }

  // Returns whether a search has ended since the last call.
  bool TakeEnd();
  // Returns the views that the last search has found. A kind that the cluster does not serve has no view. A kind that
  // the user may not list has a view with a refusal. After another error, the result of the search before is kept.
  std::vector<PageView> views() const;

 private:
  struct Kind {
    const VerbView& view;
    const ListedKind& listed;
    bool has_objects = false;
    std::string refusal;
  };

  void List(Kind& kind);
  void Take(Kind& kind, const absl::StatusOr<tree::Node>& list);
  // The API server refuses lists of kinds that it does not serve, too. Reads whether it serves the kind.
  void ReadServed(Kind& kind, const std::string& refusal);
  void EndOne();
  void Get(std::string path, const std::function<void(const absl::StatusOr<tree::Node>&)>& take);

  kube::EventLoop& loop_;
  kube::ApiClient& client_;
  const std::string name_space_;
  std::shared_ptr<bool> wanted_ = std::make_shared<bool>(true);  // false: responses must be ignored
  std::vector<Kind> kinds_;
  size_t in_flight_ = 0;
  bool ended_ = false;
  absl::Time next_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_FLEET_VIEW_PROBE_H_
