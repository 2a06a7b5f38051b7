// Runs the commands of all pages on the example fleet in a real kube-apiserver.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "tests/e2e/docs/docs_fixture.h"
#include "tests/e2e/docs/docs_pages.h"
#include "tests/e2e/programs.h"
#include "tests/e2e/real_cluster_test.h"
#include "tests/testing/docs_blocks.h"

namespace cpsizer::e2e {
namespace {

using testing::DocsBlock;

constexpr absl::Duration kDocsCommandsTimeout = absl::Seconds(60);

class DocsCommandsTest : public RealClusterTest {
 protected:
  void SetUp() override {
    RealClusterTest::SetUp();
    if (IsSkipped()) return;
    auto fixture = DocsFixture::Make(server());
    ASSERT_TRUE(fixture.ok()) << fixture.status();
    fixture_ = *std::move(fixture);
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
  void Run(const DocsBlock& block) const {
    const auto process = testing::RunProcess(fixture_->CommandOf(block), {.environment = fixture_->environment()});
    ASSERT_TRUE(process.ok()) << process.status();
    int exit_code = 0;
    [[maybe_unused]] const bool is_number = absl::SimpleAtoi(block.ValueOf("exit"), &exit_code);
    EXPECT_EQ(process->exit_code, exit_code) << process->standard_error;
    if (!block.prints.has_value()) return;
    EXPECT_TRUE(testing::IsShown(process->standard_output, *block.prints)) << "prints\n" << process->standard_output;
  }
  // Starts the program. Returns when it has logged that it runs. At this point it has checked all its flags and files.
  std::unique_ptr<testing::Subprocess> Begin(const DocsBlock& block) const {
    auto process = testing::Subprocess::Start(fixture_->CommandOf(block), {.environment = fixture_->environment()});
    EXPECT_TRUE(process.ok()) << process.status();
    if (!process.ok()) return nullptr;
    const auto is_first = [](absl::string_view line) {
      return absl::StrContains(line, "serving") || absl::StrContains(line, "starting");
    };
    EXPECT_TRUE((*process)->WaitForLine(is_first, kDocsCommandsTimeout).has_value()) << (*process)->standard_error();
    return *std::move(process);
  }

  std::unique_ptr<DocsFixture> fixture_;
};

TEST_F(DocsCommandsTest, BehaveAsDocumented) {
  for (const std::string& page : DocsPages()) RunPage(page);
}

}  // namespace
}  // namespace cpsizer::e2e
