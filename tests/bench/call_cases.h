#ifndef CPSIZER_TESTS_BENCH_CALL_CASES_H_
#define CPSIZER_TESTS_BENCH_CALL_CASES_H_

#include <array>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tests/bench/load_generator.h"

namespace cpsizer::bench {

enum class Server : uint8_t {
  kOurs,
  // The same; it and its clients show certificates.
  kOursOverMtls,
  // The echo as anyone would build it: shared libraries, malloc of the C library.
  kEcho,
  // The echo built as our server is.
  kEchoBuiltAsOurs,
  // The same service and decision on grpc-go.
  kGoPeer,
};

enum class Message : uint8_t {
  kOne,
  kMachineFull,
  kMachineBrief,
  kBatchOwnFull,
  kBatchSharedBrief,
  kLargeBatchSharedBrief
};

// The cases, by what they measure. kEcho and kEchoAgain are the same: their ratio is the noise.
enum class CaseId : uint8_t {
  kEcho,
  kEchoAgain,
  kEchoBuiltAsOurs,
  kOurs,
  kOursAt8,
  kOursAt256,
  kOursOverMtls,
  kGoPeer,
  kMachineFull,
  kMachineBrief,
  kBatchOwnFull,
  kBatchSharedBrief,
  kLargeBatchSharedBrief,
  kEchoAtRate,
  kOursAtRate,
  kCount,
};
inline constexpr int kCaseCount = static_cast<int>(CaseId::kCount);

struct Case {
  CaseId id;
  const char* name;
  Server server;
  Message message;
  // Closed loop, unless `calls_per_second` is above zero.
  int outstanding;
  double calls_per_second;
  // Of one call.
  int items;
};

// In the order of CaseId.
absl::Span<const Case> Cases();

// A request on the wire with the method it goes to, and what the answer must look like.
struct Payload {
  std::string method;
  grpc::ByteBuffer request;
  size_t request_bytes = 0;
  std::string response;
};

// All payloads, by Message. The answers are those of our server at `address`.
// Errors: those of the server; Internal if an item of a batch fails.
absl::StatusOr<std::vector<Payload>> AskForPayloads(const std::string& address);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_CALL_CASES_H_
