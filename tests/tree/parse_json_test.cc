#include "client/tree/parse_json.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/tree/limits.h"
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

TEST(ParseJsonTest, InvalidJsonIsNull) {
  for (const char* const text : {"", "{", R"({"a":1)", R"({"a":1}})", R"({"a" 1})", "[1,]", "nul", "1e999", "\"\xff\"",
                                 R"({"f:spec":})", R"({"f:spec":{"a":[}})", R"({"f:spec":{"a":1)"}) {
    EXPECT_TRUE(ParseJson(text).is_null()) << text;
  }
}

TEST(ParseJsonTest, SkipsOnlyTheFieldsOfSpecs) {
  for (const char* const passed_over :
       {"{}", "[]", "1", "null", R"("x")", R"({"f:a":{"f:spec":{"f:b":[{},[1]]}},"f:c":{}})", R"([[{"f:spec":1}]])"}) {
    const std::string text = absl::StrCat(R"({"a":[1,{"f:metadata":{"f:labels":{}},"f:spec":)", passed_over,
                                          R"(,"f:status":{"k":{}}}],"b":{"f:spec":)", passed_over, R"(},"c":2})");
    EXPECT_EQ(ToJson(ParseJson(text)),
              Json::parse(R"({"a":[1,{"f:metadata":{"f:labels":{}},"f:status":{"k":{}}}],"b":{},"c":2})"))
        << text;
  }
}

TEST(ParseJsonTest, SkipsAnotherFieldIfItIsGiven) {
  EXPECT_EQ(
      ToJson(ParseJson(R"({"managedFields":[{"f:spec":{}}],"f:spec":1,"a":{"managedFields":[]}})", "managedFields")),
      Json::parse(R"({"f:spec":1,"a":{}})"));
}

TEST(ParseListTest, PassesItemsToTheCallbackAndKeepsOtherFields) {
  std::vector<Json> items;
  const Node rest = ParseList(
      R"({"metadata":{"resourceVersion":"9"},"items":[{"a":1,"items":[{"b":2}],"no":{"items":[{}]}},7,{"c":[]},[{}]],)"
      R"("other":[{"d":4}],"end":{"items":[{"e":5}]}})",
      "no", [&](const Node& item) {
        items.push_back(ToJson(item));
        return true;
      });
  ASSERT_EQ(items.size(), 2u);
  EXPECT_EQ(items[0], Json::parse(R"({"a":1,"items":[{"b":2}]})"));
  EXPECT_EQ(items[1], Json::parse(R"({"c":[]})"));
  EXPECT_EQ(ToJson(rest), Json::parse(R"({"metadata":{"resourceVersion":"9"},"items":[7,[{}]],"other":[{"d":4}],)"
                                      R"("end":{"items":[{"e":5}]}})"));
}

TEST(ParseListTest, ATruncatedListIsNullEvenIfItemsWereTaken) {
  int taken = 0;
  const auto take = [&](const Node&) { return ++taken > 0; };
  EXPECT_TRUE(ParseList(R"({"items":[{"a":1},{"b")", "", take).is_null());
  EXPECT_EQ(taken, 1);
  EXPECT_TRUE(ParseList(R"({"items":{"a":1}})", "", take).Find("items") != nullptr);
  EXPECT_EQ(taken, 1) << "these are not items";
}

TEST(ParseListTest, StopsWhenTheCallbackReturnsFalse) {
  int taken = 0;
  absl::Status error;
  // The text after the second item is not JSON, and it is not read.
  EXPECT_TRUE(
      ParseList(R"({"items":[{"a":1},{"b":2},])", "", [&](const Node&) { return ++taken < 2; }, &error).is_null());
  EXPECT_EQ(taken, 2);
  EXPECT_EQ(error.code(), absl::StatusCode::kCancelled);
}

