#include "client/effects/effect_annotations.h"

#include <cstdint>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/objects/hypershift.h"
#include "cpsizer/quantity.h"
#include "server/engine/base/durations.h"

namespace cpsizer::effects {
namespace {

// Appends `value` / 10^digits with at most `digits` decimals and without zeros at the end.
void AppendDecimal(uint64_t value, int digits, std::string& text) {
  uint64_t one = 1;
  for (int i = 0; i < digits; ++i) one *= 10;
  absl::StrAppend(&text, value / one);
  std::string decimals = absl::StrCat(one + value % one).substr(1);
  decimals.erase(decimals.find_last_not_of('0') + 1);
  if (!decimals.empty()) absl::StrAppend(&text, ".", decimals);
}

// Returns the text of Duration.String() of Go, such as `8m0s`, `1.5ms` or `-2s`.
std::string GoDurationText(int64_t nanos) {
  constexpr uint64_t kSecond = 1'000'000'000;
  const uint64_t amount = nanos < 0 ? 0 - static_cast<uint64_t>(nanos) : static_cast<uint64_t>(nanos);
  std::string text = nanos < 0 ? "-" : "";
  if (amount == 0) return "0s";
  if (amount < kSecond) {
    const int digits = amount < 1'000 ? 0 : amount < 1'000'000 ? 3 : 6;
    AppendDecimal(amount, digits, text);
    return absl::StrCat(text, digits == 0 ? "ns" : digits == 3 ? "\u00b5s" : "ms");
  }
  const uint64_t minutes = amount / kSecond / 60;
  if (minutes >= 60) absl::StrAppend(&text, minutes / 60, "h");
  if (minutes > 0) absl::StrAppend(&text, minutes % 60, "m");
  AppendDecimal(amount % (60 * kSecond), 9, text);
  return absl::StrCat(text, "s");
}

// Appends `NAME=AMOUNT` if the amount is there. Returns false if it is not a quantity.
bool AppendAmount(absl::string_view name, bool has_amount, const std::string& amount, std::string& text) {
  if (!has_amount) return true;
  Quantity quantity;
  if (ParseQuantity(amount, quantity) != QuantityError::kNone) return false;
  absl::StrAppend(&text, text.empty() ? "" : ",", name, "=", CanonicalText(quantity));
  return true;
}

void AddRequests(const v1::Effects& effects, Annotations& annotations) {
  for (const v1::ResourceRequest& request : effects.resource_requests()) {
    std::string value;
    if (!AppendAmount("memory", request.has_memory(), request.memory(), value) ||
        !AppendAmount("cpu", request.has_cpu(), request.cpu(), value)) {
      continue;
    }
    annotations[absl::StrCat(objects::kRequestOverridePrefix, request.deployment_name(), ".",
                             request.container_name())] = std::move(value);
  }
}

}  // namespace

Annotations AnnotationsOf(const v1::Effects& effects, absl::string_view node_go_mem_limit) {
  Annotations annotations;
  const auto set = [&](bool has_value, const char* key, std::string value) {
    if (has_value) annotations[key] = std::move(value);
  };
  const std::string limit(node_go_mem_limit.empty() ? effects.kas_go_mem_limit() : node_go_mem_limit);
  set(!limit.empty(), objects::kGoMemLimit, limit);
  set(effects.has_control_plane_priority_class_name(), objects::kControlPlanePriorityClass,
      effects.control_plane_priority_class_name());
  set(effects.has_etcd_priority_class_name(), objects::kEtcdPriorityClass, effects.etcd_priority_class_name());
  set(effects.has_api_critical_priority_class_name(), objects::kApiCriticalPriorityClass,
      effects.api_critical_priority_class_name());
  set(effects.has_maximum_requests_inflight(), objects::kMaxInflight,
      absl::StrCat(effects.maximum_requests_inflight()));
  set(effects.has_maximum_mutating_requests_inflight(), objects::kMaxMutatingInflight,
      absl::StrCat(effects.maximum_mutating_requests_inflight()));
  if (effects.has_machine_health_check_timeout()) {
    const absl::optional<int64_t> nanos = ParseGoDuration(effects.machine_health_check_timeout());
    if (nanos.has_value()) annotations[objects::kHealthCheckTimeout] = GoDurationText(*nanos);
  }
  AddRequests(effects, annotations);
  return annotations;
}

SizeAnnotations::SizeAnnotations(const v1::ClusterSizingConfiguration& config) {
  for (const v1::SizeConfiguration& size : config.spec().sizes()) {
    const bool is_new = by_size_.try_emplace(size.name(), AnnotationsOf(size.effects())).second;
    if (is_new) names_.push_back(size.name());
    removes_timeout_ |= size.effects().has_machine_health_check_timeout();
  }
}

const Annotations* SizeAnnotations::Find(absl::string_view size) const {
  const auto it = by_size_.find(size);
  return it == by_size_.end() ? nullptr : &it->second;
}

bool SizeAnnotations::Removes(absl::string_view key) const {
  return removes_timeout_ && key == objects::kHealthCheckTimeout;
}

std::vector<std::string> SizeAnnotations::SizesWith(const std::string& key, const std::string& value) const {
  std::vector<std::string> sizes;
  for (const std::string& name : names_) {
    const Annotations& annotations = by_size_.find(name)->second;
    const auto it = annotations.find(key);
    if (it != annotations.end() && it->second == value) sizes.push_back(name);
  }
  return sizes;
}

Annotations SizeAnnotations::After(absl::string_view size, absl::string_view node_go_mem_limit,
                                   Annotations before) const {
  const Annotations* const of_size = Find(size);
  if (of_size == nullptr) return before;
  if (removes_timeout_) before.erase(objects::kHealthCheckTimeout);
  for (const auto& [key, value] : *of_size) before[key] = value;
  if (!node_go_mem_limit.empty()) before[objects::kGoMemLimit] = std::string(node_go_mem_limit);
  return before;
}

std::vector<AnnotationRow> SizeAnnotations::Compare(absl::string_view size, absl::string_view node_go_mem_limit,
                                                    const Annotations& present) const {
  const bool exists = Find(size) != nullptr;
  const Annotations of_size = exists ? After(size, node_go_mem_limit, {}) : Annotations();
  std::set<std::string> keys;
  for (const auto& [key, value] : present) keys.insert(key);
  for (const auto& [key, value] : of_size) keys.insert(key);
  std::vector<AnnotationRow> rows;
  for (const std::string& key : keys) {
    AnnotationRow& row = rows.emplace_back();
    row.key = key;
    if (const auto it = present.find(key); it != present.end()) row.present = it->second;
    if (const auto it = of_size.find(key); it != of_size.end()) row.of_size = it->second;
    if (!row.present.has_value()) {
      row.state = AnnotationState::kMissing;
    } else if (row.of_size != row.present) {
      row.sizes = SizesWith(key, *row.present);
      row.state = row.of_size.has_value()      ? AnnotationState::kOverwritten
                  : exists && Removes(row.key) ? AnnotationState::kRemoved
                  : row.sizes.empty()          ? AnnotationState::kOwn
                                               : AnnotationState::kLeftover;
    }
  }
  return rows;
}

}  // namespace cpsizer::effects
