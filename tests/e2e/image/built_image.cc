#include "tests/e2e/image/built_image.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "tests/e2e/programs.h"
#include "tests/testing/paths.h"

namespace cpsizer::e2e {
namespace {

// This timeout is long because the programs of a sanitizer build are large and the machine may be busy.
constexpr absl::Duration kBuiltImageTimeout = absl::Minutes(10);

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::string Trimmed(absl::string_view text) {
  return std::string(absl::StripAsciiWhitespace(text));
}

}  // namespace

std::string OutputOf(const std::vector<std::string>& command, const testing::SubprocessOptions& options) {
  const auto finished = testing::RunProcess(command, options, kBuiltImageTimeout);
  EXPECT_TRUE(finished.ok()) << finished.status();
  if (!finished.ok()) return "";
  EXPECT_EQ(finished->exit_code, 0) << ::testing::PrintToString(command) << "\n" << finished->standard_error;
  return finished->standard_output;
}

BuiltImage::BuiltImage(const std::vector<std::string>& launcher) {
  std::vector<std::string> command = launcher;
  command.insert(command.end(),
                 {testing::SourcePath("deploy/image/build.sh"), testing::BuildFolder(), folder_.PathOf("image")});
  digest_ = Trimmed(OutputOf(command));
}

std::string BuiltImage::Read(const std::string& name) const {
  return ReadFile(PathOf(name));
}

std::string BuiltImage::Blob(const std::string& digest) const {
  const std::string path = PathOf(absl::StrCat("oci/blobs/sha256/", absl::StripPrefix(digest, "sha256:")));
  const std::string seen = OutputOf({"sha256sum", path});
  EXPECT_EQ("sha256:" + seen.substr(0, seen.find(' ')), digest);
  return ReadFile(path);
}

nlohmann::json BuiltImage::Config() const {
  return nlohmann::json::parse(Blob(Manifest().at("config").at("digest").get<std::string>()));
}

std::string BuiltImage::Unpack() const {
  const std::string layer = Blob(Manifest().at("layers").at(0).at("digest").get<std::string>());
  std::string root = folder_.PathOf("unpacked");
  std::filesystem::create_directory(root);
  std::filesystem::permissions(root, std::filesystem::perms(0755));
  OutputOf({"tar", "-C", root, "-xzpf", "-"}, {layer, {}});
  return root;
}

std::map<std::string, std::string> BuiltImage::Packages() const {
  std::map<std::string, std::string> packages;
  std::string name;
  for (absl::string_view line : absl::StrSplit(Read("sbom.spdx"), '\n')) {
    if (absl::ConsumePrefix(&line, "PackageName: ")) name = std::string(line);
    if (absl::ConsumePrefix(&line, "PackageVersion: ")) packages[name] = std::string(line);
  }
  return packages;
}

std::vector<std::string> InRoot(const std::string& root, const std::vector<std::string>& command) {
  std::vector<std::string> whole = {testing::SourcePath("tests/e2e/image/in_root.sh"), root};
  whole.insert(whole.end(), command.begin(), command.end());
  return whole;
}

}  // namespace cpsizer::e2e
