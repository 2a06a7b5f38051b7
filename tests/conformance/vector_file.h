#ifndef CPSIZER_TESTS_CONFORMANCE_VECTOR_FILE_H_
#define CPSIZER_TESTS_CONFORMANCE_VECTOR_FILE_H_

#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tests/conformance/vector.h"

namespace cpsizer::conformance {

// The expected content of a file of conformance/.
struct VectorFile {
  std::string name;
  std::string text;
};

// Returns all files: one for each subject, whose vectors have no sentences for people, one for the rules, and one for
// the different sentences of all responses.
std::vector<VectorFile> VectorFiles();

// A vector that was read from a file, with its expected response.
struct ReadVector {
  std::string name;
  Request request;
  Answer expected;
};

// Moves the sentences for people, which other implementations may word otherwise, from `answer` into `sentences`. Of
// the description of a violation, the rule in brackets stays.
void TakeSentences(google::protobuf::Message& answer, std::set<std::string>& sentences);

// Reads the vectors from the text of a file. Errors: InvalidArgument, with the name of the vector, for content that
// VectorFiles() never writes.
absl::StatusOr<std::vector<ReadVector>> ReadVectors(absl::string_view text);

}  // namespace cpsizer::conformance

#endif  // CPSIZER_TESTS_CONFORMANCE_VECTOR_FILE_H_
