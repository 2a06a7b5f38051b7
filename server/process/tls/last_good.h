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
  kNone,      // no change
  kTaken,     // the content is new and valid; the value is replaced
  kRefused,   // the content is new and invalid; the value is unchanged
  kRestored,  // after invalid content, the files have the content of the value again
};

// The value of the last valid content of a set of files. Compares and checks contents that the caller has read. Not
// thread-safe.
//
// Invalid content is checked again each time, because a certificate may become valid. The error is reported once.
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
  // Returns the error of the current content of the files. OK if the value was made from the current content.
  const absl::Status& error() const { return error_; }
  // taken() returns how often Offer() returned kTaken, without the first value. refused() returns how often Offer()
  // returned kRefused.
  int64_t taken() const { return taken_count_; }
  int64_t refused() const { return refused_count_; }

 private:
  const Check check_;
  std::shared_ptr<const Value> value_;
  FileTexts texts_;    // content that value_ was made from
  FileTexts refused_;  // content that error_ is about
  absl::Status error_;
  int64_t taken_count_ = 0;
  int64_t refused_count_ = 0;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_LAST_GOOD_H_
