#include "client/cli/ui/fleet/fleet_snapshot.h"

#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "client/cli/ui/api/api_answer.h"

namespace cpsizer::cli {
namespace {

std::string TextOrNull(const std::string& text) {
  return CompactText(text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text));
}

}  // namespace

std::string FleetText(const FleetSnapshot& snapshot) {
  size_t bytes = 0;
  for (const auto& row : snapshot.rows) bytes += row->size() + 1;
  std::string text;
  text.reserve(bytes + snapshot.configuration_json.size() + snapshot.problems_json.size() +
               snapshot.totals_json.size() + 256);
  const std::string no_decision = snapshot.configuration != nullptr ? "" : snapshot.no_decision;
  absl::StrAppend(&text, "{\"revision\":", snapshot.revision, ",\"configuration\":", snapshot.configuration_json,
                  ",\"noDecision\":", TextOrNull(no_decision), ",\"allLeftOut\":", TextOrNull(snapshot.all_left_out),
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
