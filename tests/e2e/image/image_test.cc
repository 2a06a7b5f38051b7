// Tests the content of the image that deploy/image/build.sh makes from the programs of this build.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "tests/e2e/image/built_image.h"
#include "tests/e2e/programs.h"
#include "tests/testing/docs_blocks.h"
#include "tests/testing/paths.h"

namespace cpsizer::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

using ImageNames = std::set<std::string>;
const char* const kImagePrograms[] = {"cpsizer", "cpsizer-server", "cpsizer-sidecar", "cpsizer-webhook"};

// The tests of this suite only read an image, so they share one image.
class ImageTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    image_ = new BuiltImage;
    root_ = new std::string(image_->Unpack());
  }
  static void TearDownTestSuite() {
    delete image_;
    delete root_;
  }

  static const BuiltImage& image() { return *image_; }
  // Returns the folder with the unpacked image.
  static const std::string& root() { return *root_; }

  static ImageNames NamesIn(const std::string& folder) {
    ImageNames names;
    for (const auto& entry : fs::directory_iterator(root() + folder)) names.insert(entry.path().filename());
    return names;
  }
  // Returns all paths of the image.
  static std::vector<std::string> Paths() {
    std::vector<std::string> paths;
    for (const auto& entry : fs::recursive_directory_iterator(root())) {
      paths.push_back(entry.path().string().substr(root().size()));
    }
    return paths;
  }
  static bool IsLoader(const std::string& path) {
    return absl::StartsWith(fs::path(path).filename().string(), "ld-linux");
  }
  // Returns the shared libraries in the image, including the loader.
  static ImageNames Libraries() {
    ImageNames libraries;
    for (const std::string& path : Paths()) {
      if (absl::StrContains(path, ".so.")) libraries.insert(path);
    }
    return libraries;
  }
  // Returns the libraries that the loader of the image finds for a program. Fails the test if one of them is a library
  // of this machine.
  static ImageNames LibrariesOf(const std::string& program) {
    ImageNames libraries = Libraries();
    const auto loader = std::find_if(libraries.begin(), libraries.end(), IsLoader);
    ImageNames folders;
    for (const std::string& library : libraries) folders.insert(root() + fs::path(library).parent_path().string());
    const std::string listed = OutputOf({root() + *loader, "--inhibit-cache", "--library-path",
                                         absl::StrJoin(folders, ":"), "--list", root() + "/usr/bin/" + program});
    ImageNames found = {*loader};
    for (const absl::string_view line : absl::StrSplit(listed, '\n')) {
      if (!absl::StrContains(line, " => ")) continue;
      const std::vector<std::string> words = absl::StrSplit(line, ' ');
      EXPECT_THAT(words.at(2), StartsWith(root())) << line;
      found.insert(words.at(2).substr(std::min(words.at(2).size(), root().size())));
    }
    return found;
  }

 private:
  static inline const BuiltImage* image_ = nullptr;
  static inline const std::string* root_ = nullptr;
};

// Returns the package of this machine that owns a file, or an empty text if no package owns it.
std::string OwnerOf(const std::string& path) {
  const std::string real = fs::canonical(path);
  // A package may list a file of /usr/lib with a path in /lib.
  for (const std::string& name : {real, real.substr(std::string("/usr").size())}) {
    const auto owner = testing::RunProcess({"dpkg-query", "-S", name});
    if (owner.ok() && owner->exit_code == 0) {
      return owner->standard_output.substr(0, owner->standard_output.find_first_of(":,"));
    }
  }
  return "";
}

TEST_F(ImageTest, BuildIsReproducible) {
  const BuiltImage other({"sh", "-c", "umask 077; cd /; TZ=Asia/Tokyo LC_ALL=C.UTF-8 exec \"$@\"", "sh"});
  EXPECT_THAT(image().digest(), MatchesRegex("sha256:[0-9a-f]+"));
  EXPECT_EQ(other.digest(), image().digest());
  for (const char* file : {"oci/index.json", "sbom.spdx", "cpsizer.tar"}) {
    // Does not use EXPECT_EQ, because it would print all bytes.
    EXPECT_TRUE(image().Read(file) == other.Read(file)) << file;
  }
}

TEST_F(ImageTest, AnotherTimestampGivesAnotherImage) {
  const BuiltImage early({"env", "SOURCE_DATE_EPOCH=86400"});
  EXPECT_NE(early.digest(), image().digest());
  EXPECT_EQ(early.Config().at("created"), "1970-01-02T00:00:00Z");
}

