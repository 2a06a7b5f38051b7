#ifndef CPSIZER_TESTS_DEPLOY_PAGE_TEST_H_
#define CPSIZER_TESTS_DEPLOY_PAGE_TEST_H_

#include <string>
#include <vector>

#include "tests/deploy/installed_test.h"
#include "tests/testing/docs_blocks.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::deploy {

// Returns the blocks that are below this heading.
std::vector<testing::DocsBlock> Under(const std::string& heading, const std::vector<testing::DocsBlock>& blocks);
// Returns the blocks of YAML below a heading of a page. `page` is a path in the tree.
std::vector<testing::DocsBlock> YamlUnder(const std::string& heading, const std::string& page);
// Expects that all of these blocks are below these headings, because no test runs blocks below other headings.
void ExpectOnlyUnder(const std::vector<std::string>& headings, const std::vector<testing::DocsBlock>& blocks);

// A test of the commands of a page on the real API server. The commands run in a folder with the same layout as the
// folder of a reader.
class PageTest : public InstalledTest {
 protected:
  void SetUp() override;

  // Runs a command with a kubectl for a cluster without nodes. Expects this exit code. If the command is not git, also
  // expects that stderr is empty.
  void RunInFolder(const std::string& command, int exit_code = 0);

  const testing::TemporaryFolder& folder() const { return folder_; }

 private:
  const testing::TemporaryFolder folder_;
  std::string path_;
};

}  // namespace cpsizer::deploy

#endif  // CPSIZER_TESTS_DEPLOY_PAGE_TEST_H_
