#ifndef CPSIZER_TESTS_BENCH_LOAD_GENERATOR_H_
#define CPSIZER_TESTS_BENCH_LOAD_GENERATOR_H_

#include <grpcpp/security/credentials.h>
#include <grpcpp/support/byte_buffer.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/time/time.h"

namespace cpsizer::bench {

// A request to send.
struct LoadRequest {
  std::string method;  // such as /cpsizer.v1.SizingService/RecommendSize
  std::string bytes;
  // If above zero, a response with any other number of bytes is an error.
  size_t response_bytes = 0;
};

// The requests to send, their concurrency and their duration.
struct Load {
  // The calls send these requests in turn. At least one.
  std::vector<LoadRequest> requests;
  // If true, each call has its own configuration: kResourceVersion in the request is replaced by the number of the
  // call. There must be only one request.
  bool new_configurations = false;
  // The calls use these connections in turn.
  int connections = 1;
  // If finite, the server may refuse calls with RESOURCE_EXHAUSTED, and calls may exceed this deadline. These calls are
  // counted, and are not errors.
  absl::Duration deadline = absl::InfiniteDuration();
  // The number of calls that are always in flight (closed loop).
  int outstanding = 0;
  // If above zero, this number of calls is sent in each second, even if the server is slow (open loop).
  double calls_per_second = 0;
  // The time before the measurement.
  absl::Duration warm_up;
  // The duration of the measurement. If `calls` is above zero, the measurement ends after this number of responses
  // instead.
  absl::Duration window;
  int64_t calls = 0;
  std::shared_ptr<grpc::ChannelCredentials> credentials = grpc::InsecureChannelCredentials();
};

// The results of the measurement.
struct Measurement {
  int64_t calls = 0;
  // The number of calls in the window that ended with RESOURCE_EXHAUSTED and with DEADLINE_EXCEEDED.
  int64_t refused = 0;
  int64_t late = 0;
  int64_t errors = 0;
  std::string first_error;
  // The number of calls that have no response some seconds after the end.
  int64_t unfinished = 0;
  double calls_per_second = 0;
  // The CPU time of the whole server process for one call.
  double server_micros = 0;
  // The duration of a call. In the open loop, the duration begins at the scheduled time of the call.
  double p50_micros = 0;
  double p99_micros = 0;
  // The duration of a refused call.
  double refusal_p50_micros = 0;
  double refusal_p99_micros = 0;
  // The number of threads of the server at the end.
  int server_threads = 0;
  // The CPU time that other processes used, as a share of all cores.
  double foreign_cpu = 0;
};

// Returns `bytes` as gRPC sends them.
grpc::ByteBuffer BufferOf(const std::string& bytes);

// Sends `load` to the server at `address` over new connections, from this thread. `server` is the process of the
// server.
Measurement PutLoad(const std::string& address, pid_t server, const Load& load);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_LOAD_GENERATOR_H_
