#include "server/rpc/traceparent.h"

#include <gtest/gtest.h>

#include <string>

namespace cpsizer::server {
namespace {

constexpr absl::string_view kGood = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

TEST(TraceparentTest, KeepsAWellFormedTraceparent) {
  EXPECT_EQ(ValidTraceparent(kGood), kGood);
  const std::string least = "00-00000000000000000000000000000001-0000000000000001-00";
  EXPECT_EQ(ValidTraceparent(least), least);
}

TEST(TraceparentTest, DropsAnyOtherText) {
  const std::string good(kGood);
  for (const std::string& bad :
       {std::string(), std::string("00-abc-def-01"), good.substr(1), good + "0", good + "-what-the-future-brings",
        std::string("01") + good.substr(2),                                       // an unknown version
        std::string("ff") + good.substr(2),                                       // a forbidden version
        std::string("00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01"),   // upper case
        std::string("00-00000000000000000000000000000000-b7ad6b7169203331-01"),   // no trace
        std::string("00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01"),   // no parent
        std::string("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0g"),   // not hexadecimal
        std::string("00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),   // other separator
        std::string("00-0af7651916cd43dd8448eb211c80319c-b7ad6b716920333\n-01"),  // a line feed
        std::string("00-0af7651916cd43dd8448eb211c80319c-b7ad6b716920333\0-01", 55)}) {
    EXPECT_EQ(ValidTraceparent(bad), "") << bad;
  }
}

}  // namespace
}  // namespace cpsizer::server
