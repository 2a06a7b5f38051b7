#ifndef CPSIZER_TESTS_E2E_SECRET_VOLUME_H_
#define CPSIZER_TESTS_E2E_SECRET_VOLUME_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::e2e {

// A Secret with certificates for servers, mounted as the kubelet mounts it. Each file is a link into `..data`, and
// `..data` is a link to the current version. `authority` must outlive the SecretVolume.
class SecretVolume {
 public:
  explicit SecretVolume(const testing::CertificateAuthority& authority);

  // Replaces the certificate and its key. All files change at the same moment.
  void Rotate();

  // Returns the flags of a server that reads these files and authorizes the client with the name `dns:client`.
  std::vector<std::string> Flags() const;

 private:
  const testing::CertificateAuthority& authority_;
  const testing::TemporaryFolder folder_;
  int version_ = 0;
};

// Returns how often a server has reloaded files. `log` is the log of the server.
int ReloadsIn(absl::string_view log);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_SECRET_VOLUME_H_
