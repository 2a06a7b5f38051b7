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

enum class OutputFormat { kTable, kWide, kJson, kYaml, kName, kHtml };

// Flags that several verbs share. Every flag has an environment variable. For example, CPSIZER_CPU_POLICY sets
// --cpu-policy.

// Adds a flag with a value. The help shows `type`: `PATH` for files, `a|b|c` for choices, and a word in capitals for
// all other values. If the flag is given several times, the last value is used.
CLI::Option& AddText(CLI::App& app, const std::string& names, std::string& value, const std::string& type,
                     const std::string& description);

// Like AddText() above, but calls `set` with the value.
CLI::Option& AddText(CLI::App& app, const std::string& names, const std::function<void(const std::string&)>& set,
                     const std::string& type, const std::string& description);

// Like AddText() above, but `value` has no value if the flag is not given.
void AddText(CLI::App& app, const std::string& names, absl::optional<std::string>& value, const std::string& type,
             const std::string& description);

// Adds a positional argument that takes all words that follow.
void AddWords(CLI::App& app, const std::string& name, std::vector<std::string>& words, const std::string& description);

// One of the words that a flag accepts, and the value that it selects.
template <typename T>
struct Choice {
  absl::string_view name;
  T value;
};

// Adds a flag that accepts one of `words`. Calls `set` with the index of the word.
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

// Adds a flag for a duration from 0 to `most`.
void AddDuration(CLI::App& app, const std::string& names, absl::Duration& value, absl::Duration most,
                 const std::string& description);

// Adds a flag without a value.
void AddSwitch(CLI::App& app, const std::string& names, bool& value, const std::string& description);

// Adds a flag for paths. If `several` is true, one flag takes all paths that follow the flag. A verb with positional
// arguments must set `several` to false.
CLI::Option& AddPaths(CLI::App& app, const std::string& names, std::vector<std::string>& paths, bool several,
                      const std::string& description);

// The cluster to read, and the namespace in the cluster.
struct ClusterFlags {
  std::string kubeconfig;       // empty: use KUBECONFIG, the pod's account, or ~/.kube/config
  std::string context;          // empty: use the current context
  std::string name_space;       // the namespace of the objects to decide about; empty: all namespaces
  bool all_namespaces = false;  // -A: read all namespaces, even if -n or the context sets a namespace
  bool of_fleet = false;        // the flags were added by AddFleetSource()
  // The maximum time for all calls together. No flag sets this timeout.
  absl::Duration timeout = absl::InfiniteDuration();

  bool empty() const { return kubeconfig.empty() && context.empty() && name_space.empty(); }
};

// Adds the flags that choose a cluster. `which` says which cluster it is in the help; may be empty.
void AddConnection(CLI::App& app, ClusterFlags& flags, absl::string_view which);

// The source of the objects: the files of -f, or a cluster if there are no files.
struct SourceFlags {
  std::vector<std::string> files;
  ClusterFlags cluster;
  std::string selector;        // selects objects by their labels; empty: all objects
  bool standard_input = true;  // -f accepts - for standard input
};
// Adds the flags of verbs that decide about many objects in namespaces. `what` is the name of the objects in the help.
// The flags include -A and -l. The flag -n also selects objects of files. `flags.standard_input` must be set before.
void AddFleetSource(CLI::App& app, SourceFlags& flags, bool several, absl::string_view what);
// Adds the flags of verbs that read the objects `what` of a namespace; `which` is the default of -n in the help.
void AddSource(CLI::App& app, SourceFlags& flags, bool several, absl::string_view what,
               absl::string_view which = "all");
// Adds the flags of verbs that read HorizontalPodAutoscalers from a cluster, by default of all namespaces. The flags
// include -A, because other verbs know it.
void AddAutoscalerSource(CLI::App& app, SourceFlags& flags, bool several);
void AddOutput(CLI::App& app, OutputFormat& format);

// The service that makes the decisions.
struct ServerFlags {
  std::string address;  // empty: in process
  absl::Duration timeout = absl::Seconds(10);
  server::ClientTlsFiles tls = {{"--server-ca-file", ""}, {"--server-cert-file", ""}, {"--server-key-file", ""}};
  std::string name;  // the name that the certificate of the server must have; empty: the name in the address
};
void AddServer(CLI::App& app, ServerFlags& flags);

// Adds --cpu-policy. `more` is appended to the description of the flag.
void AddCpuPolicy(CLI::App& app, v1::SizeCpuPolicy& policy, const std::string& more = "");

// The options of size decisions.
struct DecisionFlags {
  v1::SizeCpuPolicy cpu_policy = v1::SIZE_CPU_POLICY_UNSPECIFIED;
  v1::SizeHygieneMode hygiene = v1::SIZE_HYGIENE_MODE_UNSPECIFIED;
  v1::SizeHoldMode holds = v1::SIZE_HOLD_MODE_UNSPECIFIED;
  v1::RecommendSizeOptions vpa;  // only the options of objects::kVpaSettings are set

  v1::RecommendSizeOptions Options() const;
};
void AddDecision(CLI::App& app, DecisionFlags& flags);

// The flags of a verb that decides about the objects of one kind and prints the response.
struct ResponseFlags {
  SourceFlags source;
  ServerFlags server;
  OutputFormat output = OutputFormat::kTable;
  v1::Severity fail_on = v1::SEVERITY_ERROR;
  bool exit_zero = false;
};

void AddExitZero(CLI::App& app, bool& exit_zero);
// Adds the flags that are not about the source: those of the server, of the output and of the exit code.
void AddResponse(CLI::App& app, ResponseFlags& flags);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_FLAGS_H_
