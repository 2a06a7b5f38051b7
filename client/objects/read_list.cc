#include "client/objects/read_list.h"

#include "client/objects/escape.h"
#include "cpsizer/limits.h"

namespace cpsizer::objects {

std::string ShownValue(absl::string_view text) {
  return EscapeCut(text, kMaxQuotedValueBytes);
}

absl::Status CheckEmptiedList(const Node& list, absl::string_view kind, const absl::Status& error, size_t bytes) {
  if (absl::IsResourceExhausted(error)) {
    return absl::ResourceExhaustedError(absl::StrCat("the response ", error.message()));
  }
  if (absl::IsOutOfRange(error)) return absl::InvalidArgumentError(absl::StrCat("the response ", error.message()));
  if (!list.is_map()) {
    return absl::InvalidArgumentError(absl::StrCat("the response (", bytes, " bytes) is not a JSON object"));
  }
  const absl::string_view found = tree::TextAt(list, {"kind"});
  if (found != kind) {
    return absl::InvalidArgumentError(
        absl::StrCat("the response is ", found.empty() ? "without a kind" : absl::StrCat("a ", ShownValue(found)),
                     " where a ", kind, " is expected"));
  }
  const Node& items = tree::Find(list, {"items"});
  if (!items.is_null() && !items.is_list()) {
    return absl::InvalidArgumentError("the items of the response are not a list");
  }
  if (!items.items.empty()) return absl::InvalidArgumentError("an item of the response is not an object");
  return absl::OkStatus();
}

}  // namespace cpsizer::objects
