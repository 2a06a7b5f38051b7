#include "server/rpc/size/size_batch_parts.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <cstdint>

#include "cpsizer/v1/recommend_size.pb.h"
#include "server/rpc/size/wire_format.h"

namespace cpsizer::server {
namespace {

using google::protobuf::internal::WireFormatLite;

constexpr uint32_t kItem = LengthDelimitedTag(v1::BatchRecommendSizeRequest::kItemsFieldNumber);

// Adds the item `field` to the last part, or to a new part.
void AddItem(absl::string_view field, std::vector<absl::string_view>& parts) {
  if (!parts.empty()) {
    absl::string_view& last = parts.back();
    if (last.end() == field.begin() && last.size() + field.size() <= kMaxPartBytes) {
      last = absl::string_view(last.data(), last.size() + field.size());
      return;
    }
  }
  parts.push_back(field);
}

}  // namespace

absl::optional<SizeBatchParts> SplitSizeBatch(absl::string_view request) {
  google::protobuf::io::CodedInputStream input = InputOf(request);
  SizeBatchParts result;
  for (size_t begin = 0; begin < request.size();) {
    const uint32_t tag = input.ReadTag();
    if (!WireFormatLite::SkipField(&input, tag)) return absl::nullopt;
    const auto end = static_cast<size_t>(input.CurrentPosition());
    const absl::string_view field = request.substr(begin, end - begin);
    if (tag == kItem) {
      AddItem(field, result.parts);
      ++result.items;
    } else {
      result.head.Add(field);
    }
    begin = end;
  }
  return result;
}

}  // namespace cpsizer::server
