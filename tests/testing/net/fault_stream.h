#ifndef CPSIZER_TESTS_TESTING_NET_FAULT_STREAM_H_
#define CPSIZER_TESTS_TESTING_NET_FAULT_STREAM_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::testing {

// A fault in the bytes of one direction of a connection, and the number of bytes before it: the connection ends, the
// rest is held, a run of bytes is repeated, or the lowest bit of the next byte is flipped.
struct Fault {
  enum class Kind { kNone, kCut, kHold, kDuplicate, kFlip };

  Kind kind = Kind::kNone;
  size_t at = 0;
  size_t length = 1;  // kDuplicate: the number of repeated bytes
};

// One direction of a connection with a fault. The result depends on the bytes, not on their division into pieces.
class FaultStream {
 public:
  explicit FaultStream(const Fault& fault) : fault_(fault) {}

  // Takes the next bytes; returns those to forward now.
  std::string Pass(absl::string_view bytes);
  // Ends a kHold; returns the held bytes.
  std::string Release();
  // Returns whether to close the connection after the forwarded bytes were sent.
  bool cut() const { return cut_; }
  // Returns whether a kHold has bytes that delay all later ones.
  bool holding() const { return fault_.kind == Fault::Kind::kHold && !held_.empty(); }

 private:
  Fault fault_;
  size_t taken_ = 0;
  std::string held_;  // of kDuplicate: the part of the run so far
  bool cut_ = false;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_NET_FAULT_STREAM_H_
