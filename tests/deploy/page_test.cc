#include "tests/deploy/page_test.h"

#include <fstream>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/testing/kubectl.h"
#include "tests/testing/subprocess.h"

namespace cpsizer::deploy {

using testing::DocsBlock;

std::vector<DocsBlock> BlocksUnder(const std::string& page, const std::string& heading, const std::string& language) {
  std::ifstream file(absl::StrCat(CPSIZER_SOURCE_DIR "/", page));
  std::vector<DocsBlock> blocks;
  for (DocsBlock& block : testing::ReadBlocks(page, std::string(std::istreambuf_iterator<char>(file), {}))) {
    if (block.language == language && block.heading == heading) blocks.push_back(std::move(block));
  }
  return blocks;
}

std::vector<std::string> LinesUnder(const std::string& page, const std::string& heading, const std::string& language) {
  std::vector<std::string> lines;
  for (const DocsBlock& block : BlocksUnder(page, heading, language)) {
    for (std::string& line : block.Lines()) lines.push_back(std::move(line));
  }
  return lines;
}

void PageTest::RunInFolder(const std::string& command, int exit_code) {
  const auto done = testing::RunProcess(
      {"bash", "-c", absl::StrCat("set -o pipefail; cd ", folder_.path(), "; ", command)},
      {.environment = {"PATH=" + testing::PathWithKubectl(), "KUBECONFIG=" + server().AdminKubeconfig()}});
  ASSERT_TRUE(done.ok()) << done.status();
  EXPECT_EQ(done->exit_code, exit_code) << command << ": " << done->standard_error;
  EXPECT_EQ(done->standard_error, "") << command;
}

}  // namespace cpsizer::deploy
