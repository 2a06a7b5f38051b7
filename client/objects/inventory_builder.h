#ifndef CPSIZER_CLIENT_OBJECTS_INVENTORY_BUILDER_H_
#define CPSIZER_CLIENT_OBJECTS_INVENTORY_BUILDER_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/objects/cluster_set.h"
#include "client/objects/inventory.h"
#include "client/objects/known_objects.h"
#include "client/objects/problem_list.h"
#include "client/tree/documents/flat_document.h"
#include "client/tree/node.h"

namespace cpsizer::objects {

using tree::FlatDocument;

// Collects objects from the contents of files.
class InventoryBuilder {
 public:
  // Objects of other kinds, and objects of `optional_kinds` that cannot be read, are skipped and counted. If both sets
  // have a kind for MachineSets, a MachineSet with a size of control planes is a kMachineSet.
  explicit InventoryBuilder(const KindSet& kinds = kSizingKinds, const KindSet& optional_kinds = kNoKinds,
                            MistypedValues mistyped_values = MistypedValues::kRefuse)
      : kinds_(kinds), optional_kinds_(optional_kinds), mistyped_values_(mistyped_values) {}

  // Reads the bytes of a file. Leaves out objects with a problem. Returns the number of documents.
  int AddFile(absl::string_view bytes, ProblemList& problems);

  // Adds an object or a list of a file.
  void AddDocument(const FlatDocument::Value& document, ProblemList& problems);
  // Adds an object or a list that does not come from a file.
  void AddDocument(const Node& document, ProblemList& problems) { AddObject(document, {}, problems); }

  // Returns the objects and problems that were read until now.
  Inventory& inventory() { return inventory_; }

  // Returns all objects. The builder must not be used afterwards.
  Inventory Finish();

 private:
  // The type of an object. The object or its list specifies the type.
  struct Type {
    std::string api_version;
    std::string kind;
  };

  static bool IsList(const Type& type);
  static Type TypeOfItems(const Type& list);

  // Adds an object or a list of a file. Makes a tree only of the parts of an object that are read.
  void AddFlat(const FlatDocument::Value& value, const Type& defaults, ProblemList& problems);
  Node PartsToRead(const FlatDocument::Value& object, const Type& type) const;
  void AddObject(const Node& node, const Type& defaults, ProblemList& problems);
  void AddOptional(const ObjectType& known, const Node& node, const Type& type, const ProblemList& problems);
  void Skip(const Node& node, const Type& type, const ProblemList& problems);
  void AddKnown(ObjectKind kind, const Node& node, const Type& type, ProblemList& problems);
  // Calls `read` for `node`, and appends the result to `list` if `read` returns true.
  template <typename Found, typename Read>
  void AddTo(std::vector<Found>& list, Read read, const Node& node, ProblemList& problems) const;
  void AddItems(const Node& items, const Type& type, ProblemList& problems);
  void AddConfiguration(const Node& node, ProblemList& problems);
  void AddHostedCluster(const Node& node, ProblemList& problems);
  void AddVpa(const Node& node, ProblemList& problems);
  void AddMachineSet(const Node& node, ProblemList& problems);

  const KindSet kinds_;
  const KindSet optional_kinds_;
  const MistypedValues mistyped_values_;
  Inventory inventory_;
  ClusterSet clusters_;
};

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_INVENTORY_BUILDER_H_
