#include "tests/testing/unread_log.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::testing {

UnreadLog::UnreadLog() : path_(folder_.MakePipe("log")) {
  ends_ = open(path_.c_str(), O_RDWR | O_CLOEXEC);
  EXPECT_GE(ends_, 0);
}

UnreadLog::~UnreadLog() {
  close(ends_);
}

std::vector<std::string> UnreadLog::Of(const std::vector<std::string>& command) const {
  std::vector<std::string> with = {"sh", "-c", absl::StrCat("exec \"$0\" \"$@\" 2>'", path_, "'")};
  with.insert(with.end(), command.begin(), command.end());
  return with;
}

void UnreadLog::ReadUntil(absl::string_view text) {
  std::string log;
  for (char byte = 0; !absl::StrContains(log, text);) {
    ASSERT_EQ(read(ends_, &byte, 1), 1);
    log += byte;
  }
}

void UnreadLog::Fill() {
  const int writer = open(path_.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  ASSERT_GE(writer, 0);
  while (write(writer, "x", 1) == 1) {
  }
  close(writer);
}

}  // namespace cpsizer::testing
