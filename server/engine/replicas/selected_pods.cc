#include "cpsizer/selected_pods.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "server/engine/base/text.h"

namespace cpsizer {

namespace {

constexpr absl::string_view kDeleteEnded =
    "Delete the pods that have ended: the controller counts them as long as they exist. Change the selector only if "
    "the "
    "pods do not belong to the target.";

// Adds what the selector selects according to `other_owners`.
void AddOwners(const v1::RecommendReplicasRequest& request, std::vector<std::string>& facts) {
  std::vector<absl::string_view> owners, alone;
  for (absl::string_view owner : request.other_owners()) {
    if (absl::ConsumePrefix(&owner, "Pod ")) {
      alone.push_back(owner);
    } else {
      owners.push_back(owner);
    }
  }
  if (!owners.empty()) facts.push_back(absl::StrCat("the selector also selects pods of ", JoinNames(owners)));
  if (alone.empty()) return;
  facts.push_back(absl::StrCat(alone.size() == 1 ? "a selected pod has no owner: " : "selected pods have no owner: ",
                               JoinNames(alone)));
}

}  // namespace

OtherPods DescribeOtherPods(const v1::RecommendReplicasRequest& request) {
  int64_t live = 0;
  std::vector<absl::string_view> ended;
  for (const v1::Pod& pod : request.pods()) {
    const std::string& phase = pod.status().phase();
    if (!pod.metadata().deletion_timestamp().empty() || phase == "Failed") continue;
    if (phase == "Succeeded") {
      ended.push_back(pod.metadata().name());
    } else {
      ++live;
    }
  }
  const v1::Scale& scale = request.scale();
  std::vector<std::string> facts;
  // If the two numbers differ, replicas are being added, removed or replaced.
  if (scale.spec().replicas() == scale.status().replicas() && live > scale.status().replicas()) {
    facts.push_back(absl::StrCat("the selector selects ", Counted(live, "pod"), ", and the target has ",
                                 Counted(scale.status().replicas(), "replica")));
  }
  AddOwners(request, facts);
  const bool only_ended = facts.empty();
  if (!ended.empty()) {
    facts.push_back(absl::StrCat(Counted(static_cast<int64_t>(ended.size()), "selected pod"),
                                 ended.size() == 1 ? " has" : " have", " ended (Succeeded): ", JoinNames(ended)));
  }
  return {absl::StrJoin(facts, "; "), only_ended ? kDeleteEnded : absl::string_view()};
}

}  // namespace cpsizer
