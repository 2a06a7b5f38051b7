#ifndef CPSIZER_CLIENT_OBJECTS_INVENTORY_BUILDER_H_
#define CPSIZER_CLIENT_OBJECTS_INVENTORY_BUILDER_H_

#include <string>

#include "absl/strings/string_view.h"
#include "client/objects/cluster_set.h"
#include "client/objects/inventory.h"
#include "client/objects/node.h"
#include "client/objects/problem_list.h"

namespace cpsizer::objects {

// Collects what sizing looks at from the contents of files.
class InventoryBuilder {
 public:
  // Reads the bytes of a file. An object with a problem is left out. Returns how many documents there were.
  int AddFile(absl::string_view bytes, ProblemList& problems);

  // Takes an object, or a list, that comes from elsewhere than a file.
  void AddDocument(const Node& document, ProblemList& problems) { AddObject(document, {}, problems); }

  // What was collected so far; problems go here too.
  Inventory& inventory() { return inventory_; }

  // Everything collected. The builder is spent afterwards.
  Inventory Finish();

 private:
  // What a list says of its items, for those that do not say it themselves.
  struct Defaults {
    std::string api_version;
    std::string kind;
  };

  void AddObject(const Node& node, const Defaults& defaults, ProblemList& problems);
  void AddItems(const Node& items, const Defaults& defaults, ProblemList& problems);
  void AddConfiguration(const Node& node, ProblemList& problems);
  void AddHostedCluster(const Node& node, ProblemList& problems);
  void AddVpa(const Node& node, ProblemList& problems);
  void AddMachineSet(const Node& node, ProblemList& problems);

  Inventory inventory_;
  ClusterSet clusters_;
};

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_INVENTORY_BUILDER_H_
