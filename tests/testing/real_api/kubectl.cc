#include "tests/testing/real_api/kubectl.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "tests/testing/paths.h"
#include "tests/testing/tools.h"

namespace cpsizer::testing {

std::string KubectlPath() {
  const std::string tool = ToolPath("kubectl");
  return access(tool.c_str(), X_OK) == 0 ? tool : "kubectl";
}

std::string PathWithKubectl() {
  const char* const inherited = getenv("PATH");
  const std::string folder = std::filesystem::path(KubectlPath()).parent_path();
  const std::string path = inherited == nullptr ? "" : inherited;
  return folder.empty() ? path : absl::StrCat(folder, ":", path);
}

std::string PathWithoutNodes(const TemporaryFolder& folder) {
  const std::filesystem::path link = folder.PathOf("without-nodes/kubectl");
  std::filesystem::create_directory(link.parent_path());
  std::filesystem::create_symlink(testing::SourcePath("tests/testing/kubectl_without_nodes.sh"), link);
  return absl::StrCat(link.parent_path().string(), ":", PathWithKubectl());
}

std::string WhyKubectlIsMissing() {
  const auto version = RunProcess({KubectlPath(), "version", "--client"});
  return version.ok() && version->exit_code == 0 ? "" : WhyToolsAreMissing({"kubectl"});
}

absl::StatusOr<FinishedProcess> RunKubectl(const std::vector<std::string>& arguments, const std::string& kubeconfig) {
  std::vector<std::string> command = {KubectlPath()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return RunProcess(command, {.environment = {"KUBECONFIG=" + kubeconfig}});
}

}  // namespace cpsizer::testing
