#include "server/process/log_fields.h"

#include <algorithm>
#include <iterator>

#include "cpsizer/quantity.h"

namespace cpsizer::server {

absl::InlinedVector<LogField, 12> WithoutEmpty(absl::Span<const LogField> fields) {
  absl::InlinedVector<LogField, 12> rest;
  std::copy_if(fields.begin(), fields.end(), std::back_inserter(rest),
               [](const LogField& field) { return !field.value.empty(); });
  return rest;
}

std::string LoggedMemory(absl::string_view quantity) {
  Quantity memory;
  return ParseQuantity(quantity, memory) == QuantityError::kNone ? HumanMemory(memory) : std::string(quantity);
}

}  // namespace cpsizer::server
