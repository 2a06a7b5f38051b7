#ifndef CPSIZER_CLIENT_KUBE_CONFIG_PEM_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_PEM_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/kube/config/cluster_config.h"

namespace cpsizer::kube {

// The kind of PEM that a text must contain.
enum class PemKind { kCertificate, kPrivateKey };

// Returns whether `text` is valid PEM of `kind`: complete certificates, or a private key without a passphrase.
bool HoldsPem(absl::string_view text, PemKind kind);

// Returns whether `key` belongs to the first certificate in `certificate`. `key` and `certificate` are PEM texts.
bool IsKeyOf(absl::string_view key, absl::string_view certificate);

// Returns the text of `pem`, or an empty string if `pem` is not configured. Errors: the errors of ReadFile();
// InvalidArgument if the file contains no PEM of `kind`. The message contains the name of the file.
absl::StatusOr<std::string> ReadPem(const Pem& pem, PemKind kind);

// The certificate and the key of a client, as PEM texts.
struct PemPair {
  std::string certificate;
  std::string key;
};

// Reads the certificate and the key. If `certificate` and `key` are not configured, the texts in the result are empty.
// Errors: the errors of ReadPem(); InvalidArgument if the key does not belong to the certificate. The message contains
// the names of the key and of the certificate.
absl::StatusOr<PemPair> ReadPair(const Pem& certificate, const Pem& key);

// Returns the Pem for the kubeconfig field `field`. The Pem is the file at the path `file`, or the decoded text of
// `data`, which is base64. If `file` and `data` are empty, the Pem is not configured. The file is read once, to check
// its content. Errors: InvalidArgument if `file` and `data` are both set, or if the content is not PEM of `kind`; the
// errors of ReadFile(). Each message begins with `where` and the field, and does not contain the content.
absl::StatusOr<Pem> ChoosePem(absl::string_view where, absl::string_view field, const std::string& file,
                              absl::string_view data, PemKind kind);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_PEM_H_
