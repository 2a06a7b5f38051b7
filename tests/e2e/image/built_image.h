#ifndef CPSIZER_TESTS_E2E_IMAGE_BUILT_IMAGE_H_
#define CPSIZER_TESTS_E2E_IMAGE_BUILT_IMAGE_H_

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::e2e {

// The image of the programs of this build, made by deploy/image/build.sh in a separate folder.
class BuiltImage {
 public:
  // `launcher` is a command that runs the script; it may be empty.
  explicit BuiltImage(const std::vector<std::string>& launcher = {});

  // The digest that the script prints.
  const std::string& digest() const { return digest_; }
  // Returns the path of an output of the script, such as `oci/index.json`.
  std::string PathOf(const std::string& name) const { return folder_.PathOf("image/" + name); }
  std::string Read(const std::string& name) const;

  // Returns a blob of the OCI layout by its digest. Fails the test if the bytes have another digest.
  std::string Blob(const std::string& digest) const;
  nlohmann::json Manifest() const { return nlohmann::json::parse(Blob(digest_)); }
  nlohmann::json Config() const;

  // Unpacks the only layer into a folder that is the root of a container. The folder is removed with this object.
  std::string Unpack() const;

  // Returns the packages in the SBOM, and their versions.
  std::map<std::string, std::string> Packages() const;

 private:
  const testing::TemporaryFolder folder_;
  std::string digest_;
};

// Returns the command line that runs `command` with `root` as its root, as in a container.
std::vector<std::string> InRoot(const std::string& root, const std::vector<std::string>& command);

// Runs a program that must exist and succeed, and returns its standard output.
std::string OutputOf(const std::vector<std::string>& command, const testing::SubprocessOptions& options = {});

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_IMAGE_BUILT_IMAGE_H_
