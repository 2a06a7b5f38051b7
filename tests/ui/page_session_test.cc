#include "client/ui/page_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"

namespace cpsizer::ui {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using Result = PageSession::Result;

const absl::Time kStart = absl::FromUnixSeconds(1'700'000'000);

// Returns `name=value` of the cookie.
std::string CookieOf(const PageSession& session) {
  const std::string set = session.SetCookie();
  return set.substr(0, set.find(';'));
}

TEST(PageSessionTest, TokensAndCookiesAreLongAndDifferent) {
  const PageSession a("8080", false);
  const PageSession b("8080", false);
  EXPECT_EQ(a.token().size(), 43u);  // 256 bits in base64
  EXPECT_NE(a.token(), b.token());
  EXPECT_NE(CookieOf(a), CookieOf(b));
  EXPECT_THAT(CookieOf(a), Not(HasSubstr(a.token())));
}

TEST(PageSessionTest, TheCookieIsOnlyForThisServerAndNotForScripts) {
  const PageSession plain("8080", false);
  EXPECT_THAT(plain.SetCookie(), StartsWith("cpsizer_session_8080="));
  EXPECT_THAT(plain.SetCookie(), HasSubstr("; HttpOnly; SameSite=Strict; Path=/"));
  EXPECT_THAT(plain.SetCookie(), Not(HasSubstr("Secure")));
  EXPECT_THAT(PageSession("8080", true).SetCookie(), HasSubstr("; Secure"));
}

TEST(PageSessionTest, OnlyTheTokenIsGranted) {
  PageSession session("1", false);
  EXPECT_EQ(session.Check(session.token(), kStart), Result::kGranted);
  EXPECT_EQ(session.Check("", kStart), Result::kWrongToken);
  EXPECT_EQ(session.Check(session.token().substr(1), kStart), Result::kWrongToken);
  EXPECT_EQ(session.Check(session.token() + "x", kStart), Result::kWrongToken);
}

TEST(PageSessionTest, AfterTenWrongTokensOnlyTheRightOneIsAcceptedForAMinute) {
  PageSession session("1", false);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(session.Check("wrong", kStart + absl::Seconds(i)), Result::kWrongToken) << i;
  }
  EXPECT_EQ(session.Check("wrong", kStart + absl::Seconds(59)), Result::kTooManyAttempts);
  EXPECT_EQ(session.Check(session.token(), kStart + absl::Seconds(59)), Result::kGranted);
  EXPECT_EQ(session.Check("wrong", kStart + absl::Seconds(60)), Result::kWrongToken);
}

TEST(PageSessionTest, FindsTheCookieAmongOthers) {
  const PageSession session("1", false);
  const std::string cookie = CookieOf(session);
  EXPECT_TRUE(session.HasCookie({cookie}));
  EXPECT_TRUE(session.HasCookie({absl::StrCat("a=b; ", cookie, " ; c")}));
  EXPECT_TRUE(session.HasCookie({"cpsizer_session_1=other", cookie}));
  EXPECT_FALSE(session.HasCookie({}));
  EXPECT_FALSE(session.HasCookie({"", ";", "=", "cpsizer_session_1", "cpsizer_session_1="}));
  EXPECT_FALSE(session.HasCookie({cookie + "x"}));
  EXPECT_FALSE(session.HasCookie({"x" + cookie}));
}

}  // namespace
}  // namespace cpsizer::ui
