#ifndef CPSIZER_TESTS_TESTING_DOCS_BLOCKS_H_
#define CPSIZER_TESTS_TESTING_DOCS_BLOCKS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace cpsizer::testing {

// A fenced block of a page. Commands are blocks of the language `sh`; the words behind it say how they are run:
//   exit=N       ends with this code, not 0
//   background   goes on until the page ends
//   by=FILE      run by this test of the tree, which reads it with BlocksBy() or blocks_by.sh, because it takes too
//   long,
//                or is of no use, elsewhere
// A block `text` right behind one is what it prints. A line `...` in it stands for any lines, and a line that ends with
// `...` for any that begins so.
struct DocsBlock {
  std::string page;
  int line = 0;         // of its fence
  std::string heading;  // the last one before it, without its marks
  std::string language;
  std::vector<std::string> words;
  std::string text;
  absl::optional<std::string> prints;

  bool Has(absl::string_view word) const;
  // Of its text.
  std::vector<std::string> Lines() const;
  // What stands behind `key=` among the words; empty if it is not there.
  std::string ValueOf(absl::string_view key) const;
};

std::vector<DocsBlock> ReadBlocks(const std::string& page, absl::string_view text);

// The blocks of a page of the tree that say `by=test`. A test runs all of what it gets; there is at least one.
std::vector<DocsBlock> BlocksBy(const std::string& page, absl::string_view test);

// Whether `output` is what the docs show.
bool IsShown(absl::string_view output, absl::string_view shown);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_DOCS_BLOCKS_H_
