#ifndef CPSIZER_CLIENT_OBJECTS_PROBLEM_LIST_H_
#define CPSIZER_CLIENT_OBJECTS_PROBLEM_LIST_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "client/objects/found_object.h"
#include "client/tree/documents/document_problems.h"

namespace cpsizer::objects {

// The problems of one file. After kMaxProblemsPerFile problems, one more problem reports the limit.
class ProblemList final : public tree::DocumentProblems {
 public:
  // The problems are appended to `problems`, which must outlive this object.
  ProblemList(std::string file, std::vector<FileProblem>& problems) : file_(std::move(file)), problems_(problems) {}

  // Begins the next object of the file. The problems of one object have the same number in FileProblem::object.
  void BeginObject() { ++object_; }
  int object() const { return object_; }

  void Add(Position position, std::string message) override;

  // Returns whether the limit is reached. After the limit, problems are dropped.
  bool full() const override;

  bool empty() const { return count_ == 0; }

  const std::string& file() const { return file_; }

 private:
  std::string file_;
  std::vector<FileProblem>& problems_;
  size_t count_ = 0;
  int object_ = 0;
};

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_PROBLEM_LIST_H_
