#include "client/machine/query_credentials.h"

#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "gmock/gmock.h"

namespace cpsizer::machine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(QueryCredentialsTest, ModesAreReadInEachForm) {
  v1::AutoscalerPrometheusTrigger query;
  query.add_auth_modes("TLS, basic");
  const AuthModes modes = AuthModesOf(query);
  EXPECT_TRUE(modes.tls);
  EXPECT_TRUE(modes.basic);
  EXPECT_FALSE(modes.bearer);
  v1::AutoscalerPrometheusTrigger alias;
  alias.set_auth_mode("Bearer");
  EXPECT_TRUE(AuthModesOf(alias).bearer);
  EXPECT_FALSE(AuthModesOf(v1::AutoscalerPrometheusTrigger()).bearer);
}

TEST(QueryCredentialsTest, EachModeUsesItsParameters) {
  const SecretValues values = {{"bearerToken", "abc"}, {"username", "u"}, {"password", "p:w"},
                               {"ca", "CA"},           {"cert", "CERT"},  {"key", "KEY"}};
  const auto bearer = MakeCredentials({false, true, false}, values);
  ASSERT_TRUE(bearer.ok()) << bearer.status();
  EXPECT_THAT(bearer->headers, ElementsAre("Authorization: Bearer abc"));
  EXPECT_EQ(bearer->tls.ca, "CA");
  EXPECT_EQ(bearer->tls.certificate, "");
  const auto basic = MakeCredentials({true, false, true}, values);
  ASSERT_TRUE(basic.ok()) << basic.status();
  EXPECT_THAT(basic->headers, ElementsAre("Authorization: Basic dTpwOnc="));
  EXPECT_EQ(basic->tls.certificate, "CERT");
  EXPECT_EQ(basic->tls.key, "KEY");
  const auto none = MakeCredentials({}, values);
  ASSERT_TRUE(none.ok());
  EXPECT_THAT(none->headers, IsEmpty());
  EXPECT_EQ(none->tls.ca, "CA");
}

TEST(QueryCredentialsTest, APasswordMayBeEmpty) {
  const auto basic = MakeCredentials({true, false, false}, {{"username", "u"}});
  ASSERT_TRUE(basic.ok());
  EXPECT_THAT(basic->headers, ElementsAre("Authorization: Basic dTo="));
}

TEST(QueryCredentialsTest, ErrorsNameTheParameterAndShowNoValue) {
  struct BadCase {
    AuthModes modes;
    SecretValues values;
    const char* message;
  };
  const BadCase cases[] = {
      {{false, true, false}, {}, "the mode bearer needs the parameter bearerToken"},
      {{false, true, false}, {{"bearerToken", ""}}, "needs the parameter bearerToken"},
      {{false, true, false}, {{"bearerToken", "two words"}}, "the parameter bearerToken "},
      {{false, true, false}, {{"bearerToken", "a\r\nX-Evil: 1"}}, "the parameter bearerToken "},
      {{true, false, false}, {{"password", "p"}}, "needs the parameter username"},
      {{true, false, false}, {{"username", "a:b"}}, "has a colon"},
      {{false, false, true}, {{"key", "k"}}, "needs the parameter cert"},
      {{false, false, true}, {{"cert", "c"}}, "needs the parameter key"},
  };
  for (const BadCase& bad : cases) {
    const auto credentials = MakeCredentials(bad.modes, bad.values);
    ASSERT_FALSE(credentials.ok()) << bad.message;
    EXPECT_TRUE(absl::IsUnauthenticated(credentials.status()));
    EXPECT_THAT(std::string(credentials.status().message()), HasSubstr(bad.message));
    for (const auto& [parameter, value] : bad.values) {
      if (value.size() < 2) continue;
      EXPECT_FALSE(absl::StrContains(credentials.status().message(), value)) << parameter;
    }
  }
}

}  // namespace
}  // namespace cpsizer::machine
