// Tests the packages that deploy/package/build.sh makes from the portable build. Checks their content, and that the
// programs run on a machine that has only the C library.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "tests/e2e/image/built_image.h"
#include "tests/e2e/programs.h"
#include "tests/testing/docs_blocks.h"
#include "tests/testing/net/fake_http_server.h"
#include "tests/testing/paths.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"
#include "tests/testing/tls/tls_front.h"

namespace cpsizer::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr int kNoRootOfItsOwn = 69;  // exit code of in_root.sh
const char* const kPackedPrograms[] = {"cpsizer", "cpsizer-server", "cpsizer-sidecar", "cpsizer-webhook"};

testing::FinishedProcess Finished(const std::vector<std::string>& command,
                                  const testing::SubprocessOptions& options = {}) {
  auto finished = testing::RunProcess(command, options, absl::Minutes(5));
  EXPECT_TRUE(finished.ok()) << finished.status();
  return finished.ok() ? *std::move(finished) : testing::FinishedProcess{-1, "", ""};
}

// Packs the programs of a build folder into `output`. `launcher` is a command that runs deploy/package/build.sh. It may
// be empty.
testing::FinishedProcess Pack(const std::string& build, const std::string& output,
                              const std::vector<std::string>& launcher = {}) {
  std::vector<std::string> command = launcher;
  command.insert(command.end(), {testing::SourcePath("deploy/package/build.sh"), testing::SourcePath(build), output});
  return Finished(command);
}

// `./dev test` creates this folder.
constexpr char kPortableBuild[] = "build/portable-tests";

// All tests of this suite read the same packages.
class PackageTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new testing::TemporaryFolder;
    const auto packed = Pack(kPortableBuild, folder_->PathOf("packages"));
    ASSERT_EQ(packed.exit_code, 0) << packed.standard_error;
    const std::string words = OutputOf({CommandProgram(), "--version"});
    version_ = new std::string(*std::next(absl::StrSplit(words.substr(0, words.find('\n')), ' ').begin()));
    OutputOf({"mkdir", folder_->PathOf("root")});
    OutputOf({"tar", "-xzf", PathOf(absl::StrCat(Name(), ".tar.gz")), "-C", folder_->PathOf("root")});
  }
  static void TearDownTestSuite() {
    delete folder_;
    delete version_;
  }

  static std::string Name() { return absl::StrCat("cpsizer-", *version_, "-linux-amd64"); }
  static std::string DebName() { return absl::StrCat("cpsizer_", *version_, "_amd64.deb"); }
  static std::string PathOf(const std::string& file) { return folder_->PathOf("packages/" + file); }
  // Returns the path of a file in the unpacked archive.
  static std::string Unpacked(const std::string& path) {
    return folder_->PathOf(absl::StrCat("root/", Name(), "/", path));
  }

  static inline const testing::TemporaryFolder* folder_ = nullptr;
  static inline const std::string* version_ = nullptr;
};

TEST_F(PackageTest, ProgramsNeedOnlyTheCLibraryAndItsVersion234) {
  for (const char* program : kPackedPrograms) {
    const std::string path = Unpacked(absl::StrCat("bin/", program));
    for (const absl::string_view line : absl::StrSplit(OutputOf({"ldd", path}), '\n', absl::SkipEmpty())) {
      EXPECT_THAT(std::string(absl::StripPrefix(line, "\t")),
                  AnyOf(StartsWith("linux-vdso.so.1 "), StartsWith("libc.so.6 "), StartsWith("libm.so.6 "),
                        StartsWith("libgcc_s.so.1 "), StartsWith("/lib64/ld-linux-x86-64.so.2 ")))
          << program;
    }
    const std::string symbols = OutputOf({"objdump", "-T", path});
    EXPECT_THAT(symbols, HasSubstr("GLIBC_2.34"));
    for (const char* newer : {"GLIBC_2.35", "GLIBC_2.36"}) EXPECT_THAT(symbols, Not(HasSubstr(newer))) << program;
  }
}

