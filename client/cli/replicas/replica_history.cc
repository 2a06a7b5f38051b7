#include "client/cli/replicas/replica_history.h"

#include <utility>

#include "client/cli/base/print_error.h"
#include "client/objects/file_text.h"
#include "client/objects/message_reader.h"
#include "client/tree/documents/documents.h"
#include "client/tree/node.h"

namespace cpsizer::cli {
namespace {

using tree::Node;

bool HasAny(const Node& node, std::initializer_list<absl::string_view> keys) {
  for (const absl::string_view key : keys) {
    if (node.Find(key) != nullptr) return true;
  }
  return false;
}

// Returns the history in `node`, which is a response or a history. Returns nothing if a response has no history. If
// `node` is neither of the two, or cannot be read, adds a problem and returns nothing.
absl::optional<v1::ReplicasHistory> HistoryIn(const Node& node, objects::ProblemList& problems) {
  const Node* history = &node;
  if (const Node* part = node.Find("history")) {
    history = part;
  } else if (!HasAny(node, {"recommendations", "scaleUpEvents", "scaleDownEvents"})) {
    const bool is_answer = HasAny(node, {"outcome", "error"});
    if (!is_answer) {
      problems.Add(node.position, "contains no history; use the output of `cpsizer replicas -o json`, or its history");
    }
    return absl::nullopt;
  }
  v1::ReplicasHistory message;
  if (!objects::MessageReader(problems).Read(*history, history == &node ? "" : "history", message)) {
    return absl::nullopt;
  }
  return message;
}

NamespacedName NameIn(const Node& item) {
  const Node* name = item.Find("autoscaler");
  if (name == nullptr) return {};
  return {tree::TextAt(*name, "namespace", ""), tree::TextAt(*name, "name", "")};
}

}  // namespace

absl::optional<ReplicaHistories> ReplicaHistories::Read(const std::string& path, Screen& err) {
  ReplicaHistories histories;
  std::vector<objects::FileProblem> file_problems;
  objects::ProblemList problems(path, file_problems);
  int documents = 0;
  const auto take = [&](const Node& node) {
    if (++documents > 1) {
      if (documents == 2) problems.Add(node.position, "is a second document; give one response");
      return;
    }
    const Node* items = node.Find("items");
    if (items == nullptr) {
      histories.nameless_ = HistoryIn(node, problems);
      return;
    }
    for (const Node& item : items->items) {
      const Node* response = item.Find("response");
      absl::optional<v1::ReplicasHistory> history = HistoryIn(response == nullptr ? item : *response, problems);
      if (!history.has_value()) continue;
      const NamespacedName name = NameIn(item);
      histories.by_name_.try_emplace({name.name_space, name.name}, *std::move(history));
    }
  };
  const absl::optional<std::string> bytes = objects::ReadFile(path, problems);
  if (bytes.has_value()) tree::ReadDocuments(*bytes, problems, take);
  if (bytes.has_value() && documents == 0 && problems.empty()) problems.Add({}, "is empty; leave --history out");
  for (const objects::FileProblem& problem : file_problems) {
    PrintError(objects::ProblemText(problem), err);
  }
  if (!file_problems.empty()) return absl::nullopt;
  return histories;
}

const v1::ReplicasHistory* ReplicaHistories::Of(const NamespacedName& name, bool only) const {
  const auto it = by_name_.find(std::make_pair(name.name_space, name.name));
  if (it != by_name_.end()) return &it->second;
  return only && nameless_.has_value() ? &*nameless_ : nullptr;
}

}  // namespace cpsizer::cli