TEST_F(ImageTest, IndexManifestConfigAndLayerMatch) {
  const auto index = nlohmann::json::parse(image().Read("oci/index.json"));
  ASSERT_EQ(index.at("manifests").size(), 1u);
  EXPECT_EQ(index.at("manifests").at(0).at("digest"), image().digest());
  const auto manifest = image().Manifest();
  ASSERT_EQ(manifest.at("layers").size(), 1u);
  const auto& layer = manifest.at("layers").at(0);
  EXPECT_EQ(layer.at("size"), image().Blob(layer.at("digest")).size());
  const std::string unpacked = OutputOf({"gzip", "-dc"}, {image().Blob(layer.at("digest")), {}});
  const std::string sum = OutputOf({"sha256sum", "-"}, {unpacked, {}});
  EXPECT_EQ(image().Config().at("rootfs").at("diff_ids").at(0), "sha256:" + sum.substr(0, sum.find(' ')));
  // Old versions of `docker load` read this file.
  const std::string docker = OutputOf({"tar", "-xOf", image().PathOf("cpsizer.tar"), "./manifest.json"});
  const auto loaded = nlohmann::json::parse(docker).at(0);
  const auto as_file = [](std::string digest) { return digest.replace(0, 7, "blobs/sha256/"); };
  EXPECT_EQ(loaded.at("Config"), as_file(manifest.at("config").at("digest")));
  EXPECT_EQ(loaded.at("Layers").at(0), as_file(layer.at("digest")));
}

TEST_F(ImageTest, HasLabelsAndRunsAsUnprivilegedUser) {
  const auto config = image().Config();
  const std::string version = OutputOf({CommandProgram(), "--version"});
  const auto& labels = config.at("config").at("Labels");
  const auto label = [&](const char* name) {
    return labels.at(std::string("org.opencontainers.image.") + name).get<std::string>();
  };
  EXPECT_EQ(label("title"), "cpsizer");
  EXPECT_THAT(version, HasSubstr(absl::StrCat("cpsizer ", label("version"), "\n")));
  EXPECT_THAT(version, HasSubstr(absl::StrCat("commit ", label("revision"), "\n")));
  EXPECT_EQ(label("created"), config.at("created"));
  EXPECT_EQ(label("licenses"), "Apache-2.0");
  // With runAsNonRoot, Kubernetes accepts only a numeric user that is not root.
  EXPECT_EQ(config.at("config").at("User"), "65532:65532");
  EXPECT_EQ(config.at("config").at("Cmd").at(0), "cpsizer-server");
}

TEST_F(ImageTest, HasTheProgramsAndTheirDependenciesAndNoShell) {
  EXPECT_EQ(NamesIn("/"), (ImageNames{"etc", "lib", "lib64", "tmp", "usr", "var"}));
  EXPECT_EQ(NamesIn("/usr/bin"), ImageNames(std::begin(kImagePrograms), std::end(kImagePrograms)));
  EXPECT_EQ(NamesIn("/etc"), (ImageNames{"group", "nsswitch.conf", "os-release", "passwd", "ssl"}));
  EXPECT_EQ(NamesIn("/etc/ssl/certs"), ImageNames{"ca-certificates.crt"});
  ImageNames needed;
  for (const char* program : kImagePrograms) needed.merge(LibrariesOf(program));
  EXPECT_GT(needed.size(), 10u);
  EXPECT_EQ(Libraries(), needed);
}

TEST_F(ImageTest, AllFilesAreReadableAndNoneIsWritable) {
  for (const std::string& path : Paths()) {
    const fs::directory_entry entry(root() + path);
    if (entry.is_symlink()) continue;
    const bool can_run = absl::StartsWith(path, "/usr/bin/") || IsLoader(path);
    const unsigned mode = path == "/tmp" ? 01777 : entry.is_directory() || can_run ? 0755 : 0644;
    EXPECT_EQ(static_cast<unsigned>(entry.status().permissions()), mode) << path;
  }
  const std::string listing = OutputOf({"tar", "-tvzf", "-", "--numeric-owner"},
                                       {image().Blob(image().Manifest().at("layers").at(0).at("digest")), {}});
  for (const absl::string_view line : absl::StrSplit(listing, '\n', absl::SkipEmpty())) {
    EXPECT_THAT(line, HasSubstr(" 0/0 "));
  }
}

TEST_F(ImageTest, TrustsOnlyTheAuthoritiesOfTheDistribution) {
  const std::string bundle = OutputOf({"cat", root() + "/etc/ssl/certs/ca-certificates.crt"});
  std::string all;
  std::set<fs::path> files;
  for (const auto& file : fs::directory_iterator("/usr/share/ca-certificates/mozilla")) files.insert(file.path());
  for (const fs::path& file : files) {
    const std::string one = OutputOf({"cat", file});
    absl::StrAppend(&all, one, absl::EndsWith(one, "\n") ? "" : "\n");
  }
  EXPECT_GT(files.size(), 50u);
  EXPECT_TRUE(bundle == all);
}

