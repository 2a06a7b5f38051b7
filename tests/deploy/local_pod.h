#ifndef CPSIZER_TESTS_DEPLOY_LOCAL_POD_H_
#define CPSIZER_TESTS_DEPLOY_LOCAL_POD_H_

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

// Runs a pod according to its manifest, with this machine as its node. It uses the programs of this build with the
// arguments and variables of the containers, and folders for the volumes. Values that cannot be used here are replaced:
// ports by free ports on loopback, paths by the folder of the volume, and the account by a kubeconfig.
class LocalPod {
 public:
  struct Node {
    std::string programs;  // the folder of the programs
    std::string kubeconfig;
    // The files of volumes, by volume and name.
    std::map<std::string, std::map<std::string, std::string>> files;
    // Additional texts that are replaced with others, such as the address of a Service.
    std::vector<std::pair<std::string, std::string>> replaced;
    // Variables NAME=value for all containers.
    std::vector<std::string> variables;
  };

  // Starts all containers of a pod template. Errors: Internal if a container cannot be started.
  static absl::StatusOr<std::unique_ptr<LocalPod>> Start(const kube::Json& pod_template, const Node& node);

  testing::Subprocess& container(const std::string& name) { return *containers_.at(name).process; }
  // Waits until the container has logged an address, and returns the address; empty after a timeout. `key` is `address`
  // or `adminAddress`.
  std::string Address(const std::string& container, const std::string& key);
  // Repeats all probes of all containers until each of them succeeds. Errors: Unavailable, with the output of a
  // container.
  absl::Status WaitUntilReady();
  // Stops the pod as the kubelet does: sends SIGTERM to all containers at the same time and waits for the grace period
  // of the manifest. Errors: Internal if a container needs longer or exits with a code other than 0.
  absl::Status Stop();

 private:
  struct Container {
    kube::Json manifest;
    std::unique_ptr<testing::Subprocess> process;
  };

  LocalPod() = default;
  std::string PlaceOf(const std::string& volume) const { return folder_.PathOf(volume); }
  absl::Status StartContainer(const kube::Json& manifest, const Node& node);

  const testing::TemporaryFolder folder_;
  absl::Duration grace_;
  std::map<std::string, Container> containers_;
};

}  // namespace cpsizer::deploy

#endif  // CPSIZER_TESTS_DEPLOY_LOCAL_POD_H_
