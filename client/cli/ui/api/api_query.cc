#include "client/cli/ui/api/api_query.h"

#include <utility>

#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "client/kube/http/url.h"

namespace cpsizer::cli {
namespace {

std::string Decoded(absl::string_view text) {
  return kube::PercentDecoded(absl::StrReplaceAll(text, {{"+", " "}}));
}

}  // namespace

absl::flat_hash_map<std::string, std::string> ParseQuery(absl::string_view query) {
  absl::flat_hash_map<std::string, std::string> parameters;
  for (const absl::string_view part : absl::StrSplit(query, '&', absl::SkipEmpty())) {
    const std::pair<absl::string_view, absl::string_view> pair = absl::StrSplit(part, absl::MaxSplits('=', 1));
    parameters[Decoded(pair.first)] = Decoded(pair.second);
  }
  return parameters;
}

}  // namespace cpsizer::cli
