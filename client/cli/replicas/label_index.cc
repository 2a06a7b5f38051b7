#include "client/cli/replicas/label_index.h"

#include <algorithm>

#include "absl/types/optional.h"

namespace cpsizer::cli {
namespace {

void Append(const std::vector<size_t>& more, std::vector<size_t>& ids) {
  ids.insert(ids.end(), more.begin(), more.end());
}

}  // namespace

void SortUnique(std::vector<size_t>& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

void NamespacedIds::AppendTo(absl::string_view name_space, std::vector<size_t>& ids) const {
  if (name_space.empty()) {
    for (const auto& [ignored, all] : by_namespace_) Append(all, ids);
    return;
  }
  for (const absl::string_view known : {name_space, absl::string_view()}) {
    const auto it = by_namespace_.find(known);
    if (it != by_namespace_.end()) Append(it->second, ids);
  }
}

void NamedIds::AppendTo(absl::string_view name_space, absl::string_view name, std::vector<size_t>& ids) const {
  const auto it = by_name_.find(name);
  if (it != by_name_.end()) it->second.AppendTo(name_space, ids);
}

std::vector<size_t> NamedIds::Find(absl::string_view name_space, absl::string_view name) const {
  std::vector<size_t> ids;
  AppendTo(name_space, name, ids);
  SortUnique(ids);
  return ids;
}

void LabelledObjects::Add(absl::string_view name_space, const objects::Labels& labels, size_t id) {
  for (const auto& [key, value] : labels) by_label_[{key, value}].Add(name_space, id);
  all_.Add(name_space, id);
}

std::vector<size_t> LabelledObjects::MaySelect(absl::string_view name_space,
                                               const objects::LabelSelector& selector) const {
  std::vector<size_t> ids;
  if (selector.selects_nothing()) return ids;
  const absl::optional<objects::LabelSelector::OneOf> required = selector.FirstOneOf();
  if (!required.has_value()) {
    all_.AppendTo(name_space, ids);
  } else {
    for (const std::string& value : required->values) {
      const auto it = by_label_.find(std::make_pair(required->key, value));
      if (it != by_label_.end()) it->second.AppendTo(name_space, ids);
    }
  }
  SortUnique(ids);
  return ids;
}

void LabelSelectors::Add(absl::string_view name_space, const objects::LabelSelector& selector, size_t id) {
  if (selector.selects_nothing()) return;
  const absl::optional<objects::LabelSelector::OneOf> required = selector.FirstOneOf();
  if (!required.has_value()) return without_value_.Add(name_space, id);
  for (const std::string& value : required->values) by_label_[{required->key, value}].Add(name_space, id);
}

void LabelSelectors::AppendTo(absl::string_view name_space, const objects::Labels& labels,
                              std::vector<size_t>& ids) const {
  for (const auto& [key, value] : labels) {
    const auto it = by_label_.find(std::make_pair(key, value));
    if (it != by_label_.end()) it->second.AppendTo(name_space, ids);
  }
  without_value_.AppendTo(name_space, ids);
}

}  // namespace cpsizer::cli
