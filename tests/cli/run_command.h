#ifndef CPSIZER_TESTS_CLI_RUN_COMMAND_H_
#define CPSIZER_TESTS_CLI_RUN_COMMAND_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/cli/base/screen.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::cli {

using ::cpsizer::testing::TemporaryFolder;

// Paths of examples, relative to the root folder of the repository.
inline constexpr char kFleet[] = "deploy/examples/fleet";
inline constexpr char kConfiguration[] = "deploy/examples/fleet/clustersizingconfiguration.yaml";
inline constexpr char kReplicas[] = "deploy/examples/replicas/hpa.yaml";
inline constexpr char kReplicasBusy[] = "deploy/examples/replicas/busy.yaml";
inline constexpr char kReplicasIdle[] = "deploy/examples/replicas/idle.yaml";
inline constexpr char kReplicasLoad[] = "deploy/examples/replicas/load.csv";
inline constexpr char kProposed[] = "deploy/examples/proposed-configuration.yaml";

// Returns a terminal with `width` columns that supports colors.
Terminal ColorTerminal(int width);

struct RunOptions {
  Terminal out;
  Terminal err;
  absl::Time now = absl::FromUnixSeconds(1'772'366'400);  // 2026-03-01T12:00:00Z
  std::string program = "cpsizer";
  std::string kubeconfig;  // the variable KUBECONFIG; empty: not set
};

struct RunResult {
  int exit_code = 0;
  std::string out;
  std::string err;
};

// Runs the command with these arguments in the root folder of the repository.
RunResult RunCommand(const std::vector<std::string>& args, const RunOptions& options = {});

// Compares `text` with the file tests/testdata/cli/`name`. If CPSIZER_UPDATE_GOLDEN is set, writes `text` to this file
// instead.
void ExpectGolden(absl::string_view name, const std::string& text);

// Writes a kubeconfig for the API server at `url`, and returns its path.
std::string WriteKubeconfig(const TemporaryFolder& folder, absl::string_view url);

// Returns the content of a file of the repository.
std::string ReadSource(const std::string& path);

// Returns the example configuration with a gap in its criteria. The configuration is invalid, but decisions do not
// depend on this error.
std::string ConfigurationWithGap();

// Returns the example configuration without CPU fractions. With this configuration, the CPU policy decides whether CPU
// is used.
std::string ConfigurationWithoutCpuFractions();

// Returns the paths of the example fleet. `configuration` replaces the configuration file of the fleet.
std::vector<std::string> FleetWith(const std::string& configuration);

// Sets an environment variable until the ScopedVariable is destroyed.
class ScopedVariable {
 public:
  ScopedVariable(const std::string& name, const std::string& value);
  ~ScopedVariable();
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;

 private:
  const std::string name_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_TESTS_CLI_RUN_COMMAND_H_
