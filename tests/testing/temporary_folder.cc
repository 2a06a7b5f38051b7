#include "tests/testing/temporary_folder.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"

namespace cpsizer::testing {

TemporaryFolder::TemporaryFolder() : path_(absl::StrCat(::testing::TempDir(), "cpsizer-XXXXXX")) {
  EXPECT_NE(mkdtemp(path_.data()), nullptr) << path_;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::PathOf(absl::string_view name) const {
  return absl::StrCat(path_, "/", name);
}

std::string TemporaryFolder::Write(absl::string_view name, absl::string_view text) const {
  std::string path = PathOf(name);
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  EXPECT_TRUE(file.flush().good()) << path;
  return path;
}

std::string TemporaryFolder::WriteProgram(absl::string_view name, absl::string_view shell_script) const {
  std::string path = Write(name, absl::StrCat("#!/bin/sh\n", shell_script, "\n"));
  EXPECT_EQ(chmod(path.c_str(), 0700), 0) << path;
  return path;
}

std::string TemporaryFolder::MakePipe(absl::string_view name) const {
  std::string path = PathOf(name);
  EXPECT_EQ(mkfifo(path.c_str(), 0600), 0) << path;
  return path;
}

}  // namespace cpsizer::testing
