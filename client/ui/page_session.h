#ifndef CPSIZER_CLIENT_UI_PAGE_SESSION_H_
#define CPSIZER_CLIENT_UI_PAGE_SESSION_H_

#include <deque>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"

namespace cpsizer::ui {

// The token of the URL, and the cookie that a page gets for it. Both are random values of 256 bits from the operating
// system. Not thread-safe.
class PageSession {
 public:
  enum class Result { kGranted, kWrongToken, kTooManyAttempts };

  // After this number of wrong tokens within kAttemptWindow, the next wrong token is answered with kTooManyAttempts.
  static constexpr size_t kMaxWrongTokens = 10;
  static constexpr absl::Duration kAttemptWindow = absl::Minutes(1);

  // `port` is the port of the server. It is a part of the name of the cookie, because browsers share cookies between
  // the ports of a host. `secure` is true if the server uses TLS.
  PageSession(absl::string_view port, bool secure);

  const std::string& token() const { return token_; }

  // Compares `token` with the token of the URL in constant time.
  Result Check(absl::string_view token, absl::Time now);
  // Returns the value of the header Set-Cookie. `by_tls` is true if the browser uses TLS to a proxy in front of the
  // server.
  std::string SetCookie(bool by_tls = false) const;
  // Returns whether one of `values`, the values of all headers Cookie, has the cookie. Compares in constant time.
  bool HasCookie(absl::Span<const absl::string_view> values) const;

 private:
  const std::string cookie_name_;
  const bool secure_;
  const std::string token_;
  const std::string cookie_;
  std::deque<absl::Time> wrong_tokens_;  // the times of the wrong tokens in the window
};

}  // namespace cpsizer::ui

#endif  // CPSIZER_CLIENT_UI_PAGE_SESSION_H_
