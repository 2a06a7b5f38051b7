#include "client/tree/documents/json_documents.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/tree/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/objects/read_text.h"

namespace cpsizer::objects {
namespace {

using tree::BeginsLikeJson;
using tree::kMaxNodes;

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(BeginsLikeJson, DistinguishesJsonFromFlowYaml) {
  EXPECT_TRUE(BeginsLikeJson(" \r\n\t{ \"a\": 1}"));
  EXPECT_TRUE(BeginsLikeJson("{\n}"));
  EXPECT_FALSE(BeginsLikeJson("{a: 1}"));
  EXPECT_FALSE(BeginsLikeJson("[1]"));
  EXPECT_FALSE(BeginsLikeJson("a: {\"b\": 1}"));
  EXPECT_FALSE(BeginsLikeJson("{"));
  EXPECT_TRUE(BeginsLikeJson("// a\n{\"a\": 1}"));
  EXPECT_TRUE(BeginsLikeJson("/* a */{/* b */}"));
  EXPECT_FALSE(BeginsLikeJson("# a\n{\"a\": 1}")) << "kubectl reads this as YAML";
  EXPECT_FALSE(BeginsLikeJson("// a"));
  EXPECT_FALSE(BeginsLikeJson("/* {\"a\": 1}"));
  EXPECT_FALSE(BeginsLikeJson(""));
}

struct JsonDocumentsCase {
  std::string name;
  std::string text;
  std::string document;
};

const JsonDocumentsCase kJsonDocumentsGood[] = {
    {"what kubectl prints", "{\n    \"a\": \"x\",\n    \"b\": [\n        1,\n        true\n    ]\n}\n",
     "{a: \"x\", b: [int 1, bool 1]}"},
    {"tabs", "{\n\t\"a\":\t\"x\",\n\t\"b\":\n\t\tnull\n}", "{a: \"x\", b: null}"},
    {"Go's escapes", R"({"a":"\u003c\u0026\/\n\"\\"})", "{a: \"<&/\n\"\\\"}"},
    {"a surrogate pair", R"({"a":"\ud83d\ude42","b":1})", "{a: \"🙂\", b: int 1}"},
    {"an escaped NUL", R"({"a":"\u0000"})", absl::StrCat("{a: \"", absl::string_view("\0", 1), "\"}")},
    {"numbers", R"({"a":-1,"b":0.65,"c":1.0,"d":1e3,"e":9223372036854775808})",
     "{a: int -1, b: float 0.65, c: int 1, d: int 1000, e: float 9223372036854775808}"},
    {"text that YAML would read otherwise", R"({"a":"yes","b":"1","c":"null","d":"# x","e":"a: b"})",
     "{a: \"yes\", b: \"1\", c: \"null\", d: \"# x\", e: \"a: b\"}"},
    {"a colon on its own line", "{\"a\"\n:\n1}", "{a: int 1}"},
    {"escapes in a long text", R"({"a":"0123456789abcdef\"ghi\\jk\tl"})", "{a: \"0123456789abcdef\"ghi\\jk\tl\"}"},
    {"many keys",
     R"({"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"l":1,"m":1,"n":1,"o":1,"p":1,"q":1})",
     "{a: int 1, b: int 1, c: int 1, d: int 1, e: int 1, f: int 1, g: int 1, h: int 1, i: int 1, j: int 1, k: int 1, "
     "l: int 1, m: int 1, n: int 1, o: int 1, p: int 1, q: int 1}"},
    {"a long key", absl::StrCat("{\"", std::string(2000, 'k'), "\":1}"),
     absl::StrCat("{", std::string(2000, 'k'), ": int 1}")},
};

TEST(ReadJsonDocuments, ReadsWhatJsonAllows) {
  for (const JsonDocumentsCase& c : kJsonDocumentsGood) {
    SCOPED_TRACE(c.name);
    EXPECT_THAT(Problems(c.text), IsEmpty());
    EXPECT_THAT(Documents(c.text), ElementsAre(c.document));
  }
}

TEST(ReadJsonDocuments, ReadsSeveralObjectsInARow) {
  EXPECT_THAT(Documents("{\"a\":1}{\"b\":2}\n---\n{\"c\":3}\n---\n"),
              ElementsAre("{a: int 1}", "{b: int 2}", "{c: int 3}"));
}

