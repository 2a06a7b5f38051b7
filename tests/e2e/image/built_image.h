#ifndef CPSIZER_TESTS_E2E_IMAGE_BUILT_IMAGE_H_
#define CPSIZER_TESTS_E2E_IMAGE_BUILT_IMAGE_H_

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::e2e {

// The image of the programs of this build, made by deploy/image/build.sh in a folder of its own.
class BuiltImage {
 public:
  // `launcher` goes before the script.
  explicit BuiltImage(const std::vector<std::string>& launcher = {});

  // As the script prints it.
  const std::string& digest() const { return digest_; }
  // Of what the script leaves, such as `oci/index.json`.
  std::string PathOf(const std::string& name) const { return folder_.PathOf("image/" + name); }
  std::string Read(const std::string& name) const;

  // A blob of the layout by its digest; fails where its bytes have another one.
  std::string Blob(const std::string& digest) const;
  nlohmann::json Manifest() const { return nlohmann::json::parse(Blob(digest_)); }
  nlohmann::json Config() const;

  // The one layer, unpacked into a folder, as a container's root. The folder lives as long as this object.
  std::string Unpack() const;

  // Packages that the SBOM names, and their versions.
  std::map<std::string, std::string> Packages() const;

 private:
  const testing::TemporaryFolder folder_;
  std::string digest_;
};

// The command line that runs `command` in `root` as in a container.
std::vector<std::string> InRoot(const std::string& root, const std::vector<std::string>& command);

// Runs a program that must be there, and be glad, and returns what it says on standard output.
std::string OutputOf(const std::vector<std::string>& command, const testing::SubprocessOptions& options = {});

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_IMAGE_BUILT_IMAGE_H_
