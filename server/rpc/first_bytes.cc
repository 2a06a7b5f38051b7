#include "server/rpc/first_bytes.h"

#include "absl/strings/match.h"
#include "server/process/logging.h"

namespace cpsizer::server {
namespace {

constexpr int kBurst = 10;
constexpr absl::Duration kInterval = absl::Seconds(1);

constexpr absl::string_view kHttp2 = "PRI * HTTP/2.0";
constexpr absl::string_view kTlsHandshake = "\x16\x03";
constexpr absl::string_view kHttp1Methods[] = {"GET ", "HEAD", "POST", "PUT ", "OPTI", "DELE", "PATC", "CONN", "TRAC"};

bool IsHttp1(absl::string_view bytes) {
  for (const absl::string_view method : kHttp1Methods) {
    if (absl::StartsWith(bytes, method)) return true;
  }
  return false;
}

}  // namespace

ClientProblem ExplainFirstBytes(absl::string_view bytes) {
  if (absl::StartsWith(kHttp2, bytes)) return {};
  if (absl::StartsWith(bytes, kTlsHandshake)) {
    return {"a client uses TLS on this plaintext port",
            "configure the client to call without TLS (grpcurl -plaintext), or serve TLS with --tls-cert-file and "
            "--tls-private-key-file"};
  }
  if (IsHttp1(bytes)) {
    return {"a client uses HTTP/1.1 on the gRPC port",
            "send HTTP probes and requests of browsers to the address of --admin-addr"};
  }
  return {"a client uses neither HTTP/2 nor TLS on the gRPC port",
          "find this client; the port accepts only gRPC over HTTP/2"};
}

void LogFirstBytes(absl::string_view bytes) {
  const ClientProblem client = ExplainFirstBytes(bytes);
  if (client.what.empty()) return;
  static TokenBucket& rate = *new TokenBucket(kBurst, kInterval);  // NOLINT: outlives every thread
  Log(rate, LogLevel::kWarn, client.what, {{"hint", client.hint}});
}

}  // namespace cpsizer::server