const JsonDocumentsCase kJsonDocumentsBad[] = {
    {"a missing comma", "{\n  \"a\": 1\n  \"b\": 2\n}", "3:3: is not JSON: a `,` or a `}` is expected here"},
    {"a missing comma in a list", "{\"a\": [1 2]}", "1:10: is not JSON: a `,` or a `]` is expected here"},
    {"a missing colon", "{\"a\" 1}", "1:6: is not JSON: a `:` is expected here, after the key"},
    {"a key without quotes", "{\"a\": 1, b: 2}", "1:10: is not JSON: a key in double quotes is expected here"},
    {"cut short", "{\n  \"a\": [1,", "2:11: is not JSON: the file ends before this object is closed"},
    {"a trailing comma", "{\"a\": 1,\n}", "2:1: is not JSON: a `,` is not allowed before a closing bracket; remove it"},
    {"a trailing comma in a list", "{\"a\": [1, ]}",
     "1:11: is not JSON: a `,` is not allowed before a closing bracket; remove it"},
    {"a bracket instead of a value", "{\"a\": }",
     "1:7: is not JSON: a value is expected here; strings need double quotes"},
    {"a bare word", "{\"a\": nul}", "1:7: is not JSON: a value is expected here; strings need double quotes"},
    {"single quotes", "{\"a\": 'b'}", "1:7: is not JSON: strings need double quotes"},
    {"a comment", "{\"a\": 1, // b\n\"c\": 2}", "1:10: is not JSON: JSON has no comments; remove this one"},
    {"a comment of YAML", "{\"a\": 1\n# b\n}", "2:1: is not JSON: JSON has no comments; remove this one"},
    {"a comment above", "// b\n{\"a\": 1}", "1:1: is not JSON: JSON has no comments; remove this one"},
    {"comments above", "\n/* b\n: */ // c\n{\"a\": 1}", "2:1: is not JSON: JSON has no comments; remove this one"},
    {"a comment after the bracket", "{ // b\n\"a\": 1}", "1:3: is not JSON: JSON has no comments; remove this one"},
    {"half a surrogate pair", R"({"a": "\ud83dx"})",
     R"(1:7: is not JSON: this string has half a surrogate pair; write two `\u` escapes)"},
    {"the second half of a surrogate pair", R"({"a": "x\ude42"})",
     R"(1:7: is not JSON: this string has half a surrogate pair; write two `\u` escapes)"},
    {"a short escape", R"({"a": "\u12"})",
     R"(1:7: is not JSON: this string has a `\u` without four hexadecimal digits)"},
    {"an unknown escape", R"({"a": "\q"})",
     R"(1:7: is not JSON: this string has an unknown escape; write a backslash as `\\`)"},
    {"a string that stays open", "{\"a\": \"b", "1:7: is not JSON: this string is not closed"},
    {"a line end in a string", "{\"a\": \"b\nc\"}", "1:7: is not JSON: this string is not closed in its line"},
    {"a tab in a string", "{\"a\": \"b\tc\"}",
     R"(1:7: is not JSON: this string has a control character; write it as an escape, such as `\t`)"},
    {"a number with a zero in front", "{\"a\": 01}", "1:8: is not JSON: a number cannot begin with 0"},
    {"a number that is too large", "{\"a\": 9e308}", "1:7: is not JSON: this number is too large"},
    {"a number with too large an exponent", "{\"a\": 1e999}", "1:7: is not JSON: this number is too large"},
    {"a number that ends with a period", "{\"a\": 1.}",
     "1:7: is not JSON: this number has no digits after its `.` or `e`"},
    {"an exponent without digits", "{\"a\": 1e}", "1:7: is not JSON: this number has no digits after its `.` or `e`"},
    {"objects after malformed JSON", "{\"a\": x}\n{\"b\": 1}",
     "1:7: is not JSON: a value is expected here; strings need double quotes; the objects below are not read"},
    {"a key twice", "{\"a\": 1,\n \"b\": {\"a\": 2},\n \"a\": 3}",
     "3:2: key \"a\" occurs twice in one mapping (first in line 1); remove one"},
    {"a key twice among many",
     "{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"j\":1,\"k\":1,\"l\":1,\"m\":1,\"n\":1,"
     "\"o\":1,"
     "\n\"p\":1,\"q\":1,\"r\":1,\n\"q\":1}",
     "3:1: key \"q\" occurs twice in one mapping (first in line 2); remove one"},
    {"a comment after", "{\"a\": 1}\n# b\n", "2:1: is not JSON: JSON has no comments; remove this one"},
    {"text after", "{\"a\": 1}\nb: 2\n", "2:1: only another JSON object can follow a JSON object; this is not read"},
};

TEST(ReadJsonDocuments, ReportsThePositionOfInvalidJson) {
  for (const JsonDocumentsCase& c : kJsonDocumentsBad) {
    SCOPED_TRACE(c.name);
    EXPECT_THAT(Problems(c.text), ElementsAre(c.document));
    EXPECT_THAT(Documents(c.text), ::testing::SizeIs(absl::EndsWith(c.name, " after") ? 1 : 0));
  }
}

TEST(ReadJsonDocuments, ContinuesWithTheNextDocumentAfterMalformedJson) {
  const std::string text = "{\"a\": 1}\n---\n{\"b\": [}\n--- {\"c\": 1}\nd: 1\n---\n{\"e\": 1}{\"f\": \n";
  EXPECT_THAT(Documents(text), ElementsAre("{a: int 1}", "{c: int 1}", "{e: int 1}"));
  EXPECT_THAT(Problems(text), ElementsAre("3:8: is not JSON: a value is expected here; strings need double quotes",
                                          "5:1: only another JSON object can follow a JSON object; this is not read",
                                          "8:1: is not JSON: the file ends before this object is closed"));
}

std::string Nested(size_t levels) {
  std::string text;
  for (size_t i = 0; i < levels; ++i) text += "{\"a\":";
  text += "1";
  return text.append(levels, '}');
}

TEST(ReadJsonDocuments, LimitsLevels) {
  EXPECT_THAT(Problems(Nested(tree::kMaxLevels)), IsEmpty());
  EXPECT_THAT(Problems(Nested(tree::kMaxLevels + 1)), ElementsAre("1:321: is nested more than 64 levels deep"));
  EXPECT_THAT(Problems(Nested(100'000)), ElementsAre("1:321: is nested more than 64 levels deep"));
}

TEST(ReadJsonDocuments, ContinuesWithTheNextDocumentAfterTooManyLevels) {
  EXPECT_THAT(Documents(absl::StrCat(Nested(100), "\n---\n{\"a\": 1}")), ElementsAre("{a: int 1}"));
}

TEST(ReadJsonDocuments, LimitsNodes) {
  std::string text = "{\"a\":[0";
  for (size_t i = 0; i < kMaxNodes; ++i) text += ",0";
  EXPECT_THAT(Problems(text),
              ElementsAre("1:2000001: has more than 1000000 keys and values in one document; split it"));
}

}  // namespace
}  // namespace cpsizer::objects
