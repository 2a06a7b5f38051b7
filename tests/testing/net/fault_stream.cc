#include "tests/testing/net/fault_stream.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace cpsizer::testing {

std::string FaultStream::Pass(absl::string_view bytes) {
  // The number of bytes in `bytes` that are before the fault.
  const size_t before = std::min(fault_.at - std::min(fault_.at, taken_), bytes.size());
  const size_t at = taken_ + before;  // the position of the first byte after these bytes
  taken_ += bytes.size();
  std::string passed(bytes.substr(0, before));
  bytes.remove_prefix(before);
  switch (fault_.kind) {
    case Fault::Kind::kNone:
      break;
    case Fault::Kind::kCut:
      cut_ = taken_ >= fault_.at;
      return passed;
    case Fault::Kind::kHold:
      absl::StrAppend(&held_, bytes);
      return passed;
    case Fault::Kind::kDuplicate: {
      const size_t end = fault_.at + fault_.length;
      const absl::string_view of_run = bytes.substr(0, end - std::min(end, at));
      absl::StrAppend(&held_, of_run);
      absl::StrAppend(&passed, of_run);
      bytes.remove_prefix(of_run.size());
      if (held_.size() == fault_.length) {
        passed += held_;
        held_.clear();
        fault_.kind = Fault::Kind::kNone;
      }
      break;
    }
    case Fault::Kind::kFlip:
      if (at != fault_.at || bytes.empty()) break;
      passed += static_cast<char>(bytes.front() ^ 1);
      bytes.remove_prefix(1);
      break;
  }
  absl::StrAppend(&passed, bytes);
  return passed;
}

std::string FaultStream::Release() {
  if (fault_.kind != Fault::Kind::kHold) return "";
  fault_.kind = Fault::Kind::kNone;
  return std::exchange(held_, {});
}

}  // namespace cpsizer::testing
