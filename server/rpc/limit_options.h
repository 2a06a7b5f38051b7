#ifndef CPSIZER_SERVER_RPC_LIMIT_OPTIONS_H_
#define CPSIZER_SERVER_RPC_LIMIT_OPTIONS_H_

#include <cstddef>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "cpsizer/limits.h"
#include "server/process/flag_table.h"

namespace cpsizer::server {

// Limits on the resources that callers use. docs/operations.md explains the defaults.
struct LimitOptions {
  int max_in_flight = 64;  // batches that run or wait
  int max_connections = 16'000;
  int max_concurrent_streams = 100;  // for each connection
  size_t max_message_bytes = kMaxBatchRequestBytes;
  size_t memory_quota = size_t{512} << 20;  // limit of gRPC's memory, bytes
  absl::Duration max_connection_age = absl::Minutes(10);
  absl::Duration max_deadline = absl::Seconds(30);  // deadline of a batch
};

// The flags that set `options`, which must outlive them. Their defaults are the values in `options`.
std::vector<Flag> LimitFlags(LimitOptions& options);

// Returns InvalidArgument with one sentence for limits that contradict each other.
absl::Status CheckLimitOptions(const LimitOptions& options);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_LIMIT_OPTIONS_H_
