#ifndef CPSIZER_CLIENT_KUBE_PARSE_VALUE_H_
#define CPSIZER_CLIENT_KUBE_PARSE_VALUE_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/tree/node.h"

namespace cpsizer::kube {

// Parses `text` as one document in YAML or JSON. Errors: InvalidArgument with a message such as "is not YAML: line 3:
// ...". The message contains no value of the text, only keys and tags.
absl::StatusOr<tree::Node> ParseValue(absl::string_view text);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_PARSE_VALUE_H_
