#ifndef CPSIZER_TESTS_OBJECTS_READ_TEXT_H_
#define CPSIZER_TESTS_OBJECTS_READ_TEXT_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/objects/inventory.h"
#include "client/tree/node.h"

namespace cpsizer::objects {

// Returns the documents of a file in a notation that shows kinds: `{a: 1, b: [int 2, null], c: "text"}`.
std::vector<std::string> Documents(absl::string_view bytes);

// Returns the problems of a file: `2:7: sentence`, without the position for a problem of the whole file.
std::vector<std::string> Problems(absl::string_view bytes);

// Returns the objects of a file.
Inventory ReadObjects(absl::string_view bytes, const KindSet& kinds = kSizingKinds);
std::vector<std::string> Sentences(const std::vector<FileProblem>& problems);

// `line:column`.
std::string Text(const Position& position);

}  // namespace cpsizer::objects

#endif  // CPSIZER_TESTS_OBJECTS_READ_TEXT_H_
