#include "client/sidecar/replicas/status_watch.h"

#include <algorithm>

#include "google/protobuf/util/message_differencer.h"

namespace cpsizer::sidecar {

using google::protobuf::util::MessageDifferencer;

void StatusWatch::Sent(absl::string_view version, const Status& status) {
  const bool is_known = std::any_of(sent_.begin(), sent_.end(), [&](const Write& write) {
    return write.version == version && MessageDifferencer::Equals(write.status, status);
  });
  if (!is_known) sent_.push_back({std::string(version), status});
}

void StatusWatch::Wrote(const Status& status) {
  known_ = status;
  sent_.clear();
}

bool StatusWatch::Observe(absl::string_view version, const Status& status) {
  const bool is_ours = std::any_of(sent_.begin(), sent_.end(), [&status](const Write& write) {
    return MessageDifferencer::Equals(write.status, status);
  });
  const bool is_changed = known_.has_value() && !MessageDifferencer::Equals(*known_, status);
  known_ = status;
  // A write requires a version, so it can no longer be stored after the object has another version.
  sent_.erase(
      std::remove_if(sent_.begin(), sent_.end(), [version](const Write& write) { return write.version != version; }),
      sent_.end());
  return is_changed && !is_ours;
}

}  // namespace cpsizer::sidecar
