#ifndef CPSIZER_TESTS_OBJECTS_READ_TEXT_H_
#define CPSIZER_TESTS_OBJECTS_READ_TEXT_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/objects/inventory.h"
#include "client/tree/node.h"

namespace cpsizer::objects {

// The documents in the bytes of a file, in a notation that tells kinds apart: `{a: 1, b: [int 2, null], c: "text"}`.
std::vector<std::string> Documents(absl::string_view bytes);

// What is wrong with the bytes of a file: `2:7: sentence`, without the place where it is the file as a whole.
std::vector<std::string> Problems(absl::string_view bytes);

// The same for the objects in it.
Inventory ReadObjects(absl::string_view bytes, const KindSet& kinds = kSizingKinds);
std::vector<std::string> Sentences(const std::vector<FileProblem>& problems);

// `line:column`.
std::string Text(const Position& position);

}  // namespace cpsizer::objects

#endif  // CPSIZER_TESTS_OBJECTS_READ_TEXT_H_
