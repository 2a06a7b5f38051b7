#ifndef CPSIZER_CLIENT_OBJECTS_DOCUMENTS_H_
#define CPSIZER_CLIENT_OBJECTS_DOCUMENTS_H_

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "client/objects/problem_list.h"
#include "client/tree/node.h"

namespace cpsizer::objects {

// Calls `document` for every document in the bytes of a YAML or JSON file that is not empty, one after the other: only
// one is in memory at a time. Whatever the bytes are, the worst that happens is a problem.
void ReadDocuments(absl::string_view bytes, ProblemList& problems, absl::FunctionRef<void(const Node&)> document);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_DOCUMENTS_H_
