#ifndef CPSIZER_CLIENT_OBJECTS_FOUND_OBJECT_H_
#define CPSIZER_CLIENT_OBJECTS_FOUND_OBJECT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/tree/node.h"
#include "cpsizer/v1/finding.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer::objects {

// The nodes of documents in files and of objects from an API server.
using tree::Entry;
using tree::Node;
using tree::NodeKind;
using tree::Position;

// Returns a place as text such as `fleet/vpa.yaml:12:7`, or only the file if the position is unknown. The text is safe
// to print.
std::string PlaceText(absl::string_view file, const Position& position);

// A position and its file.
struct Place {
  std::string file;
  Position position;
};

// A message about an invalid input, such as "fleet/vpa.yaml:12:7: memory: 1.5 is a number where ...".
struct FileProblem {
  std::string file;
  Position position;
  std::string message;
  int object = 0;  // the number of the object in its file; the problems of one object have the same number
};

// Returns `PLACE: MESSAGE`.
std::string ProblemText(const FileProblem& problem);

// An object from a file.
struct FoundObject {
  std::string file;
  // The position of each field by its path. Findings refer to fields by the same paths, such as
  // `spec.sizes[1].capacity.memory`.
  absl::flat_hash_map<std::string, Position> positions;

  // Returns the position of `path`. If `path` has no position, returns the position of the nearest parent with a
  // position.
  Position PositionOf(absl::string_view path) const;
};

// Defines how to handle a value of the wrong type whose meaning is clear, such as a fraction without quotes. Any other
// value of the wrong type is a problem, except with kReportAll.
enum class MistypedValues : uint8_t {
  kRefuse,  // the value is a problem, and the object cannot be used
  kReport,  // the value is a finding, and is converted to the right type
  // Like kReport. A value whose meaning is not clear, such as `4Gi` for a whole number, is a finding too, and is left
  // out: the other fields can then be validated. An item of a list is still a problem, because the other items would
  // get other places. Only for an object about which nothing is decided.
  kReportAll,
};

// An object that can be validated.
struct CheckedObject : FoundObject {
  MistypedValues mistyped_values = MistypedValues::kRefuse;  // set by the caller of the reader
  // True if the message has only a few of the fields of the kind. Then an unknown field is reported only if its name is
  // similar to the name of a field of the message.
  bool is_partial = false;
  // Findings about content that the message does not contain: FIELD_UNKNOWN for each unknown field, except in metadata
  // and status, which is an error or a warning according to AddUnknownField(); FIELD_REQUIRED for an empty list that
  // must be absent if it has no items; FIELD_TYPE_MISMATCH for each value of the wrong type.
  std::vector<v1::Finding> unknown_fields;
  // The paths of the values that were left out because of their type; see kReportAll.
  absl::flat_hash_set<std::string> left_out;
};

// Returns the first finding of the reader that is an error, or null if all are warnings. No decision is made about an
// object with an error, because the object may have another meaning than its author intended.
const v1::Finding* FirstReaderError(const CheckedObject& found);

// Returns the findings of a reader that `of_service`, the findings of the service about the same object, do not already
// report with a better remedy.
std::vector<v1::Finding> FindingsToAdd(absl::Span<const v1::Finding> of_reader,
                                       const google::protobuf::RepeatedPtrField<v1::Finding>& of_service);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_FOUND_OBJECT_H_
