#include "client/kube/http/curl_options.h"

#include <curl/curl.h>

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cpsizer::kube {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class CurlOptionsTest : public ::testing::Test {
 protected:
  const std::unique_ptr<CURL, void (*)(CURL*)> easy_{curl_easy_init(), curl_easy_cleanup};
  CurlOptions options_{easy_.get()};
};

TEST_F(CurlOptionsTest, IsOkWhileAllAreSet) {
  options_.Set(CURLOPT_NOSIGNAL, 1L);
  options_.Set(CURLOPT_USERAGENT, "test");
  options_.Set(CURLOPT_CAPATH, nullptr);
  EXPECT_TRUE(options_.status().ok()) << options_.status();
}

TEST_F(CurlOptionsTest, NamesTheFirstOptionThatIsNotSet) {
  options_.Set(CURLOPT_LASTENTRY, 1L);
  options_.Set(CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t{-2});
  options_.Set(CURLOPT_NOSIGNAL, 1L);
  EXPECT_EQ(options_.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(options_.status().message()),
              AllOf(HasSubstr(absl::StrCat("cannot set option ", static_cast<int>(CURLOPT_LASTENTRY), ": ")),
                    HasSubstr("the request is not sent"), Not(HasSubstr("POSTFIELDSIZE"))));
}

TEST_F(CurlOptionsTest, NamesAnOptionAsItsDocumentationDoes) {
  options_.Set(CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t{-2});
  EXPECT_THAT(std::string(options_.status().message()), HasSubstr("cannot set CURLOPT_POSTFIELDSIZE_LARGE: "));
}

TEST(CurlOptionsOfNoHandleTest, FailForEachOption) {
  CurlOptions options(nullptr);
  options.Set(CURLOPT_NOSIGNAL, 1L);
  EXPECT_EQ(options.status().code(), absl::StatusCode::kFailedPrecondition);
}

}  // namespace
}  // namespace cpsizer::kube
