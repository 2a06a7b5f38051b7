#ifndef CPSIZER_TESTS_E2E_SECRET_VOLUME_H_
#define CPSIZER_TESTS_E2E_SECRET_VOLUME_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::e2e {

// A Secret with certificates for servers, mounted as kubelet does it: a link from each file into `..data`, and from
// `..data` to the current version. `authority` must outlive it.
class SecretVolume {
 public:
  explicit SecretVolume(const testing::CertificateAuthority& authority);

  // Replaces the certificate and its key, all files at once.
  void Rotate();

  // Returns the flags of a server that reads its files from here and authorizes the client `dns:client`.
  std::vector<std::string> Flags() const;

 private:
  const testing::CertificateAuthority& authority_;
  const testing::TemporaryFolder folder_;
  int version_ = 0;
};

// Returns how often the server that wrote `log` reloaded files.
int ReloadsIn(absl::string_view log);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_SECRET_VOLUME_H_
