#include "tests/cli/run_command.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/cli/run.h"
#include "tests/testing/paths.h"

namespace cpsizer::cli {

Terminal ColorTerminal(int width) {
  Terminal terminal;
  terminal.interactive = true;
  terminal.width = width;
  terminal.color = true;
  return terminal;
}

RunResult RunCommand(const std::vector<std::string>& args, const RunOptions& options) {
  // The tests must not use a cluster of the developer who runs them.
  setenv("HOME", "/nonexistent", 1);
  unsetenv("KUBECONFIG");
  if (!options.kubeconfig.empty()) setenv("KUBECONFIG", options.kubeconfig.c_str(), 1);
  std::filesystem::current_path(testing::SourcePath());
  std::ostringstream out;
  std::ostringstream err;
  Environment environment = {Screen(out, options.out), Screen(err, options.err), [&options] { return options.now; }};
  std::vector<std::string> words = {options.program};
  words.insert(words.end(), args.begin(), args.end());
  RunResult result;
  result.exit_code = Run(words, environment);
  result.out = out.str();
  result.err = err.str();
  return result;
}

std::string WriteKubeconfig(const TemporaryFolder& folder, absl::string_view url) {
  return folder.Write("kubeconfig", absl::StrCat("apiVersion: v1\nkind: Config\ncurrent-context: c\n",
                                                 "clusters: [{name: k, cluster: {server: \"", url,
                                                 "\"}}]\nusers: [{name: u, user: {token: t}}]\n",
                                                 "contexts: [{name: c, context: {cluster: k, user: u}}]\n"));
}

std::string ReadSource(const std::string& path) {
  std::ifstream stream(testing::SourcePath(path), std::ios::binary);
  EXPECT_TRUE(stream.good()) << path;
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string ConfigurationWithGap() {
  return absl::StrReplaceAll(ReadSource(kConfiguration), {{"from: 11", "from: 20"}});
}

std::string ConfigurationWithoutCpuFractions() {
  return absl::StrReplaceAll(ReadSource(kConfiguration), {{"        kubeAPIServerCPUFraction: \"0.40\"\n", ""},
                                                          {"    kubeAPIServerCPUFraction: \"0.50\"\n", ""},
                                                          {"        kubeAPIServerCPUFraction: \"0.60\"\n", ""}});
}

std::vector<std::string> FleetWith(const std::string& configuration) {
  return {configuration, absl::StrCat(kFleet, "/hostedclusters.yaml"),
          absl::StrCat(kFleet, "/verticalpodautoscalers.yaml")};
}

void ExpectGolden(absl::string_view name, const std::string& text) {
  const std::string path = absl::StrCat("tests/testdata/cli/", name);
  if (getenv("CPSIZER_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(testing::SourcePath(path), std::ios::binary) << text;
  }
  EXPECT_EQ(text, ReadSource(path)) << path << "; if the new text is right, run the test with CPSIZER_UPDATE_GOLDEN=1";
}

ScopedVariable::ScopedVariable(const std::string& name, const std::string& value) : name_(name) {
  setenv(name.c_str(), value.c_str(), 1);
}

ScopedVariable::~ScopedVariable() {
  unsetenv(name_.c_str());
}

}  // namespace cpsizer::cli
