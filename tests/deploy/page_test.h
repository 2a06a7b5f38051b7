#ifndef CPSIZER_TESTS_DEPLOY_PAGE_TEST_H_
#define CPSIZER_TESTS_DEPLOY_PAGE_TEST_H_

#include <string>
#include <vector>

#include "tests/deploy/installed_test.h"
#include "tests/testing/docs_blocks.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::deploy {

// Returns those of these blocks that are below a heading.
std::vector<testing::DocsBlock> Under(const std::string& heading, const std::vector<testing::DocsBlock>& blocks);
// Returns the blocks of YAML below a heading of a page, which is a path in the tree.
std::vector<testing::DocsBlock> YamlUnder(const std::string& heading, const std::string& page);
// Expects that none of these blocks is below another heading: no test would run it.
void ExpectOnlyUnder(const std::vector<std::string>& headings, const std::vector<testing::DocsBlock>& blocks);

// A test of the commands of a page, on the real API server, in a folder like that of a reader.
class PageTest : public InstalledTest {
 protected:
  void SetUp() override;

  // Runs with a kubectl for a cluster without nodes. Expects `exit_code`, and an empty stderr unless it is git.
  void RunInFolder(const std::string& command, int exit_code = 0);

  const testing::TemporaryFolder& folder() const { return folder_; }

 private:
  const testing::TemporaryFolder folder_;
  std::string path_;
};

}  // namespace cpsizer::deploy

#endif  // CPSIZER_TESTS_DEPLOY_PAGE_TEST_H_
