#ifndef CPSIZER_TESTS_DEPLOY_PLAYED_POD_H_
#define CPSIZER_TESTS_DEPLOY_PLAYED_POD_H_

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "tests/testing/json.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::deploy {

// A pod as its manifest says, with this machine for its node: the programs of this build with the arguments and
// variables of its containers, and folders for its volumes. What cannot be here as it is there is put in its place:
// ports (any free ones on loopback), paths (the folder of the volume), and the account (a kubeconfig).
class PlayedPod {
 public:
  struct Node {
    std::string programs;  // folder
    std::string kubeconfig;
    // Files of volumes, by volume and name.
    std::map<std::string, std::map<std::string, std::string>> files;
    // Further texts to put in the place of others, such as the address of a Service.
    std::vector<std::pair<std::string, std::string>> replaced;
    // NAME=value, for all containers.
    std::vector<std::string> variables;
  };

  // Starts all containers of a pod template. Errors: Internal if one cannot be started.
  static absl::StatusOr<std::unique_ptr<PlayedPod>> Start(const kube::Json& pod_template, const Node& node);

  testing::Subprocess& container(const std::string& name) { return *containers_.at(name).process; }
  // Where it says that it serves, by the key of its log: `address` or `adminAddress`. Empty if it says so nowhere.
  std::string Address(const std::string& container, const std::string& key);
  // Asks all probes of all containers until each was answered well. Errors: Unavailable, with what a container said.
  absl::Status WaitUntilReady();
  // As kubelet does: SIGTERM to all at once, and then so much time as the manifest gives. Errors: Internal where one
  // needed more, or ended otherwise than with 0.
  absl::Status Stop();

 private:
  struct Container {
    kube::Json manifest;
    std::unique_ptr<testing::Subprocess> process;
  };

  PlayedPod() = default;
  std::string PlaceOf(const std::string& volume) const { return folder_.PathOf(volume); }
  absl::Status StartContainer(const kube::Json& manifest, const Node& node);

  const testing::TemporaryFolder folder_;
  absl::Duration grace_;
  std::map<std::string, Container> containers_;
};

}  // namespace cpsizer::deploy

#endif  // CPSIZER_TESTS_DEPLOY_PLAYED_POD_H_
