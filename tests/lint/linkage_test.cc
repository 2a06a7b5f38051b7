// Checks that the libraries of the server are linked statically. If a shared library is before its static archive on
// the command line of the linker, the linker uses the shared library and prints no message. Debian has no static
// archive of prometheus-cpp. Therefore this test allows the shared library of prometheus-cpp and the libraries that it
// needs.
#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "tests/testing/paths.h"
#include "tests/testing/subprocess.h"

namespace cpsizer::lint {
namespace {

TEST(LinkageTest, TheReleaseServerNeedsOnlyTheLibrariesOfTheCompiler) {
  const auto ldd = testing::RunProcess({"ldd", testing::ProgramPath("cpsizer-server")});
  ASSERT_TRUE(ldd.ok()) << ldd.status();
  ASSERT_EQ(ldd->exit_code, 0) << ldd->standard_error;
  const std::regex allowed(
      R"(\s*(linux-vdso|/lib.*/ld-linux.*|libstdc\+\+|libm|libgcc_s|libc|libprometheus-cpp-core)\.so.*)");
  const std::vector<std::string> libraries = absl::StrSplit(ldd->standard_output, '\n', absl::SkipEmpty());
  EXPECT_FALSE(libraries.empty());
  for (const std::string& library : libraries) EXPECT_TRUE(std::regex_match(library, allowed)) << library;
}

}  // namespace
}  // namespace cpsizer::lint
