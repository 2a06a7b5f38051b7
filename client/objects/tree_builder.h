#ifndef CPSIZER_CLIENT_OBJECTS_TREE_BUILDER_H_
#define CPSIZER_CLIENT_OBJECTS_TREE_BUILDER_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/objects/problem_list.h"
#include "client/tree/node.h"

namespace cpsizer::objects {

// Builds the trees of a file's documents from what a reader of YAML or JSON tells, within the bounds of file_limits.h.
// After a refusal the rest of that document is let pass without being kept.
class TreeBuilder {
 public:
  // Calls `document` for every document that is not empty. Both must outlive this.
  TreeBuilder(ProblemList& problems, absl::FunctionRef<void(const Node&)> document)
      : problems_(problems), document_(document) {}

  void BeginDocument();
  void BeginMap(Position position) { Begin(NodeKind::kMap, position); }
  void BeginList(Position position) { Begin(NodeKind::kList, position); }
  void End();  // of the innermost mapping or list
  void Quoted(Position position, std::string text);
  void Plain(Position position, std::string text);
  void EndDocument();

  // Says what is wrong, unless this document was refused before, and lets the rest of it pass.
  void Refuse(Position position, std::string message);
  // The same; nothing after this place is read.
  void Stop(Position position, std::string message);
  // Whether reading on is of no use.
  bool stopped() const { return stopped_ || problems_.full(); }

  // Where the innermost mapping or list begins that is still open, or nowhere.
  Position InnermostOpen() const { return open_.empty() ? Position{} : open_.back().node.position; }

 private:
  struct Open {
    Node node;
    bool has_key = false;
    std::string key;
    Position key_position;
    absl::flat_hash_map<std::string, int> key_lines;
  };

  void Begin(NodeKind kind, Position position);
  // Refuses the document for a key that is a mapping or a list, unless there is worse.
  void SuspectKey(NodeKind kind, Position position);
  // Whether the next event is kept: counts it.
  bool Admit(Position position);
  bool ExpectsKey() const;
  void TakeKey(Position position, absl::string_view key);
  void TakeValue(Node node);

  ProblemList& problems_;
  absl::FunctionRef<void(const Node&)> document_;
  std::vector<Open> open_;
  Node root_;
  size_t levels_ = 0;  // of mappings and lists, also where they are not kept
  size_t nodes_ = 0;
  // yaml-cpp takes a `[` or `{` that is never closed for a key. What it tells later says more.
  absl::optional<FileProblem> suspicion_;
  bool refused_ = false;
  bool stopped_ = false;
};

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_TREE_BUILDER_H_
