#ifndef CPSIZER_SERVER_PROCESS_TLS_LAST_GOOD_H_
#define CPSIZER_SERVER_PROCESS_TLS_LAST_GOOD_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/process/tls/file_texts.h"

namespace cpsizer::server {

// The result of reading the files again.
enum class ReloadResult {
  kNone,      // the content has not changed since the last call
  kTaken,     // the content is new and valid; the value was replaced
  kRefused,   // the content is new and invalid; the value was not replaced
  kRestored,  // after invalid content, the files contain the content of the value again
};

// The value that was made from the last valid content of several files. The caller reads the files and passes the
// content to Offer(). Not thread-safe.
//
// Invalid content is checked again in each call, because a certificate may become valid later. An error is reported
// only once.
template <typename Value>
class LastGood {
 public:
  using Check = std::function<absl::StatusOr<Value>(const FileTexts& texts)>;

  explicit LastGood(Check check) : check_(std::move(check)) {}

  ReloadResult Offer(absl::StatusOr<FileTexts> texts) {
    if (texts.ok() && value_ != nullptr && *texts == texts_) {
      const bool restored = !error_.ok();
      error_ = absl::OkStatus();
      return restored ? ReloadResult::kRestored : ReloadResult::kNone;
    }
    absl::StatusOr<Value> value = texts.ok() ? check_(*texts) : absl::StatusOr<Value>(texts.status());
    if (!value.ok()) {
      FileTexts refused = texts.ok() ? *std::move(texts) : FileTexts();
      const bool known = value.status() == error_ && refused == refused_;
      error_ = value.status();
      refused_ = std::move(refused);
      refused_count_ += known ? 0 : 1;
      return known ? ReloadResult::kNone : ReloadResult::kRefused;
    }
    taken_count_ += value_ == nullptr ? 0 : 1;
    value_ = std::make_shared<const Value>(*std::move(value));
    texts_ = *std::move(texts);
    error_ = absl::OkStatus();
    return ReloadResult::kTaken;
  }

  // Returns null before the first valid content.
  const std::shared_ptr<const Value>& value() const { return value_; }
  // Returns the error of the current content. OK if the value was made from the current content.
  const absl::Status& error() const { return error_; }
  // taken() returns how often Offer() returned kTaken. The first value is not counted. refused() returns how often
  // Offer() returned kRefused.
  int64_t taken() const { return taken_count_; }
  int64_t refused() const { return refused_count_; }

 private:
  const Check check_;
  std::shared_ptr<const Value> value_;
  FileTexts texts_;    // the content from which value_ was made
  FileTexts refused_;  // the content that caused error_
  absl::Status error_;
  int64_t taken_count_ = 0;
  int64_t refused_count_ = 0;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_LAST_GOOD_H_
