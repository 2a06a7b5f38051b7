#ifndef CPSIZER_CLIENT_OBJECTS_LABEL_SELECTOR_H_
#define CPSIZER_CLIENT_OBJECTS_LABEL_SELECTOR_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "google/protobuf/map.h"

namespace cpsizer {
struct SelectorRequirement;
}

namespace cpsizer::objects {

using Labels = google::protobuf::Map<std::string, std::string>;

// Selects objects by their labels. The default selector selects nothing.
class LabelSelector {
 public:
  LabelSelector() = default;
  // Parses a selector in the format of the status of a Scale, such as `app=web,tier in (a,b),!canary`. A malformed or
  // empty text selects nothing, because an autoscaler rejects it. A text with `!=`, `<` or `>` also selects nothing:
  // other selectors support these operators, but an autoscaler rejects them. Of several `key=value` for one key, only
  // the last is used, as in an autoscaler.
  explicit LabelSelector(absl::string_view text);

  // Parses the value of a flag, as `kubectl -l` does. Accepts the format of a Scale, and `app!=web` in addition.
  // `app!=web` selects objects with another value of the label or without the label. Errors: InvalidArgument, with the
  // malformed part in the message.
  static absl::StatusOr<LabelSelector> ParseFlag(absl::string_view text);

  bool selects_nothing() const { return requirements_.empty(); }
  bool Selects(const Labels& labels) const;

  // A requirement `key=value` or `key in (value,...)`. The selector must outlive this value.
  struct OneOf {
    const std::string& key;
    const std::vector<std::string>& values;
  };
  // Returns the first requirement that can be a OneOf, or nothing if there is none. Used for lookups in an index.
  absl::optional<OneOf> FirstOneOf() const;

 private:
  enum class Operator : uint8_t { kIn, kNotIn, kExists, kDoesNotExist };

  struct Requirement {
    std::string key;
    Operator op = Operator::kExists;
    std::vector<std::string> values;
  };

  // Returns false if the operator is `<` or `>`.
  bool Add(const SelectorRequirement& parsed);
  static bool Holds(const Requirement& requirement, const Labels& labels);

  std::vector<Requirement> requirements_;
};

// Returns the selector of a workload in the format of the status of a Scale, such as `app=web,tier in (a,b),!canary`,
// sorted by key. Leaves out requirements with an unknown operator.
//
// Source: LabelSelectorAsSelector of apimachinery, and the String() method of its result.
std::string SelectorText(const v1::LabelSelector& selector);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_LABEL_SELECTOR_H_
