// The commands of all pages, run as they stand there, on the example fleet in a real kube-apiserver.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tests/e2e/docs_pages.h"
#include "tests/e2e/programs.h"
#include "tests/e2e/real_cluster_test.h"
#include "tests/testing/docs_blocks.h"
#include "tests/testing/example_fleet.h"
#include "tests/testing/kubectl.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tools.h"

namespace cpsizer::e2e {
namespace {

using testing::DocsBlock;

constexpr absl::Duration kPatience = absl::Seconds(60);

class DocsCommandsTest : public RealClusterTest {
 protected:
  void SetUp() override {
    RealClusterTest::SetUp();
    if (IsSkipped()) return;
    ASSERT_EQ(testing::CreateExampleFleet(admin()), absl::OkStatus());
    auto service = StartServer();
    ASSERT_TRUE(service.ok()) << service.status();
    service_ = *std::move(service);
    // Where a reader of the pages is: in the tree, with the programs built.
    const std::filesystem::path programs = std::filesystem::path(CommandProgram()).parent_path();
    std::filesystem::create_directories(folder_.PathOf("build/dev"));
    std::filesystem::create_symlink(programs, folder_.PathOf("build/dev/bin"));
    for (const char* const folder : {"deploy", "docs"}) {
      std::filesystem::create_symlink(SourcePath(folder), folder_.PathOf(folder));
    }
    environment_ = {
        absl::StrCat("PATH=", programs.string(), ":", testing::PathWithKubectl(), ":", testing::ToolPath("")),
        "HOME=" + folder_.path(), "KUBECONFIG=" + server().AdminKubeconfig()};
  }

  void RunPage(const std::string& page) {
    std::vector<std::unique_ptr<testing::Subprocess>> background;
    for (const DocsBlock& block : testing::ReadBlocks(page, ReadSourceFile(page))) {
      if (block.language != "sh" || !block.ValueOf("by").empty()) continue;
      SCOPED_TRACE(absl::StrCat(page, ":", block.line, "\n", block.text));
      if (block.Has("background")) {
        background.push_back(Begin(block));
      } else {
        Run(block);
      }
    }
    for (const auto& process : background) {
      if (process == nullptr) continue;
      EXPECT_EQ(process->Wait(absl::ZeroDuration()), absl::nullopt) << process->standard_error();
    }
  }

 private:
  std::vector<std::string> CommandOf(const DocsBlock& block) const {
    // The ports of the pages may be in use.
    const std::string text = absl::StrReplaceAll(block.text, {{"localhost:50051", service_->address()},
                                                              {"127.0.0.1:50051", "127.0.0.1:0"},
                                                              {"127.0.0.1:8081", "127.0.0.1:0"}});
    return {"bash", "-c", absl::StrCat("set -euo pipefail; cd ", folder_.path(), "; ", text)};
  }
  void Run(const DocsBlock& block) const {
    const auto process = testing::RunProcess(CommandOf(block), {.environment = environment_});
    ASSERT_TRUE(process.ok()) << process.status();
    int exit_code = 0;
    [[maybe_unused]] const bool is_number = absl::SimpleAtoi(block.ValueOf("exit"), &exit_code);
    EXPECT_EQ(process->exit_code, exit_code) << process->standard_error;
    if (!block.prints.has_value()) return;
    EXPECT_TRUE(testing::IsShown(process->standard_output, *block.prints)) << "prints\n" << process->standard_output;
  }
  // Returns when it has said something.
  std::unique_ptr<testing::Subprocess> Begin(const DocsBlock& block) const {
    auto process = testing::Subprocess::Start(CommandOf(block), {.environment = environment_});
    EXPECT_TRUE(process.ok()) << process.status();
    if (!process.ok()) return nullptr;
    const auto any_line = [](absl::string_view) { return true; };
    EXPECT_TRUE((*process)->WaitForLine(any_line, kPatience).has_value()) << (*process)->standard_error();
    return *std::move(process);
  }

  const testing::TemporaryFolder folder_;
  std::vector<std::string> environment_;
  std::unique_ptr<testing::ServerProcess> service_;
};

TEST_F(DocsCommandsTest, DoWhatThePagesSay) {
  for (const std::string& page : DocsPages()) RunPage(page);
}

}  // namespace
}  // namespace cpsizer::e2e
