#include "tests/testing/fake_api/fake_api_rules.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"

namespace cpsizer::testing {
namespace {

using kube::Find;
using kube::NumberAt;
using kube::TextAt;

constexpr size_t kMaxAnnotationBytes = 262'144;
constexpr size_t kMaxNoteBytes = 1'024;

// Returns whether `value` is a time such as 2026-11-21T02:00:00.000000Z.
bool IsMicroTime(const Json& value) {
  constexpr size_t kLength = 27;
  absl::Time time;
  if (!value.is_string() || value.get_ref<const std::string&>().size() != kLength) return false;
  const std::string text = value.get<std::string>();
  return text[19] == '.' && text.back() == 'Z' && absl::ParseTime(absl::RFC3339_full, text, &time, nullptr);
}

absl::optional<FakeApiAnswer> TextMapRefusal(const Json& object, const char* name) {
  const Json& texts = Find(object, {"metadata", name});
  if (texts.is_null()) return absl::nullopt;
  size_t bytes = 0;
  bool all_text = texts.is_object();
  for (const auto& [key, value] : texts.items()) {
    all_text &= value.is_string();
    if (value.is_string()) bytes += key.size() + value.get_ref<const std::string&>().size();
  }
  if (!all_text) {
    // A real API server shows the whole object, escaped twice.
    const std::string shown = Json(object.dump()).dump();
    return Invalid(absl::StrCat("metadata.", name), absl::StrCat("Invalid value: ", shown, ": cannot read ", shown));
  }
  if (bytes <= kMaxAnnotationBytes || name != absl::string_view("annotations")) return absl::nullopt;
  return Invalid("metadata.annotations", "Too long: may not be more than 262144 bytes");
}

absl::optional<FakeApiAnswer> ConditionsRefusal(const Json& object) {
  const Json& conditions = Find(object, {"status", "conditions"});
  if (!conditions.is_array()) return absl::nullopt;
  for (const Json& condition : conditions) {
    for (const char* const name : {"type", "status", "reason", "message", "lastTransitionTime"}) {
      if (!condition.is_object() || !condition.contains(name)) {
        return Invalid(absl::StrCat("status.conditions[0].", name), "Required value");
      }
    }
  }
  return absl::nullopt;
}

absl::optional<FakeApiAnswer> LeaseRefusal(const Json& lease) {
  for (const char* const name : {"acquireTime", "renewTime"}) {
    const Json& time = Find(lease, {"spec", name});
    if (!time.is_null() && !IsMicroTime(time)) {
      return BadRequest(absl::StrCat("parsing time of spec.", name, " as \"2006-01-02T15:04:05.000000Z07:00\""));
    }
  }
  const Json& seconds = Find(lease, {"spec", "leaseDurationSeconds"});
  if (seconds.is_null() || NumberAt(lease, {"spec", "leaseDurationSeconds"}) > 0) return absl::nullopt;
  return Invalid("spec.leaseDurationSeconds", "must be greater than 0");
}

absl::optional<FakeApiAnswer> NewEventRefusal(const Json& event) {
  if (!IsMicroTime(Find(event, {"eventTime"}))) return BadRequest("parsing time of eventTime");
  for (const char* const name : {"reportingController", "reportingInstance", "action", "reason", "type"}) {
    if (TextAt(event, {name}).empty()) return Invalid(name, "Required value");
  }
  if (TextAt(event, {"note"}).size() > kMaxNoteBytes) return Invalid("note", "can have at most 1024 bytes");
  const absl::string_view name_space = TextAt(event, {"metadata", "namespace"});
  const absl::string_view regarded = TextAt(event, {"regarding", "namespace"});
  const bool fits = regarded.empty() ? name_space == "default" || name_space == "kube-system" : regarded == name_space;
  if (!fits) return Invalid("regarding.namespace", "does not match event.namespace");
  return absl::nullopt;
}

absl::optional<FakeApiAnswer> EventRefusal(const Json* before, const Json& event) {
  if (before == nullptr) return NewEventRefusal(event);
  for (const auto& [name, value] : event.items()) {
    const bool free = name == "series" || name == "metadata";
    if (!free && value != Find(*before, {name.c_str()})) return Invalid(name, "field is immutable");
  }
  if (!event.contains("series")) return absl::nullopt;
  if (NumberAt(event, {"series", "count"}) < 2) return Invalid("series.count", "should be at least 2");
  if (!IsMicroTime(Find(event, {"series", "lastObservedTime"}))) return BadRequest("parsing time of lastObservedTime");
  return absl::nullopt;
}

}  // namespace

absl::optional<FakeApiAnswer> Refusal(const FakeApiKind& kind, const Json* before, const Json& after) {
  for (const char* const name : {"annotations", "labels"}) {
    if (absl::optional<FakeApiAnswer> refusal = TextMapRefusal(after, name)) return refusal;
  }
  if (kind.kind == "Lease") return LeaseRefusal(after);
  if (kind.kind == "Event") return EventRefusal(before, after);
  // A status that is unchanged is accepted, although it may violate rules that are newer than the status.
  const bool same = before != nullptr && Find(*before, {"status"}) == Find(after, {"status"});
  return same ? absl::nullopt : ConditionsRefusal(after);
}

}  // namespace cpsizer::testing
