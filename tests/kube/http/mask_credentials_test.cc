#include "client/kube/http/mask_credentials.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "client/kube/http/api_error.h"

namespace cpsizer::kube {
namespace {

constexpr char kToken[] = "eyJhbGciOi.J9.c2VjcmV0/+=";

std::vector<std::string> Bearer(const std::string& token) {
  return {"Accept: application/json", absl::StrCat("Authorization: Bearer ", token)};
}

struct MaskCase {
  const char* name;
  std::string text;
  std::string masked;
};

TEST(MaskCredentialsTest, ReplacesEachOccurrenceOfATokenAndNothingElse) {
  const MaskCase cases[] = {
      {"no token", "User \"x\" cannot list", "User \"x\" cannot list"},
      {"empty", "", ""},
      {"a header", absl::StrCat("authorization: Bearer ", kToken, "\n"), "authorization: Bearer [masked]\n"},
      {"twice", absl::StrCat(kToken, kToken), "[masked][masked]"},
      {"percent-encoded", "?token=eyJhbGciOi.J9.c2VjcmV0%2F%2B%3D&a=b", "?token=[masked]&a=b"},
      {"its beginning at the end", "Bearer eyJhbGciOi.J9", "Bearer [masked]"},
      {"a few characters at the end", "the key", "the key"},
      {"a name of the token", "Bearer", "Bearer"},
  };
  for (const MaskCase& one : cases) EXPECT_EQ(MaskCredentials(Bearer(kToken), one.text), one.masked) << one.name;
}

TEST(MaskCredentialsTest, ThePasswordOfBasicIsACredential) {
  const std::string pair = absl::Base64Escape("admin:correct horse");
  const std::vector<std::string> headers = {absl::StrCat("authorization: basic ", pair)};
  EXPECT_EQ(MaskCredentials(headers, absl::StrCat("got ", pair, "; admin:correct horse; correct horse; admin")),
            "got [masked]; [masked]; [masked]; admin");
}

TEST(MaskCredentialsTest, OddHeadersAreNotAnError) {
  for (const char* header : {"Authorization:", "Authorization: ", "Authorization: x", "Authorization: Basic",
                             "Authorization: Basic !!!!", "Authorization: Basic ", "Authorization", ""}) {
    EXPECT_EQ(MaskCredentials({header}, std::string("a text of x")), "a text of x") << header;
  }
  EXPECT_EQ(MaskCredentials({"Authorization: opaque-key"}, std::string("opaque-key")), "[masked]");
  EXPECT_EQ(MaskCredentials({}, absl::OkStatus()), absl::OkStatus());
}

TEST(MaskCredentialsTest, AStatusKeepsItsCodeAndItsPayloads) {
  const std::string body = absl::StrCat(R"({"kind":"Status","message":"bad token )", kToken, R"(","code":429})");
  const absl::Status masked = MaskCredentials(Bearer(kToken), ApiError(429, body, absl::Seconds(7)));
  EXPECT_TRUE(absl::IsResourceExhausted(masked));
  EXPECT_EQ(masked.message(), "the API server responded with 429: bad token [masked]");
  EXPECT_EQ(RetryAfter(masked), absl::Seconds(7));
  ASSERT_TRUE(ServerAnswerOf(masked).has_value());
  EXPECT_EQ(ServerAnswerOf(masked)->message, "bad token [masked]");
}

// The message of an error is cut to a maximum length.
TEST(MaskCredentialsTest, ACutTextHasNoPartOfTheToken) {
  for (size_t before = 980; before < 1'030; ++before) {
    const absl::Status error = ApiError(500, absl::StrCat(std::string(before, 'x'), kToken), absl::nullopt);
    const std::string text = MaskCredentials(Bearer(kToken), error).ToString();
    EXPECT_FALSE(absl::StrContains(text, absl::string_view(kToken, 8))) << before;
  }
}

}  // namespace
}  // namespace cpsizer::kube
