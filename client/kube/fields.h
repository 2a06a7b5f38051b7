#ifndef CPSIZER_CLIENT_KUBE_FIELDS_H_
#define CPSIZER_CLIENT_KUBE_FIELDS_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/tree/node.h"

namespace cpsizer::kube {

// Reads the fields of one mapping by type. A value that is absent, null or of the wrong type is read as empty. The
// first wrong type sets `error` to a message that names the file and the field and shows no value.
//
// `value` and `error` must outlive this object.
class Fields {
 public:
  // `where` is the beginning of all messages: the file, `: ` and the path of the mapping. The path is empty for the
  // whole document.
  Fields(const tree::Node& value, std::string where, absl::Status& error);

  const std::string& where() const { return where_; }
  // Changes the beginning of all messages.
  void set_where(std::string where) { where_ = std::move(where); }
  // Returns `where` with the field's name.
  std::string PathOf(absl::string_view name) const;

  bool Has(absl::string_view name) const { return Find(name) != nullptr; }
  // Returns null if the field is absent or null.
  const tree::Node* Find(absl::string_view name) const;

  std::string Text(absl::string_view name);
  bool Boolean(absl::string_view name);
  std::vector<std::string> TextList(absl::string_view name);
  Fields Map(absl::string_view name);
  std::vector<Fields> Maps(absl::string_view name);
  std::vector<std::pair<std::string, std::vector<std::string>>> TextLists(absl::string_view name);

  // Sets the error to `where`, `name` and `why`, if there is no error yet.
  void Refuse(absl::string_view name, absl::string_view why);

 private:
  // Returns the items of the list in the field `name`. If the value is not a list, sets an error and returns null.
  const std::vector<tree::Node>* ListItems(absl::string_view name);

  const tree::Node* value_;  // always a mapping
  std::string where_;
  absl::Status* error_;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_FIELDS_H_
