// The pages of docs/runbooks. Checks that there is a page for each alert, and that the commands on the pages exist.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/webhook/validated_kinds.h"
#include "tests/lint/source_tree.h"
#include "tests/testing/docs_blocks.h"
#include "tests/testing/paths.h"
#include "tests/testing/subprocess.h"

namespace cpsizer::observability {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

constexpr char kFolder[] = "docs/runbooks";

std::string HelpOf(std::vector<std::string> command) {
  command[0] = testing::ProgramPath(command[0]);
  command.emplace_back("--help");
  const auto help = testing::RunProcess(command);
  EXPECT_TRUE(help.ok() && help->exit_code == 0) << command[0];
  return help.ok() ? help->standard_output : "";
}

// Returns the command lines of a page.
std::vector<std::string> CommandsOf(const std::string& path) {
  std::vector<std::string> commands;
  for (const testing::DocsBlock& block : testing::ReadBlocks(path, lint::Text(path))) {
    if (block.language != "sh") continue;
    for (std::string& command : block.Lines()) commands.push_back(std::move(command));
  }
  return commands;
}

// Checks a command `cpsizer VERB ...` up to a pipe.
void CheckOurCommand(const std::string& command) {
  SCOPED_TRACE(command);
  const std::vector<std::string> words = absl::StrSplit(command.substr(0, command.find(" | ")), ' ', absl::SkipEmpty());
  const std::string help = HelpOf({words.at(0), words.at(1)});
  for (size_t i = 2; i < words.size(); ++i) {
    const std::string flag = words[i].substr(0, words[i].find('='));
    if (absl::StartsWith(flag, "--")) {
      EXPECT_THAT(help, ContainsRegex(absl::StrCat(" ", flag, "[ ,\n]")));
    } else if (absl::StartsWith(flag, "-")) {
      EXPECT_THAT(help, HasSubstr(absl::StrCat("  ", flag, ", --")));
    } else if (absl::StrContains(flag, ".yaml")) {
      EXPECT_TRUE(std::filesystem::exists(testing::SourcePath(flag)));
    }
  }
  if (words.at(1) == "explain") {
    const auto explained = testing::RunProcess({testing::ProgramPath("cpsizer"), "explain", words.at(2)});
    ASSERT_TRUE(explained.ok());
    EXPECT_EQ(explained->exit_code, 0) << explained->standard_error;
  }
}

TEST(RunbooksTest, EveryPageBelongsToAnAlertAndIsListedAndComplete) {
  const std::string list = lint::Text(absl::StrCat(kFolder, "/README.md"));
  const std::string rules = lint::Text("deploy/rules/cpsizer.yaml");
  size_t pages = 0;
  for (const std::string& path : lint::SourceFiles(kFolder)) {
    const std::string name = std::filesystem::path(path).stem();
    if (name == "README") continue;
    ++pages;
    EXPECT_EQ(lint::Lines(path).front().text, "# " + name);
    EXPECT_THAT(rules, HasSubstr(absl::StrCat("- alert: ", name, "\n")));
    EXPECT_THAT(list, HasSubstr(absl::StrCat("[", name, "](", name, ".md)")));
    const std::string text = lint::Text(path);
    for (const char* part : {"\n**Impact.** ", "\n**Check.**", "\n**Fix"}) {
      EXPECT_THAT(text, HasSubstr(part)) << path;
    }
  }
  EXPECT_EQ(pages, 20u);
}

TEST(RunbooksTest, TheAlertOfTheWebhookAndItsPageNameAllKindsThatItReviews) {
  const std::string page = lint::Text(absl::StrCat(kFolder, "/CpsizerWebhookUndecided.md"));
  const std::string rules = lint::Text("deploy/rules/cpsizer.yaml");
  const std::string alert = rules.substr(rules.find("- alert: CpsizerWebhookUndecided\n"));
  const std::string rule = alert.substr(0, alert.find("runbook_url"));
  for (size_t i = 0; i < webhook::kOtherKind; ++i) {
    EXPECT_THAT(page, HasSubstr(webhook::kKindNames[i]));
    EXPECT_THAT(rule, HasSubstr(webhook::kKindNames[i]));
  }
}

TEST(RunbooksTest, CpsizerCommandsExistWithTheirFlags) {
  size_t ours = 0;
  for (const std::string& path : lint::SourceFiles(kFolder)) {
    for (const std::string& command : CommandsOf(path)) {
      EXPECT_TRUE(absl::StartsWith(command, "cpsizer ") || absl::StartsWith(command, "kubectl ") ||
                  absl::StartsWith(command, "curl "))
          << path << ": " << command;
      if (!absl::StartsWith(command, "cpsizer ")) continue;
      ++ours;
      CheckOurCommand(command);
    }
  }
  EXPECT_GT(ours, 10u);
}

TEST(RunbooksTest, NamedFlagsAndLogLinesExist) {
  const std::string help = HelpOf({"cpsizer-server"}) + HelpOf({"cpsizer-sidecar"}) + HelpOf({"cpsizer-webhook"});
  // These flags belong to other programs.
  const std::set<std::string> foreign = {"--history-length"};
  const std::regex flag("`(--[a-z-]+)");
  const std::regex line("'\"([^\"':]+)");  // the text that grep searches for
  std::string sources;
  for (const char* folder : {"client/sidecar", "client/kube", "client/webhook", "server"}) {
    for (const std::string& path : lint::SourceFiles(folder, lint::kCppEndings)) {
      absl::StrAppend(&sources, lint::Text(path));
    }
  }
  size_t lines = 0;
  for (const std::string& path : lint::SourceFiles(kFolder)) {
    for (const lint::SourceLine& text : lint::Lines(path)) {
      for (std::sregex_iterator it(text.text.begin(), text.text.end(), flag), end; it != end; ++it) {
        if (foreign.count((*it)[1]) > 0) continue;
        EXPECT_THAT(help, HasSubstr(absl::StrCat(" ", (*it)[1].str(), " "))) << path << ":" << text.number;
      }
      if (!absl::StrContains(text.text, "grep ")) continue;
      for (std::sregex_iterator it(text.text.begin(), text.text.end(), line), end; it != end; ++it) {
        const std::string key = (*it)[1];
        if (key == "agreement" || key == "level") continue;  // these are keys, not messages
        ++lines;
        EXPECT_THAT(sources, HasSubstr(absl::StrCat("\"", key))) << path << ":" << text.number;
      }
    }
  }
  EXPECT_GE(lines, 6u);
}

}  // namespace
}  // namespace cpsizer::observability
