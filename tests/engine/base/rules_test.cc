#include "cpsizer/rules.h"

#include <set>
#include <string>

#include "absl/strings/ascii.h"
#include "cpsizer/call_errors.h"
#include "gtest/gtest.h"

namespace cpsizer {
namespace {

TEST(Rules, EachHasAUniqueIdAndAllTexts) {
  std::set<std::string> ids;
  for (const RuleInfo& info : AllRules()) {
    EXPECT_TRUE(ids.insert(std::string(info.id)).second) << info.id;
    for (const char c : info.id) EXPECT_TRUE(absl::ascii_isupper(c) || c == '_') << info.id;
    for (const absl::string_view text : {info.meaning, info.why, info.remedy}) {
      ASSERT_FALSE(text.empty()) << info.id;
      EXPECT_EQ(text.back(), '.') << info.id;
    }
    EXPECT_NE(info.wrong, info.right) << info.id;
    EXPECT_FALSE(info.wrong.empty()) << info.id;
    EXPECT_EQ(&Info(info.rule), &info);
    EXPECT_EQ(FindRule(info.id), &info);
  }
  EXPECT_EQ(FindRule("NO_SUCH_RULE"), nullptr);
}

TEST(CallErrors, EachHasAnIdThatNoRuleHasAndAllTexts) {
  std::set<std::string> ids;
  for (const CallErrorInfo& info : AllCallErrors()) {
    EXPECT_TRUE(ids.insert(std::string(info.id)).second) << info.id;
    EXPECT_EQ(FindRule(info.id), nullptr) << info.id;
    EXPECT_EQ(&Info(info.error), &info);
    EXPECT_EQ(FindCallError(info.id), &info);
    EXPECT_NE(info.code, absl::StatusCode::kOk) << info.id;
    EXPECT_NE(info.code, absl::StatusCode::kInternal) << info.id;
    for (const absl::string_view text : {info.meaning, info.remedy}) {
      ASSERT_FALSE(text.empty()) << info.id;
      EXPECT_EQ(text.back(), '.') << info.id;
    }
  }
  EXPECT_EQ(FindCallError("NO_SUCH_ERROR"), nullptr);
}

}  // namespace
}  // namespace cpsizer
