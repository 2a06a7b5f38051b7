#include "client/cli/verbs/complete_words.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/flags.h"
#include "client/cli/input/listed_kind.h"
#include "client/cli/verbs/vocabulary.h"
#include "client/kube/config/config_source.h"

namespace cpsizer::cli {
namespace {

// The maximum time to read a cluster. It is short because a user waits for the completion.
constexpr absl::Duration kMaxWait = absl::Seconds(2);

constexpr objects::KindSet kClusterKinds = {objects::ObjectKind::kHostedCluster};

// Returns whether a shell can insert the word unchanged: it has no spaces, no quotes, and no characters that a shell
// would expand.
bool IsPlain(absl::string_view word) {
  return !word.empty() && word.front() != '-' && std::all_of(word.begin(), word.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || absl::StrContains("._:/@+-[]", c);
  });
}

// Returns the words of a command line as the program would receive them. bash passes `--flag`, `=` and `value` as three
// words, and shells pass `~` without expanding it.
std::vector<std::string> Typed(absl::Span<const std::string> words) {
  std::vector<std::string> typed;
  const std::string home = kube::ValueOf(kube::ProcessEnvironment(), "HOME");
  bool joins = false;
  for (const std::string& word : words) {
    const std::string expanded = absl::StartsWith(word, "~/") ? absl::StrCat(home, word.substr(1)) : word;
    if ((word == "=" || joins) && !typed.empty()) {
      typed.back() += expanded;
    } else {
      typed.push_back(expanded);
    }
    joins = word == "=";
  }
  // If the last word is a flag without a value, removes the flag, because its value may be the word that is being
  // completed.
  if (!typed.empty() && absl::StartsWith(typed.back(), "-") &&
      (!absl::StrContains(typed.back(), '=') || typed.back().back() == '=')) {
    typed.pop_back();
  }
  return typed;
}

// Sets `flags` from the words. Returns false if the words cannot be parsed.
bool ReadFlags(absl::Span<const std::string> words, SourceFlags& flags) {
  CLI::App app;
  app.allow_extras();
  app.set_help_flag();
  AddFleetSource(app, flags, /*several=*/false, "hosted clusters");
  std::vector<std::string> typed = Typed(words);
  std::reverse(typed.begin(), typed.end());  // CLI11 expects the words in reverse order
  try {
    app.parse(typed);
    return true;
  } catch (const CLI::ParseError&) {
    return false;
  }
}

std::vector<std::string> Contexts(const SourceFlags& flags) {
  kube::ConfigOptions options;
  options.kubeconfig = flags.cluster.kubeconfig;
  return kube::ContextNames(options, kube::ProcessEnvironment());
}

objects::Inventory ReadClusters(SourceFlags flags) {
  // The files are not read if one of them is standard input, because standard input is the terminal.
  if (std::find(flags.files.begin(), flags.files.end(), "-") != flags.files.end()) return {};
  if (!flags.files.empty()) return objects::ReadInventory(flags.files, kClusterKinds);
  flags.cluster.timeout = kMaxWait;
  const ListedKind kinds[] = {kListedHostedClusters};
  absl::StatusOr<ListedObjects> listed = ListKinds(flags.cluster, kinds, kClusterKinds);
  return listed.ok() ? std::move(listed->inventory) : objects::Inventory();
}

// Returns the names of the clusters in the namespace of -n, or in all namespaces. The form is `namespace/name` if
// several clusters have the same name.
std::vector<std::string> Clusters(const SourceFlags& flags) {
  const objects::Inventory inventory = ReadClusters(flags);
  absl::btree_map<std::string, std::vector<std::string>> namespaces;
  const std::string& name_space = flags.cluster.name_space;
  for (const objects::HostedCluster& cluster : inventory.clusters) {
    if (!name_space.empty() && cluster.namespace_name != name_space) continue;
    namespaces[cluster.name].push_back(cluster.namespace_name);
  }
  std::vector<std::string> names;
  for (const auto& [name, of_name] : namespaces) {
    if (of_name.size() == 1) names.push_back(name);
    if (of_name.size() == 1) continue;
    for (const std::string& of_cluster : of_name) names.push_back(absl::StrCat(of_cluster, "/", name));
  }
  return names;
}

std::vector<std::string> Words(const SourceFlags& /*flags*/) {
  return Vocabulary().Topics();
}

constexpr struct {
  absl::string_view list;
  absl::string_view name;  // the flag or the argument that the list completes
  std::vector<std::string> (*words)(const SourceFlags& flags);
} kLists[] = {{"contexts", "--context", Contexts}, {"clusters", "CLUSTER", Clusters}, {"words", "WORD", Words}};

}  // namespace

absl::string_view CompletionList(absl::string_view name) {
  for (const auto& list : kLists) {
    if (list.name == name) return list.list;
  }
  return "";
}

int CompleteWords(absl::Span<const std::string> words, Environment& environment) {
  SourceFlags flags;
  if (words.empty() || !ReadFlags(words.subspan(1), flags)) return kExitFine;
  for (const auto& list : kLists) {
    if (list.list != words.front()) continue;
    for (const std::string& word : list.words(flags)) {
      if (IsPlain(word)) environment.out.Line(word);
    }
  }
  return kExitFine;
}

}  // namespace cpsizer::cli
