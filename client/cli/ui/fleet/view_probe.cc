#include "client/cli/ui/fleet/view_probe.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "client/cli/ui/fleet/live_reads.h"
#include "client/kube/resource_path.h"

namespace cpsizer::cli {
namespace {

bool Serves(const tree::Node& group, absl::string_view plural) {
  return absl::c_any_of(tree::Find(group, {"resources"}).items,
                        [plural](const tree::Node& one) { return tree::TextAt(one, {"name"}) == plural; });
}

}  // namespace

ViewProbe::ViewProbe(kube::EventLoop& loop, kube::ApiClient& client, std::string name_space, absl::Duration wait)
    : loop_(loop), client_(client), name_space_(std::move(name_space)), next_(loop.now() + wait) {
  for (const VerbView& view : VerbViews()) {
    for (const ListedKind& listed : view.live_kinds) kinds_.push_back({view, listed});
  }
}

ViewProbe::~ViewProbe() {
  *wanted_ = false;
}

void ViewProbe::SendIfDue() {
  if (in_flight_ > 0 || loop_.now() < next_) return;
  in_flight_ = kinds_.size();
  for (Kind& kind : kinds_) List(kind);
}

void ViewProbe::List(Kind& kind) {
  const std::string& name_space = kind.view.in_namespace ? name_space_ : std::string();
  Get(absl::StrCat(ListPath(kind.listed, name_space), "?limit=1"),
      [this, &kind](const absl::StatusOr<tree::Node>& list) { Take(kind, list); });
}

void ViewProbe::Take(Kind& kind, const absl::StatusOr<tree::Node>& list) {
  if (absl::IsPermissionDenied(list.status())) return ReadServed(kind, std::string(list.status().message()));
  if (list.ok() || absl::IsNotFound(list.status())) {
    kind.has_objects = list.ok() && !tree::Find(*list, {"items"}).items.empty();
    kind.refusal = "";
  }
  EndOne();
}

void ViewProbe::ReadServed(Kind& kind, const std::string& refusal) {
  Get(absl::StrCat("/apis/", kind.listed.api_version), [this, &kind, refusal](const absl::StatusOr<tree::Node>& group) {
    kind.has_objects = false;
    kind.refusal = group.ok() && Serves(*group, kind.listed.plural)
                       ? absl::StrCat("this view needs the right to list ", kind.listed.plural, ": ", refusal)
                       : "";
    EndOne();
  });
}

void ViewProbe::EndOne() {
  if (--in_flight_ > 0) return;
  ended_ = true;
  next_ = loop_.now() + kInterval;
}

void ViewProbe::Get(std::string path, const std::function<void(const absl::StatusOr<tree::Node>&)>& take) {
  client_.Send(kube::GetRequest(std::move(path), kube::kMaxAnswerBytes, kMaxLiveRead),
               [wanted = wanted_, take](absl::StatusOr<tree::Node> answer) {
                 if (*wanted) take(answer);
               });
}

bool ViewProbe::TakeEnd() {
  return std::exchange(ended_, false);
}

std::vector<PageView> ViewProbe::views() const {
  std::vector<PageView> views;
  for (const Kind& kind : kinds_) {
    if (!kind.has_objects && kind.refusal.empty()) continue;
    if (views.empty() || views.back().name != kind.view.name) {
      views.push_back({std::string(kind.view.name), kind.refusal});
    } else if (kind.has_objects) {
      views.back().refusal = "";
    }
  }
  return views;
}

}  // namespace cpsizer::cli
