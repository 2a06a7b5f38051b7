#ifndef CPSIZER_CLIENT_KUBE_CONFIG_PEM_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_PEM_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/kube/config/cluster_config.h"

namespace cpsizer::kube {

// The content that a PEM text must have.
enum class PemKind { kCertificate, kPrivateKey };

// Returns whether `text` has valid PEM of `kind`: complete certificates, or a private key without a passphrase.
bool HoldsPem(absl::string_view text, PemKind kind);

// Returns whether `key` is the key of the first certificate of `certificate`. Both are PEM.
bool IsKeyOf(absl::string_view key, absl::string_view certificate);

// Returns the PEM text; empty if it is not configured. Errors: those of ReadFile(); InvalidArgument, naming the file,
// if it has no PEM of `kind`.
absl::StatusOr<std::string> ReadPem(const Pem& pem, PemKind kind);

// The texts of a client's certificate and key.
struct PemPair {
  std::string certificate;
  std::string key;
};

// Reads both; both are empty if neither is configured. Errors: those of ReadPem(); InvalidArgument, naming both, if
// they do not belong together.
absl::StatusOr<PemPair> ReadPair(const Pem& certificate, const Pem& key);

// Returns the PEM of a kubeconfig's `field`, given as `file` or as base64 in `data`, or not at all. The file is read
// once as a check. Errors begin with `where` and the field, and show no content: InvalidArgument if both are given, or
// if there is no PEM of `kind`; those of ReadFile().
absl::StatusOr<Pem> ChoosePem(absl::string_view where, absl::string_view field, const std::string& file,
                              absl::string_view data, PemKind kind);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_PEM_H_
