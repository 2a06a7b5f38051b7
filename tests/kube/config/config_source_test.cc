#include "client/kube/config/config_source.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/kube/config/files.h"

namespace cpsizer::kube {
namespace {

std::string Kubeconfig(absl::string_view server) {
  return absl::StrCat("current-context: x\nclusters: [{name: c, cluster: {server: ", server,
                      "}}]\ncontexts: [{name: x, context: {cluster: c}}, {name: y, context: {cluster: c, "
                      "namespace: n}}]\n");
}

class ConfigSourceTest : public ::testing::Test {
 protected:
  ConfigSourceTest() {
    folder_.Write("pod/token", "abc\n");
    folder_.Write("pod/ca.crt", kCertificatePem);
    folder_.Write("pod/namespace", " sizing\n");
    folder_.Write("user/.kube/config", Kubeconfig("home"));
    folder_.Write("flag", Kubeconfig("flag"));
    folder_.Write("variable", Kubeconfig("variable"));
    options_.service_account_folder = folder_.PathOf("pod");
  }

  // Returns the server of the configuration that is found, or the error.
  std::string Find() const {
    const auto config = FindClusterConfig(options_, environment_);
    return config.ok() ? config->server : std::string(config.status().message());
  }
  absl::StatusOr<ClusterConfig> InCluster() const { return InClusterConfig(folder_.PathOf("pod"), environment_); }

  TemporaryFolder folder_;
  ConfigOptions options_;
  Environment environment_ = {{"KUBERNETES_SERVICE_HOST", "10.0.0.1"},
                              {"KUBERNETES_SERVICE_PORT", "443"},
                              {"KUBECONFIG", folder_.PathOf("variable")},
                              {"HOME", folder_.PathOf("user")}};
};

TEST_F(ConfigSourceTest, UsesTheOrderOfControllerRuntime) {
  options_.kubeconfig = folder_.PathOf("flag");
  EXPECT_EQ(Find(), "https://flag");
  options_.kubeconfig = "";
  EXPECT_EQ(Find(), "https://variable");
  environment_["KUBECONFIG"] = "";
  EXPECT_EQ(Find(), "https://10.0.0.1:443");
  std::filesystem::remove(folder_.PathOf("pod/token"));
  EXPECT_EQ(Find(), "https://home");
  environment_.erase("HOME");
  EXPECT_EQ(Find(), absl::StrCat("no configuration of a Kubernetes API server: neither --kubeconfig nor KUBECONFIG is "
                                 "set, there is no service account in \"",
                                 folder_.PathOf("pod"), "\" and no file $HOME/.kube/config; give --kubeconfig"));
}

TEST_F(ConfigSourceTest, IsInClusterOnlyWithBothVariables) {
  environment_.erase("KUBECONFIG");
  for (const char* name : {"KUBERNETES_SERVICE_HOST", "KUBERNETES_SERVICE_PORT"}) {
    const std::string value = environment_[name];
    environment_.erase(name);
    EXPECT_EQ(Find(), "https://home") << name;
    environment_[name] = value;
  }
  std::filesystem::remove(folder_.PathOf("user/.kube/config"));
  environment_.erase("KUBERNETES_SERVICE_PORT");
  EXPECT_EQ(FindClusterConfig(options_, environment_).status().code(), absl::StatusCode::kNotFound);
}

TEST_F(ConfigSourceTest, TheFileOfTheFlagMustExist) {
  options_.kubeconfig = folder_.PathOf("missing");
  EXPECT_EQ(Find(), absl::StrCat("--kubeconfig: cannot open \"", options_.kubeconfig, "\": No such file or directory"));
}

TEST_F(ConfigSourceTest, TheFlagNamesOneFileNotAList) {
  options_.kubeconfig = absl::StrCat(folder_.PathOf("flag"), ":", folder_.PathOf("variable"));
  EXPECT_TRUE(absl::StartsWith(Find(), "--kubeconfig: cannot open ")) << Find();
}

TEST_F(ConfigSourceTest, AListWithoutFilesDoesNotFallThrough) {
  environment_["KUBECONFIG"] = folder_.PathOf("missing");
  EXPECT_TRUE(absl::StartsWith(Find(), "none of the files of KUBECONFIG exists: ")) << Find();
}

TEST_F(ConfigSourceTest, AnErrorNamesTheVariableThatNamesTheFile) {
  environment_["KUBECONFIG"] = folder_.Write("malformed", "a: 'b");
  EXPECT_TRUE(absl::StartsWith(Find(), absl::StrCat("KUBECONFIG: ", folder_.PathOf("malformed"), ": "))) << Find();
}

TEST_F(ConfigSourceTest, KnowsThatNothingIsSet) {
  environment_["KUBECONFIG"] = folder_.PathOf("missing");
  EXPECT_FALSE(IsNothingSet(FindClusterConfig(options_, environment_).status())) << "the variable is set";
  environment_.clear();
  EXPECT_TRUE(IsNothingSet(FindClusterConfig(options_, environment_).status()));
}

TEST_F(ConfigSourceTest, AMalformedFileIsAnErrorNotSkipped) {
  environment_ = {{"HOME", folder_.PathOf("user")}};
  folder_.Write("user/.kube/config", "a: 'b");
  EXPECT_TRUE(absl::StrContains(Find(), "/.kube/config: is not YAML: ")) << Find();
}

TEST_F(ConfigSourceTest, TheContextChoosesFromAKubeconfigOnly) {
  options_.context = "y";
  const auto config = FindClusterConfig(options_, environment_);
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->name_space, "n");
  environment_.erase("KUBECONFIG");
  EXPECT_TRUE(
      absl::StartsWith(Find(), "--context \"y\" selects a context of a kubeconfig, but this pod's service account"))
      << Find();
}

TEST_F(ConfigSourceTest, InClusterUsesTheServiceAccount) {
  const auto config = InCluster();
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->server, "https://10.0.0.1:443");
  EXPECT_EQ(config->certificate_authority.file, folder_.PathOf("pod/ca.crt"));
  EXPECT_EQ(config->credentials.token_file, folder_.PathOf("pod/token"));
  EXPECT_EQ(config->credentials.token, "") << "read when it is needed";
  EXPECT_EQ(config->name_space, "sizing");
}

