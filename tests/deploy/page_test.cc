#include "tests/deploy/page_test.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/testing/paths.h"
#include "tests/testing/real_api/kubectl.h"
#include "tests/testing/subprocess.h"

namespace cpsizer::deploy {

using testing::DocsBlock;

std::vector<DocsBlock> Under(const std::string& heading, const std::vector<DocsBlock>& blocks) {
  std::vector<DocsBlock> under;
  std::copy_if(blocks.begin(), blocks.end(), std::back_inserter(under),
               [&](const DocsBlock& block) { return block.heading == heading; });
  return under;
}

std::vector<DocsBlock> YamlUnder(const std::string& heading, const std::string& page) {
  std::ifstream file(testing::SourcePath(page));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::vector<DocsBlock> blocks = Under(heading, testing::ReadBlocks(page, text));
  blocks.erase(std::remove_if(blocks.begin(), blocks.end(), [](const auto& block) { return block.language != "yaml"; }),
               blocks.end());
  return blocks;
}

void ExpectOnlyUnder(const std::vector<std::string>& headings, const std::vector<DocsBlock>& blocks) {
  for (const DocsBlock& block : blocks) {
    EXPECT_THAT(headings, ::testing::Contains(block.heading)) << block.line << ": " << block.text;
  }
}

void PageTest::SetUp() {
  InstalledTest::SetUp();
  if (IsSkipped() || HasFatalFailure()) return;
  path_ = testing::PathWithoutNodes(folder_);
}

void PageTest::RunInFolder(const std::string& command, int exit_code) {
  const auto done = testing::RunProcess(
      {"bash", "-c", absl::StrCat("set -o pipefail; cd ", folder_.path(), "; ", command)},
      {.environment = {"PATH=" + path_, "KUBECONFIG=" + server().AdminKubeconfig(), "POD_LOG=/dev/null"}});
  ASSERT_TRUE(done.ok()) << done.status();
  EXPECT_EQ(done->exit_code, exit_code) << command << ": " << done->standard_error;
  if (absl::StartsWith(command, "git ")) return;
  EXPECT_EQ(done->standard_error, "") << command;
}

}  // namespace cpsizer::deploy
