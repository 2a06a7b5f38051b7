#include "tests/testing/real_api/manifests.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/kube/parse_value.h"
#include "client/kube/read_file.h"
#include "client/kube/requests.h"
#include "client/tree/node_json.h"
#include "tests/testing/paths.h"

namespace cpsizer::testing {
namespace {

constexpr size_t kMaxBytes = size_t{1} << 20;

std::string PluralOf(absl::string_view kind) {
  std::string plural = absl::AsciiStrToLower(kind);
  if (!absl::EndsWith(plural, "y")) return plural + "s";
  plural.pop_back();
  return plural + "ies";
}

}  // namespace

absl::StatusOr<std::vector<kube::Json>> ParseManifests(absl::string_view text, absl::string_view origin) {
  std::vector<kube::Json> objects;
  for (const absl::string_view document : absl::StrSplit(text, "\n---\n")) {
    const absl::StatusOr<tree::Node> value = kube::ParseValue(document);
    if (!value.ok()) return absl::InvalidArgumentError(absl::StrCat(origin, " ", value.status().message()));
    objects.emplace_back(tree::ToJson(*value));
  }
  return objects;
}

absl::StatusOr<std::vector<kube::Json>> ReadManifests(const std::string& path) {
  const absl::StatusOr<std::string> text = kube::ReadFile(testing::SourcePath(path), kMaxBytes);
  if (!text.ok()) return text.status();
  return ParseManifests(*text, path);
}

std::string CollectionOf(const kube::Json& object) {
  const absl::string_view version = kube::TextAt(object, {"apiVersion"});
  const absl::string_view name_space = kube::TextAt(object, {"metadata", "namespace"});
  return absl::StrCat(absl::StrContains(version, "/") ? "/apis/" : "/api/", version,
                      name_space.empty() ? "" : "/namespaces/", name_space, "/",
                      PluralOf(kube::TextAt(object, {"kind"})));
}

std::string PathOf(const kube::Json& object) {
  return absl::StrCat(CollectionOf(object), "/", kube::TextAt(object, {"metadata", "name"}));
}

absl::Status CreateManifests(ApiUser& user, const std::string& path) {
  const absl::StatusOr<std::vector<kube::Json>> objects = ReadManifests(path);
  if (!objects.ok()) return objects.status();
  for (const kube::Json& object : *objects) {
    // Without strict validation, the API server would ignore a misspelled field.
    const std::string path_and_query = CollectionOf(object) + "?fieldValidation=Strict";
    const absl::StatusOr<kube::Json> created = user.Send(kube::Create(path_and_query, object, ""));
    if (created.ok()) continue;
    return absl::Status(created.status().code(), absl::StrCat(path, ": ", created.status().message()));
  }
  return absl::OkStatus();
}

}  // namespace cpsizer::testing
