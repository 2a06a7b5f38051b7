#include "client/tree/node.h"

#include "gtest/gtest.h"

namespace cpsizer::tree {
namespace {

struct NodeCase {
  absl::string_view text;
  NodeKind kind;
  int64_t integer = 0;
};

constexpr NodeKind kNull = NodeKind::kNull, kBool = NodeKind::kBool, kInteger = NodeKind::kInteger,
                   kFloat = NodeKind::kFloat, kText = NodeKind::kText;

constexpr NodeCase kNodeCases[] = {
    {"", kNull},
    {"~", kNull},
    {"null", kNull},
    {"NULL", kNull},
    {"nULL", kText},
    {"true", kBool, 1},
    {"Yes", kBool, 1},
    {"on", kBool, 1},
    {"y", kBool, 1},
    {"FALSE", kBool},
    {"no", kBool},
    {"off", kBool},
    {"oN", kText},
    {"0", kInteger, 0},
    {"-0", kInteger, 0},
    {"+5", kInteger, 5},
    {"-12", kInteger, -12},
    {"1_000", kInteger, 1000},
    {"0x1F", kInteger, 31},
    {"-0x10", kInteger, -16},
    {"0o17", kInteger, 15},
    {"017", kInteger, 15},
    {"0b101", kInteger, 5},
    {"08", kInteger, 8},  // not an octal number, so it is a float that is whole
    {"9223372036854775807", kInteger, INT64_MAX},
    {"-9223372036854775808", kInteger, INT64_MIN},
    {"9223372036854775808", kFloat},
    {"99999999999999999999999999", kFloat},
    {"2.0", kInteger, 2},
    {"1e3", kInteger, 1000},
    {"5.", kInteger, 5},
    {".5", kFloat},
    {"0.65", kFloat},
    {"1.5e-3", kFloat},
    {"-1.5", kFloat},
    {"1e400", kText},
    {".inf", kFloat},
    {"-.Inf", kFloat},
    {".nan", kFloat},
    {"8Gi", kText},
    {"650m", kText},
    {"1.2.3", kText},
    {"1e", kText},
    {"-", kText},
    {".", kText},
    {"+", kText},
    {"--1", kText},
    {"0x", kText},
    {"0x-1", kText},
    {"0xG", kText},
    {"10m", kText},
    {"2024-05-01T10:00:00Z", kText},
    {"small", kText},
};

TEST(PlainScalar, ReadsAsKubernetesReadsYaml) {
  for (const NodeCase& c : kNodeCases) {
    SCOPED_TRACE(c.text);
    const Node node = PlainScalar({3, 7}, std::string(c.text));
    EXPECT_EQ(node.kind, c.kind);
    if (c.kind == NodeKind::kInteger) {
      EXPECT_EQ(node.integer, c.integer);
    }
    EXPECT_EQ(node.text, c.text);
    EXPECT_EQ(node.position.line, 3);
    EXPECT_EQ(node.position.column, 7);
  }
}

}  // namespace
}  // namespace cpsizer::tree
