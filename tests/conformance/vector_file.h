#ifndef CPSIZER_TESTS_CONFORMANCE_VECTOR_FILE_H_
#define CPSIZER_TESTS_CONFORMANCE_VECTOR_FILE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tests/conformance/vector.h"

namespace cpsizer::conformance {

// A file of conformance/ as it should be.
struct VectorFile {
  std::string name;
  std::string text;
};

// All of them: one for each subject, and the rules.
std::vector<VectorFile> VectorFiles();

// A question as a file has it, with the answer that it expects.
struct ReadVector {
  std::string name;
  Request request;
  Answer expected;
};

// Reads the text of a subject's file. Errors: InvalidArgument, with the vector's name, for what no file of ours holds.
absl::StatusOr<std::vector<ReadVector>> ReadVectors(absl::string_view text);

}  // namespace cpsizer::conformance

#endif  // CPSIZER_TESTS_CONFORMANCE_VECTOR_FILE_H_
