#ifndef CPSIZER_TESTS_TESTING_NET_FAULT_STREAM_H_
#define CPSIZER_TESTS_TESTING_NET_FAULT_STREAM_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::testing {

// A fault in one direction of a connection, after `at` bytes. kCut ends the connection. kHold holds all later bytes
// until Release(). kDuplicate repeats the next `length` bytes. kFlip flips the lowest bit of the next byte.
struct Fault {
  enum class Kind { kNone, kCut, kHold, kDuplicate, kFlip };

  Kind kind = Kind::kNone;
  size_t at = 0;
  size_t length = 1;  // only for kDuplicate
};

// One direction of a connection with a fault. The result depends only on the bytes, not on the sizes of the pieces.
class FaultStream {
 public:
  explicit FaultStream(const Fault& fault) : fault_(fault) {}

  // Takes the next bytes. Returns the bytes that must be forwarded now.
  std::string Pass(absl::string_view bytes);
  // Ends a kHold fault. Returns the held bytes.
  std::string Release();
  // Returns whether the connection must be closed after the forwarded bytes were sent.
  bool cut() const { return cut_; }
  // Returns whether a kHold fault holds bytes. Until Release(), no later bytes are forwarded either.
  bool holding() const { return fault_.kind == Fault::Kind::kHold && !held_.empty(); }

 private:
  Fault fault_;
  size_t taken_ = 0;
  std::string held_;  // for kDuplicate: the bytes to repeat that have passed so far
  bool cut_ = false;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_NET_FAULT_STREAM_H_
