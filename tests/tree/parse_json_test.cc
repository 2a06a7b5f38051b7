#include "client/tree/parse_json.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/tree/node_json.h"
#include "gtest/gtest.h"

namespace cpsizer::tree {
namespace {

using Json = nlohmann::json;

TEST(ParseJsonTest, ReadsWhatTheUsualParserReads) {
  for (const char* const text : {"{}", "[]", "null", "true", "-7", "18446744073709551615", "1.5e3", R"("a\u00e9\n")",
                                 R"({"a":{"b":[1,{"c":null},[[],{}]],"d":"e"},"f":[{"g":1},{"g":2}],"h":false})",
                                 R"({"a":1,"b":2,"a":{"c":3}})"}) {
    EXPECT_EQ(ToJson(ParseJson(text)), Json::parse(text)) << text;
  }
}

TEST(ParseJsonTest, WhatIsNoJsonIsNull) {
  for (const char* const text : {"", "{", R"({"a":1)", R"({"a":1}})", R"({"a" 1})", "[1,]", "nul", "1e999", "\"\xff\"",
                                 R"({"f:spec":})", R"({"f:spec":{"a":[}})", R"({"f:spec":{"a":1)"}) {
    EXPECT_TRUE(ParseJson(text).is_null()) << text;
  }
}

TEST(ParseJsonTest, PassesOverTheFieldsOfSpecsAndNothingElse) {
  for (const char* const passed_over :
       {"{}", "[]", "1", "null", R"("x")", R"({"f:a":{"f:spec":{"f:b":[{},[1]]}},"f:c":{}})", R"([[{"f:spec":1}]])"}) {
    const std::string text = absl::StrCat(R"({"a":[1,{"f:metadata":{"f:labels":{}},"f:spec":)", passed_over,
                                          R"(,"f:status":{"k":{}}}],"b":{"f:spec":)", passed_over, R"(},"c":2})");
    EXPECT_EQ(ToJson(ParseJson(text)),
              Json::parse(R"({"a":[1,{"f:metadata":{"f:labels":{}},"f:status":{"k":{}}}],"b":{},"c":2})"))
        << text;
  }
}

TEST(ParseJsonTest, PassesOverAnotherNameWhereThatIsGiven) {
  EXPECT_EQ(
      ToJson(ParseJson(R"({"managedFields":[{"f:spec":{}}],"f:spec":1,"a":{"managedFields":[]}})", "managedFields")),
      Json::parse(R"({"f:spec":1,"a":{}})"));
}

TEST(ParseListTest, GivesTheItemsOneByOneAndKeepsTheRest) {
  std::vector<Json> items;
  const Node rest = ParseList(
      R"({"metadata":{"resourceVersion":"9"},"items":[{"a":1,"items":[{"b":2}],"no":{"items":[{}]}},7,{"c":[]},[{}]],)"
      R"("other":[{"d":4}],"end":{"items":[{"e":5}]}})",
      "no", [&](const Node& item) { items.push_back(ToJson(item)); });
  ASSERT_EQ(items.size(), 2u);
  EXPECT_EQ(items[0], Json::parse(R"({"a":1,"items":[{"b":2}]})"));
  EXPECT_EQ(items[1], Json::parse(R"({"c":[]})"));
  EXPECT_EQ(ToJson(rest), Json::parse(R"({"metadata":{"resourceVersion":"9"},"items":[7,[{}]],"other":[{"d":4}],)"
                                      R"("end":{"items":[{"e":5}]}})"));
}

TEST(ParseListTest, WhatIsCutIsNullWhateverWasTaken) {
  int taken = 0;
  EXPECT_TRUE(ParseList(R"({"items":[{"a":1},{"b")", "", [&](const Node&) { ++taken; }).is_null());
  EXPECT_EQ(taken, 1);
  EXPECT_TRUE(ParseList(R"({"items":{"a":1}})", "", [&](const Node&) { ++taken; }).Find("items") != nullptr);
  EXPECT_EQ(taken, 1) << "these are no items";
}

TEST(ParseJsonTest, WhatIsDeeperThanAnAnswerCanBeIsNull) {
  const auto nested = [](size_t levels) { return absl::StrCat(std::string(levels, '['), std::string(levels, ']')); };
  EXPECT_TRUE(ParseJson(nested(kMaxJsonLevels)).is_list());
  EXPECT_TRUE(ParseJson(nested(kMaxJsonLevels + 1)).is_null());
  EXPECT_TRUE(ParseJson(absl::StrCat(R"({"f:spec":)", nested(kMaxJsonLevels), "}")).is_null());
  EXPECT_TRUE(ParseJson(nested(1'000'000)).is_null());
}

}  // namespace
}  // namespace cpsizer::tree
