#include "server/rpc/size/size_request_parts.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "server/rpc/size/wire_format.h"

namespace cpsizer::server {
namespace {

constexpr uint32_t kConfiguration =
    LengthDelimitedTag(v1::RecommendSizeRequest::kClusterSizingConfigurationFieldNumber);
constexpr uint32_t kMachineSet = LengthDelimitedTag(v1::RecommendSizeRequest::kMachineSetsFieldNumber);

}  // namespace

void JoinedParts::Add(absl::string_view part) {
  if (copied_) {
    absl::StrAppend(&copy_, part);
  } else if (adjacent_.empty()) {
    adjacent_ = part;
  } else if (adjacent_.data() + adjacent_.size() == part.data()) {
    adjacent_ = absl::string_view(adjacent_.data(), adjacent_.size() + part.size());
  } else {
    copy_ = absl::StrCat(adjacent_, part);
    copied_ = true;
  }
}

absl::optional<SizeRequestParts> SplitSizeRequest(absl::string_view request) {
  SizeRequestParts parts;
  bool has_configuration = false;
  const bool valid = ForEachField(request, [&](uint32_t tag, absl::string_view field) {
    (tag == kConfiguration || tag == kMachineSet ? parts.configuration : parts.rest).Add(field);
    has_configuration |= tag == kConfiguration;
  });
  if (!valid || !has_configuration) return absl::nullopt;
  return parts;
}

}  // namespace cpsizer::server
