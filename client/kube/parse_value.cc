#include "client/kube/parse_value.h"

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/tree/documents/document_problems.h"
#include "client/tree/documents/documents.h"

namespace cpsizer::kube {
namespace {

constexpr absl::string_view kNotYaml = "is not YAML: ";

// Keeps the first problem. Reading stops after it.
class FirstProblem final : public tree::DocumentProblems {
 public:
  void Add(tree::Position position, std::string message) override {
    if (full()) return;
    const std::string line = position.line == 0 ? "" : absl::StrCat("line ", position.line, ": ");
    status_ = absl::InvalidArgumentError(absl::StrCat(kNotYaml, line, absl::StripPrefix(message, kNotYaml)));
  }
  bool full() const override { return !status_.ok(); }
  const absl::Status& status() const { return status_; }

 private:
  absl::Status status_;
};

}  // namespace

absl::StatusOr<tree::Node> ParseValue(absl::string_view text) {
  FirstProblem problem;
  tree::Node value;
  bool is_first = true;
  tree::ReadDocuments(text, problem, [&](const tree::Node& document) {
    if (is_first) {
      value = document;
    } else {
      problem.Add(document.position,
                  "this does not belong to the lines above it; check the indentation, and use one document per file");
    }
    is_first = false;
  });
  if (!problem.status().ok()) return problem.status();
  return value;
}

}  // namespace cpsizer::kube
