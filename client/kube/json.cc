#include "client/kube/json.h"

namespace cpsizer::kube {

Json ParseJson(absl::string_view bytes) {
  Json parsed = Json::parse(bytes.begin(), bytes.end(), nullptr, /*allow_exceptions=*/false);
  return parsed.is_discarded() ? Json() : parsed;
}

const Json& Find(const Json& object, std::initializer_list<const char*> path) {
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

absl::string_view TextAt(const Json& object, std::initializer_list<const char*> path) {
  const Json& value = Find(object, path);
  return value.is_string() ? absl::string_view(value.get_ref<const std::string&>()) : absl::string_view();
}

int64_t NumberAt(const Json& object, std::initializer_list<const char*> path) {
  const Json& value = Find(object, path);
  return value.is_number_integer() ? value.get<int64_t>() : 0;
}

}  // namespace cpsizer::kube