TEST_F(ImageTest, SbomNamesThePackagesOfAllLibrariesAndCompiledInCode) {
  const auto packages = image().Packages();
  const auto expect_package = [&](const std::string& name) {
    ASSERT_EQ(packages.count(name), 1u) << name;
    const std::string installed = OutputOf({"dpkg-query", "-W", "-f", "${Version}\n", name});
    // dpkg-query prints one line for each architecture.
    EXPECT_EQ(packages.at(name), installed.substr(0, installed.find('\n'))) << name;
    EXPECT_TRUE(fs::exists(root() + "/usr/share/doc/" + name + "/copyright")) << name;
  };
  for (const std::string& library : Libraries()) {
    const std::string owner = OwnerOf(library);
    SCOPED_TRACE(library);
    expect_package(owner);
    EXPECT_TRUE(fs::exists(root() + "/var/lib/dpkg/status.d/" + owner)) << owner;
  }
  // The image has no shared library of these packages. However, it contains code from their headers, or other files of
  // these packages.
  for (const char* name : {"ca-certificates", "base-files", "libgrpc++-dev", "libcli11-dev", "nlohmann-json3-dev"}) {
    expect_package(name);
  }
  EXPECT_EQ(packages.count("cpsizer"), 1u);
  EXPECT_EQ(packages.count("bash"), 0u);
  EXPECT_EQ(image().Read("sbom.spdx"), OutputOf({"cat", root() + "/usr/share/doc/cpsizer/sbom.spdx"}));
}

// Runs the commands of docs/image.md as far as possible without other programs. `./dev image` would build the release,
// so the test adds an argument with which it only prints its usage. Scripts replace programs that are not installed.
// Each script reads the archive that the program would receive.
TEST_F(ImageTest, CommandsOfItsPageFindTheirInput) {
  const testing::TemporaryFolder folder;
  fs::create_directory(folder.PathOf("build"));
  fs::create_directory_symlink(image().PathOf(""), folder.PathOf("build/image"));
  for (const char* program : {"skopeo", "podman", "docker"}) {
    folder.WriteProgram(absl::StrCat("path/", program), R"(for word; do
        file=${word#oci-archive:}
        [ ! -f "$file" ] || exec tar -xOf "$file" ./oci-layout ./manifest.json
      done
      exit 1)");
  }
  const char kTooMany[] = " release dev 2>&1 | grep 'image takes a preset'";
  for (const testing::DocsBlock& block : testing::BlocksBy("docs/image.md", "tests/e2e/image/image_test.cc")) {
    for (const std::string& line : block.Lines()) {
      const bool is_dev = absl::StartsWith(line, "./dev ");
      const std::string folder_of_it = is_dev ? testing::SourcePath("") : folder.path();
      const std::string output =
          OutputOf({"bash", "-c", absl::StrCat("cd ", folder_of_it, " && ", line, is_dev ? kTooMany : "")},
                   {{}, {absl::StrCat("PATH=", folder.PathOf("path"), ":", getenv("PATH"))}});
      EXPECT_NE(output, "") << line;
    }
  }
}

TEST(ImageScriptTest, MissingInputIsOneSentence) {
  const testing::TemporaryFolder folder;
  const std::string script = testing::SourcePath("deploy/image/build.sh");
  const std::string empty = folder.PathOf("empty");
  fs::create_directory(empty);
  const std::string unbuilt = fs::path(folder.Write("unbuilt/facts.sh", "")).parent_path();
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{script}, "usage: build.sh BUILD OUTPUT, such as build.sh build/release build/image"},
      {{script, empty, folder.PathOf("image")}, empty + " is not a build folder; `./dev image` makes one"},
      {{script, unbuilt, folder.PathOf("image")},
       unbuilt + "/bin/cpsizer-server is missing; build it first, or run `./dev image`"},
      {{"env", "SOURCE_DATE_EPOCH=today", script, testing::BuildFolder(), folder.PathOf("image")},
       "SOURCE_DATE_EPOCH is today; give seconds since 1970, such as 1760000000"},
  };
  for (const auto& [command, sentence] : cases) {
    const auto finished = testing::RunProcess(command);
    ASSERT_TRUE(finished.ok()) << finished.status();
    EXPECT_EQ(finished->exit_code, 2);
    EXPECT_EQ(finished->standard_error, "image: " + sentence + "\n");
    EXPECT_EQ(finished->standard_output, "");
  }
}

}  // namespace
}  // namespace cpsizer::e2e
