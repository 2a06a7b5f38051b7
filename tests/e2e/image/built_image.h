#ifndef CPSIZER_TESTS_E2E_IMAGE_BUILT_IMAGE_H_
#define CPSIZER_TESTS_E2E_IMAGE_BUILT_IMAGE_H_

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::e2e {

// The image with the programs of this build. deploy/image/build.sh creates it in a separate folder.
class BuiltImage {
 public:
  // `launcher` is a command that runs deploy/image/build.sh. It may be empty.
  explicit BuiltImage(const std::vector<std::string>& launcher = {});

  // Returns the digest that deploy/image/build.sh prints.
  const std::string& digest() const { return digest_; }
  // Returns the path of an output file of deploy/image/build.sh, such as `oci/index.json`.
  std::string PathOf(const std::string& name) const { return folder_.PathOf("image/" + name); }
  std::string Read(const std::string& name) const;

  // Returns a blob of the OCI layout by its digest. Fails the test if the digest of the bytes is different.
  std::string Blob(const std::string& digest) const;
  nlohmann::json Manifest() const { return nlohmann::json::parse(Blob(digest_)); }
  nlohmann::json Config() const;

  // Unpacks the only layer into a folder and returns the path. A test uses the folder as the root of a container. The
  // folder is deleted together with the BuiltImage.
  std::string Unpack() const;

  // Returns the packages in the SBOM with their versions.
  std::map<std::string, std::string> Packages() const;

 private:
  const testing::TemporaryFolder folder_;
  std::string digest_;
};

// Returns the command line that runs `command` with `root` as its root folder, as in a container.
std::vector<std::string> InRoot(const std::string& root, const std::vector<std::string>& command);

// Runs a program and returns its standard output. Fails the test if the program is missing or does not succeed.
std::string OutputOf(const std::vector<std::string>& command, const testing::SubprocessOptions& options = {});

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_IMAGE_BUILT_IMAGE_H_
