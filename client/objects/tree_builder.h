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

// Builds a tree for each document of a file from the events of a YAML or JSON parser. Applies the limits of
// file_limits.h. After an error the rest of the document is skipped.
class TreeBuilder {
 public:
  // Calls `document` for each document that is not empty. `problems` and `document` must outlive this object.
  TreeBuilder(ProblemList& problems, absl::FunctionRef<void(const Node&)> document)
      : problems_(problems), document_(document) {}

  void BeginDocument();
  void BeginMap(Position position) { Begin(NodeKind::kMap, position); }
  void BeginList(Position position) { Begin(NodeKind::kList, position); }
  void End();  // ends the innermost mapping or list
  void Quoted(Position position, std::string text);
  void Plain(Position position, std::string text);
  void EndDocument();

  // Adds a problem, unless this document already has one. Skips the rest of the document.
  void Refuse(Position position, std::string message);
  // Same as Refuse(), and also stops reading the file.
  void Stop(Position position, std::string message);
  // Returns whether reading should stop.
  bool stopped() const { return stopped_ || problems_.full(); }

  // Returns the position of the innermost open mapping or list, or {} if none is open.
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
  // Rejects the document because a key is a mapping or a list. A later, more important problem replaces this problem.
  void SuspectKey(NodeKind kind, Position position);
  // Counts the next event. Returns false if the event must be ignored.
  bool Admit(Position position);
  bool ExpectsKey() const;
  void TakeKey(Position position, absl::string_view key);
  void TakeValue(Node node);

  ProblemList& problems_;
  absl::FunctionRef<void(const Node&)> document_;
  std::vector<Open> open_;
  Node root_;
  size_t levels_ = 0;  // the number of open mappings and lists, including skipped ones
  size_t nodes_ = 0;
  // The problem of SuspectKey(). yaml-cpp reports an unclosed `[` or `{` as a key. If a later error occurs, the later
  // error describes the cause better.
  absl::optional<FileProblem> suspicion_;
  bool refused_ = false;
  bool stopped_ = false;
};

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_TREE_BUILDER_H_
