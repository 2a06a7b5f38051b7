#ifndef CPSIZER_SERVER_PROCESS_TLS_HANDSHAKE_LOG_H_
#define CPSIZER_SERVER_PROCESS_TLS_HANDSHAKE_LOG_H_

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace cpsizer::server {

// The reason why a TLS handshake failed, in words for operators.
struct HandshakeFailure {
  absl::string_view why;
  absl::string_view hint;
};

// Explains a failure. `error` is an error code of OpenSSL. `verify_result` is the result of verifying the client
// certificate (X509_V_...).
HandshakeFailure ExplainHandshake(unsigned long error, long verify_result);

// Logs the reason of a failed handshake, at a limited rate.
void LogFailedHandshake(unsigned long error, long verify_result);

// Returns the error code in a log line of gRPC about a failed handshake; absent for other lines.
absl::optional<unsigned long> HandshakeErrorIn(absl::string_view line);

// Returns the server name (SNI) in a log line of gRPC about a client that requests a name that the certificate does not
// have; absent for other lines. The name may contain any bytes, because it is from the client.
absl::optional<absl::string_view> UnknownNameIn(absl::string_view line);

// Returns whether a log line of gRPC (of level debug) reports that a handshake timed out.
bool IsHandshakeTimeout(absl::string_view line);

// If `line` is a log line of gRPC about a handshake, logs an explanation at a limited rate and returns true. For other
// lines returns false.
bool LogHandshakeLine(absl::string_view line);

// Starts to record the results of verifying client certificates. LogHandshakeLine() needs these results, because the
// log lines of gRPC do not distinguish an expired certificate from a certificate of another authority. Must be called
// before credentials are created. A second call has no effect.
void NoteVerifyResults();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_HANDSHAKE_LOG_H_
