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
  // cpsizer-server with mutual TLS.
  kOursOverMtls,
  // The same, with authorization rules and the admin port, as deployed.
  kOursDeployed,
  // cpsizer-server without the cache of configurations.
  kOursWithoutCache,
  // The echo server in a usual build: shared libraries, and malloc of the C library.
  kEcho,
  // The echo server in the same build as cpsizer-server.
  kEchoBuiltAsOurs,
  // A server on grpc-go with the same service and the same decision.
  kGoPeer,
};

enum class Message : uint8_t {
  kOne,
  kOneWithVpa,
  kMachineFull,
  kMachineBrief,
  kReplicas,
  kBatchOwnFull,
  kLargeBatchOwnFull,
  kBatchSharedBrief,
  kLargeBatchSharedBrief,
  // Small calls of several methods and batches, in turn.
  kMixed
};

// The cases. kEcho and kEchoAgain are the same measurement, so the ratio of their results shows the measurement error.
enum class CaseId : uint8_t {
  kEcho,
  kEchoAgain,
  kEchoBuiltAsOurs,
  kOurs,
  kOursNewConfigurations,
  kOursWithoutCache,
  kOursWithVpa,
  kOursAt8,
  kOursAt256,
  kOursOverMtls,
  kOursDeployed,
  kMixedDeployed,
  kGoPeer,
  kMachineFull,
  kMachineBrief,
  kReplicas,
  kBatchOwnFull,
  kLargeBatchOwnFull,
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
  // The generator keeps this number of calls in flight (closed loop), unless `calls_per_second` is above zero.
  int outstanding;
  double calls_per_second;
  // The number of items in one call.
  int items;
  // If true, no two calls have the same configuration.
  bool new_configurations = false;
};

// Returns the cases, in the order of CaseId.
absl::Span<const Case> Cases();

// A serialized request with its method, and the expected response.
struct Payload {
  std::string method;
  std::string request;
  std::string response;
};

// Returns the messages that the calls of a case send in turn. Each of them has a payload.
std::vector<Message> MessagesOf(Message message);

// Returns all payloads, indexed by Message, except kMixed. The responses are from cpsizer-server at `address`. Errors:
// the errors of the server. Also Internal if an item of a batch fails.
absl::StatusOr<std::vector<Payload>> AskForPayloads(const std::string& address);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_CALL_CASES_H_
