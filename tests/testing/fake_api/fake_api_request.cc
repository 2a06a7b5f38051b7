#include "tests/testing/fake_api/fake_api_request.h"

#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/types/span.h"

namespace cpsizer::testing {
namespace {

std::string Decoded(absl::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    uint32_t byte = 0;
    if (text[i] == '%' && i + 2 < text.size() && absl::SimpleHexAtoi(text.substr(i + 1, 2), &byte)) {
      decoded.push_back(static_cast<char>(byte));
      i += 2;
    } else {
      decoded.push_back(text[i] == '+' ? ' ' : text[i]);
    }
  }
  return decoded;
}

}  // namespace

std::string FakeApiRequest::Parameter(absl::string_view name) const {
  const auto it = query.find(std::string(name));
  return it == query.end() ? "" : it->second;
}

std::string FakeApiRequest::Header(absl::string_view name) const {
  const auto it = headers.find(std::string(name));
  return it == headers.end() ? "" : it->second;
}

bool FakeApiRequest::IsWatch() const {
  const std::string watch = Parameter("watch");
  return method == "GET" && (watch == "true" || watch == "1");
}

FakeApiRequest ReadApiRequest(FakeHttpRequest request) {
  FakeApiRequest read;
  read.line = absl::StrCat(request.method, " ", request.path);
  read.method = std::move(request.method);
  const std::pair<std::string, std::string> parts = absl::StrSplit(request.path, absl::MaxSplits('?', 1));
  read.path = Decoded(parts.first);
  const std::vector<std::string> parameters = absl::StrSplit(parts.second, '&', absl::SkipEmpty());
  for (const std::string& parameter : parameters) {
    const std::pair<std::string, std::string> pair = absl::StrSplit(parameter, absl::MaxSplits('=', 1));
    read.query[Decoded(pair.first)] = Decoded(pair.second);
  }
  read.headers = std::move(request.headers);
  read.body = std::move(request.body);
  return read;
}

std::string FakeApiTarget::Key() const {
  return name_space.empty() ? name : absl::StrCat(name_space, "/", name);
}

absl::optional<FakeApiTarget> ParseTarget(absl::string_view path) {
  std::vector<std::string> words = absl::StrSplit(path, '/');
  const size_t prefix = absl::StartsWith(path, "/api/") ? 3 : absl::StartsWith(path, "/apis/") ? 4 : 0;
  if (prefix == 0 || words.size() <= prefix) return absl::nullopt;
  FakeApiTarget target;
  const std::string root = absl::StrCat("/", absl::StrJoin(absl::MakeSpan(words).subspan(1, prefix - 1), "/"));
  size_t next = prefix;
  // The path of a namespace itself has two parts, or three with a subresource.
  const bool in_namespace = words[next] == "namespaces" && words.size() > next + 2 && words[next + 2] != "status";
  if (in_namespace) {
    target.name_space = words[next + 1];
    next += 2;
  }
  target.plural = words[next];
  target.collection = absl::StrCat(root, "/", target.plural);
  if (words.size() > next + 1) target.name = words[next + 1];
  if (words.size() > next + 2) target.subresource = words[next + 2];
  if (words.size() > next + 3 || target.plural.empty()) return absl::nullopt;
  return target;
}

}  // namespace cpsizer::testing
