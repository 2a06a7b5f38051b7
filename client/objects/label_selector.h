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

namespace cpsizer::objects {

using Labels = google::protobuf::Map<std::string, std::string>;

// Selects objects by their labels. The default selector selects nothing.
class LabelSelector {
 public:
  LabelSelector() = default;
  // Parses the format of a Scale's status: `app=web,tier in (a,b),!canary`. A malformed or empty text selects nothing:
  // an autoscaler rejects both, and also `!=`, `<` and `>`, which other selectors support.
  explicit LabelSelector(absl::string_view text);

  // Parses the value of a flag, as kubectl's -l: the same format, and `app!=web`, which selects labels other than web
  // and a missing label. Errors: InvalidArgument names the malformed part.
  static absl::StatusOr<LabelSelector> ParseFlag(absl::string_view text);

  bool selects_nothing() const { return requirements_.empty(); }
  bool Selects(const Labels& labels) const;

  // A requirement `key=value` or `key in (value,...)`. Points into the selector.
  struct OneOf {
    const std::string& key;
    const std::vector<std::string>& values;
  };
  // Returns the first requirement of this form, for indexes; absent if there is none.
  absl::optional<OneOf> FirstOneOf() const;

 private:
  enum class Operator : uint8_t { kIn, kNotIn, kExists, kDoesNotExist };

  struct Requirement {
    std::string key;
    Operator op = Operator::kExists;
    std::vector<std::string> values;
  };

  // Returns false if `text` is not a requirement.
  static bool Parse(absl::string_view text, Requirement& requirement);
  // The same for a flag, which needs keys and values that labels can have.
  static bool ParseOfFlag(absl::string_view text, Requirement& requirement);
  static bool Holds(const Requirement& requirement, const Labels& labels);

  std::vector<Requirement> requirements_;
};

// Returns the selector of a workload in the form of a Scale's status: sorted by key, `app=web,tier in (a,b),!canary`. A
// requirement with an unknown operator is left out.
//
// Source: apimachinery's LabelSelectorAsSelector, and the text form of its result.
std::string SelectorText(const v1::LabelSelector& selector);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_LABEL_SELECTOR_H_
