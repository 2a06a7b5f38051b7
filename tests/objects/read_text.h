#ifndef CPSIZER_TESTS_OBJECTS_READ_TEXT_H_
#define CPSIZER_TESTS_OBJECTS_READ_TEXT_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/objects/inventory.h"
#include "client/tree/node.h"

namespace cpsizer::objects {

// Returns the documents of a file as texts that show the kinds of values, such as `{a: 1, b: [int 2, null], c:
// "text"}`.
std::vector<std::string> Documents(absl::string_view bytes);

// Returns the problems of a file as texts such as `2:7: sentence`. A problem of the whole file has no position.
std::vector<std::string> Problems(absl::string_view bytes);

// Returns the objects of a file.
Inventory ReadObjects(absl::string_view bytes, const KindSet& kinds = kSizingKinds);
std::vector<std::string> Sentences(const std::vector<FileProblem>& problems);

// Returns the position as `line:column`.
std::string Text(const Position& position);

}  // namespace cpsizer::objects

#endif  // CPSIZER_TESTS_OBJECTS_READ_TEXT_H_
