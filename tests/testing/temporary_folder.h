#ifndef CPSIZER_TESTS_TESTING_TEMPORARY_FOLDER_H_
#define CPSIZER_TESTS_TESTING_TEMPORARY_FOLDER_H_

#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::testing {

// A folder for one test. The destructor removes the folder with its content.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string PathOf(absl::string_view name) const;

  // These functions create the parent folders of the file, write the file and return its path.
  std::string Write(absl::string_view name, absl::string_view text) const;
  std::string WriteProgram(absl::string_view name, absl::string_view shell_script) const;
  // Makes a pipe without a writer. Opening the pipe for reading blocks.
  std::string MakePipe(absl::string_view name) const;

 private:
  std::string path_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_TEMPORARY_FOLDER_H_
