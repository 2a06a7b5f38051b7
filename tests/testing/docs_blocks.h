#ifndef CPSIZER_TESTS_TESTING_DOCS_BLOCKS_H_
#define CPSIZER_TESTS_TESTING_DOCS_BLOCKS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace cpsizer::testing {

// A fenced block of a page. Commands are blocks of the language `sh`; the words after it describe how they run:
//   exit=N       exits with this code, not 0
//   background   runs until the page ends
//   by=FILE      run by this test of the tree, which reads it with BlocksBy() or blocks_by.sh, because it takes too
//                long or has no effect elsewhere
// A block `text` directly after one is its output. A line `...` in it matches any lines, and a line that ends with
// `...` any with the same beginning.
struct DocsBlock {
  std::string page;
  int line = 0;         // of its fence
  std::string heading;  // the last one before it, without its marks
  std::string language;
  std::vector<std::string> words;
  std::string text;
  absl::optional<std::string> prints;

  bool Has(absl::string_view word) const;
  // Returns the lines of its text.
  std::vector<std::string> Lines() const;
  // Returns the value after `key=` among the words; empty if it is absent.
  std::string ValueOf(absl::string_view key) const;
};

std::vector<DocsBlock> ReadBlocks(const std::string& page, absl::string_view text);

// Returns the blocks of a page of the tree with `by=test`. A test runs all blocks that it gets; there is at least
// one.
std::vector<DocsBlock> BlocksBy(const std::string& page, absl::string_view test);

// Returns whether `output` matches the output in the docs.
bool IsShown(absl::string_view output, absl::string_view shown);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_DOCS_BLOCKS_H_
