#ifndef CPSIZER_CLIENT_OBJECTS_INVENTORY_H_
#define CPSIZER_CLIENT_OBJECTS_INVENTORY_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "cpsizer/v1/finding.pb.h"
#include "cpsizer/v1/machine_set.pb.h"
#include "cpsizer/v1/vertical_pod_autoscaler.pb.h"

namespace cpsizer::objects {

// A place in a file; line and column count from 1, 0 means the file as a whole.
struct Position {
  int line = 0;
  int column = 0;
};

// `fleet/vpa.yaml:12:7`, or the file alone; safe to print.
std::string PlaceText(absl::string_view file, const Position& position);

// A place and the file that it is in.
struct Place {
  std::string file;
  Position position;
};

// A sentence about an input that cannot be used: "fleet/vpa.yaml:12:7: memory: 1.5 is a number where ...".
struct FileProblem {
  std::string file;
  Position position;
  std::string message;
};

// An object as found in a file.
struct FoundObject {
  std::string file;
  // Where each field stands, by its path as findings name it (`spec.sizes[1].capacity.memory`).
  absl::flat_hash_map<std::string, Position> positions;

  // Where `path` stands, or else its nearest parent that stands anywhere.
  Position PositionOf(absl::string_view path) const;
};

struct FoundConfiguration : FoundObject {
  v1::ClusterSizingConfiguration config;
  // FIELD_UNKNOWN for every misspelt field, but for those of metadata.
  std::vector<v1::Finding> unknown_fields;
};

// Only what is read of it: annotations can be long, and a request carries every MachineSet.
struct FoundMachineSet : FoundObject {
  v1::MachineSet machine_set;
};

// A HostedCluster, as far as sizing looks at it.
struct HostedCluster {
  std::string namespace_name;
  std::string name;
  // The recommendation annotation, else the size label; empty for neither.
  std::string current_size;
  // Opted in: annotations resource-based-cp-auto-scaling "true" and topology dedicated-request-serving-components.
  bool eligible = false;
  // Status of its VPA `kube-apiserver`; absent where the files have none.
  absl::optional<v1::VerticalPodAutoscalerStatus> vpa_status;
  // metadata.creationTimestamp of that VPA, RFC 3339, or empty.
  std::string vpa_created;
};

// An object of a kind that sizing does not look at.
struct OtherObject {
  std::string kind;
  std::string file;
  Position position;
};

// What the files hold.
struct Inventory {
  std::vector<FoundConfiguration> configurations;
  std::vector<HostedCluster> clusters;  // by namespace, then name
  std::vector<FoundMachineSet> machine_sets;
  std::vector<FileProblem> problems;
  int skipped_objects = 0;                    // of kinds that sizing does not look at
  absl::optional<OtherObject> first_skipped;  // of those that were read as objects
  int skipped_files = 0;                      // in folders, not named .yaml, .yml or .json
};

// Reads files, folders (recursive, in the order of names) and `-` (standard input). Never fails as a whole: what cannot
// be used is a problem in the answer.
Inventory ReadInventory(absl::Span<const std::string> paths);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_INVENTORY_H_
