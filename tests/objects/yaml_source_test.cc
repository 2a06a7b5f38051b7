#include "client/objects/yaml_source.h"

#include <istream>
#include <iterator>
#include <string>

#include "client/objects/file_limits.h"
#include "gtest/gtest.h"

namespace cpsizer::objects {
namespace {

std::string ReadAll(YamlSource& source) {
  return {std::istreambuf_iterator<char>(&source), {}};
}

TEST(YamlSource, PassesTheTextAndTheEndOfDocumentMarker) {
  YamlSource with_line_end("a: 1\n"), without("a: 1"), empty("");
  EXPECT_EQ(ReadAll(with_line_end), "a: 1\n...\n");
  EXPECT_EQ(ReadAll(without), "a: 1\n...\n");
  EXPECT_EQ(ReadAll(empty), "\n...\n");
}

TEST(YamlSource, EndsTheTextPastTheLimitOfIndicators) {
  const std::string most(kMaxPendingIndicators, ',');
  YamlSource at_bound(most);
  EXPECT_EQ(ReadAll(at_bound).size(), most.size() + 5);
  EXPECT_FALSE(at_bound.exceeded_limit());

  const std::string more = most + ",";
  YamlSource past_bound(more);
  EXPECT_LE(ReadAll(past_bound).size(), most.size());
  EXPECT_TRUE(past_bound.exceeded_limit());
}

TEST(YamlSource, CountsOnlyInputSinceTheLastEvent) {
  const std::string text(kMaxPendingIndicators + kMaxPendingIndicators / 4, ',');
  YamlSource source(text);
  std::istream stream(&source);
  std::string half(kMaxPendingIndicators / 2, ' ');
  stream.read(half.data(), static_cast<std::streamsize>(half.size()));
  source.ResetLimit();
  ReadAll(source);
  EXPECT_FALSE(source.exceeded_limit());
}

TEST(YamlSource, EndsAfterStop) {
  const std::string text(100'000, 'x');
  YamlSource source(text);
  EXPECT_EQ(source.sbumpc(), 'x');
  source.Stop();
  EXPECT_LT(ReadAll(source).size(), text.size());
}

}  // namespace
}  // namespace cpsizer::objects
