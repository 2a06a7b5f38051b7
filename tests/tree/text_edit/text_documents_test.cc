// Tests how the structure of a text is read.
#include "client/tree/text_edit/text_documents.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace cpsizer::tree {
namespace {

using ::testing::HasSubstr;

// Returns a node in one line: `<a>` is a scalar, `?` opaque, `&` shared.
std::string Show(const TextNode& node, absl::string_view text) {
  const std::string shared = node.is_shared ? "&" : "";
  switch (node.kind) {
    case TextNode::Kind::kNone:
      return shared + "-";
    case TextNode::Kind::kOpaque:
      return shared + "?";
    case TextNode::Kind::kScalar:
      return absl::StrCat(shared, "<", text.substr(node.begin, node.end - node.begin), ">");
    case TextNode::Kind::kList:
      return absl::StrCat(shared, "[",
                          absl::StrJoin(node.items, " ",
                                        [&](std::string* out, const TextNode& item) { out->append(Show(item, text)); }),
                          "]");
    case TextNode::Kind::kMap:
      break;
  }
  return absl::StrCat(shared, "{",
                      absl::StrJoin(node.entries, " ",
                                    [&](std::string* out, const auto& entry) {
                                      absl::StrAppend(out, entry.key, "=", Show(entry.value, text));
                                    }),
                      "}");
}

std::string Read(absl::string_view text) {
  TextProblem problem;
  const std::vector<TextNode> documents = ReadTextDocuments(text, problem);
  if (!problem.message.empty()) return absl::StrCat("at ", problem.offset, ": ", problem.message);
  return absl::StrJoin(documents, " | ",
                       [&](std::string* out, const TextNode& document) { out->append(Show(document, text)); });
}

TEST(TextDocumentsTest, ReadsYaml) {
  const struct {
    const char* text;
    const char* shown;
  } kCases[] = {
      {"", ""},
      {"# only a comment\n", ""},
      {"a: 1", "{a=<1>}"},
      {"a: 1 # comment\nb: 2#3\n", "{a=<1> b=<2#3>}"},
      {"a: \"1\"\nb: '2' # c\nc: ''\n", "{a=<1> b=<2> c=<>}"},
      {"a:\nb:\n  c:\n    d: 1\n  e: 2\nf: 3\n", "{a=- b={c={d=<1>} e=<2>} f=<3>}"},
      {"a:\n- b: 1\n  c: 2\n- d\nb: 1\n", "{a=[{b=<1> c=<2>} <d>] b=<1>}"},
      {"a:\n  - b: 1\n\n    # comment\n    c: 2\n  -\n    d: 1\n  - - 1\n    - 2\n",
       "{a=[{b=<1> c=<2>} {d=<1>} [<1> <2>]]}"},
      {"a: {b: 1, c: [2, {d: 3}], e: }\n", "{a={b=<1> c=[<2> {d=<3>}] e=-}}"},
      {"{\"a\":{\"b\":[1,\n \"2\"]},\n\"c\": \"x y\"}\n", "{a={b=[<1> <2>]} c=<x y>}"},
      {"a: [1, # comment ]\n  2]\nb: 1\n", "{a=[<1> <2>] b=<1>}"},
      {"a: |\n  b: 1\n  # no comment\n\n  c\nd: >-\n  e\nf: 1\n", "{a=? d=? f=<1>}"},
      {"a: 1\n  2\nb: 3\n", "{a=? b=<3>}"},
      {"a:\n  1\nb:\n  1\n  2\n", "{a=<1> b=?}"},
      {"a: \"1\\n\"\nb: 'it''s'\nc: \"open\n", "{a=? b=? c=?}"},
      {"a: &x 1\nb: *x\nc: !!str 2\nd: &y\n  e: 1\n", "{a=&<1> b=? c=&<2> d=&{e=<1>}}"},
      {"\"a b\": 1\n'c' : 2\n", "{a b=<1> c=<2>}"},
      {"---\na: 1\n---\nb: 2\n...\n", "{a=<1>} | {b=<2>}"},
      {"%YAML 1.1\n--- # one\na: 1\n", "{a=<1>}"},
      {"a: 1\r\nb:\r\n- c: 2\r\n", "{a=<1> b=[{c=<2>}]}"},
      {"a: \x01\x01\nb: 1\x01\n\x01\x01: 2\n", "{a=? b=? \x01\x01=<2>}"},
      {"a: http://b:1/c\n", "{a=<http://b:1/c>}"},
      {"text\n", "<text>"},
  };
  for (const auto& [text, shown] : kCases) EXPECT_EQ(Read(text), shown) << text;
}

TEST(TextDocumentsTest, RefusesWhatItDoesNotUnderstand) {
  EXPECT_THAT(Read("a:\n    b: 1\n  c: 2\n"), HasSubstr("at 14: the indentation"));
  EXPECT_THAT(Read("a: 1\nb\n"), HasSubstr("at 5: a key"));
  EXPECT_THAT(Read("a: {b: 1\n"), HasSubstr("a comma or the end"));
  EXPECT_THAT(Read("a: [1, 2}\n"), HasSubstr("a comma or the end"));
  EXPECT_THAT(Read("a: {b}\n"), HasSubstr("a key"));
  EXPECT_THAT(Read("a: [1] 2\n"), HasSubstr("the end of the line"));
  EXPECT_THAT(Read("a:\n- b\n c: 1\n"), HasSubstr("the indentation"));
  EXPECT_THAT(Read(std::string(200, '[')), HasSubstr("nested too deeply"));
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "- ";
  EXPECT_THAT(Read(deep + "a"), HasSubstr("nested too deeply"));
}

TEST(TextDocumentsTest, EndsForEachText) {
  constexpr char kParts[] = " \n\n-:#\"'{}[],ab&*|>\x01\r\t\\%.";
  std::mt19937_64 random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (size_t length = random() % 60; text.size() < length;) {
      text += random() % 4 == 0 ? "a: " : std::string(1, kParts[random() % (sizeof(kParts) - 1)]);
    }
    const std::string shown = Read(text);
    EXPECT_LE(shown.size(), 20 * text.size() + 100);
  }
}

}  // namespace
}  // namespace cpsizer::tree
