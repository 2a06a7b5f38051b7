#ifndef CPSIZER_SERVER_PROCESS_LOG_FIELDS_H_
#define CPSIZER_SERVER_PROCESS_LOG_FIELDS_H_

#include <string>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/process/log_line.h"

namespace cpsizer::server {

// Returns the fields whose value is not empty, in their order.
absl::InlinedVector<LogField, 12> WithoutEmpty(absl::Span<const LogField> fields);

// Returns an amount of memory, a canonical quantity, in a unit for people: `20.4Gi` for `21904742809`. Text that is
// not a quantity is unchanged.
std::string LoggedMemory(absl::string_view quantity);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_LOG_FIELDS_H_
