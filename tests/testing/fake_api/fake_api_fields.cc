#include "tests/testing/fake_api/fake_api_fields.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace cpsizer::testing {
namespace {

constexpr absl::string_view kOwnedMetadata[] = {"annotations", "labels", "finalizers", "ownerReferences"};

// The part of an object that contains a field. Each part has its own rules about which fields have owners.
enum class Place { kRoot, kMetadata, kStatus, kElsewhere };

bool IsOwned(Place place, absl::string_view key) {
  if (place == Place::kRoot) return key != "apiVersion" && key != "kind";
  if (place == Place::kMetadata) return absl::c_linear_search(kOwnedMetadata, key);
  return true;
}

Place Inside(Place place, absl::string_view key) {
  if (place != Place::kRoot) return Place::kElsewhere;
  if (key == "metadata") return Place::kMetadata;
  return key == "status" ? Place::kStatus : Place::kElsewhere;
}

bool IsConditions(Place place, absl::string_view key, const Json& value) {
  return place == Place::kStatus && key == "conditions" && value.is_array();
}

std::string ItemKey(const Json& item) {
  return absl::StrCat("k:", Json({{"type", std::string(kube::TextAt(item, {"type"}))}}).dump());
}

// Returns the part of `value` that `step` of a field's path names, or null if there is none.
const Json* Child(const Json& value, absl::string_view step) {
  if (absl::ConsumePrefix(&step, "f:")) {
    const auto it = value.is_object() ? value.find(std::string(step)) : value.end();
    return value.is_object() && it != value.end() ? &*it : nullptr;
  }
  if (!value.is_array()) return nullptr;
  const auto it = std::find_if(value.begin(), value.end(), [&](const Json& item) { return ItemKey(item) == step; });
  return it == value.end() ? nullptr : &*it;
}

Json Changed(const Json& before, const Json& after, Place place);

Json ChangedItems(const Json& before, const Json& after) {
  Json fields = Json::object();
  for (const Json& item : after) {
    const std::string key = ItemKey(item);
    const Json* const old = Child(before, key);
    if (old != nullptr && *old == item) continue;
    Json entry = Changed(old == nullptr ? Json() : *old, item, Place::kElsewhere);
    if (old == nullptr) entry["."] = Json::object();
    if (!entry.empty()) fields[key] = std::move(entry);
  }
  return fields;
}

Json Changed(const Json& before, const Json& after, Place place) {
  Json fields = Json::object();
  for (const auto& [key, value] : after.items()) {
    if (!IsOwned(place, key)) continue;
    const std::string step = absl::StrCat("f:", key);
    const Json* const old = Child(before, step);
    if (old != nullptr && *old == value) continue;
    // An empty map at the top level, such as an empty status, is not a change.
    if (place == Place::kRoot && value.is_object() && value.empty()) continue;
    const bool is_map = value.is_object() && !value.empty();
    if (!is_map && !IsConditions(place, key, value)) {
      fields[step] = Json::object();
      continue;
    }
    const Json& former = old == nullptr ? Json() : *old;
    Json inside = is_map ? Changed(former, value, Inside(place, key)) : ChangedItems(former, value);
    if (!inside.empty()) fields[step] = std::move(inside);
  }
  return fields;
}

// Returns the fields of `fields` that exist in `value`.
Json Existing(const Json& fields, const Json& value) {
  Json existing = Json::object();
  for (const auto& [step, inside] : fields.items()) {
    if (step == ".") existing[step] = inside;
    const Json* const child = Child(value, step);
    if (child == nullptr) continue;
    Json kept = Existing(inside, *child);
    if (!kept.empty() || inside.empty()) existing[step] = std::move(kept);
  }
  return existing;
}

bool IsBy(const Json& entry, const FakeApiManager& manager) {
  return kube::TextAt(entry, {"manager"}) == manager.name && kube::TextAt(entry, {"operation"}) == manager.operation &&
         kube::TextAt(entry, {"subresource"}) == manager.subresource;
}

const Json& Entries(const Json& object) {
  static const Json kNone = Json::array();
  const Json& entries = kube::Find(object, {"metadata", "managedFields"});
  return entries.is_array() ? entries : kNone;
}

Json NewEntry(const FakeApiManager& manager, const Json& object, Json fields) {
  Json entry = {{"manager", manager.name}, {"operation", manager.operation}, {"apiVersion", object["apiVersion"]},
                {"time", manager.time},    {"fieldsType", "FieldsV1"},       {"fieldsV1", std::move(fields)}};
  if (!manager.subresource.empty()) entry["subresource"] = manager.subresource;
  return entry;
}

void FindConflicts(const Json& live, const Json& applied, const Json& mine, const Json& theirs, const std::string& path,
                   std::vector<std::string>& paths) {
  for (const auto& [step, inside] : mine.items()) {
    const auto other = theirs.find(step);
    const Json* const now = Child(live, step);
    const Json* const wanted = Child(applied, step);
    if (other == theirs.end() || now == nullptr || wanted == nullptr) continue;
    const std::string at = absl::StartsWith(step, "f:")
                               ? absl::StrCat(path, ".", step.substr(2))
                               : absl::StrCat(path, "[type=\"", kube::TextAt(*wanted, {"type"}), "\"]");
    if (!inside.empty() && !other->empty()) {
      FindConflicts(*now, *wanted, inside, *other, at, paths);
    } else if (*now != *wanted) {
      paths.push_back(at);
    }
  }
}

}  // namespace

