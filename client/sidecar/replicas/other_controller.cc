#include "client/sidecar/replicas/other_controller.h"

#include <utility>

#include "google/protobuf/util/message_differencer.h"

namespace cpsizer::sidecar {
namespace {

using google::protobuf::util::MessageDifferencer;

// A controller writes the status where it changes: with load that stands still that may be seldom.
constexpr absl::Duration kQuiet = absl::Minutes(10);

}  // namespace

OtherController::News OtherController::Look(const v1::HorizontalPodAutoscalerStatus& status, absl::Time now) {
  if (before_.has_value() && !MessageDifferencer::Equals(*before_, status)) moved_ = now;
  before_ = status;
  const bool there = now - moved_ < kQuiet;
  if (std::exchange(there_, there) == there) return News::kNone;
  return there ? News::kBegins : News::kEnds;
}

}  // namespace cpsizer::sidecar
