#ifndef CPSIZER_CLIENT_KUBE_FIELDS_H_
#define CPSIZER_CLIENT_KUBE_FIELDS_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/tree/node.h"

namespace cpsizer::kube {

// Reads the fields of one mapping by type. An absent value, a null value and a value of the wrong type are read as
// empty. The first value of the wrong type sets `error`. The message contains the file and the field, and does not
// contain the value.
//
// `value` and `error` must outlive this object.
class Fields {
 public:
  // `where` is the start of all messages: the file, `: ` and the path of the mapping. For the mapping of the whole
  // document the path is empty.
  Fields(const tree::Node& value, std::string where, absl::Status& error);

  const std::string& where() const { return where_; }
  // Changes `where`, the start of all messages.
  void set_where(std::string where) { where_ = std::move(where); }
  // Returns `where` followed by the name of the field.
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

  // Sets the error to `where`, `name` and `why`. Does nothing if there is an error already.
  void Refuse(absl::string_view name, absl::string_view why);

 private:
  // Returns the items of the list in the field `name`. If the value is not a list, sets the error and returns null.
  const std::vector<tree::Node>* ListItems(absl::string_view name);

  const tree::Node* value_;  // never null; a mapping
  std::string where_;
  absl::Status* error_;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_FIELDS_H_
