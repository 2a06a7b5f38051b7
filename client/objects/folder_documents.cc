#include "client/objects/folder_documents.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/objects/file_text.h"
#include "client/tree/documents/documents.h"
#include "client/tree/documents/json_documents.h"

namespace cpsizer::objects {
namespace {

constexpr absl::string_view kNotAnObject = "; it cannot be read as a Kubernetes object";
constexpr absl::string_view kBlanks = " \t\r\n";

// Calls `visit` for each `name:` of `text`, with or without quotes around the name, until `visit` returns true. Returns
// whether it did. `before` is the text before the name, and `after` the text after the colon. Does not parse the text,
// so that a name in a comment counts too.
bool AnyKey(absl::string_view name, absl::string_view text,
            absl::FunctionRef<bool(absl::string_view before, absl::string_view after)> visit) {
  for (size_t i = text.find(name); i != absl::string_view::npos; i = text.find(name, i + 1)) {
    absl::string_view before = text.substr(0, i);
    absl::string_view after = text.substr(i + name.size());
    for (const absl::string_view quote : {"\"", "'"}) {
      if (!absl::ConsumePrefix(&after, quote)) continue;
      absl::ConsumeSuffix(&before, quote);
      break;
    }
    if (!before.empty() && absl::ascii_isalnum(static_cast<unsigned char>(before.back()))) continue;
    after.remove_prefix(std::min(after.find_first_not_of(kBlanks), after.size()));
    if (absl::ConsumePrefix(&after, ":") && visit(before, after)) return true;
  }
  return false;
}

bool NamesKnownGroup(absl::string_view text, const KindSet& kinds) {
  return AnyKey("apiVersion", text, [&kinds](absl::string_view, absl::string_view after) {
    after.remove_prefix(std::min(after.find_first_not_of(" \t\r\n\"'"), after.size()));
    return IsKnownGroup(after.substr(0, after.find_first_of(" \t\r\n\"',}")), kinds);
  });
}

// Returns whether a document of YAML has a key `kind` that is not in an inner mapping, and has a name as its value.
bool HasKind(absl::string_view document) {
  const bool in_flow_style = absl::StartsWith(absl::StripLeadingAsciiWhitespace(document), "{");
  return AnyKey("kind", document, [in_flow_style](absl::string_view before, absl::string_view after) {
    if (!in_flow_style && !before.empty() && before.back() != '\n') return false;
    const size_t value = after.find_first_not_of(" \t\"'");
    return value != absl::string_view::npos && absl::ascii_isalpha(static_cast<unsigned char>(after[value]));
  });
}

// Returns whether `text` has no line except comments and the marks of documents.
bool IsWithoutContent(absl::string_view text) {
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    line = absl::StripAsciiWhitespace(line);
    if (!line.empty() && line != "---" && line != "..." && !absl::StartsWith(line, "#")) return false;
  }
  return true;
}

// Returns whether all brackets and strings of JSON are closed.
bool IsClosed(absl::string_view json) {
  size_t open = 0;
  bool in_string = false;
  for (size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      ++open;
    } else if ((c == '}' || c == ']') && open > 0) {
      --open;
    }
  }
  return open == 0 && !in_string;
}

// Returns whether a document of `text` may be cut, or is not a Kubernetes object. A template, which has `{{`, is not
// YAML yet.
bool MayBeIncomplete(absl::string_view text) {
  if (absl::StrContains(text, "{{")) return false;
  if (tree::BeginsLikeJson(text)) return !HasKind(text) || !IsClosed(text);
  bool has_kind = false;
  while (!text.empty()) {
    const absl::string_view document = text.substr(0, FindDocumentBegin(text, 0));
    text.remove_prefix(document.size());
    if (HasKind(document)) {
      has_kind = true;
    } else if (!IsWithoutContent(document)) {
      return true;
    }
  }
  return !has_kind;
}

// Returns why a document of a folder is not a Kubernetes object. Returns an empty text if it is one, and also if only a
// part is missing of an object of `kinds` or of a list of kubectl, because this is an error.
std::string WhyNotAnObject(const FlatDocument::Value& document, const KindSet& kinds) {
  if (!document.is_map()) {
    const tree::NodeKind kind = document.is_list() ? tree::NodeKind::kList : document.ToTree().kind;
    return absl::StrCat("is ", tree::KindWords(kind), kNotAnObject);
  }
  const std::string api_version = document.TextAt("apiVersion", "");
  const std::string kind = document.TextAt("kind", "");
  if (kind.empty()) {
    if (kinds.Has(ObjectKind::kInstallConfig) && document.Find("baseDomain").has_value()) return "";
    const bool of_core =
        api_version == "v1" && (document.Find("metadata").has_value() || document.Find("items").has_value());
    return of_core || IsKnownGroup(api_version, kinds) ? "" : absl::StrCat("has no kind", kNotAnObject);
  }
  return !api_version.empty() || NamesKnownKind(kind, kinds) ? "" : absl::StrCat("has no apiVersion", kNotAnObject);
}

}  // namespace

bool ReadFolderDocuments(absl::string_view bytes, const KindSet& kinds, ProblemList& problems,
                         std::vector<FileProblem>& not_objects,
                         absl::FunctionRef<void(const FlatDocument::Value&)> object) {
  if (!NamesKnownKind(bytes, kinds) && !NamesKnownGroup(bytes, kinds) && !MayBeIncomplete(bytes)) {
    CheckText(bytes, problems);
    return false;
  }
  bool is_empty = true;
  tree::ReadFlatDocuments(bytes, problems, [&](const FlatDocument& document) {
    is_empty = false;
    const FlatDocument::Value root = document.root();
    std::string why_not = WhyNotAnObject(root, kinds);
    if (why_not.empty()) return object(root);
    not_objects.push_back({problems.file(), root.position(), std::move(why_not)});
  });
  if (is_empty && problems.empty()) not_objects.push_back({problems.file(), {}, "contains no Kubernetes object"});
  return true;
}

}  // namespace cpsizer::objects
