#include "client/webhook/endpoint.h"

#include <gtest/gtest.h>

namespace cpsizer::webhook {
namespace {

TEST(DecisionTimeTest, IsATenthShorterThanTheTimeoutOfTheApiServer) {
  const struct {
    absl::string_view query;
    absl::Duration time;
  } kCases[] = {
      {"timeout=1s", absl::Milliseconds(900)},         {"timeout=5s", absl::Milliseconds(4'500)},
      {"timeout=10s", absl::Milliseconds(9'500)},      {"timeout=30s", absl::Milliseconds(29'500)},
      {"a=b&timeout=2s&c", absl::Milliseconds(1'800)}, {"timeout=1h", absl::Milliseconds(29'500)},
      {"timeout=-5s", absl::ZeroDuration()},           {"", absl::Milliseconds(9'500)},
      {"timeout=", absl::Milliseconds(9'500)},         {"timeout=soon", absl::Milliseconds(9'500)},
      {"xtimeout=5s", absl::Milliseconds(9'500)},
  };
  for (const auto& test : kCases) EXPECT_EQ(DecisionTime(test.query), test.time) << test.query;
}

}  // namespace
}  // namespace cpsizer::webhook
