#include "client/history/prometheus/thanos_stores.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/history/prometheus/limits.h"
#include "client/kube/http/api_error.h"
#include "client/objects/escape.h"
#include "client/tree/node.h"
#include "client/tree/parse_json.h"

namespace cpsizer::history {
namespace {

std::string Shown(absl::string_view text) {
  return objects::EscapeCut(text, kMaxServerTextBytes);
}

// Returns the text of an error: a string in present versions, and an object in others. Empty if there is no error.
std::string ErrorText(const tree::Node& error) {
  if (error.is_null() || (error.is_text() && error.text.empty())) return "";
  return error.is_text() ? error.text : "unknown error";
}

}  // namespace

absl::Status ThanosStores::Check(const absl::StatusOr<std::string>& answer) {
  if (const auto refusal = kube::ServerAnswerOf(answer.status()); refusal.has_value()) {
    const int code = refusal->http_code;
    const bool is_forbidden = code == 401 || code == 403;
    if (!is_forbidden && code != 400 && code != 404 && code != 405 && code != 501) return answer.status();
    has_stores_ = false;
    if (is_forbidden || !names_.empty()) unchecked_ = absl::StrCat("HTTP status ", code);
  }
  if (!answer.ok()) return has_stores_ ? answer.status() : absl::OkStatus();
  const tree::Node body = tree::ParseJson(*answer);
  const tree::Node& kinds = tree::Find(body, {"data"});
  has_stores_ = tree::TextAt(body, {"status"}) == "success" && kinds.is_map();
  if (!has_stores_) {
    unchecked_ = "the response is not a list of stores";
    return absl::OkStatus();
  }
  std::set<std::string> names;
  for (const tree::Entry& kind : kinds.entries) {
    for (const tree::Node& store : kind.value.items) {
      const std::string name(tree::TextAt(store, {"name"}));
      if (const std::string error = ErrorText(tree::Find(store, {"lastError"})); !error.empty()) {
        problem_ = absl::StrCat("the store ", Shown(name), " of this Thanos fails: ", Shown(error),
                                "; repeat this when the store is back");
      }
      names.insert(name);
    }
  }
  for (const std::string& name : names_) {
    if (names.count(name) > 0) continue;
    problem_ = absl::StrCat("the store ", Shown(name),
                            " is missing in the list of this Thanos; repeat this when all stores are back");
  }
  names_ = std::move(names);
  return absl::OkStatus();
}

}  // namespace cpsizer::history
