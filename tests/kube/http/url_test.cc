#include "client/kube/http/url.h"

#include "gtest/gtest.h"

namespace cpsizer::kube {
namespace {

TEST(UrlTest, EncodesWhatIsNotUnreserved) {
  EXPECT_EQ(PercentEncoded("metadata.name=kube-apiserver"), "metadata.name%3Dkube-apiserver");
  EXPECT_EQ(PercentEncoded("a b/c?d&e+f%\xc3\xb6~_"), "a%20b%2Fc%3Fd%26e%2Bf%25%C3%B6~_");
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
