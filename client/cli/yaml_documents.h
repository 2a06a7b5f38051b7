#ifndef CPSIZER_CLIENT_CLI_YAML_DOCUMENTS_H_
#define CPSIZER_CLIENT_CLI_YAML_DOCUMENTS_H_

#include "absl/strings/string_view.h"
#include "client/cli/tree_builder.h"

namespace cpsizer::cli {

// Tells `builder` the documents of a YAML file. Refuses aliases, tags and what is not YAML; yaml-cpp and its exceptions
// stay in here. Requires a text that CheckText has passed.
void ReadYamlDocuments(absl::string_view text, TreeBuilder& builder);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_YAML_DOCUMENTS_H_
