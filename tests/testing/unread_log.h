#ifndef CPSIZER_TESTS_TESTING_UNREAD_LOG_H_
#define CPSIZER_TESTS_TESTING_UNREAD_LOG_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::testing {

// A pipe for the log of a program that nobody reads but the test: full, it makes every line wait for ever.
class UnreadLog {
 public:
  UnreadLog();
  ~UnreadLog();
  UnreadLog(const UnreadLog&) = delete;
  UnreadLog& operator=(const UnreadLog&) = delete;

  // `command` with this for its standard error.
  std::vector<std::string> Of(const std::vector<std::string>& command) const;

  // Reads until what the program has written holds `text`. Does not come back where it writes too little.
  void ReadUntil(absl::string_view text);
  // Leaves no room for a single byte.
  void Fill();

 private:
  const TemporaryFolder folder_;
  const std::string path_;
  int ends_ = -1;  // of both kinds: nobody waits for somebody to open the other
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_UNREAD_LOG_H_
