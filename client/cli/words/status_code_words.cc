#include "client/cli/words/word_tables.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kInCalls = "calls to the service, `code` in its log, and `grpc_code` of its metrics";
constexpr absl::string_view kInMetrics = "`grpc_code` of grpc_server_handled_total, and errors of Go clients";
// The metrics have a series for each code of gRPC, but the service returns only some of the codes.
constexpr absl::string_view kFromElsewhere =
    "The service never returns it; a proxy or another server between it and the client may.";
constexpr absl::string_view kCheckAddress = "Check the address of the service and the proxies before it.";

constexpr Word kStatusCodeWords[] = {
    kStatusCodes,
    {"OK", "The call succeeded: it has a response.", "Nothing.", kInCalls},
    {"CANCELLED", "The call ended because the caller cancelled it, or the connection broke.", "Call again.", kInCalls},
    {"Canceled",
     "The spelling of CANCELLED in metrics and in Go: the caller cancelled the call or its connection broke, before "
     "there was a response.",
     "Nothing, if the caller does not need the response any more; otherwise call again, and check its deadline.",
     kInMetrics},
    {"UNKNOWN", "The service never returns it; gRPC libraries return it for a response that is not one of gRPC.",
     kCheckAddress, kInCalls},
    {"DEADLINE_EXCEEDED", "The deadline of the call passed before its response.",
     "Check the load of the service, or set a longer deadline.", kInCalls},
    {"FAILED_PRECONDITION", "The request does not have what the decision needs, such as the memory capacity of a size.",
     "Add what the violations in the details name.", kInCalls},
    {"INTERNAL",
     "The service never returns it for a request; libraries of gRPC return it for damaged bytes, or if the deadline "
     "passes while the response arrives (unexpected EOF).",
     "Set a longer deadline, or check the connection and the certificates of TLS.", kInCalls},
    {"INVALID_ARGUMENT", "A field of the request has an error.", "Correct the fields that the details name.", kInCalls},
    {"NOT_FOUND", kFromElsewhere, kCheckAddress, kInCalls},
    {"ALREADY_EXISTS", kFromElsewhere, kCheckAddress, kInCalls},
    {"ABORTED", kFromElsewhere, kCheckAddress, kInCalls},
    {"OUT_OF_RANGE", kFromElsewhere, kCheckAddress, kInCalls},
    {"DATA_LOSS", kFromElsewhere, kCheckAddress, kInCalls},
    {"UNAUTHENTICATED", kFromElsewhere, kCheckAddress, kInCalls},
    {"PERMISSION_DENIED", "The authorization rules do not allow this client to call this method.",
     "Add the client to the rules; docs/security.md has their form.", kInCalls},
    {"RESOURCE_EXHAUSTED", "A limit is reached: calls in flight, or the size of a request or a response.",
     "Wait as long as RetryInfo in the details says; without RetryInfo send a smaller request.", kInCalls},
    {"UNAVAILABLE", "The service cannot be reached, or it is starting or stopping.",
     "Check cpsizer-server and the network to it, and call again.", kInCalls},
    {"UNIMPLEMENTED", "The service does not have this method.",
     "Check the name of the method, and the version of the service.", kInCalls},
};

}  // namespace

absl::Span<const Word> StatusCodeWords() {
  return kStatusCodeWords;
}

}  // namespace cpsizer::cli
