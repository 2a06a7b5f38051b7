#ifndef CPSIZER_SERVER_PROCESS_TLS_HANDSHAKE_LOG_H_
#define CPSIZER_SERVER_PROCESS_TLS_HANDSHAKE_LOG_H_

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace cpsizer::server {

// Why a TLS handshake failed, in the words of a person who runs the server.
struct HandshakeFailure {
  absl::string_view why;
  absl::string_view way_out;
};

// `error`: a code of OpenSSL. `verify_result`: what became of the client's certificate, X509_V_...
HandshakeFailure ExplainHandshake(unsigned long error, long verify_result);

// The code in a line of gRPC's about a handshake that failed; absent in every other line.
absl::optional<unsigned long> HandshakeErrorIn(absl::string_view line);

// The name in a line of gRPC's about a client that asks for one that the certificate does not have (SNI); absent in
// every other line. Bytes of the client's.
absl::optional<absl::string_view> UnknownNameIn(absl::string_view line);

// Whether a line of gRPC's, of level debug, says that a handshake took too long.
bool SaysHandshakeTimedOut(absl::string_view line);

// Logs a line of gRPC's about a client's handshake in our words, at a bounded rate. False for every other line.
bool LogHandshakeLine(absl::string_view line);

// From here on it is noted what becomes of clients' certificates, for that line: gRPC's cannot tell one that has
// expired from one of another authority. To be called before credentials are made; a second call does nothing.
void NoteVerifyResults();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_HANDSHAKE_LOG_H_
