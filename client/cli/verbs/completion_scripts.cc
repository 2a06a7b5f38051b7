#include "client/cli/verbs/completion_scripts.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"

namespace cpsizer::cli {
namespace {

// Returns the names of the flag with dashes, such as `-o` and `--output`.
std::vector<std::string> Spellings(const CompletionFlag& flag) {
  std::vector<std::string> names;
  for (const std::string& name : flag.short_names) names.push_back(absl::StrCat("-", name));
  for (const std::string& name : flag.long_names) names.push_back(absl::StrCat("--", name));
  return names;
}

std::vector<std::string> WordsOf(const std::vector<CompletionVerb>& verbs, const CompletionVerb& verb) {
  std::vector<std::string> words = verb.arguments;
  if (verb.name.empty()) {
    for (const CompletionVerb& other : verbs) {
      if (!other.name.empty()) words.push_back(other.name);
    }
  }
  for (const CompletionFlag& flag : verb.flags) {
    for (const std::string& name : Spellings(flag)) words.push_back(name);
  }
  return words;
}

// Escapes text for use in single quotes.
std::string InQuotes(const std::string& text) {
  return absl::StrReplaceAll(text, {{"'", "'\\''"}});
}

void AppendBashValues(const CompletionVerb& verb, std::string& script) {
  for (const CompletionFlag& flag : verb.flags) {
    if (!flag.takes_value) continue;
    const std::string pattern = absl::StrJoin(Spellings(flag), "|", [&](std::string* out, const std::string& name) {
      absl::StrAppend(out, verb.name, ":", name);
    });
    absl::StrAppend(&script, "    ", pattern, ")\n");
    if (flag.is_path) {
      absl::StrAppend(&script, "      local IFS=$'\\n'\n      compopt -o filenames\n",
                      "      COMPREPLY=($(compgen -f -- \"$current\"))\n");
    } else if (!flag.list.empty()) {
      absl::StrAppend(&script, "      _cpsizer_list ", flag.list, "\n");
    } else if (!flag.choices.empty()) {
      absl::StrAppend(&script, "      COMPREPLY=($(compgen -W '", absl::StrJoin(flag.choices, " "),
                      "' -- \"$current\"))\n");
    }
    absl::StrAppend(&script, "      return ;;\n");
  }
}

// Returns the action with which zsh's _arguments completes the value of a flag. Returns an empty text if the flag is a
// switch.
std::string ZshValue(const CompletionFlag& flag) {
  if (!flag.takes_value) return "";
  if (flag.is_path) return ":path:_files";
  if (!flag.list.empty()) return absl::StrCat(":value:{_cpsizer_list ", flag.list, "}");
  return absl::StrCat(":value:(", absl::StrJoin(flag.choices, " "), ")");
}

// Appends to `script` the argument of zsh's _arguments for a flag.
void AppendZshFlag(const CompletionFlag& flag, std::string& script) {
  const std::string description =
      InQuotes(absl::StrReplaceAll(flag.description, {{"[", "\\["}, {"]", "\\]"}, {":", "\\:"}}));
  const std::string value = ZshValue(flag);
  for (const std::string& name : Spellings(flag)) {
    // A long flag also accepts its value after `=`. A short flag also accepts its value without a separator.
    const absl::string_view joint = !flag.takes_value ? "" : name[1] == '-' ? "=" : "+";
    absl::StrAppend(&script, " \\\n            '*", name, joint, "[", description, "]", value, "'");
  }
}

void AppendFishFlag(const std::string& condition, const CompletionFlag& flag, std::string& script) {
  absl::StrAppend(&script, "complete -c cpsizer -n '", condition, "'");
  for (const std::string& name : flag.short_names) absl::StrAppend(&script, " -s ", name);
  for (const std::string& name : flag.long_names) absl::StrAppend(&script, " -l ", name);
  if (flag.is_path) {
    absl::StrAppend(&script, " -r -F");
  } else if (!flag.list.empty()) {
    absl::StrAppend(&script, " -x -a '(__cpsizer_list ", flag.list, ")'");
  } else if (flag.takes_value) {
    absl::StrAppend(&script, " -x -a '", absl::StrJoin(flag.choices, " "), "'");
  }
  absl::StrAppend(&script, " -d '", InQuotes(flag.description), "'\n");
}

// A bash function that completes a word from a list that is known only at run time. bash splits a word at `:` and `@`,
// so the function removes the part of each completion that bash has split off.
constexpr char kBashList[] = R"(_cpsizer_list() {
  local word
  while IFS= read -r word; do
    [[ $word == "$whole"* ]] && COMPREPLY+=("${word#"${whole%"$current"}"}")
  done < <("${COMP_WORDS[0]}" __complete "$1" "${COMP_WORDS[@]:1:COMP_CWORD - 1}" 2>/dev/null)
}
)";

constexpr char kZshList[] = R"(_cpsizer_list() {
  local -a found
  found=("${(@f)$($service __complete $1 "${(@)words[1,CURRENT-1]}" 2>/dev/null)}")
  compadd -a found
}
)";

constexpr char kFishList[] = R"(function __cpsizer_list
  set -l words (commandline -opc)
  command $words[1] __complete $argv[1] $words[2..-1] 2>/dev/null
end
)";

}  // namespace

