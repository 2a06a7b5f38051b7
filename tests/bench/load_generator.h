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

// What to ask of a server, how much at once, and how long.
struct Load {
  std::string method;  // such as /cpsizer.v1.SizingService/RecommendSize
  grpc::ByteBuffer request;
  // Every answer must have this many bytes, or it counts as an error.
  size_t response_bytes = 0;
  // Closed loop: this many calls are in flight all the time.
  int outstanding = 0;
  // Open loop, if above zero: so many calls a second are sent, whatever the server does.
  double calls_per_second = 0;
  // Not measured.
  absl::Duration warm_up;
  // Measured: so long, or until so many calls were answered, if above zero.
  absl::Duration window;
  int64_t calls = 0;
  std::shared_ptr<grpc::ChannelCredentials> credentials = grpc::InsecureChannelCredentials();
};

// What was seen in the window.
struct Measurement {
  int64_t calls = 0;
  int64_t errors = 0;
  std::string first_error;
  // Calls that had no answer some seconds after the end.
  int64_t unfinished = 0;
  double calls_per_second = 0;
  // CPU time of the whole server process for one call.
  double server_micros = 0;
  // Time of a call, in the open loop from when it should have been sent.
  double p50_micros = 0;
  double p99_micros = 0;
  // Threads of the server at the end.
  int server_threads = 0;
  // CPU time that others used, as a share of all cores.
  double foreign_cpu = 0;
};

// Puts `load` on the server at `address`, which is the process `server`, over one new connection, from this thread.
Measurement PutLoad(const std::string& address, pid_t server, const Load& load);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_LOAD_GENERATOR_H_
