#include "server/rpc/authorization_rules.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/types/optional.h"
#include "server/engine/base/text.h"
#include "server/process/nearest_name.h"

namespace cpsizer::server {
namespace {

constexpr absl::string_view kEveryMethod = "*";

absl::Status WrongLine(size_t number, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat("line ", number, ": ", why));
}

absl::optional<size_t> FindMethod(absl::string_view name) {
  for (size_t i = 0; i < kMethodCount; ++i) {
    if (kMethodTable[i].name == name) return i;
  }
  return absl::nullopt;
}

absl::Status UnknownMethod(size_t number, absl::string_view name) {
  std::vector<absl::string_view> known;
  for (const MethodInfo& method : kMethodTable) known.push_back(method.name);
  const std::string hint = DidYouMean(name, known);
  return WrongLine(
      number, absl::StrCat(
                  "there is no method ", Quoted(name),
                  hint.empty() ? absl::StrCat("; write one of ", absl::StrJoin(known, ", "), ", or * for all") : hint));
}

}  // namespace

absl::StatusOr<AuthorizationRules> AuthorizationRules::Parse(absl::string_view text) {
  AuthorizationRules rules;
  size_t number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    line = line.substr(0, line.find('#'));
    const std::vector<absl::string_view> words = absl::StrSplit(line, absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
    if (words.empty()) continue;
    const absl::optional<size_t> method = FindMethod(words[0]);
    if (!method.has_value() && words[0] != kEveryMethod) return UnknownMethod(number, words[0]);
    if (words.size() == 1) return WrongLine(number, "has no client; write one or more after the method");
    std::vector<ClientRule> clients;
    for (const absl::string_view word : absl::MakeConstSpan(words).subspan(1)) {
      absl::StatusOr<ClientRule> rule = ClientRule::Parse(word);
      if (!rule.ok()) return WrongLine(number, rule.status().message());
      clients.push_back(*std::move(rule));
    }
    if (rules.size_ + clients.size() > kMaxClientRules) {
      return WrongLine(number, absl::StrCat("there are more than ", kMaxClientRules, " clients; use one * for many"));
    }
    if (method.has_value()) {
      rules.rules_[*method].insert(rules.rules_[*method].end(), clients.begin(), clients.end());
      rules.size_ += clients.size();
    } else {
      rules.AllowEverywhere(clients);
    }
  }
  if (rules.size_ == 0) {
    return WrongLine(number, "there is no rule, so every call would be denied; write `* *` to allow every client");
  }
  return rules;
}

void AuthorizationRules::AllowEverywhere(const std::vector<ClientRule>& clients) {
  for (std::vector<ClientRule>& of_method : rules_) of_method.insert(of_method.end(), clients.begin(), clients.end());
  size_ += clients.size();
}

bool AuthorizationRules::Allow(Method method, absl::Span<const ClientName> names) const {
  const std::vector<ClientRule>& rules = rules_[static_cast<size_t>(method)];
  return std::any_of(rules.begin(), rules.end(), [names](const ClientRule& rule) { return rule.Matches(names); });
}

}  // namespace cpsizer::server