TEST(ParseJsonTest, ReportsWhetherTheNodesExceedTheLimit) {
  // Returns a list with `nodes` nodes, which are the list itself and its numbers.
  const auto list_of = [](size_t nodes) {
    std::string text = "[0";
    for (size_t i = 2; i < nodes; ++i) text += ",0";
    return text + "]";
  };
  absl::Status error;
  EXPECT_EQ(ParseJson(list_of(kMaxNodes), "", &error).items.size(), kMaxNodes - 1);
  EXPECT_TRUE(error.ok());
  EXPECT_TRUE(ParseJson(list_of(kMaxNodes + 1), "", &error).is_null());
  EXPECT_EQ(error.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(ParseJson("{", "", &error).is_null());
  EXPECT_EQ(error.code(), absl::StatusCode::kDataLoss);
  // Skipped values take no memory.
  EXPECT_TRUE(ParseJson(absl::StrCat(R"({"x":)", list_of(kMaxNodes + 1), "}"), "x").is_map());
}

TEST(ParseJsonTest, ReportsWhyANumberOrANestingIsRefused) {
  const auto error_of = [](const std::string& text) {
    absl::Status error;
    EXPECT_TRUE(ParseJson(text, "", &error).is_null());
    return error;
  };
  const std::string digits(401, '1');
  EXPECT_EQ(error_of(absl::StrCat(R"({"a":)", digits, "}")),
            absl::OutOfRangeError("has a number that is too large: 111111111111111111111111..."));
  EXPECT_EQ(error_of("[1e400]"), absl::OutOfRangeError("has a number that is too large: 1e400"));
  EXPECT_EQ(error_of(absl::StrCat(R"({"a":)", std::string(kMaxJsonLevels, '['))),
            absl::OutOfRangeError("has more than 512 levels"));
  EXPECT_EQ(error_of("[1e4"), absl::DataLossError("is not JSON"));
  EXPECT_EQ(ParseJson(absl::StrCat("[", std::string(300, '1'), "]")).items.size(), 1u);
}

TEST(ParseListTest, EachItemMayHaveAsManyNodes) {
  std::string item = R"({"a":[0)";
  for (size_t i = 4; i < kMaxNodes; ++i) item += ",0";
  item += "]}";
  size_t taken = 0;
  const auto take = [&](const Node&) { return ++taken > 0; };
  // Makes the item smaller, because the root and its list are counted too.
  item.replace(item.find("0,0,0,0"), 7, "0");
  EXPECT_TRUE(ParseList(absl::StrCat(R"({"items":[)", item, ",", item, "]}"), "", take).is_map());
  EXPECT_EQ(taken, 2u);
}

TEST(ParseJsonTest, KeepsLongListsAndMapsWhole) {
  std::string list = "[0";
  std::string map = R"({"k0":0)";
  for (int i = 1; i < 10'000; ++i) {
    absl::StrAppend(&list, ",", i);
    absl::StrAppend(&map, R"(,"k)", i % 9'000, R"(":)", i);
  }
  const Node node = ParseJson(absl::StrCat(R"({"a":[1,)", list, "],2],", R"("m":)", map, "}}"), "");
  const Node& items = Find(node, {"a"}).items[1];
  ASSERT_EQ(items.items.size(), 10'000u);
  EXPECT_EQ(items.items[9'999].integer, 9'999);
  EXPECT_EQ(Find(node, {"a"}).items[2].integer, 2);
  const Node& entries = Find(node, {"m"});
  ASSERT_EQ(entries.entries.size(), 9'000u);
  EXPECT_EQ(entries.entries[5].key, "k5");
  EXPECT_EQ(entries.entries[5].value.integer, 9'005);
  EXPECT_EQ(entries.entries[8'999].value.integer, 8'999);
}

TEST(ParseJsonTest, ATextWithTooManyLevelsIsNull) {
  const auto nested = [](size_t levels) { return absl::StrCat(std::string(levels, '['), std::string(levels, ']')); };
  EXPECT_TRUE(ParseJson(nested(kMaxJsonLevels)).is_list());
  EXPECT_TRUE(ParseJson(nested(kMaxJsonLevels + 1)).is_null());
  EXPECT_TRUE(ParseJson(absl::StrCat(R"({"f:spec":)", nested(kMaxJsonLevels), "}")).is_null());
  EXPECT_TRUE(ParseJson(nested(1'000'000)).is_null());
}

}  // namespace
}  // namespace cpsizer::tree
