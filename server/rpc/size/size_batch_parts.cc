#include "server/rpc/size/size_batch_parts.h"

#include <cstdint>

#include "cpsizer/v1/recommend_size.pb.h"
#include "server/rpc/size/wire_format.h"

namespace cpsizer::server {
namespace {

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
  SizeBatchParts result;
  const bool valid = ForEachField(request, [&result](uint32_t tag, absl::string_view field) {
    if (tag == kItem) {
      AddItem(field, result.parts);
      ++result.items;
    } else {
      result.head.Add(field);
    }
  });
  if (!valid) return absl::nullopt;
  return result;
}

}  // namespace cpsizer::server
