#include "client/tree/packed_node.h"

#include <string>

#include "client/tree/parse_json.h"
#include "gtest/gtest.h"

namespace cpsizer::tree {
namespace {

TEST(PackedNodeTest, KeepsTheValues) {
  const std::string text =
      R"({"a":null,"b":[true,false,[],{}],"c":{"d":-1,"e":9223372036854775807,"f":1.50,"":"x\u0000y"},
                              "long":")" +
      std::string(300, 'x') + R"("})";
  const Node node = ParseJson(text);
  ASSERT_TRUE(node.is_map());
  const std::string packed = Pack(node);
  EXPECT_LT(packed.size(), text.size());
  EXPECT_TRUE(Unpack(packed) == node);
  EXPECT_TRUE(Unpack(Pack(Node())) == Node());
}

}  // namespace
}  // namespace cpsizer::tree
