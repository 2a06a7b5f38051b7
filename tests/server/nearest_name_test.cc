#include "server/nearest_name.h"

#include <gtest/gtest.h>

namespace cpsizer::server {
namespace {

constexpr absl::string_view kNames[] = {"--grpc-addr", "--insecure", "--log-format", "--log-level"};

TEST(NearestNameTest, FindsTheNearestOrNothing) {
  const struct {
    absl::string_view word;
    absl::string_view nearest;
  } kCases[] = {
      {"--grpc-adr", "--grpc-addr"},    // one dropped
      {"--grpcc-addr", "--grpc-addr"},  // one inserted
      {"--insecyre", "--insecure"},     // one replaced
      {"--log-levle", "--log-level"},   // two swapped
      {"--log-formt", "--log-format"}, {"--grpc-addr", "--grpc-addr"}, {"--tls", ""}, {"-x", ""}, {"", ""},
  };
  for (const auto& test : kCases) EXPECT_EQ(NearestName(test.word, kNames), test.nearest) << test.word;
}

TEST(NearestNameTest, AVeryLongWordIsNotNear) {
  EXPECT_EQ(NearestName(std::string(1 << 20, '-'), kNames), "");
}

TEST(NearestNameTest, NoNamesGiveNone) {
  EXPECT_EQ(NearestName("--insecure", {}), "");
}

}  // namespace
}  // namespace cpsizer::server
