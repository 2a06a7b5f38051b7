#include "tests/testing/fake_api/fake_api_answer.h"

#include "absl/strings/str_cat.h"

namespace cpsizer::testing {

Json StatusObject(int code, absl::string_view reason, absl::string_view message,
                  const std::vector<FakeApiCause>& causes) {
  Json status = {{"kind", "Status"},
                 {"apiVersion", "v1"},
                 {"metadata", Json::object()},
                 {"status", "Failure"},
                 {"message", std::string(message)},
                 {"code", code}};
  if (!reason.empty()) status["reason"] = std::string(reason);
  for (const FakeApiCause& cause : causes) {
    Json entry = {{"reason", cause.reason}, {"message", cause.message}};
    if (!cause.field.empty()) entry["field"] = cause.field;
    status["details"]["causes"].push_back(std::move(entry));
  }
  return status;
}

FakeApiAnswer ObjectAnswer(int code, const Json& object) {
  // Replaces invalid UTF-8, because tests may insert texts that are not UTF-8.
  return {code, object.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

FakeApiAnswer StatusAnswer(int code, absl::string_view reason, absl::string_view message,
                           const std::vector<FakeApiCause>& causes) {
  return ObjectAnswer(code, StatusObject(code, reason, message, causes));
}

FakeApiAnswer PageNotFound() {
  return {404, "404 page not found\n", "text/plain; charset=utf-8"};
}

FakeApiAnswer NotFound(absl::string_view plural, absl::string_view name) {
  Json status = StatusObject(404, "NotFound", absl::StrCat(plural, " \"", name, "\" not found"));
  status["details"] = {{"name", std::string(name)}, {"kind", std::string(plural)}};
  return ObjectAnswer(404, status);
}

FakeApiAnswer BadRequest(absl::string_view message) {
  return StatusAnswer(400, "BadRequest", message);
}

FakeApiAnswer Conflict(absl::string_view message) {
  return StatusAnswer(409, "Conflict", message);
}

FakeApiAnswer Invalid(absl::string_view field, absl::string_view message) {
  return StatusAnswer(422, "Invalid", absl::StrCat("the object is invalid: ", field, ": ", message),
                      {{"FieldValueInvalid", std::string(field), std::string(message)}});
}

FakeApiAnswer Unreasoned(absl::string_view message) {
  return StatusAnswer(500, "", message);
}

FakeApiAnswer UnsupportedMediaType(absl::string_view content_type) {
  return StatusAnswer(
      415, "UnsupportedMediaType",
      absl::StrCat("the body of the request was in an unknown format (", content_type, "), not one of those accepted"));
}

}  // namespace cpsizer::testing
