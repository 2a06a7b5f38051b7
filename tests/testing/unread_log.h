#ifndef CPSIZER_TESTS_TESTING_UNREAD_LOG_H_
#define CPSIZER_TESTS_TESTING_UNREAD_LOG_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::testing {

// A pipe for the log of a program. Only the test reads the pipe. While the pipe is full, the program blocks at its next
// log line.
class UnreadLog {
 public:
  UnreadLog();
  ~UnreadLog();
  UnreadLog(const UnreadLog&) = delete;
  UnreadLog& operator=(const UnreadLog&) = delete;

  // Returns a command that runs `command` with the pipe as its standard error.
  std::vector<std::string> Of(const std::vector<std::string>& command) const;

  // Reads until the output of the program contains `text`. Does not return if the output never contains it.
  void ReadUntil(absl::string_view text);
  // Fills the pipe to the last byte.
  void Fill();

 private:
  const TemporaryFolder folder_;
  const std::string path_;
  int ends_ = -1;  // opened for reading and writing, so that opening does not wait for the other end
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_UNREAD_LOG_H_
