#ifndef CPSIZER_CLIENT_OBJECTS_FOUND_OBJECT_H_
#define CPSIZER_CLIENT_OBJECTS_FOUND_OBJECT_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "client/tree/node.h"
#include "cpsizer/v1/finding.pb.h"

namespace cpsizer::objects {

// What documents of files and objects of an API server are read from.
using tree::Entry;
using tree::Node;
using tree::NodeKind;
using tree::Position;

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

// An object that validation looks at.
struct CheckedObject : FoundObject {
  // FIELD_UNKNOWN for every misspelt field, but for those of metadata and status; FIELD_REQUIRED for a list that may be
  // left out and not be empty, which its message cannot tell apart.
  std::vector<v1::Finding> unknown_fields;
};

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_FOUND_OBJECT_H_
