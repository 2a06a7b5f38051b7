#ifndef CPSIZER_CLIENT_CLI_BASE_FLAGS_H_
#define CPSIZER_CLIENT_CLI_BASE_FLAGS_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "server/process/tls/client_tls.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace cpsizer::cli {

enum class OutputFormat { kTable, kWide, kJson, kYaml, kName };

// The flags that verbs share. Every flag has an environment variable: CPSIZER_CPU_POLICY for --cpu-policy.

// Adds a flag with a value. `type` is shown in help: `PATH` for files, `a|b|c` for choices, else a word in capitals.
// If it is given several times, the last value is used.
CLI::Option& AddText(CLI::App& app, const std::string& names, std::string& value, const std::string& type,
                     const std::string& description);

// The same, absent if the flag is not given.
void AddText(CLI::App& app, const std::string& names, absl::optional<std::string>& value, const std::string& type,
             const std::string& description);

// A value of a flag that takes one of several words.
template <typename T>
struct Choice {
  absl::string_view name;
  T value;
};

// A flag that takes one of `words`; calls `set` with its index.
void AddChoice(CLI::App& app, const std::string& names, const std::vector<absl::string_view>& words,
               const std::function<void(size_t)>& set, const std::string& description);

template <typename T, size_t n>
void AddChoice(CLI::App& app, const std::string& names, const Choice<T> (&choices)[n], T& value,
               const std::string& description) {
  std::vector<absl::string_view> words;
  for (const Choice<T>& choice : choices) words.push_back(choice.name);
  const auto set = [&value, &choices](size_t place) { value = choices[place].value; };
  AddChoice(app, names, words, set, description);
}

// A flag for a duration from 0 to `most`.
void AddDuration(CLI::App& app, const std::string& names, absl::Duration& value, absl::Duration most,
                 const std::string& description);

// A flag without a value.
void AddSwitch(CLI::App& app, const std::string& names, bool& value, const std::string& description);

// A flag for paths. `several` lets one flag take all paths that follow it; only for verbs without positional arguments.
CLI::Option& AddPaths(CLI::App& app, const std::string& names, std::vector<std::string>& paths, bool several,
                      const std::string& description);

// The cluster to read, and the namespace in it.
struct ClusterFlags {
  std::string kubeconfig;       // empty: KUBECONFIG, the pod's account, ~/.kube/config
  std::string context;          // empty: the current one
  std::string name_space;       // of the objects to decide about; empty: all
  bool all_namespaces = false;  // -A: even if -n or the context names one
  bool of_fleet = false;        // the verb has AddFleetSource()
  // The time that all calls together may take. No flag sets it.
  absl::Duration timeout = absl::InfiniteDuration();

  bool empty() const { return kubeconfig.empty() && context.empty() && name_space.empty(); }
};

// The files of -f, or else a cluster.
struct SourceFlags {
  std::vector<std::string> files;
  ClusterFlags cluster;
  std::string selector;  // of labels; empty: all
};
// For verbs that decide about `what`, many objects in namespaces: adds -A and -l, and -n for files too.
void AddFleetSource(CLI::App& app, SourceFlags& flags, bool several, absl::string_view what);
// For verbs that read HorizontalPodAutoscalers from a cluster.
void AddAutoscalerSource(CLI::App& app, SourceFlags& flags, bool several);
// The same, for verbs that read the workloads of a control plane from a cluster.
void AddWorkloadSource(CLI::App& app, SourceFlags& flags, bool several);

// The same, for verbs that read an autoscaler of control plane machines from a cluster.
void AddMachineSource(CLI::App& app, SourceFlags& flags, bool several);

// The same, for verbs that read MachineAutoscalers and MachineSets from a cluster.
void AddMachineSetSource(CLI::App& app, SourceFlags& flags, bool several);

void AddOutput(CLI::App& app, OutputFormat& format);

// The service that decides.
struct ServerFlags {
  std::string address;  // empty means in-process
  absl::Duration timeout = absl::Seconds(10);
  server::ClientTlsFiles tls = {{"--server-ca-file", ""}, {"--server-cert-file", ""}, {"--server-key-file", ""}};
  std::string name;  // the name that the server's certificate must have; empty: the name in the address
};
void AddServer(CLI::App& app, ServerFlags& flags);

// `more` continues the description.
void AddCpuPolicy(CLI::App& app, v1::SizeCpuPolicy& policy, const std::string& more = "");

// The options of size decisions.
struct DecisionFlags {
  v1::SizeCpuPolicy cpu_policy = v1::SIZE_CPU_POLICY_UNSPECIFIED;
  v1::SizeHygieneMode hygiene = v1::SIZE_HYGIENE_MODE_UNSPECIFIED;

  v1::RecommendSizeOptions Options() const;
};
void AddDecision(CLI::App& app, DecisionFlags& flags);

void AddExitZero(CLI::App& app, bool& exit_zero);
void AddFailOn(CLI::App& app, v1::Severity& fail_on);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_FLAGS_H_