TEST_F(PackageTest, ProgramsRunWithTheCLibraryAlone) {
  const std::string root = folder_->PathOf("root");
  for (const char* library : {"/lib64/ld-linux-x86-64.so.2", "/lib/x86_64-linux-gnu/libc.so.6",
                              "/lib/x86_64-linux-gnu/libm.so.6", "/lib/x86_64-linux-gnu/libgcc_s.so.1"}) {
    fs::create_directories(fs::path(root + library).parent_path());
    fs::copy_file(library, root + library);
  }
  fs::copy(testing::SourcePath("deploy/examples/fleet"), root + "/fleet");
  const auto in_root = [&](const std::string& program, const std::vector<std::string>& arguments) {
    std::vector<std::string> command = {absl::StrCat("/", Name(), "/bin/", program)};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return Finished(InRoot(root, command));
  };
  for (const char* program : kPackedPrograms) {
    const auto said = in_root(program, {"--version"});
    if (said.exit_code == kNoRootOfItsOwn) GTEST_SKIP() << "no root of its own: " << said.standard_error;
    EXPECT_THAT(said.standard_output, HasSubstr(*version_)) << program << said.standard_error;
  }
  const std::string expected =
      OutputOf({CommandProgram(), "recommend", "-f", testing::SourcePath("deploy/examples/fleet")});
  EXPECT_EQ(in_root("kubectl-cpsizer", {"recommend", "-f", "/fleet"}).standard_output, expected);
}

TEST_F(PackageTest, CommandUsesTlsWithTheApiServer) {
  const testing::CertificateAuthority authority("packages");
  const testing::FakeHttpServer api([](testing::FakeHttpConnection& connection) {
    while (connection.Read().has_value()) {
      connection.Answer(403, R"({"kind": "Status", "message": "asked over TLS", "code": 403})");
    }
  });
  const testing::TlsFront front(authority.IssueServer(), api.url());
  const testing::TemporaryFolder home;
  const std::string kubeconfig = home.Write(
      "kubeconfig",
      absl::StrCat("apiVersion: v1\nkind: Config\ncurrent-context: c\nclusters: [{name: k, cluster: {server: "
                   "\"https://127.0.0.1:",
                   front.port(),
                   "\"}}]\nusers: [{name: u, user: {}}]\ncontexts: [{name: c, context: {cluster: k, user: u}}]\n"));
  const std::string trusted = home.Write("authorities.pem", authority.pem());
  const auto error = [&](const std::vector<std::string>& environment) {
    return Finished({Unpacked("bin/cpsizer"), "recommend", "--kubeconfig", kubeconfig}, {"", environment})
        .standard_error;
  };
  EXPECT_THAT(error({"SSL_CERT_FILE=" + trusted}), HasSubstr("asked over TLS"));
  EXPECT_THAT(error({}), AllOf(HasSubstr("certificate"), Not(HasSubstr("asked over TLS"))));
}

TEST_F(PackageTest, TheDebianPackageInstalls) {
  const std::string deb = PathOf(DebName());
  EXPECT_EQ(OutputOf({"dpkg-deb", "-f", deb, "Depends"}), "libc6 (>= 2.34), libgcc-s1\n");
  EXPECT_EQ(OutputOf({"dpkg-deb", "-f", deb, "Version"}), *version_ + "\n");
  const testing::TemporaryFolder root;
  OutputOf({"mkdir", "-p", root.PathOf("var/lib/dpkg/updates"), root.PathOf("var/lib/dpkg/info")});
  root.Write("var/lib/dpkg/status", "");
  OutputOf({"dpkg", "--root=" + root.path(), "--force-depends", "--force-not-root", "-i", deb});
  EXPECT_THAT(OutputOf({root.PathOf("usr/bin/kubectl-cpsizer"), "--version"}), HasSubstr(*version_));
  EXPECT_EQ(OutputOf({"cat", root.PathOf("usr/share/bash-completion/completions/cpsizer")}),
            OutputOf({CommandProgram(), "completion", "bash"}));
  const std::string licenses = OutputOf({"cat", root.PathOf("usr/share/doc/cpsizer/copyright")});
  for (const char* package :
       {"libgrpc-dev", "libssl-dev", "libcurl4-openssl-dev", "libyaml-dev", "prometheus-cpp-dev"}) {
    EXPECT_THAT(licenses, HasSubstr(absl::StrCat("---- ", package, "\n")));
  }
}

