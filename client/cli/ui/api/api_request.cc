#include "client/cli/ui/api/api_request.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "client/kube/http/url.h"
#include "client/tree/parse_json.h"
#include "cpsizer/limits.h"

namespace cpsizer::cli {
namespace {

std::string Decoded(absl::string_view text) {
  return kube::PercentDecoded(absl::StrReplaceAll(text, {{"+", " "}}));
}

}  // namespace

absl::StatusOr<tree::Node> ParseBody(absl::string_view body) {
  if (body.empty()) body = "{}";
  absl::Status error = absl::OkStatus();
  tree::Node node = tree::ParseJson(body, tree::kSpecFields, &error);
  if (!error.ok()) return absl::InvalidArgumentError(absl::StrCat("the body cannot be read: ", error.message()));
  if (!node.is_map()) return absl::InvalidArgumentError("the body is not a JSON object");
  return node;
}

absl::StatusOr<std::string> BodyText(const tree::Node& body, absl::string_view key) {
  const tree::Node* const value = body.Find(key);
  if (value != nullptr && value->is_text()) return value->text;
  return absl::InvalidArgumentError(
      absl::StrCat(key, value == nullptr ? ": is missing" : ": is not a text", "; write a text"));
}

absl::StatusOr<std::vector<std::string>> BodyTexts(const tree::Node& body, absl::string_view key) {
  std::vector<std::string> texts;
  const tree::Node* const list = body.Find(key);
  if (list == nullptr || list->is_null()) return texts;
  bool is_valid = list->is_list() && list->items.size() <= kMaxBodyTexts;
  for (const tree::Node& item : list->items) {
    is_valid = is_valid && item.is_text();
    texts.push_back(item.text);
  }
  if (is_valid) return texts;
  return absl::InvalidArgumentError(
      absl::StrCat(key, ": is not a list of texts; write at most ", kMaxBodyTexts, " texts"));
}

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

absl::flat_hash_map<std::string, std::string> ParseQuery(absl::string_view query) {
  absl::flat_hash_map<std::string, std::string> parameters;
  for (const absl::string_view part : absl::StrSplit(query, '&', absl::SkipEmpty())) {
    const std::pair<absl::string_view, absl::string_view> pair = absl::StrSplit(part, absl::MaxSplits('=', 1));
    parameters[Decoded(pair.first)] = Decoded(pair.second);
  }
  return parameters;
}

}  // namespace cpsizer::cli
