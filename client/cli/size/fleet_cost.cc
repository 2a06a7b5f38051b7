#include "client/cli/size/fleet_cost.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "client/cli/base/flag_checks.h"
#include "client/cli/output/show.h"
#include "client/cli/size/size_counts.h"
#include "client/objects/escape.h"

namespace cpsizer::cli {
namespace {

constexpr char kFlag[] = "--price";

// Reads one value of --price into `prices`. Returns why the value is not valid, or an empty text.
std::string TakePrice(absl::string_view value, NodePrices& prices) {
  const std::pair<absl::string_view, absl::string_view> parts = absl::StrSplit(value, absl::MaxSplits('=', 1));
  if (parts.first.empty() || parts.second.empty()) {
    return " is not a price; write the size and the price of one node per hour, such as small=0.42";
  }
  double price = 0;
  if (!absl::SimpleAtod(parts.second, &price) || !std::isfinite(price)) {
    return absl::StrCat(": ", objects::QuotedValue(parts.second), " is not a number; write a price such as 0.42");
  }
  if (price < 0) return ": the price is negative; write a number of at least 0";
  if (price > kMaxPrice) return ": the price is above 1000000; write the price of one node per hour";
  if (!prices.emplace(parts.first, price).second) {
    return absl::StrCat(": the size ", objects::QuotedValue(parts.first), " has two prices; give one");
  }
  return "";
}

std::vector<absl::string_view> SizesOf(std::initializer_list<const v1::ClusterSizingConfiguration*> configs) {
  std::vector<absl::string_view> names;
  for (const v1::ClusterSizingConfiguration* config : configs) {
    for (const v1::SizeConfiguration& size : config->spec().sizes()) {
      if (!absl::c_linear_search(names, size.name())) names.emplace_back(size.name());
    }
  }
  return names;
}

double Hundredths(double amount) {
  return std::round(amount * 100) / 100;
}

}  // namespace

absl::StatusOr<NodePrices> ReadPrices(absl::Span<const std::string> values) {
  NodePrices prices;
  for (const std::string& value : values) {
    const std::string why = TakePrice(value, prices);
    if (why.empty()) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(FlagWithSource(kFlag, value), ": ", objects::QuotedValue(value), why));
  }
  return prices;
}

absl::Status CheckPrices(const NodePrices& prices, const v1::ClusterSizingConfiguration& before,
                         const v1::ClusterSizingConfiguration& after) {
  const std::vector<absl::string_view> sizes = SizesOf({&before, &after});
  for (const auto& [size, price] : prices) {
    if (absl::c_linear_search(sizes, size)) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(kFlag, ": ", objects::QuotedValue(size), " is not a size of the configurations",
                     SuggestName(size, std::vector<std::string>(sizes.begin(), sizes.end()), "the sizes are")));
  }
  return absl::OkStatus();
}

FleetCost CostOf(absl::Span<const SizeCount> counts, const NodePrices& prices,
                 const v1::ClusterSizingConfiguration& before, const v1::ClusterSizingConfiguration& after) {
  SizeCounts all;
  for (const SizeCount& count : counts) all.Of(count.size) = count;
  for (const absl::string_view size : SizesOf({&after, &before})) all.Of(std::string(size));
  auto placeholders_before = PlaceholdersOf(before);
  auto placeholders_after = PlaceholdersOf(after);
  FleetCost cost;
  bool moves_without_price = false;
  for (const SizeCount& count : all.Take()) {
    const int64_t pairs_before = count.before + placeholders_before[count.size];
    const int64_t pairs_after = count.after + placeholders_after[count.size];
    const auto price = prices.find(count.size);
    if (count.size.empty() || pairs_before + pairs_after == 0) continue;
    if (price == prices.end()) {
      cost.without_price.push_back(count.size);
      moves_without_price = moves_without_price || pairs_before != pairs_after;
      continue;
    }
    const double pair_per_month = price->second * static_cast<double>(kNodesPerCluster * kHoursPerMonth);
    cost.before += pair_per_month * static_cast<double>(pairs_before);
    cost.after += pair_per_month * static_cast<double>(pairs_after);
  }
  cost.before = Hundredths(cost.before);
  cost.after = Hundredths(cost.after);
  if (!moves_without_price) cost.difference = Hundredths(cost.after - cost.before);
  return cost;
}

std::string CostLine(const FleetCost& cost) {
  std::string line =
      absl::StrFormat("Cost per month (%d hours): %.2f before, %.2f after", kHoursPerMonth, cost.before, cost.after);
  if (cost.difference.has_value()) absl::StrAppendFormat(&line, ", %+.2f", *cost.difference);
  if (cost.without_price.empty()) return line;
  return absl::StrCat(line, "; without the nodes of ", ListNames(cost.without_price), ", for which --price is not set",
                      cost.difference.has_value() ? "" : ", so the difference is not known");
}

nlohmann::ordered_json CostJson(const FleetCost& cost) {
  nlohmann::ordered_json json = {{"hoursPerMonth", kHoursPerMonth}, {"before", cost.before}, {"after", cost.after}};
  if (cost.difference.has_value()) json["difference"] = *cost.difference;
  json["withoutPrice"] = cost.without_price;
  return json;
}

}  // namespace cpsizer::cli
