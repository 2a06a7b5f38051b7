#ifndef CPSIZER_TESTS_TESTING_DOCS_BLOCKS_H_
#define CPSIZER_TESTS_TESTING_DOCS_BLOCKS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace cpsizer::testing {

// A fenced block of a documentation page. A block with the language `sh` contains commands. The words after `sh`
// describe how the commands run:
//   exit=N       the command exits with this code, not with 0
//   background   the command runs until the end of the page
//   by=FILE      only this test of the tree runs the block, because the block takes too long for the test of all pages,
//                or has no effect there; the test reads the block with BlocksBy() or blocks_by.sh
// A block `text` directly after a block of commands is their output. A line `...` in it matches any number of lines,
// and a line that ends with `...` matches any line with the same beginning.
struct DocsBlock {
  std::string page;
  int line = 0;         // the line of the opening fence
  std::string heading;  // the last heading before the block, without the `#`
  std::string language;
  std::vector<std::string> words;
  std::string text;
  absl::optional<std::string> prints;

  bool Has(absl::string_view word) const;
  // Returns the lines of `text`.
  std::vector<std::string> Lines() const;
  // Returns the value after `key=` in `words`; empty if it is absent.
  std::string ValueOf(absl::string_view key) const;
};

std::vector<DocsBlock> ReadBlocks(const std::string& page, absl::string_view text);

// Returns the blocks with `by=test` of a page of the source tree. The test must run all of them. A page without such a
// block fails the test.
std::vector<DocsBlock> BlocksBy(const std::string& page, absl::string_view test);

// Returns whether `output` matches the output `shown` on the page.
bool IsShown(absl::string_view output, absl::string_view shown);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_DOCS_BLOCKS_H_
