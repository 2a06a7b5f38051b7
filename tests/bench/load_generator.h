#ifndef CPSIZER_TESTS_BENCH_LOAD_GENERATOR_H_
#define CPSIZER_TESTS_BENCH_LOAD_GENERATOR_H_

#include <grpcpp/security/credentials.h>
#include <grpcpp/support/byte_buffer.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/time/time.h"

namespace cpsizer::bench {

// The requests to send, their concurrency and duration.
struct Load {
  std::string method;  // such as /cpsizer.v1.SizingService/RecommendSize
  grpc::ByteBuffer request;
  // Each response must have this many bytes, or it counts as an error.
  size_t response_bytes = 0;
  // Closed loop: this many calls are always in flight.
  int outstanding = 0;
  // Open loop, if above zero: this many calls per second are sent, regardless of the server.
  double calls_per_second = 0;
  // Not measured.
  absl::Duration warm_up;
  // Measured: this long, or until this many calls were answered, if above zero.
  absl::Duration window;
  int64_t calls = 0;
  std::shared_ptr<grpc::ChannelCredentials> credentials = grpc::InsecureChannelCredentials();
};

// The results of the window.
struct Measurement {
  int64_t calls = 0;
  int64_t errors = 0;
  std::string first_error;
  // Calls without a response some seconds after the end.
  int64_t unfinished = 0;
  double calls_per_second = 0;
  // CPU time of the whole server process for one call.
  double server_micros = 0;
  // The duration of a call, in the open loop from its scheduled time.
  double p50_micros = 0;
  double p99_micros = 0;
  // Threads of the server at the end.
  int server_threads = 0;
  // CPU time that other processes used, as a share of all cores.
  double foreign_cpu = 0;
};

// Sends `load` to the server at `address`, which is the process `server`, over one new connection, from this thread.
Measurement PutLoad(const std::string& address, pid_t server, const Load& load);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_LOAD_GENERATOR_H_
