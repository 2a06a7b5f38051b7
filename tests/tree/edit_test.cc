#include "client/tree/edit.h"

#include <gtest/gtest.h>

#include "client/tree/node_json.h"
#include "client/tree/parse_json.h"

namespace cpsizer::tree {
namespace {

TEST(EditTest, MadeValuesEqualParsedValues) {
  EXPECT_EQ(TextNode("a"), ParseJson(R"("a")"));
  EXPECT_EQ(IntegerNode(-5), ParseJson("-5"));
  EXPECT_EQ(EmptyNode(NodeKind::kMap), ParseJson("{}"));
  EXPECT_EQ(EmptyNode(NodeKind::kList), ParseJson("[]"));
}

TEST(EditTest, AtAddsMissingMappings) {
  Node object = ParseJson(R"({"spec": {"replicas": 1}})");
  At(object, "spec/metric/name") = TextNode("rps");
  At(object, "spec/replicas") = IntegerNode(2);
  EXPECT_TRUE(At(object, "status").is_null());
  EXPECT_EQ(ToOrderedJson(object).dump(), R"({"spec":{"replicas":2,"metric":{"name":"rps"}},"status":null})");
}

TEST(EditTest, AtReplacesANullWithAMapping) {
  Node object;
  At(object, "a") = IntegerNode(1);
  EXPECT_EQ(object, ParseJson(R"({"a": 1})"));
}

TEST(EditTest, ErasesAnExistingKey) {
  Node object = ParseJson(R"({"a": 1, "b": 2})");
  Erase(object, "a");
  Erase(object, "c");
  EXPECT_EQ(object, ParseJson(R"({"b": 2})"));
}

}  // namespace
}  // namespace cpsizer::tree
