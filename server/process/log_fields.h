#ifndef CPSIZER_SERVER_PROCESS_LOG_FIELDS_H_
#define CPSIZER_SERVER_PROCESS_LOG_FIELDS_H_

#include <string>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/process/log_line.h"

namespace cpsizer::server {

// Returns the fields whose value is not empty, in the same order.
absl::InlinedVector<LogField, 12> WithoutEmpty(absl::Span<const LogField> fields);

// Returns an amount of memory in a readable form, such as `20.4Gi` for the canonical quantity `21904742809`. If
// `quantity` is not a quantity, returns it unchanged.
std::string LoggedMemory(absl::string_view quantity);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_LOG_FIELDS_H_
