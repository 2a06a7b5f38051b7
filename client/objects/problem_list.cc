#include "client/objects/problem_list.h"

#include "absl/strings/str_cat.h"
#include "client/objects/file_limits.h"

namespace cpsizer::objects {

void ProblemList::Add(Position position, std::string message) {
  if (full()) return;
  ++count_;
  problems_.push_back({file_, position, std::move(message), object_});
  if (full()) {
    problems_.push_back(
        {file_, {}, absl::StrCat("has more than ", kMaxProblemsPerFile - 1, " problems; fix these first"), object_});
  }
}

bool ProblemList::full() const {
  return count_ >= kMaxProblemsPerFile;
}

}  // namespace cpsizer::objects