Json ChangedFields(const Json& before, const Json& after) {
  return Changed(before, after, Place::kRoot);
}

Json FieldsWithout(const Json& fields, const Json& others) {
  Json rest = Json::object();
  for (const auto& [step, inside] : fields.items()) {
    const auto other = others.find(step);
    if (other == others.end()) {
      rest[step] = inside;
    } else if (!other->empty() && !inside.empty()) {
      Json kept = FieldsWithout(inside, *other);
      if (!kept.empty()) rest[step] = std::move(kept);
    }
  }
  return rest;
}

Json FieldsOfOthers(const Json& object, const FakeApiManager& manager) {
  Json fields = Json::object();
  for (const Json& entry : Entries(object)) {
    if (!IsBy(entry, manager)) fields.merge_patch(entry["fieldsV1"]);
  }
  return fields;
}

Json FieldsOf(const Json& object, const FakeApiManager& manager) {
  for (const Json& entry : Entries(object)) {
    if (IsBy(entry, manager)) return entry["fieldsV1"];
  }
  return Json::object();
}

void RecordUpdate(const Json& before, const FakeApiManager& manager, Json& after) {
  const Json changed = ChangedFields(before, after);
  Json entries = Json::array();
  Json own;
  for (const Json& entry : Entries(before)) {
    Json kept = entry;
    kept["fieldsV1"] =
        Existing(IsBy(entry, manager) ? entry["fieldsV1"] : FieldsWithout(entry["fieldsV1"], changed), after);
    if (IsBy(entry, manager) && !changed.empty()) {
      kept["fieldsV1"].merge_patch(changed);
      kept["time"] = manager.time;
      own = std::move(kept);
    } else if (!kept["fieldsV1"].empty()) {
      entries.push_back(std::move(kept));
    }
  }
  if (own.is_null() && !changed.empty()) own = NewEntry(manager, after, changed);
  if (!own.is_null()) entries.push_back(std::move(own));
  after["metadata"]["managedFields"] = std::move(entries);
}

void RecordApply(const FakeApiManager& manager, const Json& fields, bool alone, Json& object) {
  Json entries = Json::array();
  for (const Json& entry : Entries(object)) {
    if (IsBy(entry, manager)) {
      // If the manager has applied the same fields before, the entry keeps its time.
      if (entry["fieldsV1"] == fields) entries.push_back(entry);
      continue;
    }
    Json kept = entry;
    kept["fieldsV1"] = Existing(alone ? FieldsWithout(entry["fieldsV1"], fields) : entry["fieldsV1"], object);
    if (!kept["fieldsV1"].empty()) entries.push_back(std::move(kept));
  }
  const bool same = std::any_of(entries.begin(), entries.end(), [&](const Json& e) { return IsBy(e, manager); });
  if (!same && !fields.empty()) entries.push_back(NewEntry(manager, object, fields));
  object["metadata"]["managedFields"] = std::move(entries);
}

std::vector<FakeApiCause> ApplyConflicts(const Json& live, const Json& applied, const Json& fields,
                                         const FakeApiManager& manager) {
  std::vector<FakeApiCause> causes;
  for (const Json& entry : Entries(live)) {
    if (IsBy(entry, manager)) continue;
    std::vector<std::string> paths;
    FindConflicts(live, applied, fields, entry["fieldsV1"], "", paths);
    for (std::string& path : paths) {
      causes.push_back(
          {"FieldManagerConflict", std::move(path),
           absl::StrCat("conflict with \"", entry.value("manager", ""), "\" using ", entry.value("apiVersion", ""))});
    }
  }
  return causes;
}

Json Merged(Json live, const Json& applied) {
  if (!live.is_object()) return applied;
  for (const auto& [key, value] : applied.items()) {
    Json& place = live[key];
    if (key == "conditions" && value.is_array() && place.is_array()) {
      for (const Json& item : value) {
        const std::string type = ItemKey(item);
        const auto it =
            std::find_if(place.begin(), place.end(), [&](const Json& other) { return ItemKey(other) == type; });
        if (it == place.end()) {
          place.push_back(item);
        } else {
          *it = Merged(std::move(*it), item);
        }
      }
    } else if (value.is_object() && place.is_object()) {
      place = Merged(std::move(place), value);
    } else {
      place = value;
    }
  }
  return live;
}

void RemoveFields(const Json& fields, Json& object) {
  for (const auto& [step, inside] : fields.items()) {
    Json* const child = const_cast<Json*>(Child(object, step));
    if (child == nullptr) continue;
    const bool is_item = !absl::StartsWith(step, "f:");
    const bool all = is_item ? inside.contains(".") : inside.empty();
    if (!all) {
      RemoveFields(inside, *child);
    } else if (is_item) {
      object.erase(static_cast<size_t>(std::distance(&object[0], child)));
    } else {
      object.erase(step.substr(2));
    }
  }
}

}  // namespace cpsizer::testing
