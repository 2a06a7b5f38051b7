#ifndef CPSIZER_CLIENT_KUBE_VALUE_H_
#define CPSIZER_CLIENT_KUBE_VALUE_H_

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace cpsizer::kube {

// A piece of a YAML or JSON text. Scalars keep their text: what `12345` or `yes` means is the reader's to say.
struct Value {
  enum class Kind { kNull, kPlain, kQuoted, kList, kMap };

  Kind kind = Kind::kNull;
  std::string text;                // of a scalar
  std::vector<std::string> names;  // of a mapping: the key of each of `items`, all different
  std::vector<Value> items;        // of a list or a mapping
};

// What a plain scalar means by the rules of YAML 1.1, which Kubernetes reads: null, or true and false as `yes`, `On`,
// ...
bool IsNullWord(absl::string_view text);
absl::optional<bool> BooleanWord(absl::string_view text);

// `value` as JSON, with plain scalars as null, booleans, numbers and strings.
nlohmann::ordered_json ToJson(const Value& value);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_VALUE_H_
