#include "client/replicas/controller_words.h"

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "client/kube/http/api_error.h"

namespace cpsizer::replicas {
namespace {

// Returns `text` quoted as `%q` of Go does. Escapes only quotes, backslashes and newlines.
std::string GoQuoted(absl::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted.push_back('\\');
    if (c == '\n') {
      quoted += "\\n";
    } else {
      quoted.push_back(c);
    }
  }
  quoted.push_back('"');
  return quoted;
}

// Returns the message of client-go for an HTTP code. `text` is the text of the response, or `unknown` if the server
// returned no text.
std::string WordsOfCode(int code, absl::string_view text) {
  switch (code) {
    case 400:
      return "the server rejected our request for an unknown reason";
    case 401:
      return "the server has asked for the client to provide credentials";
    case 403:
    case 415:
      return std::string(text);
    case 404:
      return "the server could not find the requested resource";
    case 405:
      return "the server does not allow this method on the requested resource";
    case 406:
      return text.empty() || text == "unknown"
                 ? "the server was unable to respond with a content type that the client supports"
                 : std::string(text);
    case 409:
      return "the server reported a conflict";
    case 422:
      return "the server rejected our request due to an error in our request";
    case 429:
      return "the server has received too many requests and has asked us to try again later";
    case 503:
      return "the server is currently unable to handle the request";
    case 504:
      return "the server was unable to return a response in the time allotted, but may still be processing the request";
    default:
      break;
  }
  if (code >= 500) {
    return absl::StrCat("an error on the server (", GoQuoted(text), ") has prevented the request from succeeding");
  }
  return absl::StrCat("the server responded with the status code ", code, " but did not return more information");
}

}  // namespace

std::string ControllerWords(const absl::Status& status, const RequestSubject& subject) {
  const absl::optional<kube::ServerAnswer> answer = kube::ServerAnswerOf(status);
  if (!answer.has_value()) return std::string(status.message());
  if (answer->is_status && !answer->message.empty()) return answer->message;
  return absl::StrCat(WordsOfCode(answer->http_code, answer->is_text ? answer->message : "unknown"), " (get ",
                      subject.resource, subject.name.empty() ? "" : " ", subject.name, ")");
}

std::string NoKindWords(absl::string_view group, absl::string_view kind) {
  return absl::StrCat("no matches for kind ", GoQuoted(kind), " in group ", GoQuoted(group));
}

}  // namespace cpsizer::replicas
