#include "client/objects/known_objects.h"

#include "absl/strings/match.h"

namespace cpsizer::objects {
namespace {

absl::string_view Group(absl::string_view api_version) {
  return api_version.substr(0, api_version.find('/'));
}

// Returns whether the name of the kind is unique. If the name is unique, the API group is not compared.
bool HasUniqueName(ObjectKind kind) {
  return kind == ObjectKind::kConfiguration || kind == ObjectKind::kHorizontalPodAutoscaler;
}

}  // namespace

ObjectType Recognize(absl::string_view api_version, absl::string_view kind, const KindSet& kinds) {
  for (const KnownKind& known : kKnownKinds) {
    if (kind != known.name || !kinds.Has(known.kind)) continue;
    if (api_version == known.api_version || api_version == known.older_api_version) {
      return {known.kind, true, known.api_version};
    }
    if (HasUniqueName(known.kind) || Group(api_version) == Group(known.api_version)) {
      return {known.kind, false, known.api_version};
    }
  }
  return {};
}

bool IsKnownGroup(absl::string_view api_version, const KindSet& kinds) {
  if (!absl::StrContains(api_version, '/')) return false;
  for (const KnownKind& known : kKnownKinds) {
    if (kinds.Has(known.kind) && Group(api_version) == Group(known.api_version)) return true;
  }
  return false;
}

bool NamesKnownKind(absl::string_view text, const KindSet& kinds) {
  for (const KnownKind& known : kKnownKinds) {
    if (kinds.Has(known.kind) && absl::StrContains(text, known.name)) return true;
  }
  return false;
}

}  // namespace cpsizer::objects
