#include "server/rpc/size/size_request_parts.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "server/rpc/size/wire_format.h"

namespace cpsizer::server {
namespace {

using google::protobuf::internal::WireFormatLite;

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
  google::protobuf::io::CodedInputStream input = InputOf(request);
  SizeRequestParts parts;
  bool has_configuration = false;
  for (size_t begin = 0; begin < request.size();) {
    const uint32_t tag = input.ReadTag();
    if (!WireFormatLite::SkipField(&input, tag)) return absl::nullopt;
    const auto end = static_cast<size_t>(input.CurrentPosition());
    const absl::string_view field = request.substr(begin, end - begin);
    (tag == kConfiguration || tag == kMachineSet ? parts.configuration : parts.rest).Add(field);
    has_configuration |= tag == kConfiguration;
    begin = end;
  }
  if (!has_configuration) return absl::nullopt;
  return parts;
}

}  // namespace cpsizer::server
