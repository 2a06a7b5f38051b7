#include "cpsizer/selected_pods.h"

#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "server/engine/base/text.h"

namespace cpsizer {

std::string DescribeOtherPods(const v1::RecommendReplicasRequest& request) {
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
  if (!request.other_owners().empty()) {
    const std::vector<absl::string_view> owners(request.other_owners().begin(), request.other_owners().end());
    facts.push_back(absl::StrCat("the selector also selects pods of ", JoinNames(owners)));
  }
  if (!ended.empty()) {
    facts.push_back(absl::StrCat(Counted(static_cast<int64_t>(ended.size()), "selected pod"),
                                 ended.size() == 1 ? " has" : " have", " ended (Succeeded): ", JoinNames(ended)));
  }
  return absl::StrJoin(facts, "; ");
}

}  // namespace cpsizer
