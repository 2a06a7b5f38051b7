// Tests which parts of a text are directives of a template, and in which branches the rest is.
#include "client/tree/text_edit/template_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_replace.h"

namespace cpsizer::tree {
namespace {

using ::testing::HasSubstr;

// Returns the masked text, with `#` in place of a hidden character.
std::string MaskOf(absl::string_view text) {
  TextProblem problem;
  const TemplateText masked(text, problem);
  EXPECT_EQ(problem.message, "") << text;
  EXPECT_EQ(masked.masked().size(), text.size());
  return absl::StrReplaceAll(masked.masked(), {{"\x01", "~"}});
}

TextProblem ProblemOf(absl::string_view text) {
  TextProblem problem;
  const TemplateText masked(text, problem);
  return problem;
}

TEST(TemplateTextTest, HidesDirectives) {
  EXPECT_EQ(MaskOf("a: 1\n"), "a: 1\n");
  EXPECT_EQ(MaskOf("a: {{ .b }}\n"), "a: ~~~~~~~~\n");
  EXPECT_EQ(MaskOf("{{- if .b }}\na: 1\n{{ end -}}\n"), "            \na: 1\n          \n");
  EXPECT_EQ(MaskOf("  {{ if .b }} {{ end }} # c\n"), "                        # c\n");
  EXPECT_EQ(MaskOf("{{ .b }}: 1\n"), "~~~~~~~~: 1\n");
  EXPECT_EQ(MaskOf("{\"a\":{\"b\":{}}}"), "{\"a\":{\"b\":{}}}");
}

TEST(TemplateTextTest, KnowsTextsAndCommentsOfDirectives) {
  EXPECT_EQ(MaskOf("a: {{ \"}}\" }}"), "a: ~~~~~~~~~~");
  EXPECT_EQ(MaskOf("a: {{ `}}` }}"), "a: ~~~~~~~~~~");
  EXPECT_EQ(MaskOf("a: {{ \"\\\"}}\" }}"), "a: ~~~~~~~~~~~~");
  EXPECT_EQ(MaskOf("{{/* it's if */}}\na"), "                 \na");
  EXPECT_EQ(MaskOf("{{- /* a\n b }} */ -}}\na"), "        \n            \na");
}

TEST(TemplateTextTest, FindsBranches) {
  const std::string text =
      "a{{ if x }}b{{ else if y }}c{{ else }}d{{ with z }}e{{ end }}f{{ end }}g{{ range r }}h{{ end }}";
  TextProblem problem;
  const TemplateText masked(text, problem);
  const auto branches = [&](char c) { return masked.BranchesAt(masked.masked().find(c)); };
  EXPECT_TRUE(branches('a').empty());
  EXPECT_TRUE(branches('g').empty());
  EXPECT_TRUE(branches('d') == branches('f'));
  EXPECT_TRUE(branches('h')[0].is_loop);
  EXPECT_FALSE(branches('b')[0].is_loop);
  for (const auto& [one, other] : {std::pair('b', 'c'), {'b', 'd'}, {'c', 'e'}, {'b', 'f'}}) {
    EXPECT_TRUE(AreExclusive(branches(one), branches(other))) << one << other;
  }
  for (const auto& [one, other] : {std::pair('a', 'b'), {'d', 'e'}, {'b', 'h'}, {'e', 'f'}, {'b', 'b'}}) {
    EXPECT_FALSE(AreExclusive(branches(one), branches(other))) << one << other;
  }
  EXPECT_TRUE(IsInside(branches('e'), branches('d')));
  EXPECT_TRUE(IsInside(branches('e'), branches('a')));
  EXPECT_FALSE(IsInside(branches('d'), branches('e')));
  EXPECT_FALSE(IsInside(branches('b'), branches('c')));
}

TEST(TemplateTextTest, RefusesBlocksAndDirectivesWithoutAnEnd) {
  EXPECT_THAT(ProblemOf("a {{ if x").message, HasSubstr("no }}"));
  EXPECT_EQ(ProblemOf("a {{ if x").offset, 2u);
  EXPECT_THAT(ProblemOf("a {{ \"}}").message, HasSubstr("no }}"));
  EXPECT_THAT(ProblemOf("a {{/* }}").message, HasSubstr("no }}"));
  EXPECT_THAT(ProblemOf("a {{ if x }}{{ if y }}{{ end }}").message, HasSubstr("no end"));
  EXPECT_EQ(ProblemOf("a {{ if x }}{{ if y }}{{ end }}").offset, 2u);
  EXPECT_THAT(ProblemOf("{{ end }}").message, HasSubstr("no block"));
  EXPECT_THAT(ProblemOf("{{ else }}").message, HasSubstr("no block"));
}

}  // namespace
}  // namespace cpsizer::tree
