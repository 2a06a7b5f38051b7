#include "tests/testing/docs_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "tests/testing/paths.h"

namespace cpsizer::testing {
namespace {

constexpr absl::string_view kFence = "```";
constexpr absl::string_view kAnything = "...";

using Lines = absl::Span<const absl::string_view>;

bool IsFence(absl::string_view line) {
  return absl::StartsWith(absl::StripLeadingAsciiWhitespace(line), kFence);
}

DocsBlock Begin(const std::string& page, int line, const std::string& heading, absl::string_view fence) {
  const absl::string_view info = absl::StripPrefix(absl::StripAsciiWhitespace(fence), kFence);
  DocsBlock block{
      .page = page, .line = line, .heading = heading, .words = absl::StrSplit(info, ' ', absl::SkipWhitespace())};
  if (block.words.empty()) return block;
  block.language = block.words.front();
  block.words.erase(block.words.begin());
  return block;
}

bool IsShownFrom(Lines output, Lines shown) {
  for (; !shown.empty(); shown.remove_prefix(1), output.remove_prefix(1)) {
    absl::string_view wanted = shown.front();
    if (wanted == kAnything) {
      for (;; output.remove_prefix(1)) {
        if (IsShownFrom(output, shown.subspan(1))) return true;
        if (output.empty()) return false;
      }
    }
    if (output.empty()) return false;
    if (absl::ConsumeSuffix(&wanted, kAnything) ? !absl::StartsWith(output.front(), wanted)
                                                : output.front() != wanted) {
      return false;
    }
  }
  return output.empty();
}

}  // namespace

bool DocsBlock::Has(absl::string_view word) const {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::vector<std::string> DocsBlock::Lines() const {
  return absl::StrSplit(text, '\n', absl::SkipEmpty());
}

std::string DocsBlock::ValueOf(absl::string_view key) const {
  for (absl::string_view word : words) {
    if (absl::ConsumePrefix(&word, key) && absl::ConsumePrefix(&word, "=")) return std::string(word);
  }
  return "";
}

std::vector<DocsBlock> ReadBlocks(const std::string& page, absl::string_view text) {
  std::vector<DocsBlock> blocks;
  bool inside = false;
  bool follows_commands = false;  // the previous block has commands, and no text follows it
  std::string heading;
  size_t indent = 0;
  int number = 0;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    if (IsFence(line) && !inside) {
      inside = true;
      indent = line.find(kFence);
      blocks.push_back(Begin(page, number, heading, line));
    } else if (IsFence(line)) {
      inside = false;
      const DocsBlock& block = blocks.back();
      if (follows_commands && block.language == "text") blocks[blocks.size() - 2].prints = block.text;
      follows_commands = block.language == "sh";
    } else if (inside) {
      absl::StrAppend(&blocks.back().text, line.substr(std::min(indent, line.size())), "\n");
    } else if (!absl::StripAsciiWhitespace(line).empty()) {
      follows_commands = false;
      if (absl::StartsWith(line, "#")) {
        heading = std::string(absl::StripLeadingAsciiWhitespace(line.substr(line.find_first_not_of('#'))));
      }
    }
  }
  return blocks;
}

std::vector<DocsBlock> BlocksBy(const std::string& page, absl::string_view test) {
  std::ifstream file(testing::SourcePath(page));
  std::vector<DocsBlock> blocks = ReadBlocks(page, std::string(std::istreambuf_iterator<char>(file), {}));
  const auto is_of_another = [&](const DocsBlock& block) { return block.ValueOf("by") != test; };
  blocks.erase(std::remove_if(blocks.begin(), blocks.end(), is_of_another), blocks.end());
  EXPECT_FALSE(blocks.empty()) << page << " has no block with by=" << test;
  return blocks;
}

bool IsShown(absl::string_view output, absl::string_view shown) {
  const std::vector<absl::string_view> output_lines = absl::StrSplit(output, '\n');
  const std::vector<absl::string_view> shown_lines = absl::StrSplit(shown, '\n');
  return IsShownFrom(output_lines, shown_lines);
}

}  // namespace cpsizer::testing
