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

// A pod that runs according to its manifest, with this machine as its node: the programs of this build with the
// arguments and variables of its containers, and folders for its volumes. Values that cannot be used here are
// replaced: ports (any free ones on loopback), paths (the folder of the volume), and the account (a kubeconfig).
class LocalPod {
 public:
  struct Node {
    std::string programs;  // folder
    std::string kubeconfig;
    // Files of volumes, by volume and name.
    std::map<std::string, std::map<std::string, std::string>> files;
    // Further texts to replace with others, such as the address of a Service.
    std::vector<std::pair<std::string, std::string>> replaced;
    // NAME=value, for all containers.
    std::vector<std::string> variables;
  };

  // Starts all containers of a pod template. Errors: Internal if one cannot be started.
  static absl::StatusOr<std::unique_ptr<LocalPod>> Start(const kube::Json& pod_template, const Node& node);

  testing::Subprocess& container(const std::string& name) { return *containers_.at(name).process; }
  // Returns its address according to its log, by the key: `address` or `adminAddress`. Empty if it is not logged.
  std::string Address(const std::string& container, const std::string& key);
  // Runs all probes of all containers until each succeeds. Errors: Unavailable, with the output of a container.
  absl::Status WaitUntilReady();
  // Stops as kubelet does: SIGTERM to all at once, and then the grace period of the manifest. Errors: Internal if one
  // needed longer, or exited with a code other than 0.
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
