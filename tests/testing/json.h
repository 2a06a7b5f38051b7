#ifndef CPSIZER_TESTS_TESTING_JSON_H_
#define CPSIZER_TESTS_TESTING_JSON_H_

#include <cstdint>
#include <initializer_list>
#include <string>

#include "absl/strings/string_view.h"
#include "client/kube/json.h"

// Reads JSON that tests or fakes write. A value that is missing or has another type is read as empty.
namespace cpsizer::kube {

// Returns null if `bytes` are not JSON.
inline Json ParseJson(absl::string_view bytes) {
  Json json = Json::parse(bytes.begin(), bytes.end(), nullptr, /*allow_exceptions=*/false);
  return json.is_discarded() ? Json() : json;
}

// Returns the value at the end of a path of keys, or null if it is missing.
inline const Json& Find(const Json& object, std::initializer_list<const char*> path) {
  static const Json kNull;
  const Json* value = &object;
  for (const char* const key : path) {
    if (!value->is_object()) return kNull;
    const auto it = value->find(key);
    if (it == value->end()) return kNull;
    value = &*it;
  }
  return *value;
}

// Returns the text at the end of a path of keys, or an empty text.
inline absl::string_view TextAt(const Json& object, std::initializer_list<const char*> path) {
  const Json& value = Find(object, path);
  return value.is_string() ? absl::string_view(value.get_ref<const std::string&>()) : absl::string_view();
}

// Returns the integer at the end of a path of keys, or 0.
inline int64_t NumberAt(const Json& object, std::initializer_list<const char*> path) {
  const Json& value = Find(object, path);
  return value.is_number_integer() ? value.get<int64_t>() : 0;
}

}  // namespace cpsizer::kube

#endif  // CPSIZER_TESTS_TESTING_JSON_H_
