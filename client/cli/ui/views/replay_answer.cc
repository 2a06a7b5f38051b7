#include <algorithm>
#include <cmath>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "client/cli/base/environment.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/history/replay_json.h"
#include "client/cli/history/replay_run.h"
#include "client/cli/input/sources.h"
#include "client/cli/ui/api/api_answer.h"
#include "client/cli/ui/api/api_request.h"
#include "client/cli/ui/api/configuration_text.h"
#include "client/cli/ui/views/page_answers.h"

namespace cpsizer::cli {
namespace {

using history::FleetTimeline;
using nlohmann::ordered_json;

// A replay that takes longer is ended, because other replays wait for it.
constexpr absl::Duration kMaxReplay = absl::Seconds(60);

// Returns the mean number of clusters at a place in each slot.
ordered_json ClustersAt(const FleetTimeline& timeline, size_t slots, size_t place) {
  ordered_json values = ordered_json::array();
  for (size_t slot = 0; slot < slots; ++slot) {
    const double mean =
        static_cast<double>(timeline.TimeAt(slot, place)) / static_cast<double>(timeline.grid().width());
    values.push_back(std::round(mean * 1000) / 1000);
  }
  return values;
}

void AddTransitions(const PageSide& side, size_t slots, ordered_json& json) {
  std::vector<int64_t> increases(slots);
  std::vector<int64_t> decreases(slots);
  for (uint32_t cluster = 0; cluster < side.fleet.tracks().size(); ++cluster) {
    const absl::Span<const history::SizeSlot> sizes = side.timeline.SizesOf(cluster);
    for (size_t slot = 0; slot < std::min(slots, sizes.size()); ++slot) {
      increases[slot] += sizes[slot].increases;
      decreases[slot] += sizes[slot].decreases;
    }
  }
  json["increases"] = increases;
  json["decreases"] = decreases;
}

ordered_json SideJson(const PageSide& side, size_t slots) {
  ordered_json json;
  json["sizes"] = ordered_json::array();
  size_t place = 0;
  for (const history::ReplaySize* size : SizesInOrder(side)) {
    json["sizes"].push_back({{"size", size->name}, {"clusters", ClustersAt(side.timeline, slots, place++)}});
  }
  json["withoutSize"] = ClustersAt(side.timeline, slots, side.timeline.without_size());
  json["absent"] = ClustersAt(side.timeline, slots, side.timeline.absent());
  AddTransitions(side, slots, json);
  return json;
}

ordered_json SeriesJson(const ReplayPage& page) {
  const size_t slots = SlotsOf(page);
  const history::TimeGrid& grid = page.sides.front().timeline.grid();
  ordered_json json;
  json["times"] = ordered_json::array();
  for (size_t slot = 0; slot < slots; ++slot) {
    json["times"].push_back(ShowReplayTime(absl::FromUnixMillis(grid.StartOf(slot))));
  }
  json["stepSeconds"] = grid.width() / 1000;
  constexpr const char* kSideKeys[] = {"before", "after"};
  for (size_t i = 0; i < page.sides.size(); ++i) json[kSideKeys[i]] = SideJson(page.sides[i], slots);
  return json;
}

ordered_json ResultJson(const NodePrices& prices, const ReplayRun& run) {
  const ReplayResult result = run.Result(prices);
  ordered_json json = ReplayJson(result);
  // A history of one time has no time to draw.
  if (result.replay.end() > result.replay.begin()) json["series"] = SeriesJson({result, run.Sides()});
  return json;
}

}  // namespace

ui::ApiResponse ReplayAnswer(const PageOptions& options, const FleetSnapshot& snapshot, const tree::Node& body,
                             BlockingService& client) {
  if (snapshot.configuration == nullptr) {
    return ErrorAnswer(absl::FailedPreconditionError(snapshot.no_decision));
  }
  const absl::StatusOr<NodePrices> prices = BodyPrices(body, options.prices);
  if (!prices.ok()) return ErrorAnswer(prices.status());
  const objects::Inventory& now = snapshot.inputs->inventory;
  std::vector<Sources> sources = {Sources(*snapshot.configuration, now.machine_sets)};
  ConfigurationText read;
  if (const tree::Node* const text = body.Find("yaml"); text != nullptr && !text->is_null()) {
    read = ReadConfigurationText(text->text);
    KeepStatus(snapshot.configuration, read);
    if (read.found == nullptr || objects::FirstReaderError(*read.found) != nullptr) {
      return ErrorAnswer(absl::InvalidArgumentError(read.found == nullptr ? read.problems.front().message
                                                                          : "the configuration has unknown fields"));
    }
    sources.push_back(SourcesWith(*read.found, read.inputs.inventory, now));
  }
  std::ostringstream out;
  std::ostringstream err;
  Environment environment = {Screen(out, Terminal()), Screen(err, Terminal()), options.now};
  ReplayRun run(options.replay, *options.replay_options, client, environment);
  int exit_code = kExitFine;
  for (const Sources& side : sources) {
    if (!run.AddConfiguration(side, now, history::SizedBy::kResources, /*with_timeline=*/true, exit_code)) {
      return ErrorAnswer(VerbStatus(exit_code, err.str()));
    }
  }
  exit_code = run.Read(now, options.now() + kMaxReplay);
  return exit_code == kExitFine ? JsonAnswer(ResultJson(*prices, run)) : ErrorAnswer(VerbStatus(exit_code, err.str()));
}

}  // namespace cpsizer::cli
