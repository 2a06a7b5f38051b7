#include "client/kube/http/mask_credentials.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/cord.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "client/kube/http/url.h"

namespace cpsizer::kube {
namespace {

constexpr absl::string_view kAuthorization = "Authorization:";
constexpr size_t kMinCredentialBytes = 4;
// The shortest beginning of a credential that is replaced at the end of a text.
constexpr size_t kMinBeginningBytes = 8;

void Add(std::string credential, std::vector<std::string>& credentials) {
  if (credential.size() < kMinCredentialBytes) return;
  std::string encoded = PercentEncoded(credential);
  if (encoded != credential) credentials.push_back(std::move(encoded));
  credentials.push_back(std::move(credential));
}

// Returns the credentials in the value of a header Authorization, such as `Bearer TOKEN`.
std::vector<std::string> CredentialsIn(absl::string_view value) {
  std::vector<std::string> credentials;
  const size_t space = value.find(' ');
  const absl::string_view scheme = space == absl::string_view::npos ? "" : value.substr(0, space);
  const absl::string_view secret =
      absl::StripAsciiWhitespace(space == absl::string_view::npos ? value : value.substr(space));
  Add(std::string(secret), credentials);
  std::string pair;
  if (absl::EqualsIgnoreCase(scheme, "Basic") && absl::Base64Unescape(secret, &pair)) {
    Add(pair, credentials);
    Add(pair.substr(std::min(pair.find(':'), pair.size() - 1) + 1), credentials);
  }
  return credentials;
}

std::vector<std::string> CredentialsOf(const std::vector<std::string>& headers) {
  std::vector<std::string> credentials;
  for (absl::string_view header : headers) {
    if (!absl::StartsWithIgnoreCase(header, kAuthorization)) continue;
    for (std::string& one : CredentialsIn(absl::StripAsciiWhitespace(header.substr(kAuthorization.size())))) {
      credentials.push_back(std::move(one));
    }
  }
  // A pair of user and password contains the password, so it is replaced first.
  std::sort(credentials.begin(), credentials.end(),
            [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
  return credentials;
}

// Removes the beginning of `credential` from the end of `text`, because the text may have been cut.
void MaskEnd(const std::string& credential, std::string& text) {
  for (size_t length = std::min(credential.size(), text.size()); length >= kMinBeginningBytes; --length) {
    if (!absl::EndsWith(text, absl::string_view(credential).substr(0, length))) continue;
    text.replace(text.size() - length, length, kMasked);
    return;
  }
}

std::string MaskAll(const std::vector<std::string>& credentials, std::string text) {
  for (const std::string& credential : credentials) {
    for (size_t at = text.find(credential); at != std::string::npos; at = text.find(credential, at)) {
      text.replace(at, credential.size(), kMasked);
      at += sizeof kMasked - 1;
    }
    MaskEnd(credential, text);
  }
  return text;
}

}  // namespace

std::string MaskCredentials(const std::vector<std::string>& headers, std::string text) {
  return MaskAll(CredentialsOf(headers), std::move(text));
}

absl::Status MaskCredentials(const std::vector<std::string>& headers, const absl::Status& status) {
  if (status.ok()) return status;
  const std::vector<std::string> credentials = CredentialsOf(headers);
  if (credentials.empty()) return status;
  absl::Status masked(status.code(), MaskAll(credentials, std::string(status.message())));
  status.ForEachPayload([&](absl::string_view type, const absl::Cord& payload) {
    masked.SetPayload(type, absl::Cord(MaskAll(credentials, std::string(payload))));
  });
  return masked;
}

}  // namespace cpsizer::kube
