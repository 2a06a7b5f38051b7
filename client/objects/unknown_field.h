#ifndef CPSIZER_CLIENT_OBJECTS_UNKNOWN_FIELD_H_
#define CPSIZER_CLIENT_OBJECTS_UNKNOWN_FIELD_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/tree/node.h"
#include "cpsizer/rules.h"
#include "cpsizer/v1/finding.pb.h"

namespace cpsizer::objects {

// Returns the path of the field `key` of `parent`, which is empty for the object itself. The key is escaped, because it
// may be any text.
std::string FieldPath(absl::string_view parent, absl::string_view key);

// The JSON names of the fields of a mapping.
struct KnownFields {
  absl::Span<const absl::string_view> all;
  // The fields that decisions read. Can have a field that the mapping does not have, such as a field of another version
  // of the kind: this field is then an unknown field that was meant for a decision.
  absl::Span<const absl::string_view> decisive;
  // The path of a decisive field of this name at another level of the object; empty if there is none.
  std::string elsewhere;
};

// Appends FIELD_UNKNOWN to `findings` for `entry` in `parent`. `entry` must not be one of `known.all`. `holder` is
// the name of the parent in messages.
//
// The finding is an error if the field is in a file and its name is similar to the name of a decisive field, or is that
// of a decisive field at another level: the decision would be made without a value that its author has written. All
// other findings are warnings. An API server has checked the fields of its objects, so a field that is unknown here is
// a field of a newer version.
//
// Returns the finding, or null if AddReaderFinding() does not add it.
v1::Finding* AddUnknownField(const tree::Entry& entry, const std::string& parent, absl::string_view holder,
                             const KnownFields& known, std::vector<v1::Finding>& findings);

// Appends a finding of a reader to `findings`. Returns null without adding it if there are already kMaxUnknownFields
// findings. In this case an error replaces a warning, so that an object with errors never seems to be valid. Additional
// findings are reported after the reported ones are fixed.
v1::Finding* AddReaderFinding(Rule rule, v1::Severity severity, std::string path, std::vector<v1::Finding>& findings);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_UNKNOWN_FIELD_H_
