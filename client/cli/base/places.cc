#include "client/cli/base/places.h"

#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"

namespace cpsizer::cli {

absl::optional<size_t> TakeItem(absl::string_view field, absl::string_view& path) {
  absl::string_view rest = path;
  if (!absl::ConsumePrefix(&rest, field) || !absl::ConsumePrefix(&rest, "[")) return absl::nullopt;
  const size_t end = rest.find(']');
  size_t index = 0;
  if (end == absl::string_view::npos || !absl::SimpleAtoi(rest.substr(0, end), &index)) return absl::nullopt;
  path = absl::StripPrefix(rest.substr(end + 1), ".");
  return index;
}

absl::optional<objects::Place> PlaceAt(absl::Span<const objects::Place> places, absl::optional<size_t> index) {
  if (!index.has_value() || *index >= places.size()) return absl::nullopt;
  return places[*index];
}

}  // namespace cpsizer::cli
