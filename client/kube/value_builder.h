#ifndef CPSIZER_CLIENT_KUBE_VALUE_BUILDER_H_
#define CPSIZER_CLIENT_KUBE_VALUE_BUILDER_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/tree/node.h"

namespace cpsizer::kube {

// Builds one tree from the events of a parser. In a mapping, the parser reports keys and values alternately. After the
// first error, all events are ignored.
class ValueBuilder {
 public:
  void Plain(std::string text);
  void Quoted(std::string text);
  void BeginList() { Begin(tree::NodeKind::kList); }
  void BeginMap() { Begin(tree::NodeKind::kMap); }
  void End();
  void Refuse(absl::string_view why);

  // Returns true if there was no error.
  bool ok() const { return error_.ok(); }

  // Returns the tree. If there were no events, the tree is a null value. Errors: InvalidArgument for the first error.
  absl::StatusOr<tree::Node> Take();

 private:
  struct Open {
    tree::Node value;
    absl::flat_hash_set<std::string> names;
    bool has_name = false;  // true if value.entries has the key of the next value
  };

  void Begin(tree::NodeKind kind);
  void Put(tree::Node value);
  void PutName(Open& open, const tree::Node& value);

  absl::Status error_;
  std::vector<Open> open_;
  tree::Node root_;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_VALUE_BUILDER_H_
