#ifndef CPSIZER_TESTS_TESTING_NET_FAULT_STREAM_H_
#define CPSIZER_TESTS_TESTING_NET_FAULT_STREAM_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::testing {

// What goes wrong with the bytes of one direction of a connection, and after how many of them: the connection ends, the
// rest waits, a run of bytes comes twice, or the next byte has its lowest bit changed.
struct Fault {
  enum class Kind { kNone, kCut, kHold, kDuplicate, kFlip };

  Kind kind = Kind::kNone;
  size_t at = 0;
  size_t length = 1;  // kDuplicate: how many bytes come twice
};

// One direction of a connection with a fault in it. The outcome depends on the bytes, not on the pieces in which they
// come.
class FaultStream {
 public:
  explicit FaultStream(const Fault& fault) : fault_(fault) {}

  // Takes the next bytes; what is to be sent on now.
  std::string Pass(absl::string_view bytes);
  // Ends a kHold; what it held.
  std::string Release();
  // Whether the connection is to end, once what was passed on has been sent.
  bool cut() const { return cut_; }
  // Whether a kHold has bytes behind which everything else waits.
  bool holding() const { return fault_.kind == Fault::Kind::kHold && !held_.empty(); }

 private:
  Fault fault_;
  size_t taken_ = 0;
  std::string held_;  // of kDuplicate: what of the run has come so far
  bool cut_ = false;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_NET_FAULT_STREAM_H_
