#include "client/cli/input/namespaced_name.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cli/output/show.h"

namespace cpsizer::cli {

std::string NamespacedName::Full() const {
  return absl::StrCat(name_space, name_space.empty() ? "" : "/", name);
}

absl::StatusOr<size_t> ChooseNamed(const std::vector<NamespacedName>& objects, absl::string_view kind,
                                   absl::string_view wanted) {
  const bool with_namespace = absl::StrContains(wanted, '/');
  std::vector<std::string> names;
  std::vector<std::string> matches;
  size_t place = 0;
  for (size_t i = 0; i < objects.size(); ++i) {
    names.push_back(with_namespace ? objects[i].Full() : objects[i].name);
    if (names.back() != wanted) continue;
    matches.push_back(objects[i].Full());
    place = i;
  }
  if (matches.size() == 1) return place;
  if (matches.empty()) {
    return absl::NotFoundError(
        absl::StrCat("there is no ", kind, " \"", wanted, "\"", SuggestName(wanted, names, "there are")));
  }
  return absl::InvalidArgumentError(absl::StrCat("\"", wanted, "\" matches ", matches.size(), " ", kind, "s (",
                                                 ListNames(matches), "); write namespace/name"));
}

std::string NamespaceIn(absl::string_view wanted) {
  const size_t slash = wanted.find('/');
  if (slash == absl::string_view::npos) return "";
  const absl::string_view name_space = wanted.substr(0, slash);
  // A path such as ../cluster.yaml is not a name.
  return absl::StrContains(name_space, '.') ? "" : std::string(name_space);
}

bool IsProbablyAPath(absl::string_view word) {
  return absl::EndsWith(word, ".yaml") || absl::EndsWith(word, ".yml") || absl::EndsWith(word, ".json");
}

}  // namespace cpsizer::cli
