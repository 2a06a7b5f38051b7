#ifndef CPSIZER_CLIENT_OBJECTS_FOLDER_DOCUMENTS_H_
#define CPSIZER_CLIENT_OBJECTS_FOLDER_DOCUMENTS_H_

#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "client/objects/known_objects.h"
#include "client/objects/problem_list.h"
#include "client/tree/documents/flat_document.h"

namespace cpsizer::objects {

using tree::FlatDocument;

// Reads the bytes of a file in a folder. Calls `object` for each document that is a Kubernetes object, and for each
// that claims to be one, so that the reader reports what is missing. Adds a problem for each malformed document.
//
// A folder can also contain other documents, such as a kustomization.yaml without a kind or the values of a Helm chart.
// Each is added to `not_objects`, with the reason, and is not a problem. So is a file without a document.
//
// Most files of a folder contain only objects of other kinds. A file is parsed only if its text contains the name of
// one of `kinds` or their API groups, or if it may be incomplete: a document of it has no `kind`, or its JSON is not
// closed. Returns false if the file was not parsed.
bool ReadFolderDocuments(absl::string_view bytes, const KindSet& kinds, ProblemList& problems,
                         std::vector<FileProblem>& not_objects,
                         absl::FunctionRef<void(const FlatDocument::Value&)> object);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_FOLDER_DOCUMENTS_H_
