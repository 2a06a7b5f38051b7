#include "client/ui/page_session.h"

#include <openssl/crypto.h>
#include <unistd.h>

#include <cstdlib>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace cpsizer::ui {
namespace {

constexpr size_t kSecretBytes = 32;

std::string NewSecret() {
  std::string bytes(kSecretBytes, '\0');
  // The system call cannot fail for this size after the start of the machine. Without it there is no safe secret.
  if (getentropy(bytes.data(), bytes.size()) != 0) abort();
  return absl::WebSafeBase64Escape(bytes);
}

bool EqualsInConstantTime(absl::string_view a, absl::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace

PageSession::PageSession(absl::string_view port, bool secure)
    : cookie_name_(absl::StrCat("cpsizer_session_", port)),
      secure_(secure),
      token_(NewSecret()),
      cookie_(NewSecret()) {}

PageSession::Result PageSession::Check(absl::string_view token, absl::Time now) {
  // The right token is accepted at any time. Otherwise any process of this machine could lock out the user.
  if (EqualsInConstantTime(token, token_)) return Result::kGranted;
  while (!wrong_tokens_.empty() && now - wrong_tokens_.front() >= kAttemptWindow) wrong_tokens_.pop_front();
  if (wrong_tokens_.size() >= kMaxWrongTokens) return Result::kTooManyAttempts;
  wrong_tokens_.push_back(now);
  return Result::kWrongToken;
}

std::string PageSession::SetCookie(bool by_tls) const {
  return absl::StrCat(cookie_name_, "=", cookie_, "; HttpOnly; SameSite=Strict; Path=/",
                      secure_ || by_tls ? "; Secure" : "");
}

bool PageSession::HasCookie(absl::Span<const absl::string_view> values) const {
  for (const absl::string_view value : values) {
    for (const absl::string_view part : absl::StrSplit(value, ';')) {
      const std::pair<absl::string_view, absl::string_view> cookie =
          absl::StrSplit(absl::StripAsciiWhitespace(part), absl::MaxSplits('=', 1));
      if (cookie.first == cookie_name_ && EqualsInConstantTime(cookie.second, cookie_)) return true;
    }
  }
  return false;
}

}  // namespace cpsizer::ui
