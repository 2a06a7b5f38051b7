#ifndef CPSIZER_SERVER_PROCESS_TLS_HANDSHAKE_LOG_H_
#define CPSIZER_SERVER_PROCESS_TLS_HANDSHAKE_LOG_H_

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace cpsizer::server {

// The reason why a TLS handshake failed, and what to do, for operators.
struct HandshakeFailure {
  absl::string_view why;
  absl::string_view hint;
};

// Explains a failed handshake. `error` is an error code of OpenSSL. `verify_result` is the result of verifying the
// client certificate (X509_V_...).
HandshakeFailure ExplainHandshake(unsigned long error, long verify_result);

// Logs the reason for a failed handshake, at a limited rate.
void LogFailedHandshake(unsigned long error, long verify_result);

// Returns the error code in `line` if it is a log line of gRPC about a failed handshake. Returns nullopt for other
// lines.
absl::optional<unsigned long> HandshakeErrorIn(absl::string_view line);

// Returns the server name (SNI) in `line` if it is a log line of gRPC about a client that requests a name that is not
// in the certificate. Returns nullopt for other lines. The name may contain any bytes, because the client sends it.
absl::optional<absl::string_view> UnknownNameIn(absl::string_view line);

// Returns whether `line` is a log line of gRPC about a handshake that timed out. gRPC logs this line at level debug.
bool IsHandshakeTimeout(absl::string_view line);

// If `line` is a log line of gRPC about a handshake, logs an explanation at a limited rate and returns true. Returns
// false for other lines.
bool LogHandshakeLine(absl::string_view line);

// Starts recording the results of verifying client certificates. LogHandshakeLine() needs these results: a log line of
// gRPC is the same for an expired certificate and for a certificate of another authority. Must be called before
// credentials are created. A second call has no effect.
void NoteVerifyResults();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_HANDSHAKE_LOG_H_
