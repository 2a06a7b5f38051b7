#include "client/cli/report/html_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/sha.h>

#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/ui/assets.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Returns the text between `begin` and `end`, which must occur once.
std::string TextBetween(absl::string_view text, absl::string_view begin, absl::string_view end) {
  const size_t first = text.find(begin);
  EXPECT_NE(first, absl::string_view::npos) << begin;
  EXPECT_EQ(text.find(begin, first + 1), absl::string_view::npos) << begin << " occurs several times";
  text.remove_prefix(first + begin.size());
  return std::string(text.substr(0, text.find(end)));
}

std::string Sha256Of(const std::string& text) {
  unsigned char hash[SHA256_DIGEST_LENGTH];
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), hash);
  return absl::Base64Escape(absl::string_view(reinterpret_cast<const char*>(hash), sizeof hash));
}

TEST(HtmlTest, EscapesTextFromOutside) {
  const struct {
    const char* text;
    const char* html;
  } kCases[] = {
      {"clusters/prod", "clusters/prod"},
      {"<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"},
      {"\" onload='x' &amp;", "&quot; onload=&#39;x&#39; &amp;amp;"},
      {"a\xe2\x80\xae"
       "b",
       "a\\u202eb"},
      {"a\nb\x1b[31m", "a\\nb\\x1b[31m"},
      {"\xff", "\\xff"},
      {"größe", "größe"},
  };
  for (const auto& [text, html] : kCases) EXPECT_EQ(Html(text), html);
}

TEST(HtmlTest, ThePolicyPermitsExactlyTheStyleAndTheScript) {
  const std::string page = absl::StrCat(BeginPage("title"), EndPage());
  const std::string style = TextBetween(page, "<style>", "</style>");
  const std::string script = TextBetween(page, "<script>", "</script>");
  EXPECT_EQ(TextBetween(page, "<meta http-equiv=\"Content-Security-Policy\" content=\"", "\">"),
            absl::StrCat("default-src 'none'; style-src 'sha256-", Sha256Of(style), "'; script-src 'sha256-",
                         Sha256Of(script), "'; base-uri 'none'; form-action 'none'"));
  // Not EXPECT_EQ, which would print two complete files.
  EXPECT_TRUE(style == ReadSource("client/ui/page/dist/report.css"));
  EXPECT_TRUE(script == ReadSource("client/ui/page/dist/report.js"));
}

// The end tag would end the element early, and `<!--` changes how a browser reads a script.
TEST(HtmlTest, StyleAndScriptDoNotEndTheirElements) {
  for (const ui::EmbeddedText* text : {&ui::kReportStyle, &ui::kReportScript}) {
    EXPECT_THAT(std::string(text->text), Not(HasSubstr("</")));
    EXPECT_THAT(std::string(text->text), Not(HasSubstr("<!--")));
  }
}

TEST(HtmlTest, TheTitleIsEscaped) {
  EXPECT_EQ(TextBetween(BeginPage("</title><b>"), "<title>", "</title>"), "&lt;/title&gt;&lt;b&gt;");
}

TEST(HtmlTest, TablesEscapeTheirTexts) {
  const std::string html =
      absl::StrCat(HtmlTable("<1>", {"<2>", "b"}, {{"<3>", "<4>"}}), Folded("<5>", "<i>content</i>"));
  for (int i = 1; i <= 5; ++i) EXPECT_THAT(html, HasSubstr(absl::StrCat("&lt;", i, "&gt;")));
  EXPECT_THAT(html, Not(::testing::ContainsRegex("<[1-5]>")));
  EXPECT_THAT(html, HasSubstr("<i>content</i>"));
  EXPECT_THAT(html, HasSubstr("<th scope=\"row\">&lt;3&gt;<td>&lt;4&gt;"));
}

}  // namespace
}  // namespace cpsizer::cli
