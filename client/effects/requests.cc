#include "client/effects/requests.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/objects/hypershift.h"

namespace cpsizer::effects {

ContainerName TargetOf(absl::string_view target) {
  const std::pair<absl::string_view, absl::string_view> names = absl::StrSplit(target, absl::MaxSplits('.', 1));
  return {std::string(names.first), std::string(names.second)};
}

std::map<std::string, Quantity, std::less<>> AmountsOf(absl::string_view value) {
  std::map<std::string, Quantity, std::less<>> amounts;
  for (const absl::string_view part : absl::StrSplit(value, ',')) {
    if (!absl::StrContains(part, '=')) return {};
    const std::pair<absl::string_view, absl::string_view> request = absl::StrSplit(part, absl::MaxSplits('=', 1));
    Quantity quantity;
    if (ParseQuantity(request.second, quantity) != QuantityError::kNone) continue;
    amounts.insert_or_assign(std::string(request.first), quantity);
  }
  return amounts;
}

void ApplyAnnotations(const Annotations& annotations, const Annotations& of_size, Requests& requests) {
  for (const auto& [key, value] : annotations) {
    absl::string_view target = key;
    if (!absl::ConsumePrefix(&target, objects::kRequestOverridePrefix) || !absl::StrContains(target, '.')) continue;
    const auto it = of_size.find(key);
    const bool is_of_size = it != of_size.end() && it->second == value;
    const RequestLayer layer = is_of_size ? RequestLayer::kSize : RequestLayer::kCluster;
    for (const auto& [resource, amount] : AmountsOf(value)) {
      requests[TargetOf(target)].insert_or_assign(resource, LayeredRequest{amount, layer});
    }
  }
}

}  // namespace cpsizer::effects
