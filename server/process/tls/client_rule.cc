#include "server/process/tls/client_rule.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "server/engine/base/text.h"

namespace cpsizer::server {
namespace {

constexpr absl::string_view kUriPrefix = "uri:";
constexpr absl::string_view kDnsPrefix = "dns:";
constexpr size_t kMaxShownNames = 3;
constexpr size_t kMaxShownNameBytes = 256;

absl::Status WrongRule(absl::string_view text, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat("client ", Quoted(text), " ", why));
}

bool IsDnsCharacter(unsigned char c) {
  return absl::ascii_isalnum(c) || c == '.' || c == '-' || c == '_' || c == '*';
}

// A comma is not allowed in a URI, because it separates two rules.
bool IsUriCharacter(unsigned char c) {
  return absl::ascii_isgraph(c) && c != ',';
}

absl::string_view PrefixOf(NameKind kind) {
  return kind == NameKind::kUri ? kUriPrefix : kDnsPrefix;
}

std::string ShowName(const ClientName& name) {
  const bool cut = name.value.size() > kMaxShownNameBytes;
  return absl::StrCat(PrefixOf(name.kind), absl::CHexEscape(name.value.substr(0, kMaxShownNameBytes)),
                      cut ? "..." : "");
}

}  // namespace

absl::StatusOr<ClientRule> ClientRule::Parse(absl::string_view text) {
  ClientRule rule;
  if (text == "*") {
    rule.everybody_ = true;
    return rule;
  }
  absl::string_view name = text;
  if (absl::ConsumePrefix(&name, kDnsPrefix)) {
    rule.kind_ = NameKind::kDns;
  } else if (!absl::ConsumePrefix(&name, kUriPrefix)) {
    return WrongRule(text, "is not uri:NAME, dns:NAME or *");
  }
  if (text.size() > kMaxClientRuleBytes) {
    return WrongRule(text, absl::StrCat("is longer than ", kMaxClientRuleBytes, " bytes"));
  }
  if (name.empty()) return WrongRule(text, "has no name after the colon");
  if (name == "*") return WrongRule(text, "does not name a client; write * alone for every client");
  if (!std::all_of(name.begin(), name.end(), rule.kind_ == NameKind::kDns ? IsDnsCharacter : IsUriCharacter)) {
    return WrongRule(text, "has a character that is not allowed in such a name");
  }
  if (rule.kind_ == NameKind::kUri && !absl::StrContains(name, ':')) {
    return WrongRule(text, "is not a URI; write one with its scheme, such as uri:spiffe://example.org/name");
  }
  const std::string wanted = rule.kind_ == NameKind::kDns ? absl::AsciiStrToLower(name) : std::string(name);
  const size_t star = wanted.find('*');
  rule.wildcard_ = star != std::string::npos;
  rule.prefix_ = wanted.substr(0, star);
  if (rule.wildcard_) rule.suffix_ = wanted.substr(star + 1);
  if (absl::StrContains(rule.suffix_, '*')) return WrongRule(text, "has more than one *; a rule may have one");
  return rule;
}

bool ClientRule::Matches(absl::Span<const ClientName> names) const {
  if (everybody_) return true;
  return std::any_of(names.begin(), names.end(),
                     [this](const ClientName& name) { return name.kind == kind_ && MatchesName(name.value); });
}

bool ClientRule::MatchesName(absl::string_view name) const {
  if (!wildcard_) return kind_ == NameKind::kDns ? absl::EqualsIgnoreCase(name, prefix_) : name == prefix_;
  if (name.size() <= prefix_.size() + suffix_.size()) return false;
  const bool ends_fit = kind_ == NameKind::kDns
                            ? absl::StartsWithIgnoreCase(name, prefix_) && absl::EndsWithIgnoreCase(name, suffix_)
                            : absl::StartsWith(name, prefix_) && absl::EndsWith(name, suffix_);
  const absl::string_view rest = name.substr(prefix_.size(), name.size() - prefix_.size() - suffix_.size());
  return ends_fit && !absl::StrContains(rest, kind_ == NameKind::kDns ? '.' : '/');
}

absl::StatusOr<std::vector<ClientRule>> ParseClientRules(absl::string_view text) {
  std::vector<ClientRule> rules;
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    absl::StatusOr<ClientRule> rule = ClientRule::Parse(absl::StripAsciiWhitespace(part));
    if (!rule.ok()) return rule.status();
    rules.push_back(*std::move(rule));
  }
  return rules;
}

std::string ShowNames(absl::Span<const ClientName> names) {
  std::string text;
  for (const ClientName& name : names.subspan(0, kMaxShownNames)) {
    absl::StrAppend(&text, text.empty() ? "" : ", ", ShowName(name));
  }
  if (names.size() > kMaxShownNames) absl::StrAppend(&text, " and ", names.size() - kMaxShownNames, " more");
  return text;
}

}  // namespace cpsizer::server
