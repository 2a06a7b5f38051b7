#ifndef CPSIZER_TESTS_DEPLOY_PAGE_TEST_H_
#define CPSIZER_TESTS_DEPLOY_PAGE_TEST_H_

#include <string>
#include <vector>

#include "tests/deploy/installed_test.h"
#include "tests/testing/docs_blocks.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::deploy {

// The blocks of a language below a heading of a page, and all their lines. `page` is a path in the tree.
std::vector<testing::DocsBlock> BlocksUnder(const std::string& page, const std::string& heading,
                                            const std::string& language);
std::vector<std::string> LinesUnder(const std::string& page, const std::string& heading, const std::string& language);

// A test of the commands of a page, on the real API server, in a folder that a test makes look like that of a reader.
class PageTest : public InstalledTest {
 protected:
  // Says nothing on stderr, and ends with `exit_code`.
  void RunInFolder(const std::string& command, int exit_code = 0);

  const testing::TemporaryFolder& folder() const { return folder_; }

 private:
  const testing::TemporaryFolder folder_;
};

}  // namespace cpsizer::deploy

#endif  // CPSIZER_TESTS_DEPLOY_PAGE_TEST_H_