TEST_F(ConfigSourceTest, InClusterPutsIpv6IntoBrackets) {
  environment_["KUBERNETES_SERVICE_HOST"] = "fd00::1";
  EXPECT_EQ(InCluster()->server, "https://[fd00::1]:443");
}

TEST_F(ConfigSourceTest, InClusterNamespaceComesFromVariableFileOrDefault) {
  environment_["POD_NAMESPACE"] = "mine";
  EXPECT_EQ(InCluster()->name_space, "mine");
  environment_["POD_NAMESPACE"] = "";
  EXPECT_EQ(InCluster()->name_space, "sizing");
  folder_.Write("pod/namespace", "\n");
  EXPECT_EQ(InCluster()->name_space, "default");
  std::filesystem::remove(folder_.PathOf("pod/namespace"));
  EXPECT_EQ(InCluster()->name_space, "default");
}

TEST_F(ConfigSourceTest, InClusterRequiresTokenAndAuthority) {
  const auto error = [&] {
    const absl::Status status = InCluster().status();
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << status;
    EXPECT_TRUE(
        absl::EndsWith(status.message(), "; mount the service account's token, or set a file with --kubeconfig"))
        << status;
    EXPECT_FALSE(absl::StrContains(status.message(), "s3cret")) << status;
    return std::string(status.message());
  };
  folder_.Write("pod/ca.crt", "s3cret");
  EXPECT_TRUE(absl::StrContains(error(), "/ca.crt\" contains no valid certificate in PEM"));
  std::filesystem::remove(folder_.PathOf("pod/ca.crt"));
  EXPECT_TRUE(absl::StrContains(error(), "/ca.crt\": No such file or directory"));
  folder_.Write("pod/token", "s3cret two");
  EXPECT_TRUE(absl::StrContains(error(), "/token\" does not contain a token"));
  std::filesystem::remove(folder_.PathOf("pod/token"));
  EXPECT_TRUE(absl::StrContains(error(), "/token\": No such file or directory"));
}

TEST_F(ConfigSourceTest, InClusterRefusesBadVariables) {
  environment_["KUBERNETES_SERVICE_PORT"] = "https";
  EXPECT_EQ(InCluster().status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_TRUE(absl::StrContains(InCluster().status().message(), "a port that is not a number")) << InCluster().status();
  environment_.erase("KUBERNETES_SERVICE_HOST");
  EXPECT_EQ(InCluster().status().message(),
            "KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT must both be set, as in a pod");
}

TEST(Environment, ProcessEnvironmentHasItsVariables) {
  EXPECT_EQ(ValueOf(ProcessEnvironment(), "PATH"), getenv("PATH"));
  EXPECT_EQ(ValueOf(ProcessEnvironment(), "CPSIZER_NO_SUCH_VARIABLE"), "");
}

}  // namespace
}  // namespace cpsizer::kube
