#include "client/cli/words/word_groups.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kInCalls = "calls to the service; `code` in its log";

constexpr Word kStatusCodes[] = {
    {"CANCELLED", "The call ended because the caller cancelled it, or the connection broke.", "Call again.", kInCalls},
    {"DEADLINE_EXCEEDED", "The deadline of the call passed before its response.",
     "Check the load of the service, or set a longer deadline.", kInCalls},
    {"FAILED_PRECONDITION", "The request does not have what the decision needs, such as the memory capacity of a size.",
     "Add what the violations in the details name.", kInCalls},
    {"INTERNAL", "The service never returns it for a request; libraries of gRPC return it for damaged bytes.",
     "Check the connection, and the certificates of TLS.", kInCalls},
    {"INVALID_ARGUMENT", "A field of the request has an error.", "Correct the fields that the details name.", kInCalls},
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
  return kStatusCodes;
}

}  // namespace cpsizer::cli
