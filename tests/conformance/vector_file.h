#ifndef CPSIZER_TESTS_CONFORMANCE_VECTOR_FILE_H_
#define CPSIZER_TESTS_CONFORMANCE_VECTOR_FILE_H_

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

// Returns all files: one for each subject, and one for the rules.
std::vector<VectorFile> VectorFiles();

// A vector that was read from a file, with its expected response.
struct ReadVector {
  std::string name;
  Request request;
  Answer expected;
};

// Reads the vectors from the text of a file. Errors: InvalidArgument, with the name of the vector, for content that
// VectorFiles() never writes.
absl::StatusOr<std::vector<ReadVector>> ReadVectors(absl::string_view text);

}  // namespace cpsizer::conformance

#endif  // CPSIZER_TESTS_CONFORMANCE_VECTOR_FILE_H_
