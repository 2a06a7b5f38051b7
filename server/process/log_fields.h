#ifndef CPSIZER_SERVER_PROCESS_LOG_FIELDS_H_
#define CPSIZER_SERVER_PROCESS_LOG_FIELDS_H_

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "server/process/log_line.h"

namespace cpsizer::server {

// The fields whose value is not empty, in their order.
absl::InlinedVector<LogField, 12> WithoutEmpty(absl::Span<const LogField> fields);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_LOG_FIELDS_H_
