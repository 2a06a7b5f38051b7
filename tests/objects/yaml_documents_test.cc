#include "client/tree/documents/yaml_documents.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "client/objects/file_limits.h"
#include "client/tree/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/objects/read_text.h"

namespace cpsizer::objects {
namespace {

using tree::kMaxTagDirectives;

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string Repeated(absl::string_view text, size_t count) {
  std::string repeated;
  repeated.reserve(text.size() * count);
  for (size_t i = 0; i < count; ++i) absl::StrAppend(&repeated, text);
  return repeated;
}

struct YamlDocumentsCase {
  std::string name;
  std::string text;
  std::string document;  // the document as text, or the only problem
};

const YamlDocumentsCase kYamlDocumentsGood[] = {
    {"block style", "a: 1\nb:\n  - x\n  - y: z\n", "{a: int 1, b: [\"x\", {y: \"z\"}]}"},
    {"flow style", "a: {b: [1, 'two', \"three\"]}\n", "{a: {b: [int 1, \"two\", \"three\"]}}"},
    {"quotes make text", "a: '1'\nb: \"true\"\nc: \"\"\nd:\n", "{a: \"1\", b: \"true\", c: \"\", d: null}"},
    {"block scalars", "a: |\n  x\n  y\nb: >-\n  x\n  y\n", "{a: \"x\ny\n\", b: \"x y\"}"},
    {"carriage returns", "a:\r\n  b: c\r\n  d: |\r\n    e\r\n", "{a: {b: \"c\", d: \"e\n\"}}"},
    {"a byte-order mark",
     "\xEF\xBB\xBF"
     "a: 1\n",
     "{a: int 1}"},
    {"no line end", "a: 1", "{a: int 1}"},
    {"comments", "# x\na: 1 # y\n# z\n", "{a: int 1}"},
    {"a directive", "%YAML 1.2\n---\na: 1\n", "{a: int 1}"},
    {"a tag that makes text", "a: !!str 1\n", "{a: \"1\"}"},
    {"an unused anchor", "a: &x 1\n", "{a: int 1}"},
    {"keys of other types", "1: a\ntrue: b\n", "{1: \"a\", true: \"b\"}"},
    {"an empty mapping and list", "a: {}\nb: []\n", "{a: {}, b: []}"},
    {"a document's end", "a: 1\n...\n", "{a: int 1}"},
    {"an escape", "a: \"\\u003c\\x1b\\/\"\n", "{a: \"<\x1b/\"}"},
};

TEST(ReadYamlDocuments, ReadsCommonForms) {
  for (const YamlDocumentsCase& c : kYamlDocumentsGood) {
    SCOPED_TRACE(c.name);
    EXPECT_THAT(Problems(c.text), IsEmpty());
    EXPECT_THAT(Documents(c.text), ElementsAre(c.document));
  }
}

TEST(ReadYamlDocuments, SkipsEmptyDocuments) {
  EXPECT_THAT(Documents("---\n# nothing\n---\na: 1\n---\n---\nnull\n---\n- b\n...\n"),
              ElementsAre("{a: int 1}", "[\"b\"]"));
  for (const char* text : {"", "\n", "# only this\n", "---\n", "...\n", "~\n"}) {
    SCOPED_TRACE(text);
    EXPECT_THAT(Documents(text), IsEmpty());
    EXPECT_THAT(Problems(text), IsEmpty());
  }
}

const YamlDocumentsCase kYamlDocumentsBad[] = {
    {"an alias", "a: &x 1\nb: *x\n", "2:4: aliases (`*name`) are not supported; write the value itself"},
    {"an alias of nothing", "a: *x\n", "1:4: aliases (`*name`) are not supported; write the value itself"},
    {"an alias as key", "a: &x 1\n*x : 2\n", "2:1: aliases (`*name`) are not supported; write the value itself"},
    {"a merge key", "a: 1\n<<: {b: 2}\n", "2:1: merge keys (`<<`) are not supported; write the fields themselves"},
    {"a star alone", "a: *\n", "1:5: a value cannot begin with `*`; quote it"},
    {"an ampersand alone", "a: &\n", "1:5: a value cannot begin with `&`; quote it"},
    {"a tag", "a: !!int \"5\"\n", "1:4: tag \"!!int\" is not supported; remove it"},
    {"a tag on a mapping", "a: !x\n  b: 1\n", "1:4: tag \"!x\" is not supported; remove it"},
    {"a tag on a list", "!!set [a]\n", "1:1: tag \"!!set\" is not supported; remove it"},
    {"a key twice", "a: 1\nb: {c: 1}\nc: 2\na: 3\n",
     "4:1: key \"a\" occurs twice in one mapping (first in line 1); remove one"},
    {"control characters in a key", "\"\\e[31m\": 1\n\"\\e[31m\": 2\n",
     R"(2:1: key "\x1b[31m" occurs twice in one mapping (first in line 1); remove one)"},
    {"a list as key", "? [a, b]\n: 1\n", "1:3: a key must be a word or a quoted string, not a list"},
    {"a mapping as key", "{{a: b}: c}\n", "1:2: a key must be a word or a quoted string, not a mapping"},
    {"a key that is missing", ": 1\n", "1:1: a key is missing before this `:`"},
    {"a tab that indents", "a:\n\tb: 1\n", "2:1: tabs are not allowed in indentation; use spaces"},
    {"a colon in a value", "a: b: c\n", "1:5: a `:` is not allowed here; check the indentation, or quote the value"},
    {"a line too far in", "a: 1\n  b: 2\n",
     "2:4: a `:` is not allowed here; check the indentation, or quote the value"},
    {"a line not in far enough", " a: 1\nb: 2\n",
     "2:1: this does not belong to the lines above it; check the indentation, or put `---` between documents"},
    {"a key after a list", "- a\nb: c\n",
     "2:1: this does not belong to the lines above it; check the indentation, or put `---` between documents"},
    {"an item in a mapping", "a: 1\n- b\n",
     "2:1: this does not belong in the mapping above it; check the indentation and the quotes"},
    {"text after a quoted string", "a: \"b\"c\n",
     "1:7: this does not belong in the mapping above it; check the indentation and the quotes"},
    {"a list that stays open", "a:\n  - [1,\n     2\nb: 3\n",
     "2:5: the list that begins with this `[` is not closed, or a `,` is missing"},
    {"a list that stays open at the end of the text", "a: [",
     "1:4: the list that begins with this `[` is not closed, or a `,` is missing"},
    {"a mapping that stays open", "a: {b: c\n",
     "1:4: the mapping that begins with this `{` is not closed, or a `,` is missing"},
    {"a missing comma", "{a: 1 b: 2}\n",
     "1:1: the mapping that begins with this `{` is not closed, or a `,` is missing"},
    {"a bracket too many", "a: 1}\nb: ]\n", "2:4: this closing bracket has no opening bracket"},
    {"a double quote that stays open", "a: \"x\nb: c\n", "1:4: this quoted string is not closed"},
    {"a single quote that stays open", "a: 'x\nb: c", "1:4: this quoted string is not closed"},
    {"an unknown escape", "a: \"\\q\"\n", "1:5: is not YAML: found unknown escape character"},
    {"a reserved character", "a: @b\n", "1:4: a value cannot begin with this character; quote it"},
    {"commas", ",,,\n", "1:1: a value cannot begin with this character; quote it"},
    {"a key without a colon", "a: 1\nb\nc: 2\n",
     "2:1: a `:` is missing after this key; check the indentation and the quotes"},
    {"the bracket of a mapping at the end of a list", "a: [1}\n", "1:6: this closing bracket has no opening bracket"},
    {"a key that is missing in brackets", "a: {b: 1, : 2}\n", "1:11: a key is missing before this `:`"},
    {"a document without a separator", "a: 1\n...\nb: 2\n",
     "3:1: this does not belong to the lines above it; check the indentation, or put `---` between documents"},
    {"columns after characters of several bytes", "\u00e4: \u20ac: c\n",
     "1:8: a `:` is not allowed here; check the indentation, or quote the value"},
    {"half a surrogate pair", "a: \"\\ud83d\"\n", "1:7: is not YAML: found invalid Unicode character escape code"},
    {"YAML of a later time", "%YAML 2.0\n---\na: 1\n", "1:1: is not YAML: found incompatible YAML document"},
};

TEST(ReadYamlDocuments, ReportsProblemsWithTheirPositions) {
  for (const YamlDocumentsCase& c : kYamlDocumentsBad) {
    SCOPED_TRACE(c.name);
    EXPECT_THAT(Problems(c.text), ElementsAre(c.document));
  }
}

TEST(ReadYamlDocuments, ContinuesWithTheNextDocumentAfterARefusal) {
  const std::string text = "a: &x [1]\nb: *x\nc: *x\n---\nd: 1\n---\ne: 1\ne: 2\n---\nf: 1\n";
  EXPECT_THAT(Documents(text), ElementsAre("{d: int 1}", "{f: int 1}"));
  EXPECT_THAT(Problems(text), ElementsAre("2:4: aliases (`*name`) are not supported; write the value itself",
                                          "8:1: key \"e\" occurs twice in one mapping (first in line 7); remove one"));
}

TEST(ReadYamlDocuments, ReportsASecondInvalidDocumentAfterARefusal) {
  EXPECT_THAT(Problems("a: 1\na: 2\n---\n[\n"),
              ElementsAre("2:1: key \"a\" occurs twice in one mapping (first in line 1); remove one",
                          "4:1: the list that begins with this `[` is not closed, or a `,` is missing"));
}

TEST(ReadYamlDocuments, ContinuesWithTheNextDocumentAfterMalformedYaml) {
  const std::string text =
      "# begin\na: [\n---\nb: 1\n--- # bad\nc: \"x\n\u00e4\n---\nd: 1\n...\ne: 1\n---\n- f\ng: 1\n";
  EXPECT_THAT(Documents(text), ElementsAre("{b: int 1}", "{d: int 1}"));
  EXPECT_THAT(Problems(text),
              ElementsAre("2:4: the list that begins with this `[` is not closed, or a `,` is missing",
                          "6:4: this quoted string is not closed",
                          "11:1: this does not belong to the lines above it; check the indentation, or put `---` "
                          "between documents",
                          "14:1: this does not belong to the lines above it; check the indentation, or put `---` "
                          "between documents"));
}

TEST(ReadYamlDocuments, DocumentsBeginOnlyAtTheBeginningOfALine) {
  EXPECT_THAT(Documents("a: [\nb: |\n  ---\n ---\nc: 1\n"), IsEmpty());
}

TEST(ReadYamlDocuments, ALineOfMoreHyphensDoesNotBeginADocument) {
  const std::string text = "a: [\n-----BEGIN CERTIFICATE-----\n---x\n---\t{b: 1}\n---\r\nc: 1\n---";
  EXPECT_THAT(Documents(text), ElementsAre("{b: int 1}", "{c: int 1}"));
  EXPECT_EQ(Problems(text).size(), 1U);
}

TEST(ReadYamlDocuments, SkipsOnlyTheDocumentOfAnInvalidDirective) {
  const std::string text = "a: 1\n...\n%YAML 2.0\n---\nb: 1\n---\nc: 1\n";
  EXPECT_THAT(Documents(text), ElementsAre("{a: int 1}", "{c: int 1}"));
  EXPECT_THAT(Problems(text), ElementsAre("3:1: is not YAML: found incompatible YAML document"));
  EXPECT_THAT(Documents("%YAML 2.0\n---\na: 1\n"), IsEmpty());
}

TEST(ReadYamlDocuments, LimitsMalformedDocuments) {
  const std::vector<std::string> problems = Problems(Repeated("---\na: [\n", 100'000));
  ASSERT_EQ(problems.size(), kMaxProblemsPerFile + 1);
  EXPECT_EQ(problems.back(), "has more than 99 problems; fix these first");
}

TEST(ReadYamlDocuments, LimitsProblems) {
  const std::vector<std::string> problems = Problems(Repeated("---\na: 1\na: 2\n", 1000));
  ASSERT_EQ(problems.size(), kMaxProblemsPerFile + 1);
  EXPECT_EQ(problems.back(), "has more than 99 problems; fix these first");
}

struct DeepCase {
  absl::string_view name;
  absl::string_view level;
  absl::string_view end;
  absl::string_view at;  // the position of nesting level 65
};

constexpr DeepCase kDeepCases[] = {
    {"flow lists", "[", "]", "1:65"},
    {"flow mappings", "{a: ", "}", "1:257"},
    {"lists in a row", "- ", "", "1:129"},
    {"lists in mappings", "[a: ", "]", ""},
};

TEST(ReadYamlDocuments, LimitsLevelsBeforeTheStackOverflows) {
  for (const DeepCase& c : kDeepCases) {
    for (const size_t levels : {100, 100'000}) {
      SCOPED_TRACE(absl::StrCat(levels, " ", c.name));
      EXPECT_THAT(Problems(Repeated(c.level, levels) + Repeated(c.end, levels)),
                  ElementsAre(::testing::AllOf(::testing::StartsWith(c.at),
                                               ::testing::EndsWith("is nested more than 64 levels deep"))));
    }
  }
}

TEST(ReadYamlDocuments, AcceptsSixtyFourLevels) {
  EXPECT_THAT(Problems(Repeated("[", tree::kMaxLevels) + Repeated("]", tree::kMaxLevels)), IsEmpty());
  EXPECT_THAT(Problems(Repeated("[", tree::kMaxLevels + 1) + Repeated("]", tree::kMaxLevels + 1)),
              ElementsAre("1:65: is nested more than 64 levels deep"));
}

TEST(ReadYamlDocuments, LimitsLevelsOfBlocks) {
  std::string text;
  for (size_t i = 0; i < 100; ++i) absl::StrAppend(&text, std::string(i, ' '), "a:\n");
  EXPECT_THAT(Problems(text), ElementsAre("65:65: is nested more than 64 levels deep"));
}

TEST(ReadYamlDocuments, ReadsManyIndicatorsBeforeAnError) {
  const std::string colons = Repeated(":", 1'000'000);
  EXPECT_THAT(Documents(absl::StrCat("a: ", colons, "b\n")), ElementsAre(absl::StrCat("{a: \"", colons, "b\"}")));
  EXPECT_THAT(Problems(absl::StrCat("a: ", colons)),
              ElementsAre("1:1000003: a `:` is not allowed here; check the indentation, or quote the value"));
}

TEST(ReadYamlDocuments, LimitsDirectives) {
  const std::string most = Repeated("%TAG !a! b\n", kMaxTagDirectives);
  EXPECT_THAT(Problems(absl::StrCat(most, "---\na: 1\n")),
              ElementsAre("2:1: is not YAML: found duplicate %TAG directive"));
  EXPECT_THAT(Problems(absl::StrCat(most, "%TAG !b! b\n---\na: 1\n")),
              ElementsAre("has more than 100 %TAG directives; remove them"));
}

TEST(ReadYamlDocuments, ReadsTextWithTheTagOfText) {
  EXPECT_THAT(Documents("a: ! 5\n"), ElementsAre("{a: \"5\"}"));
}

TEST(ReadYamlDocuments, ReadsALongScalar) {
  const std::string text = Repeated("x", 10'000'000);
  EXPECT_THAT(Documents(absl::StrCat("a: \"", text, "\"\nb: 1\n")),
              ElementsAre(absl::StrCat("{a: \"", text, "\", b: int 1}")));
}

}  // namespace
}  // namespace cpsizer::objects
