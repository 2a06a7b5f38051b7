#ifndef CPSIZER_CLIENT_MACHINE_READ_QUERY_ANSWER_H_
#define CPSIZER_CLIENT_MACHINE_READ_QUERY_ANSWER_H_

#include <string>

#include "absl/status/statusor.h"
#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::machine {

// Returns the result of an instant query as a reading: result, value, HTTP status and message. `answer` is the body of
// the response, or the error of the request with a code of api_error.h.
//
// The message is shown in the status of the autoscaler and in logs. The message contains no text of the server, except
// the error in a response of Prometheus. If `has_credentials` is true, the message does not contain this error either,
// because a server can repeat the credentials in its error.
//
// Source: the HTTP API of Prometheus; section 9 of docs/reference/machine-autoscaler.md.
v1::MachineQueryReading ReadQueryAnswer(const absl::StatusOr<std::string>& answer, bool has_credentials);

}  // namespace cpsizer::machine

#endif  // CPSIZER_CLIENT_MACHINE_READ_QUERY_ANSWER_H_
