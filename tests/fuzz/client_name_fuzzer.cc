#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "server/process/tls/client_rule.h"

namespace cpsizer::server {
namespace {

// A second implementation of the documented rule: tries every length of text that `*` may match.
bool Fits(absl::string_view rule, absl::string_view name, bool dns) {
  std::string pattern(rule);
  std::string text(name);
  if (dns) {
    for (std::string* s : {&pattern, &text}) {
      for (char& c : *s) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
      }
    }
  }
  const size_t star = pattern.find('*');
  if (star == std::string::npos) return pattern == text;
  for (size_t length = 1; star + length <= text.size(); ++length) {
    if (text[star + length - 1] == (dns ? '.' : '/')) return false;
    if (pattern.substr(0, star) + text.substr(star, length) + pattern.substr(star + 1) == text) return true;
  }
  return false;
}

// Returns whether a rule and a name have the required properties. The first line of `input` is the rule, and the rest
// is the name.
bool Holds(absl::string_view input) {
  const size_t end = std::min(input.find('\n'), input.size());
  const absl::string_view text = input.substr(0, end);
  const absl::string_view value = input.substr(std::min(end + 1, input.size()));
  const std::string shown = ShowNames({{NameKind::kUri, value}});
  if (!std::all_of(shown.begin(), shown.end(), [](unsigned char c) { return c >= ' ' && c < 0x7F; })) return false;
  const absl::StatusOr<ClientRule> rule = ClientRule::Parse(text);
  if (!rule.ok()) return !rule.status().message().empty();
  for (const NameKind kind : {NameKind::kUri, NameKind::kDns}) {
    const bool dns = kind == NameKind::kDns;
    const ClientName name = {kind, value};
    const bool meant = absl::StartsWith(text, dns ? "dns:" : "uri:") && Fits(text.substr(4), value, dns);
    if (rule->Matches(absl::MakeConstSpan(&name, 1)) != (text == "*" || meant)) return false;
  }
  return true;
}

}  // namespace
}  // namespace cpsizer::server

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (!cpsizer::server::Holds(absl::string_view(reinterpret_cast<const char*>(data), size))) std::abort();
  return 0;
}
