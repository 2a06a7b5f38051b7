#include "client/kube/http/url.h"

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace cpsizer::kube {
namespace {

TEST(UrlTest, EncodesWhatIsNotUnreserved) {
  EXPECT_EQ(PercentEncoded("metadata.name=kube-apiserver"), "metadata.name%3Dkube-apiserver");
  EXPECT_EQ(PercentEncoded("a b/c?d&e+f%\xc3\xb6~_"), "a%20b%2Fc%3Fd%26e%2Bf%25%C3%B6~_");
}

TEST(UrlTest, RefusesNamesThatWouldBeAnotherPath) {
  for (const char* name : {"web", "a.b-c", "system:node", "*", "a b", "..a", "\xc3\xb6"}) {
    EXPECT_TRUE(IsPathSegment(name)) << name;
    EXPECT_TRUE(CheckPath(absl::StrCat("/api/", PercentEncoded(name), "/x?y=/../%2F")).ok()) << name;
  }
  for (const char* name : {"", ".", "..", "a/b", "../../api/v1/secrets", "a%2Fb", "a?b", "a#b", "a\nb", "\x7f"}) {
    EXPECT_FALSE(IsPathSegment(name)) << name;
    EXPECT_EQ(CheckPath(absl::StrCat("/api/", PercentEncoded(name), "/x")).code(), absl::StatusCode::kInvalidArgument)
        << name;
  }
  for (const char* path : {"", "api", "/", "/api/", "/api%", "/api/%2e%2e/x"}) {
    EXPECT_FALSE(CheckPath(path).ok()) << path;
  }
}

TEST(UrlTest, JoinsTheParametersOfAQuery) {
  Query query;
  EXPECT_EQ(query.AppendTo("/api"), "/api");
  query.Add("limit", "3");
  query.Add("continue", "x==");
  EXPECT_EQ(query.AppendTo("/api"), "/api?limit=3&continue=x%3D%3D");
}

}  // namespace
}  // namespace cpsizer::kube
