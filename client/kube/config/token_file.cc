#include "client/kube/config/token_file.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/config/bearer_token.h"
#include "client/kube/limits.h"
#include "client/kube/quoted.h"
#include "client/kube/read_file.h"

namespace cpsizer::kube {

TokenFile::TokenFile(std::string path, std::string fallback) : path_(std::move(path)), fallback_(std::move(fallback)) {}

absl::StatusOr<CurrentToken> TokenFile::Get(absl::Time now) {
  const std::lock_guard<std::mutex> lock(mutex_);
  // If the clock was set back, the age of the token is unknown. In this case the file is read again.
  if (!token_.empty() && now >= read_ && now - read_ < kTokenFileAge) return CurrentToken{token_, absl::OkStatus()};
  absl::StatusOr<std::string> token = Read();
  if (token.ok()) {
    token_ = *std::move(token);
    read_ = now;
    return CurrentToken{token_, absl::OkStatus()};
  }
  const std::string& older = token_.empty() ? fallback_ : token_;
  if (older.empty()) return token.status();
  return CurrentToken{older, token.status()};
}

void TokenFile::Invalidate(absl::Time request_start) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (read_ < request_start) token_.clear();
}

absl::StatusOr<std::string> TokenFile::Read() const {
  const absl::StatusOr<std::string> text = ReadFile(path_, kMaxTokenFileBytes);
  if (!text.ok()) return text.status();
  absl::StatusOr<std::string> token = BearerToken(*text);
  if (token.ok()) return token;
  return absl::Status(token.status().code(), absl::StrCat(Quoted(path_), " ", token.status().message()));
}

}  // namespace cpsizer::kube
