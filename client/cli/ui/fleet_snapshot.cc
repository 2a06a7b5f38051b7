#include "client/cli/ui/fleet_snapshot.h"

#include "absl/strings/str_cat.h"

namespace cpsizer::cli {

std::string FleetText(const FleetSnapshot& snapshot) {
  size_t bytes = 0;
  for (const auto& row : snapshot.rows) bytes += row->size() + 1;
  std::string text;
  text.reserve(bytes + snapshot.configuration_json.size() + snapshot.problems_json.size() +
               snapshot.totals_json.size() + 256);
  absl::StrAppend(&text, "{\"revision\":", snapshot.revision, ",\"configuration\":", snapshot.configuration_json,
                  ",\"problems\":", snapshot.problems_json, ",", snapshot.totals_json, ",\"items\":[");
  bool first = true;
  for (const auto& row : snapshot.rows) {
    if (!first) text.push_back(',');
    first = false;
    text += *row;
  }
  text += "]}";
  return text;
}

}  // namespace cpsizer::cli