std::string BashScript(const std::vector<CompletionVerb>& verbs) {
  std::string names;
  for (const CompletionVerb& verb : verbs) absl::StrAppend(&names, names.empty() ? "" : "|", verb.name);
  std::string script = absl::StrCat(
      "# Completion for cpsizer. Load it with: source <(cpsizer completion bash)\n", kBashList,
      "_cpsizer() {\n"
      "  local current=\"${COMP_WORDS[COMP_CWORD]}\" previous=\"${COMP_WORDS[COMP_CWORD - 1]}\" verb='' word\n"
      "  local -a words\n"
      "  # --flag=value is three words to bash.\n"
      "  if [[ $current == '=' ]]; then\n"
      "    current=''\n"
      "  elif [[ $previous == '=' ]]; then\n"
      "    previous=\"${COMP_WORDS[COMP_CWORD - 2]}\"\n"
      "  fi\n"
      "  local line=\"${COMP_LINE-}\" whole=\"$current\"\n"
      "  line=\"${line:0:${COMP_POINT-0}}\"\n"
      "  if [[ ${line##*[[:space:]]} == *[:@]* ]]; then\n"
      "    whole=\"${line##*[[:space:]]}\"\n"
      "    read -r -a words <<<\"${line%\"$whole\"}\"\n"
      "    previous=\"${words[*]: -1}\"\n"
      "    [[ $whole == -*=* ]] && previous=\"${whole%%=*}\" whole=\"${whole#*=}\"\n"
      "  fi\n"
      "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD - 1}\"; do\n"
      "    case \"$word\" in\n"
      "    ",
      names, ") verb=\"$word\" && break ;;\n    esac\n  done\n  COMPREPLY=()\n  case \"$verb:$previous\" in\n");
  for (const CompletionVerb& verb : verbs) AppendBashValues(verb, script);
  absl::StrAppend(&script, "  esac\n  local offers=''\n  case \"$verb\" in\n");
  for (const CompletionVerb& verb : verbs) {
    absl::StrAppend(&script, "    '", verb.name, "') offers='", absl::StrJoin(WordsOf(verbs, verb), " "), "'");
    if (!verb.list.empty()) absl::StrAppend(&script, "; [[ $whole == -* ]] || _cpsizer_list ", verb.list);
    absl::StrAppend(&script, " ;;\n");
  }
  absl::StrAppend(&script,
                  "  esac\n  COMPREPLY+=($(compgen -W \"$offers\" -- \"$current\"))\n}\n"
                  "complete -F _cpsizer cpsizer kubectl-cpsizer\n");
  return script;
}

std::string ZshScript(const std::vector<CompletionVerb>& verbs) {
  std::string script = absl::StrCat(
      "#compdef cpsizer kubectl-cpsizer\n"
      "# Completion for cpsizer. Load it with: source <(cpsizer completion zsh)\n"
      "compdef _cpsizer cpsizer kubectl-cpsizer\n",
      kZshList,
      "_cpsizer() {\n"
      "  local context state state_descr line\n"
      "  typeset -A opt_args\n"
      "  local -a verbs\n"
      "  verbs=(\n");
  for (const CompletionVerb& verb : verbs) {
    if (!verb.name.empty()) absl::StrAppend(&script, "    '", verb.name, ":", InQuotes(verb.description), "'\n");
  }
  absl::StrAppend(&script, "  )\n  _arguments -C");
  for (const CompletionFlag& flag : verbs.front().flags) AppendZshFlag(flag, script);
  absl::StrAppend(&script,
                  " '1:verb:->verb' '*::argument:->argument'\n"
                  "  case $state in\n"
                  "    verb) _describe verb verbs ;;\n"
                  "    argument)\n"
                  "      case $line[1] in\n");
  for (const CompletionVerb& verb : verbs) {
    if (verb.name.empty()) continue;
    absl::StrAppend(&script, "        ", verb.name, ")\n          _arguments");
    for (const CompletionFlag& flag : verb.flags) AppendZshFlag(flag, script);
    if (!verb.list.empty()) {
      absl::StrAppend(&script, " \\\n            '1:argument:{_cpsizer_list ", verb.list, "}'");
    } else if (!verb.arguments.empty()) {
      absl::StrAppend(&script, " \\\n            '1:argument:(", absl::StrJoin(verb.arguments, " "), ")'");
    }
    absl::StrAppend(&script, " ;;\n");
  }
  absl::StrAppend(&script,
                  "      esac ;;\n  esac\n}\n"
                  "# Run when loaded as a function of fpath, not when sourced.\n"
                  "if [ \"$funcstack[1]\" = \"_cpsizer\" ]; then _cpsizer; fi\n");
  return script;
}

std::string FishScript(const std::vector<CompletionVerb>& verbs) {
  std::string script = absl::StrCat(
      "# Completion for cpsizer. Load it with: cpsizer completion fish | source\n"
      "complete -c cpsizer -f\n",
      kFishList);
  for (const CompletionVerb& verb : verbs) {
    const std::string condition =
        verb.name.empty() ? "__fish_use_subcommand" : absl::StrCat("__fish_seen_subcommand_from ", verb.name);
    if (!verb.name.empty()) {
      absl::StrAppend(&script, "complete -c cpsizer -n __fish_use_subcommand -a ", verb.name, " -d '",
                      InQuotes(verb.description), "'\n");
    }
    for (const CompletionFlag& flag : verb.flags) AppendFishFlag(condition, flag, script);
    if (!verb.list.empty()) {
      absl::StrAppend(&script, "complete -c cpsizer -n '", condition, "' -a '(__cpsizer_list ", verb.list, ")'\n");
    } else if (!verb.arguments.empty()) {
      absl::StrAppend(&script, "complete -c cpsizer -n '", condition, "' -a '", absl::StrJoin(verb.arguments, " "),
                      "'\n");
    }
  }
  return script;
}

}  // namespace cpsizer::cli
