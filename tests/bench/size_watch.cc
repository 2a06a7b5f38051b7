#include "tests/bench/size_watch.h"

#include "absl/strings/str_cat.h"
#include "client/objects/api_paths.h"
#include "client/objects/hypershift.h"

namespace cpsizer::bench {

SizeWatch::SizeWatch(testing::ApiUser& user, const Fleet& fleet)
    : user_(user),
      fleet_(fleet),
      sizes_(static_cast<size_t>(fleet.size())),
      unsized_(fleet.size()),
      reflector_(user.loop(), user.client(),
                 {absl::StrCat(objects::kHostedClusterGroup, "/", objects::kHostedClusters), "",
                  /*metadata_only=*/true},
                 {.list_begins = [] {},
                  .listed = [this](const tree::Node& object) { See(object); },
                  .list_ends = [this] { listed_ = true; },
                  .changed = [this](const tree::Node& object) { See(object); },
                  .deleted = [](const tree::Node&) {},
                  .failed = [this](const absl::Status& status) { failure_ = status; }}) {
  FleetChanged();
}

void SizeWatch::FleetChanged() {
  missized_.clear();
  for (int cluster = 0; cluster < fleet_.size(); ++cluster) {
    if (sizes_[static_cast<size_t>(cluster)] != fleet_.SizeOf(cluster)) missized_.insert(cluster);
  }
}

void SizeWatch::See(const tree::Node& object) {
  const absl::optional<int> cluster = fleet_.Find(tree::TextAt(object, {"metadata", "name"}));
  if (!cluster.has_value()) return;
  std::string& size = sizes_[static_cast<size_t>(*cluster)];
  const std::string now(tree::TextAt(object, {"metadata", "annotations", objects::kRecommendedSize}));
  unsized_ += (now.empty() ? 1 : 0) - (size.empty() ? 1 : 0);
  size = now;
  if (size == fleet_.SizeOf(*cluster)) {
    missized_.erase(*cluster);
  } else {
    missized_.insert(*cluster);
  }
}

absl::Status SizeWatch::WaitUntilSized(int cluster, absl::Duration timeout) {
  return Wait([&] { return !missized_.contains(cluster); }, timeout);
}

absl::Status SizeWatch::WaitUntilAllSized(absl::Duration timeout) {
  return Wait([&] { return missized_.empty(); }, timeout);
}

absl::Status SizeWatch::WaitUntilNoneSized(absl::Duration timeout) {
  return Wait([&] { return unsized_ == fleet_.size(); }, timeout);
}

absl::Status SizeWatch::Wait(const std::function<bool()>& done, absl::Duration timeout) {
  if (user_.RunUntil([&] { return listed_ && done(); }, timeout)) return absl::OkStatus();
  return absl::DeadlineExceededError(absl::StrCat(missized_.size(), " of ", fleet_.size(),
                                                  " clusters do not have the expected size, and ", unsized_,
                                                  " have no size, after ", absl::FormatDuration(timeout),
                                                  failure_.ok() ? "" : "; the watch failed: ", failure_.message()));
}

}  // namespace cpsizer::bench
