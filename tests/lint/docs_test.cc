// Checks that the committed reference pages match the current sources.
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "docs/generate/pages.h"
#include "tests/lint/source_tree.h"

namespace cpsizer::lint {
namespace {

TEST(DocsTest, GeneratedPagesAreCurrent) {
  for (const docs::Page& page : docs::Pages()) {
    const std::string path = absl::StrCat("docs/", page.file);
    // Not EXPECT_EQ, which would print two complete pages.
    EXPECT_TRUE(Text(path) == page.generate()) << path << " is stale. Run `./dev docs` and commit what it writes.";
  }
}

}  // namespace
}  // namespace cpsizer::lint
