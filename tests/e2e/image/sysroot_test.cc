// Tests the fast parts of builds of an image for another architecture: the flags, the folder with packages of Debian,
// and the search for libraries. docs/image.md describes how a complete build was tested.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "tests/e2e/image/built_image.h"
#include "tests/testing/paths.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// The control file of a package, and the line that the database of dpkg contains in addition.
constexpr char kStatus[] = "Status: install ok installed\n";
constexpr char kControl[] = R"(Package: libc6
Architecture: arm64
Multi-Arch: same
Version: 2.36
Maintainer: Test <test@localhost>
Description: the C library
)";

TEST(ImageSysrootTest, AnArchitectureThatIsNotSupportedIsAUsageError) {
  for (const std::string flag : {"--arch=mips", "--arch=", "--arch"}) {
    const auto finished = testing::RunProcess({testing::SourcePath("dev"), "image", flag});
    ASSERT_TRUE(finished.ok()) << finished.status();
    EXPECT_EQ(finished->exit_code, 2);
    EXPECT_EQ(finished->standard_error,
              absl::StrCat("dev: --arch: \"", flag == "--arch=mips" ? "mips" : "",
                           "\" is not supported; write --arch=arm64, or no flag for this machine\n"));
  }
}

TEST(ImageSysrootTest, LibrariesAreThoseOfTheSysrootAlone) {
  const testing::TemporaryFolder folder;
  const std::string root = folder.PathOf("root");
  const std::string build = folder.PathOf("build");
  folder.Write("build/facts.sh",
               absl::StrCat("version=1\nrevision=1\nmultiarch=aarch64-linux-gnu\nsysroot='", root, "'\nstrip=strip\n"));
  folder.Write("root/var/lib/dpkg/status", absl::StrCat(kControl, kStatus));
  folder.Write("root/var/lib/dpkg/info/format", "1\n");
  folder.Write("root/var/lib/dpkg/info/libc6:arm64.list", "/lib/aarch64-linux-gnu/libc.so.6\n");
  fs::create_directory(build + "/bin");
  for (const char* program : {"cpsizer", "cpsizer-server", "cpsizer-sidecar", "cpsizer-webhook"}) {
    fs::create_symlink("/bin/true", absl::StrCat(build, "/bin/", program));
  }
  const auto finished =
      testing::RunProcess({testing::SourcePath("deploy/image/build.sh"), build, folder.PathOf("image")});
  ASSERT_TRUE(finished.ok()) << finished.status();
  EXPECT_EQ(finished->exit_code, 2);
  EXPECT_THAT(finished->standard_error, HasSubstr(absl::StrCat("image: ", root, "/lib")));
  EXPECT_THAT(finished->standard_error, HasSubstr(", which " + build + "/bin/cpsizer-server needs, is missing"));
}

// A script replaces apt-get in this test. It offers one package in two versions.
TEST(ImageSysrootTest, PackagesAreUnpackedAgainOnlyWhenTheirVersionsChange) {
  const testing::TemporaryFolder folder;
  folder.Write("package/DEBIAN/control", kControl);
  folder.Write("package/lib/aarch64-linux-gnu/libc.so.6", "library");
  fs::create_symlink("/lib/aarch64-linux-gnu/libc.so.6", folder.PathOf("package/lib/aarch64-linux-gnu/libc.so"));
  OutputOf({"dpkg-deb", "--root-owner-group", "--build", folder.PathOf("package"), folder.PathOf("libc6.deb")});
  folder.WriteProgram("path/apt-get", R"(cd "$(dirname "$0")/.."
      case " $* " in
        *' --simulate '*) echo "Inst libc6 $(cat version) of today" ;;
        *' --download-only '*) cp libc6.deb sysroot/cache/archives && echo fetched >>fetches ;;
      esac)");
  const auto output_with = [&](const std::string& version) {
    folder.Write("version", version);
    OutputOf({testing::SourcePath("deploy/image/sysroot.sh"), "arm64", folder.PathOf("sysroot"), "libc6"},
             {{}, {absl::StrCat("PATH=", folder.PathOf("path"), ":", getenv("PATH"))}});
    return OutputOf({"cat", folder.PathOf("fetches")});
  };
  EXPECT_EQ(output_with("1"), "fetched\n");
  EXPECT_EQ(output_with("1"), "fetched\n");
  EXPECT_EQ(output_with("2"), "fetched\nfetched\n");

  const std::string root = folder.PathOf("sysroot/root");
  EXPECT_EQ(OutputOf({"cat", root + "/lib/aarch64-linux-gnu/libc.so"}), "library");
  EXPECT_TRUE(fs::exists(root + "/usr/lib/aarch64-linux-gnu/libc.so.6"));
  EXPECT_EQ(OutputOf({"dpkg-query", "--admindir=" + root + "/var/lib/dpkg", "-S", "/lib/aarch64-linux-gnu/libc.so.6"}),
            "libc6:arm64: /lib/aarch64-linux-gnu/libc.so.6\n");
}

}  // namespace
}  // namespace cpsizer::e2e
