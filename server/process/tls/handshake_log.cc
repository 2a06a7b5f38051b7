#include "server/process/tls/handshake_log.h"

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "server/process/logging.h"

namespace cpsizer::server {
namespace {

constexpr int kBurst = 10;
constexpr absl::Duration kInterval = absl::Seconds(1);

struct Explanation {
  long code;
  absl::string_view hint;
};

constexpr Explanation kVerifyResults[] = {
    {X509_V_ERR_CERT_HAS_EXPIRED, "renew the client's certificate, or that of its issuer"},
    {X509_V_ERR_CERT_NOT_YET_VALID, "check the clocks of this machine and of the machine that issued the certificate"},
    {X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
     "add the issuer of the client's certificate to --client-ca-file, or configure the client to send its "
     "intermediates"},
    {X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, "add the issuer of the client's certificate to --client-ca-file"},
    {X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT,
     "give the client a certificate that an authority of --client-ca-file has issued"},
    {X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
     "if you trust the last certificate of the client's chain, add it to --client-ca-file"},
    {X509_V_ERR_CERT_SIGNATURE_FAILURE,
     "--client-ca-file has an issuer with the same name but another key; add the issuer that signed the client's "
     "certificate"},
    {X509_V_ERR_INVALID_PURPOSE, "issue the client's certificate with the extended key usage clientAuth"},
};

constexpr Explanation kReasons[] = {
    {SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE,
     "give the client a certificate that an authority of --client-ca-file has issued"},
    {SSL_R_UNSUPPORTED_PROTOCOL, "configure the client to use a version that --tls-min-version allows"},
    {SSL_R_WRONG_VERSION_NUMBER, "the client does not use TLS; configure TLS, or check for a probe without TLS"},
    {SSL_R_HTTP_REQUEST, "the client sends HTTP without TLS; configure the client to use TLS"},
    {SSL_R_HTTPS_PROXY_REQUEST, "the client uses this server as a proxy; check its proxy settings"},
    {SSL_R_NO_SHARED_CIPHER, "update the client's TLS library"},
    {SSL_R_TLSV1_ALERT_UNKNOWN_CA,
     "the client does not trust the issuer of --tls-cert-file; add that authority to the client"},
    {SSL_R_SSLV3_ALERT_BAD_CERTIFICATE, "the client does not accept --tls-cert-file; check its names and dates"},
    {SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED,
     "renew --tls-cert-file, which the client considers expired, or check the client's clock"},
    {SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN, "the client does not accept --tls-cert-file; check its names and issuer"},
};

constexpr HandshakeFailure kTimedOut = {"the client did not complete the handshake in time",
                                        "find the client that connects and sends nothing, such as a probe or a "
                                        "scanner, or check whether the network loses packets"};

constexpr absl::string_view kNoAdvice = "check the error that the client reports";

template <size_t N>
absl::string_view HintFor(const Explanation (&explanations)[N], long code) {
  for (const Explanation& explanation : explanations) {
    if (explanation.code == code) return explanation.hint;
  }
  return kNoAdvice;
}

// The result of verifying the client certificate in the last failed handshake on this thread. gRPC later logs a line
// about this handshake on the same thread.
thread_local long g_verify_result = X509_V_OK;

// OpenSSL calls this function for each message of a handshake. If a handshake fails, the last message is an alert.
// After the alert, the handshake can no longer be inspected.
void OnMessage(int written, int /*version*/, int type, const void* bytes, size_t size, SSL* tls, void* /*argument*/) {
  if (written == 0 || type != SSL3_RT_ALERT || size < 1) return;
  if (*static_cast<const unsigned char*>(bytes) == SSL3_AL_FATAL) g_verify_result = SSL_get_verify_result(tls);
}

// OpenSSL calls this function for each new context. It is needed because gRPC does not expose the contexts that it
// creates.
void OnNewContext(void* context, void* /*ptr*/, CRYPTO_EX_DATA* /*data*/, int /*index*/, long /*argl*/,
                  void* /*argp*/) {
  SSL_CTX_set_msg_callback(static_cast<SSL_CTX*>(context), OnMessage);
}

void LogFailure(const HandshakeFailure& failure) {
  static TokenBucket& rate = *new TokenBucket(kBurst, kInterval);  // NOLINT: outlives every thread
  Log(rate, LogLevel::kWarn, "a TLS handshake with a client failed", {{"error", failure.why}, {"hint", failure.hint}});
}

// The server presents its certificate, and the client decides whether to accept it. This log line has its own rate
// limit: a client that accepts the certificate may cause the line with each connection.
void LogUnknownName(absl::string_view name) {
  static TokenBucket& rate = *new TokenBucket(kBurst, kInterval);  // NOLINT: outlives every thread
  Log(rate, LogLevel::kWarn, "a client requests a server name that is not in --tls-cert-file; the handshake continues",
      {{"name", name},
       {"hint",
        "configure the client to use a name that is in the certificate, or issue a certificate with this name"}});
}

}  // namespace

HandshakeFailure ExplainHandshake(unsigned long error, long verify_result) {
  // If the client certificate was refused, `verify_result` is the reason. `error` is then only the step of the
  // handshake that failed.
  if (verify_result != X509_V_OK) {
    return {X509_verify_cert_error_string(verify_result), HintFor(kVerifyResults, verify_result)};
  }
  // Loads the error texts of OpenSSL. Does nothing if they are already loaded.
  OPENSSL_init_ssl(OPENSSL_INIT_LOAD_SSL_STRINGS, nullptr);
  const char* const text = ERR_reason_error_string(error);
  return {text == nullptr ? "no reason given" : text, HintFor(kReasons, ERR_GET_REASON(error))};
}

void LogFailedHandshake(unsigned long error, long verify_result) {
  LogFailure(ExplainHandshake(error, verify_result));
}

absl::optional<unsigned long> HandshakeErrorIn(absl::string_view line) {
  constexpr absl::string_view kMark = ": error:";
  constexpr size_t kDigits = 8;
  if (!absl::StartsWith(line, "Handshake failed with fatal error ")) return absl::nullopt;
  const size_t mark = line.find(kMark);
  unsigned int code = 0;
  if (mark == absl::string_view::npos || !absl::SimpleHexAtoi(line.substr(mark + kMark.size(), kDigits), &code)) {
    return absl::nullopt;
  }
  return code;
}

absl::optional<absl::string_view> UnknownNameIn(absl::string_view line) {
  if (!absl::ConsumePrefix(&line, "No match found for server name: ")) return absl::nullopt;
  absl::ConsumeSuffix(&line, ".");
  return line;
}

bool IsHandshakeTimeout(absl::string_view line) {
  return absl::StartsWith(line, "Security handshake failed: ") && absl::StrContains(line, "Handshake timed out");
}

bool LogHandshakeLine(absl::string_view line) {
  if (const auto error = HandshakeErrorIn(line)) {
    LogFailure(ExplainHandshake(*error, std::exchange(g_verify_result, X509_V_OK)));
    return true;
  }
  if (IsHandshakeTimeout(line)) {
    LogFailure(kTimedOut);
    return true;
  }
  if (const auto name = UnknownNameIn(line)) {
    LogUnknownName(*name);
    return true;
  }
  return false;
}

void NoteVerifyResults() {
  static const int index = SSL_CTX_get_ex_new_index(0, nullptr, OnNewContext, nullptr, nullptr);
  static_cast<void>(index);
}

}  // namespace cpsizer::server
