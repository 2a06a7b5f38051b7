#include "client/kube/watch_decoder.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "client/kube/http/api_error.h"
#include "client/tree/parse_json.h"

namespace cpsizer::kube {
namespace {

absl::optional<WatchEventType> TypeNamed(absl::string_view name) {
  constexpr std::pair<absl::string_view, WatchEventType> kTypes[] = {{"MODIFIED", WatchEventType::kModified},
                                                                     {"ADDED", WatchEventType::kAdded},
                                                                     {"DELETED", WatchEventType::kDeleted},
                                                                     {"BOOKMARK", WatchEventType::kBookmark},
                                                                     {"ERROR", WatchEventType::kError}};
  for (const auto& [known, type] : kTypes) {
    if (known == name) return type;
  }
  return absl::nullopt;
}

absl::Status LineTooLong(size_t max_bytes) {
  return AsTooLarge(absl::DataLossError(
      absl::StrCat("an event of the watch is longer than ", max_bytes, " bytes, which is the limit")));
}

}  // namespace

absl::Status WatchDecoder::Feed(absl::string_view bytes, absl::FunctionRef<void(WatchEvent)> event) {
  for (size_t end = bytes.find('\n'); end != absl::string_view::npos; end = bytes.find('\n')) {
    absl::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(end + 1);
    // Does not copy a line that is complete in `bytes`. Most lines are complete.
    const std::string begun = std::exchange(unfinished_, std::string());
    const std::string joined = begun.empty() ? std::string() : absl::StrCat(begun, line);
    if (!begun.empty()) line = joined;
    if (absl::Status status = Decode(line, event); !status.ok()) return status;
  }
  absl::StrAppend(&unfinished_, bytes);
  if (unfinished_.size() <= max_line_bytes_) return absl::OkStatus();
  return LineTooLong(max_line_bytes_);
}

absl::Status WatchDecoder::Decode(absl::string_view line, absl::FunctionRef<void(WatchEvent)> event) {
  if (line.size() > max_line_bytes_) return LineTooLong(max_line_bytes_);
  if (line.empty()) return absl::OkStatus();
  absl::Status error;
  tree::Node parsed = tree::ParseJson(line, tree::kSpecFields, &error);
  if (absl::IsResourceExhausted(error)) {
    return AsTooLarge(absl::ResourceExhaustedError(absl::StrCat("an event of the watch ", error.message())));
  }
  if (absl::IsOutOfRange(error)) {
    return absl::DataLossError(absl::StrCat("an event of the watch ", error.message()));
  }
  tree::Node* const object = parsed.Find("object");
  if (object == nullptr || !object->is_map()) {
    return absl::DataLossError("a line of the watch is not an event");
  }
  const absl::optional<WatchEventType> type = TypeNamed(TextAt(parsed, {"type"}));
  if (type.has_value()) event({*type, std::move(*object)});
  return absl::OkStatus();
}

}  // namespace cpsizer::kube
