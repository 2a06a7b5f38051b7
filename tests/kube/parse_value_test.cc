#include "client/kube/parse_value.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/tree/limits.h"
#include "client/tree/node_json.h"

namespace cpsizer::kube {
namespace {

using namespace std::string_literals;

struct ParseValueCase {
  std::string name;
  std::string text;
  std::string json;   // the expected value; empty if the text is refused
  std::string error;  // the message, or its beginning followed by `...`
};

const ParseValueCase kParseValueCases[] = {
    {"nothing", "", "null", ""},
    {"a comment", "# nothing\n", "null", ""},
    {"scalars of YAML", "a: 1\nb: yes\nc: ~\nd: '1'\ne: 1.5\nf: x y\n",
     R"({"a":1,"b":true,"c":null,"d":"1","e":1.5,"f":"x y"})", ""},
    {"words of YAML 1.1", "[y, N, On, OFF, TRUE, no]", "[true,false,true,false,true,false]", ""},
    {"a tag makes text", "a: !!str 1\n", R"({"a":"1"})", ""},
    {"block text", "a: |\n  x\n  y\n", R"({"a":"x\ny\n"})", ""},
    {"JSON", R"({"a": [1, -2, 2.5, true, null, "\ud83d\ude42\/"], "b": {}})",
     R"({"a":[1,-2,2.5,true,null,"🙂/"],"b":{}})", ""},
    {"JSON with tabs", "{\n\t\"a\": \"b\"\n}", R"({"a":"b"})", ""},
    {"one marker at the end", "---\na: b\n---\n", R"({"a":"b"})", ""},
    {"carriage returns", "a: b\r\nc: d\r\n", R"({"a":"b","c":"d"})", ""},
    {"a key twice", "a: s3cret\na: b\n", "",
     R"(is not YAML: line 2: key "a" occurs twice in one mapping (first in line 1); remove one)"},
    {"a key twice in JSON", R"({"a": "s3cret", "a": 2})", "",
     R"(is not YAML: line 1: key "a" occurs twice in one mapping (first in line 1); remove one)"},
    {"a list as key", "? [a]\n: b\n", "", "is not YAML: line 1: a key must be a word or a quoted string, not a list"},
    {"a merge key", "a:\n  <<: {b: c}\n", "",
     "is not YAML: line 2: merge keys (`<<`) are not supported; write the fields themselves"},
    {"an alias", "a: &x s3cret\nb: *x\n", "",
     "is not YAML: line 2: aliases (`*name`) are not supported; write the value itself"},
    {"two documents", "a: b\n---\nc: d\n", "",
     "is not YAML: line 3: this does not belong to the lines above it; check the indentation, and use one document per "
     "file"},
    {"content after empty documents", "a: b\n---\n---\n---\nc: d\n", "",
     "is not YAML: line 5: this does not belong to the lines above it; check the indentation, and use one document per "
     "file"},
    {"an open quote", "a: \"s3cret\n", "", "is not YAML: ..."},
    {"an open bracket", "a: [s3cret\n", "", "is not YAML: ..."},
    {"bad indentation", "a:\n  b: c\n d: e\n", "",
     "is not YAML: line 3: this does not belong in the mapping above it..."},
    {"a bad escape", "a: \"s3cret\\q\"\n", "", "is not YAML: line 1: found unknown escape character"},
    {"JSON that is cut off", "{\"a\": \"s3cret", "", "is not YAML: ..."},
    {"a control character", "a: b\nc: \x04\n", "",
     "is not YAML: line 2: control character U+0004; remove it, or write it as an escape in double quotes"},
    {"UTF-16",
     "\xFF\xFE"
     "a\0"s,
     "", "is not YAML: is UTF-16; save it as UTF-8"},
};

TEST(ParseValue, ReadsYamlAndJson) {
  for (const ParseValueCase& c : kParseValueCases) {
    SCOPED_TRACE(c.name);
    const auto value = ParseValue(c.text);
    if (!c.json.empty()) {
      ASSERT_TRUE(value.ok()) << value.status();
      EXPECT_EQ(tree::ToOrderedJson(*value).dump(), c.json);
      continue;
    }
    ASSERT_EQ(value.status().code(), absl::StatusCode::kInvalidArgument);
    const std::string message(value.status().message());
    if (c.error.size() > 3 && c.error.substr(c.error.size() - 3) != "...") {
      EXPECT_EQ(message, c.error);
    } else {
      EXPECT_EQ(message.rfind(c.error.substr(0, c.error.size() - 3), 0), 0u) << message;
    }
    EXPECT_EQ(message.find("s3cret"), std::string::npos) << message;
  }
}

TEST(ParseValue, RefusesManyLevels) {
  for (const size_t levels : {tree::kMaxLevels, tree::kMaxLevels + 1, size_t{100'000}}) {
    SCOPED_TRACE(levels);
    EXPECT_EQ(ParseValue(std::string(levels, '[') + std::string(levels, ']')).ok(), levels == tree::kMaxLevels);
    const absl::Status open = ParseValue(std::string(levels, '[') + "a: b").status();
    EXPECT_FALSE(open.ok());
    if (levels > tree::kMaxLevels) {
      EXPECT_EQ(open.message(), "is not YAML: line 1: is nested more than 64 levels deep");
    }
  }
}

}  // namespace
}  // namespace cpsizer::kube
