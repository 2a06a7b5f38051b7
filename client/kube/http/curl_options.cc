#include "client/kube/http/curl_options.h"

#include <curl/options.h>

#include <string>

#include "absl/strings/str_cat.h"

namespace cpsizer::kube {
namespace {

std::string NameOf(CURLoption option) {
  const curl_easyoption* known = curl_easy_option_by_id(option);
  return known == nullptr ? absl::StrCat("option ", static_cast<int>(option)) : absl::StrCat("CURLOPT_", known->name);
}

}  // namespace

void CurlOptions::Keep(CURLoption option, CURLcode code) {
  if (code == CURLE_OK || !status_.ok()) return;
  status_ = absl::FailedPreconditionError(
      absl::StrCat("libcurl ", curl_version_info(CURLVERSION_NOW)->version, " cannot set ", NameOf(option), ": ",
                   curl_easy_strerror(code), "; the request is not sent; use a libcurl that is built with OpenSSL"));
}

}  // namespace cpsizer::kube
