#ifndef CPSIZER_TESTS_E2E_SECRET_VOLUME_H_
#define CPSIZER_TESTS_E2E_SECRET_VOLUME_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::e2e {

// A Secret with certificates for servers, mounted as kubelet does it: a link of each file into `..data`, and `..data`
// to the version of the hour. `authority` must outlive it.
class SecretVolume {
 public:
  explicit SecretVolume(const testing::CertificateAuthority& authority);

  // Puts another certificate and its key there, all files at once.
  void Rotate();

  // Those of a server that takes its files from here and lets the client `dns:client` in.
  std::vector<std::string> Flags() const;

 private:
  const testing::CertificateAuthority& authority_;
  const testing::TemporaryFolder folder_;
  int version_ = 0;
};

// How often the server that wrote `log` took new files.
int ReloadsIn(absl::string_view log);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_SECRET_VOLUME_H_