TEST_F(PackageTest, TheKrewManifestNamesTheArchiveAndTheFileInIt) {
  const std::string manifest = OutputOf({"cat", PathOf("cpsizer.yaml")});
  const std::string sum = OutputOf({"sha256sum", PathOf(Name() + ".tar.gz")});
  EXPECT_THAT(manifest, HasSubstr(absl::StrCat("sha256: ", sum.substr(0, 64), "\n")));
  EXPECT_THAT(manifest, HasSubstr(absl::StrCat("/", Name(), ".tar.gz\n")));
  EXPECT_THAT(manifest, HasSubstr(absl::StrCat("from: ", Name(), "/bin/cpsizer,")));
  EXPECT_TRUE(fs::exists(Unpacked("bin/cpsizer")));
  EXPECT_TRUE(fs::exists(Unpacked("share/doc/cpsizer/LICENSE")));
  OutputOf({"sh", "-c", "cd \"$1\" && exec sha256sum --quiet -c SHA256SUMS", "sh", PathOf("")});
}

TEST_F(PackageTest, SameProgramsGiveSameBytesAndAnotherAddressAnotherManifest) {
  const testing::TemporaryFolder other;
  const auto packed =
      Pack(kPortableBuild, other.path(),
           {"sh", "-c", "umask 077; cd /; TZ=Asia/Tokyo CPSIZER_RELEASE_URL=https://example.com/v1 exec \"$@\"", "sh"});
  ASSERT_EQ(packed.exit_code, 0) << packed.standard_error;
  for (const std::string& file : {Name() + ".tar.gz", DebName()}) {
    EXPECT_EQ(Finished({"cmp", PathOf(file), other.PathOf(file)}).exit_code, 0) << file;
  }
  EXPECT_THAT(OutputOf({"cat", other.PathOf("cpsizer.yaml")}),
              HasSubstr(absl::StrCat("uri: https://example.com/v1/", Name(), ".tar.gz\n")));
}

TEST(PackageBuildTest, RefusesProgramsThatNeedMore) {
  const testing::TemporaryFolder folder;
  const auto packed = Pack("build/dev", folder.path());
  EXPECT_EQ(packed.exit_code, 2);
  EXPECT_THAT(packed.standard_error,
              AllOf(HasSubstr("package: cpsizer-server needs lib"), HasSubstr("build the preset portable")));
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST_F(PackageTest, PagesNameTheVerbAndTheFiles) {
  for (const testing::DocsBlock& block : testing::BlocksBy("docs/packages.md", "tests/e2e/package/package_test.cc")) {
    EXPECT_THAT(block.text, HasSubstr("./dev package"));
  }
  EXPECT_THAT(OutputOf({testing::SourcePath("dev"), "help"}), HasSubstr("\n  package  "));
  const auto install = testing::BlocksBy("README.md", "tests/e2e/package/package_test.cc");
  ASSERT_EQ(install.size(), 1u);
  for (const std::string& file : {Name() + ".tar.gz", DebName(), std::string("cpsizer.yaml")}) {
    EXPECT_THAT(install[0].text, HasSubstr("build/package/" + file));
    EXPECT_TRUE(fs::exists(PathOf(file)));
  }
}

}  // namespace
}  // namespace cpsizer::e2e
