#include "tests/e2e/secret_volume.h"

#include <filesystem>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace cpsizer::e2e {

namespace fs = std::filesystem;

SecretVolume::SecretVolume(const testing::CertificateAuthority& authority) : authority_(authority) {
  for (const char* name : {"tls.crt", "tls.key", "ca.crt"}) {
    fs::create_symlink(absl::StrCat("..data/", name), folder_.PathOf(name));
  }
  Rotate();
}

void SecretVolume::Rotate() {
  const std::string last = absl::StrCat("..", version_);
  const std::string version = absl::StrCat("..", ++version_);
  const testing::CertifiedKey identity = authority_.IssueServer();
  folder_.Write(version + "/tls.crt", identity.certificate);
  folder_.Write(version + "/tls.key", identity.key);
  folder_.Write(version + "/ca.crt", authority_.pem());
  fs::create_directory_symlink(version, folder_.PathOf("..data_tmp"));
  fs::rename(folder_.PathOf("..data_tmp"), folder_.PathOf("..data"));
  fs::remove_all(folder_.PathOf(last));
}

std::vector<std::string> SecretVolume::Flags() const {
  return {"--tls-cert-file=" + folder_.PathOf("tls.crt"), "--tls-private-key-file=" + folder_.PathOf("tls.key"),
          "--client-ca-file=" + folder_.PathOf("ca.crt"), "--allowed-clients=dns:client"};
}

int ReloadsIn(absl::string_view log) {
  int count = 0;
  for (const absl::string_view line : absl::StrSplit(log, '\n')) {
    if (absl::StrContains(line, "reloaded the TLS files of this server; new connections use them")) ++count;
  }
  return count;
}

}  // namespace cpsizer::e2e
