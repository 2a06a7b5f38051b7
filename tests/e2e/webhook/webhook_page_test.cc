// Runs the commands of docs/webhook.md with the webhook on the real API server.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/e2e/programs.h"
#include "tests/e2e/webhook/webhook_e2e_test.h"
#include "tests/testing/docs_blocks.h"
#include "tests/testing/real_api/kubectl.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::e2e {
namespace {

constexpr char kPage[] = "docs/webhook.md";

class WebhookPageTest : public WebhookE2eTest {
 protected:
  // Writes the objects of the page to files. The page uses the names of these files in its commands.
  void WriteObjects() const {
    const std::map<std::string, std::string> names = {{"MachineAutoscaler", "workers.yaml"},
                                                      {"ClusterAutoscaler", "autoscaler.yaml"}};
    for (const testing::DocsBlock& block : testing::ReadBlocks(kPage, ReadSourceFile(kPage))) {
      if (block.language != "yaml") continue;
      for (const auto& [kind, name] : names) {
        if (absl::StrContains(block.text, absl::StrCat("kind: ", kind, "\n"))) folder_.Write(name, block.text);
      }
    }
  }

  testing::FinishedProcess Run(const std::string& command) const {
    const auto finished =
        testing::RunProcess({"bash", "-c", absl::StrCat("cd ", folder_.path(), "\nexec 2>&1\n", command)},
                            {.input = "",
                             .environment = {absl::StrCat("KUBECONFIG=", registered().api().AdminKubeconfig()),
                                             absl::StrCat("PATH=", testing::PathWithKubectl())}});
    EXPECT_TRUE(finished.ok()) << finished.status();
    return finished.ok() ? *finished : testing::FinishedProcess{-1, "", ""};
  }

  const testing::TemporaryFolder folder_;
};

TEST_F(WebhookPageTest, EachCommandDoesWhatThePageShows) {
  WriteObjects();
  for (const testing::DocsBlock& block :
       testing::BlocksBy("docs/webhook.md", "tests/e2e/webhook/webhook_page_test.cc")) {
    SCOPED_TRACE(absl::StrCat(kPage, ":", block.line));
    const testing::FinishedProcess finished = Run(block.text);
    const std::string exit_code = block.ValueOf("exit");
    EXPECT_EQ(absl::StrCat(finished.exit_code), exit_code.empty() ? "0" : exit_code) << finished.standard_output;
    if (block.prints.has_value()) {
      EXPECT_TRUE(testing::IsShown(finished.standard_output, *block.prints)) << finished.standard_output;
    }
    // The page shows how to remove the registration. After this command, the test creates the registration again.
    if (absl::StrContains(block.text, "delete validatingwebhookconfiguration")) {
      ASSERT_EQ(registered().Register(), absl::OkStatus());
    }
  }
}

}  // namespace
}  // namespace cpsizer::e2e
