#include "server/process/log_fields.h"

#include <algorithm>
#include <iterator>

namespace cpsizer::server {

absl::InlinedVector<LogField, 12> WithoutEmpty(absl::Span<const LogField> fields) {
  absl::InlinedVector<LogField, 12> rest;
  std::copy_if(fields.begin(), fields.end(), std::back_inserter(rest),
               [](const LogField& field) { return !field.value.empty(); });
  return rest;
}

}  // namespace cpsizer::server
