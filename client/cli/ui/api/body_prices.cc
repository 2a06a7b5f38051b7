#include "client/cli/ui/api/body_prices.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"

namespace cpsizer::cli {

absl::StatusOr<NodePrices> BodyPrices(const tree::Node& body, const NodePrices& of_flags) {
  const tree::Node* const map = body.Find("prices");
  if (map == nullptr || map->is_null()) return of_flags;
  if (!map->is_map()) return absl::InvalidArgumentError("prices: is not an object of a price for each size");
  if (map->entries.size() > kMaxSizes) {
    return absl::InvalidArgumentError(
        absl::StrCat("prices: there are ", map->entries.size(), "; give at most ", kMaxSizes));
  }
  NodePrices prices;
  for (const tree::Entry& entry : map->entries) {
    double price = 0;
    const bool is_number =
        (entry.value.kind == tree::NodeKind::kInteger || entry.value.kind == tree::NodeKind::kFloat) &&
        absl::SimpleAtod(entry.value.text, &price);
    if (!is_number || !(price >= 0 && price <= kMaxPrice)) {
      return absl::InvalidArgumentError(absl::StrCat("prices: \"", entry.value.text, "\" of size ", entry.key,
                                                     " is not a number from 0 to ", kMaxPrice));
    }
    prices[entry.key] = price;
  }
  return prices;
}

nlohmann::ordered_json PricesJson(const NodePrices& prices) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [size, price] : prices) json[size] = price;
  return json;
}

}  // namespace cpsizer::cli
