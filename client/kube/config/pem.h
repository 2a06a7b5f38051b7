#ifndef CPSIZER_CLIENT_KUBE_CONFIG_PEM_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_PEM_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/kube/config/cluster_config.h"

namespace cpsizer::kube {

// The kind of content that a PEM text must have.
enum class PemKind { kCertificate, kPrivateKey };

// Returns whether `text` contains valid PEM of `kind`: complete certificates, or a private key without a passphrase.
bool HoldsPem(absl::string_view text, PemKind kind);

// Returns whether `key` is the key of the first certificate of `certificate`. `key` and `certificate` are PEM texts.
bool IsKeyOf(absl::string_view key, absl::string_view certificate);

// Returns the PEM text, or an empty string if `pem` is not configured. Errors: the errors of ReadFile();
// InvalidArgument with the name of the file if the file has no PEM of `kind`.
absl::StatusOr<std::string> ReadPem(const Pem& pem, PemKind kind);

// The certificate and the key of a client, as PEM text.
struct PemPair {
  std::string certificate;
  std::string key;
};

// Reads the certificate and the key. If `certificate` and `key` are not configured, the texts of the result are empty.
// Errors: the errors of ReadPem(); InvalidArgument if the key does not belong to the certificate, with the names of the
// key and of the certificate in the message.
absl::StatusOr<PemPair> ReadPair(const Pem& certificate, const Pem& key);

// Returns the PEM of the kubeconfig field `field`, from the path `file` or from the base64 text `data`. If `file` and
// `data` are empty, returns a Pem that is not configured. The file is read once to check its content. Errors:
// InvalidArgument if `file` and `data` are both given, or if there is no PEM of `kind`; the errors of ReadFile(). Each
// message begins with `where` and the field, and shows no content.
absl::StatusOr<Pem> ChoosePem(absl::string_view where, absl::string_view field, const std::string& file,
                              absl::string_view data, PemKind kind);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_PEM_H_
