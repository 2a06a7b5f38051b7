#ifndef CPSIZER_TESTS_TESTING_TEMPORARY_FOLDER_H_
#define CPSIZER_TESTS_TESTING_TEMPORARY_FOLDER_H_

#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::testing {

// A folder of one test, removed with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string PathOf(absl::string_view name) const;

  // Each makes the folders above the file and returns its path.
  std::string Write(absl::string_view name, absl::string_view text) const;
  std::string WriteProgram(absl::string_view name, absl::string_view shell_script) const;
  // A pipe that nobody writes to: whoever opens it waits.
  std::string MakePipe(absl::string_view name) const;

 private:
  std::string path_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_TEMPORARY_FOLDER_H_
