#include "client/ui/gzip.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/ui/running_page.h"

namespace cpsizer::ui {
namespace {

TEST(GzipTest, KeepsTheText) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i);
  for (const std::string& original : {std::string(), std::string("a"), text}) {
    for (const int level : {1, 9}) {
      const std::string compressed = Gzip(original, level);
      EXPECT_EQ(Gunzip(compressed), original);
    }
  }
  EXPECT_LT(Gzip(text, 9).size(), text.size() / 2);
}

TEST(AcceptsGzipTest, ReadsTheCodingsOfAllHeaders) {
  EXPECT_TRUE(AcceptsGzip({"gzip"}));
  EXPECT_TRUE(AcceptsGzip({"deflate, GZIP;q=0.5, br"}));
  EXPECT_TRUE(AcceptsGzip({"br", " gzip "}));
  EXPECT_FALSE(AcceptsGzip({}));
  EXPECT_FALSE(AcceptsGzip({""}));
  EXPECT_FALSE(AcceptsGzip({"br", "identity, *;q=0"}));
  EXPECT_FALSE(AcceptsGzip({"gzip;q=0"}));
  EXPECT_FALSE(AcceptsGzip({"gzip; q=0.000"}));
  EXPECT_FALSE(AcceptsGzip({"gzip;q=nan"}));
  EXPECT_FALSE(AcceptsGzip({"gzip;q=x"}));
}

}  // namespace
}  // namespace cpsizer::ui
