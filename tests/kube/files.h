#ifndef CPSIZER_TESTS_KUBE_FILES_H_
#define CPSIZER_TESTS_KUBE_FILES_H_

#include "tests/testing/temporary_folder.h"

namespace cpsizer::kube {

using ::cpsizer::testing::TemporaryFolder;

inline constexpr char kCertificatePem[] = "-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----\n";
inline constexpr char kKeyPem[] = "-----BEGIN EC PRIVATE KEY-----\nREVG\n-----END EC PRIVATE KEY-----\n";

}  // namespace cpsizer::kube

#endif  // CPSIZER_TESTS_KUBE_FILES_H_
