#include "client/cli/run.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/help.h"
#include "client/cli/base/print_error.h"
#include "client/cli/base/usage_error.h"
#include "client/cli/base/verbs.h"
#include "client/cli/output/structured.h"
#include "client/cli/verbs/complete_words.h"

namespace cpsizer::cli {
namespace {

// Returns the name of the program in messages. kubectl runs the plugin `kubectl-cpsizer` for `kubectl cpsizer`.
std::string ProgramName(absl::string_view path) {
  const absl::string_view base = path.substr(path.rfind('/') + 1);
  return absl::StartsWith(base, "kubectl-") ? "kubectl cpsizer" : "cpsizer";
}

void SetUp(const std::vector<Verb>& verbs) {
  for (const Verb& verb : verbs) {
    // With this callback, CLI11 checks the environment variables and values of a verb only if this verb runs.
    verb.app->parse_complete_callback([] {});
    verb.app->set_help_flag("-h,--help", "Print this page");
    SetUp(verb.verbs);
  }
}

std::vector<Verb> AddVerbs(CLI::App& root) {
  std::vector<Verb> verbs = {AddRecommend(root),  AddValidate(root), AddDiff(root),        AddReplay(root),
                             AddFit(root),        AddReplicas(root), AddCpuRequests(root), AddMachine(root),
                             AddAutoscaler(root), AddCapacity(root), AddEffects(root),     AddUi(root),
                             AddExplain(root),    AddVersion(root),  AddCompletion(root)};
  verbs.push_back(AddHelp(root));
  SetUp(verbs);
  return verbs;
}

const CLI::App& Selected(const CLI::App& root) {
  const std::vector<CLI::App*> selected = root.get_subcommands();
  return selected.empty() ? root : Selected(*selected.front());
}

// Returns the verb whose application is `app`, or null if there is none.
const Verb* FindVerb(const std::vector<Verb>& verbs, const CLI::App& app) {
  for (const Verb& verb : verbs) {
    if (verb.app == &app) return &verb;
    if (const Verb* inner = FindVerb(verb.verbs, app)) return inner;
  }
  return nullptr;
}

// Returns the value of -o, or an empty text if the verb does not have the flag.
std::string OutputWord(const CLI::App& app) {
  const CLI::Option* output = app.get_option_no_throw("--output");
  return output == nullptr || output->results().empty() ? "" : output->results().back();
}

// If the verb has printed no result and a program reads the output, prints an empty list.
void PrintMissingResult(const CLI::App& app, Screen& out) {
  const std::string word = OutputWord(app);
  if (!out.empty() || (word != "json" && word != "yaml")) return;
  PrintStructured({{"items", nlohmann::ordered_json::array()}},
                  word == "yaml" ? OutputFormat::kYaml : OutputFormat::kJson, out);
}

int RunVerb(const CLI::App& root, const std::vector<Verb>& verbs, bool wants_version, Environment& environment) {
  const CLI::App& selected =
      wants_version && root.get_subcommands().empty() ? *root.get_subcommand("version") : Selected(root);
  if (const Verb* verb = FindVerb(verbs, selected)) {
    const int exit_code = verb->run(environment);
    if (exit_code == kWrongFlags) return kExitUsage;
    PrintMissingResult(selected, environment.out);
    return exit_code;
  }
  environment.err.Raw(HelpPage(root));
  return kExitUsage;
}

int ParseAndRun(absl::Span<const std::string> args, Environment& environment) {
  const std::string program = ProgramName(args.empty() ? "" : args.front());
  CLI::App root(
      "Recommends the size of a hosted control plane, the replicas of a workload, CPU requests that fit into a limit, "
      "and the settings of a cluster-autoscaler, and explains why.",
      program);
  root.set_help_flag("-h,--help", "Print this page");
  root.require_subcommand(0, 1);
  root.footer("recommend -f deploy/examples/fleet");
  bool wants_version = false;
  root.add_flag("--version", wants_version, "Print the version");
  const std::vector<Verb> verbs = AddVerbs(root);
  std::vector<std::string> words(args.empty() ? args.begin() : args.begin() + 1, args.end());
  if (!words.empty() && words.front() == kCompleteWord) {
    return CompleteWords(absl::MakeConstSpan(words).subspan(1), environment);
  }
  if (const std::string flag = EmptyFlag(words, root); !flag.empty()) {
    PrintError(absl::StrCat(flag, ": the value is empty; give one, or leave it out"), environment.err);
    return kExitUsage;
  }
  JoinShortFlags(words, root);
  // The verb version accepts -o json, and the flag does not.
  if (!words.empty() && words.front() == "--version") words.front() = "version";
  std::reverse(words.begin(), words.end());  // CLI11 expects the words in reverse order
  try {
    root.parse(words);
  } catch (const CLI::CallForHelp&) {
    environment.out.Raw(HelpPage(Selected(root)));
    return kExitFine;
  } catch (const CLI::ParseError& error) {
    // An unexpected argument before the verb does not belong to the verb.
    const CLI::App& selected = root.remaining().empty() ? Selected(root) : root;
    const std::string sentence = UsageSentence(error, selected, args);
    PrintError(absl::StrCat(sentence, absl::EndsWith(sentence, "?") ? "" : ".", " See ", FullName(selected), " --help"),
               environment.err);
    return kExitUsage;
  }
  return RunVerb(root, verbs, wants_version, environment);
}

}  // namespace

int Run(absl::Span<const std::string> args, Environment& environment) {
  const int exit_code = ParseAndRun(args, environment);
  if (environment.out.Flush()) return exit_code;
  PrintError(
      "failed to write the result to standard output; check the disk space and the program that reads the output",
      environment.err);
  return kExitInternal;
}

}  // namespace cpsizer::cli
