#ifndef CPSIZER_SERVER_RPC_LIMIT_OPTIONS_H_
#define CPSIZER_SERVER_RPC_LIMIT_OPTIONS_H_

#include <cstddef>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "cpsizer/limits.h"
#include "server/process/flag_table.h"

namespace cpsizer::server {

// Limits for the resources that callers use. docs/operations.md explains the defaults.
struct LimitOptions {
  int max_in_flight = 64;  // maximum number of batches and large requests that run or wait
  int max_connections = 16'000;
  int max_concurrent_streams = 100;  // per connection
  size_t max_message_bytes = kMaxBatchRequestBytes;
  size_t memory_quota = size_t{512} << 20;       // maximum memory of gRPC, in bytes
  size_t config_cache_bytes = size_t{16} << 20;  // maximum memory of compiled configurations; 0 for no cache
  absl::Duration max_connection_age = absl::Minutes(10);
  absl::Duration max_deadline = absl::Seconds(30);  // deadline of the server for calls that run on worker threads
};

// Returns the flags that set `options`. `options` must outlive the flags. The defaults of the flags are the content of
// `options`.
std::vector<Flag> LimitFlags(LimitOptions& options);

// Returns InvalidArgument with one sentence if the options contradict each other.
absl::Status CheckLimitOptions(const LimitOptions& options);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_LIMIT_OPTIONS_H_
