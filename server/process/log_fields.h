#ifndef CPSIZER_SERVER_PROCESS_LOG_FIELDS_H_
#define CPSIZER_SERVER_PROCESS_LOG_FIELDS_H_

#include <string>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/process/log_line.h"

namespace cpsizer::server {

// Returns the fields that have a value, in the same order.
absl::InlinedVector<LogField, 12> WithoutEmpty(absl::Span<const LogField> fields);

// Returns an amount of memory in a form that is easy to read, such as `20.4Gi` for the canonical quantity
// `21904742809`. Returns a text that is not a quantity unchanged.
std::string LoggedMemory(absl::string_view quantity);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_LOG_FIELDS_H_
