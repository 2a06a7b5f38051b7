#include "client/objects/found_object.h"

#include "absl/strings/str_cat.h"
#include "client/objects/escape.h"

namespace cpsizer::objects {
namespace {

// Returns the path of the parent of a field. For example, returns `spec.sizes[1]` for `spec.sizes[1].capacity`, and
// `spec.sizes` for `spec.sizes[1]`.
absl::string_view Parent(absl::string_view path) {
  const size_t end = path.find_last_of(".[");
  return path.substr(0, end == absl::string_view::npos ? 0 : end);
}

}  // namespace

std::string PlaceText(absl::string_view file, const Position& position) {
  return Escape(position.line == 0 ? std::string(file) : absl::StrCat(file, ":", position.line, ":", position.column));
}

Position FoundObject::PositionOf(absl::string_view path) const {
  while (true) {
    const auto it = positions.find(path);
    if (it != positions.end()) return it->second;
    if (path.empty()) return {};
    path = Parent(path);
  }
}

}  // namespace cpsizer::objects
