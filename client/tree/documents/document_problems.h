#ifndef CPSIZER_CLIENT_TREE_DOCUMENTS_DOCUMENT_PROBLEMS_H_
#define CPSIZER_CLIENT_TREE_DOCUMENTS_DOCUMENT_PROBLEMS_H_

#include <string>

#include "client/tree/node.h"

namespace cpsizer::tree {

// Takes the problems of a text while its documents are read.
class DocumentProblems {
 public:
  virtual ~DocumentProblems() = default;

  // `message` is safe to print, and contains no value of the text: only keys and tags.
  virtual void Add(Position position, std::string message) = 0;
  // Returns whether further problems are not needed, so reading can stop.
  virtual bool full() const = 0;
};

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_DOCUMENTS_DOCUMENT_PROBLEMS_H_
