#include "tests/testing/fake_api/fake_api_commit.h"

#include <utility>

namespace cpsizer::testing {
namespace {

// Metadata that only the server writes.
constexpr const char* kKept[] = {"uid",        "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds",
                                 "generation", "managedFields",     "resourceVersion"};

void KeepMetadata(const Json& before, Json& after) {
  for (const char* const name : kKept) {
    const Json& value = kube::Find(before, {"metadata", name});
    if (value.is_null()) {
      after["metadata"].erase(name);
    } else {
      after["metadata"][name] = value;
    }
  }
}

void KeepMember(const Json& before, const char* name, Json& after) {
  if (before.contains(name)) {
    after[name] = before[name];
  } else {
    after.erase(name);
  }
}

// Returns whether the objects differ, except in metadata and status.
bool SpecDiffers(const Json& a, const Json& b) {
  const auto holds = [](const Json& object, const Json& other) {
    for (const auto& [name, value] : object.items()) {
      if (name != "metadata" && name != "status" && value != kube::Find(other, {name.c_str()})) return false;
    }
    return true;
  };
  return !holds(a, b) || !holds(b, a);
}

void Name(const FakeApiKind& kind, const FakeApiTarget& target, Json& object) {
  object["apiVersion"] = kind.api_version;
  object["kind"] = kind.kind;
  object["metadata"]["name"] = target.name;
  if (kind.namespaced) object["metadata"]["namespace"] = target.name_space;
}

// New objects are two days old, so that rules about young objects apply only if a test chooses the time.
constexpr absl::Duration kAgeOfNewObjects = absl::Hours(48);

Json NewObject(FakeApiStore& store, const FakeApiKind& kind, Json object, const FakeApiIntent& intent) {
  Name(kind, intent.target, object);
  Json& metadata = object["metadata"];
  for (const char* const name : kKept) {
    // Keeps the uid and the time of an object that the test itself creates, because the test may choose them.
    const bool may_choose = name == absl::string_view("uid") || name == absl::string_view("creationTimestamp");
    const bool asked_for = intent.whole && metadata.contains(name) && may_choose;
    if (!asked_for && !(intent.has_fields && name == absl::string_view("managedFields"))) metadata.erase(name);
  }
  if (!metadata.contains("uid")) metadata["uid"] = store.NewUid();
  if (!metadata.contains("creationTimestamp")) metadata["creationTimestamp"] = ApiTime(intent.now - kAgeOfNewObjects);
  metadata["generation"] = 1;
  if (kind.has_status && !intent.whole) object.erase("status");
  if (!intent.has_fields) RecordUpdate(Json(), intent.manager, object);
  return object;
}

}  // namespace

std::string ApiTime(absl::Time time) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", time, absl::UTCTimeZone());
}

Json Prepared(FakeApiStore& store, const FakeApiKind& kind, const FakeApiObject& before, Json after,
              const FakeApiIntent& intent) {
  if (before == nullptr) return NewObject(store, kind, std::move(after), intent);
  Json fields = intent.has_fields ? kube::Find(after, {"metadata", "managedFields"}) : Json();
  if (intent.target.subresource == "status") {
    Json status = *before;
    KeepMember(after, "status", status);
    after = std::move(status);
  } else if (kind.has_status && !intent.whole) {
    KeepMember(*before, "status", after);
  }
  Name(kind, intent.target, after);
  KeepMetadata(*before, after);
  if (SpecDiffers(*before, after)) {
    after["metadata"]["generation"] = kube::NumberAt(*before, {"metadata", "generation"}) + 1;
  }
  if (intent.has_fields) {
    after["metadata"]["managedFields"] = std::move(fields);
  } else if (after != *before) {
    RecordUpdate(*before, intent.manager, after);
  }
  return after;
}

FakeApiObject Commit(FakeApiStore& store, const FakeApiObject& before, Json prepared, const FakeApiIntent& intent) {
  if (before != nullptr && *before == prepared) return before;
  if (intent.dry_run) return std::make_shared<const Json>(std::move(prepared));
  const Json& finalizers = kube::Find(prepared, {"metadata", "finalizers"});
  const bool gone = prepared["metadata"].contains("deletionTimestamp") && finalizers.empty();
  FakeApiObject stored = store.Set(intent.target, std::move(prepared));
  if (gone) store.Erase(intent.target);
  return stored;
}

FakeApiObject CommitDeletion(FakeApiStore& store, const FakeApiObject& object, const FakeApiIntent& intent) {
  if (intent.dry_run) return object;
  if (kube::Find(*object, {"metadata", "finalizers"}).empty()) {
    store.Erase(intent.target);
    return nullptr;
  }
  if (kube::Find(*object, {"metadata"}).contains("deletionTimestamp")) return object;
  Json marked = *object;
  marked["metadata"]["deletionTimestamp"] = ApiTime(intent.now);
  marked["metadata"]["deletionGracePeriodSeconds"] = 0;
  return store.Set(intent.target, std::move(marked));
}

}  // namespace cpsizer::testing
