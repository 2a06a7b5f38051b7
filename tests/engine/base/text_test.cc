#include "server/engine/base/text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cpsizer/limits.h"

namespace cpsizer {
namespace {

TEST(Quoted, CutsWhatIsLongerThanItsLimit) {
  const std::string longest(kMaxQuotedValueBytes, 'a');
  EXPECT_EQ(Quoted(longest), longest);
  EXPECT_EQ(Quoted(longest + "a"), std::string(kMaxQuotedValueBytes - 3, 'a') + "...");
}

TEST(Quoted, CutsWhatBecomesLongerByEscapes) {
  const std::string value(kMaxQuotedValueBytes / 4, '\x01');
  EXPECT_EQ(Quoted(value).size(), kMaxQuotedValueBytes);
  EXPECT_EQ(Quoted(value + "\x01").size(), kMaxQuotedValueBytes);
}

TEST(Quoted, NeverCutsACharacterInTwo) {
  const std::string letter = "\u00e9";  // two bytes
  std::string value;
  while (value.size() <= kMaxQuotedValueBytes) value += letter;
  for (const std::string& text : {value, "a" + value}) {
    const std::string quoted = Quoted(text);
    ASSERT_EQ(quoted.substr(quoted.size() - 3), "...");
    const std::string kept = quoted.substr(0, quoted.size() - 3);
    EXPECT_EQ(text.substr(0, kept.size()), kept);
    EXPECT_EQ(kept.size() % 2, text.size() % 2) << "whole letters";
  }
}

TEST(JoinNames, NamesTenAndCountsTheRest) {
  EXPECT_EQ(JoinNames({"a", "b", "c"}), "a, b and c");
  const std::vector<absl::string_view> many(12, "x");
  EXPECT_EQ(JoinNames(many), "x, x, x, x, x, x, x, x, x, x and 2 more");
}

}  // namespace
}  // namespace cpsizer
