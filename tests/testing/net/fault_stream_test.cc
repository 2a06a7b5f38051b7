#include "tests/testing/net/fault_stream.h"

#include <gtest/gtest.h>

namespace cpsizer::testing {
namespace {

constexpr absl::string_view kBytes = "abcdefgh";

struct Case {
  const char* name;
  Fault fault;
  const char* passed;
  bool cut;
  const char* released;
};
constexpr Case kCases[] = {
    {"none", {}, "abcdefgh", false, ""},
    {"cut at once", {Fault::Kind::kCut, 0}, "", true, ""},
    {"cut", {Fault::Kind::kCut, 3}, "abc", true, ""},
    {"cut after the last byte", {Fault::Kind::kCut, 8}, "abcdefgh", true, ""},
    {"cut later", {Fault::Kind::kCut, 9}, "abcdefgh", false, ""},
    {"hold at once", {Fault::Kind::kHold, 0}, "", false, "abcdefgh"},
    {"hold", {Fault::Kind::kHold, 5}, "abcde", false, "fgh"},
    {"duplicate one byte", {Fault::Kind::kDuplicate, 0}, "aabcdefgh", false, ""},
    {"duplicate a run", {Fault::Kind::kDuplicate, 2, 3}, "abcdecdefgh", false, ""},
    {"duplicate the end", {Fault::Kind::kDuplicate, 6, 2}, "abcdefghgh", false, ""},
    {"duplicate more than there is", {Fault::Kind::kDuplicate, 6, 3}, "abcdefgh", false, ""},
    {"flip the first byte", {Fault::Kind::kFlip, 0}, "`bcdefgh", false, ""},
    {"flip the last byte", {Fault::Kind::kFlip, 7}, "abcdefgi", false, ""},
    {"flip later", {Fault::Kind::kFlip, 8}, "abcdefgh", false, ""},
};

TEST(FaultStreamTest, FaultPositionDoesNotDependOnPieces) {
  for (const Case& test : kCases) {
    for (size_t piece = 1; piece <= kBytes.size(); ++piece) {
      SCOPED_TRACE(std::string(test.name) + " in pieces of " + std::to_string(piece));
      FaultStream stream(test.fault);
      std::string passed;
      for (size_t i = 0; i < kBytes.size(); i += piece) passed += stream.Pass(kBytes.substr(i, piece));
      EXPECT_EQ(passed, test.passed);
      EXPECT_EQ(stream.cut(), test.cut);
      EXPECT_EQ(stream.Release(), test.released);
    }
  }
}

}  // namespace
}  // namespace cpsizer::testing
