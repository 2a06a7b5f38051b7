#include "tests/e2e/machines/real_prometheus.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace cpsizer::e2e {
namespace {

// The bcrypt hash of kPassword.
constexpr char kPasswordHash[] = "$2b$05$abcdefghijklmnopqrstuuLK7U1u6pVRmL7L1BBM2aS35PSZnDXlK";

}  // namespace

absl::StatusOr<std::unique_ptr<RealPrometheus>> RealPrometheus::Start() {
  std::unique_ptr<RealPrometheus> prometheus(new RealPrometheus);
  absl::StatusOr<std::unique_ptr<testing::Subprocess>> process =
      testing::Subprocess::Start({"prometheus", absl::StrCat("--config.file=", prometheus->WriteConfiguration()),
                                  absl::StrCat("--web.config.file=", prometheus->WriteWebConfiguration()),
                                  absl::StrCat("--storage.tsdb.path=", prometheus->folder_.PathOf("data")),
                                  absl::StrCat("--web.listen-address=", prometheus->port_.address())});
  if (!process.ok()) return process.status();
  prometheus->process_ = *std::move(process);
  return prometheus;
}

RealPrometheus::RealPrometheus()
    : url_(absl::StrCat("https://", port_.address())),
      exporter_([this](testing::FakeHttpConnection& connection) { Export(connection); }) {}

void RealPrometheus::Export(testing::FakeHttpConnection& connection) {
  while (connection.Read().has_value()) {
    const std::string metrics = absl::StrCat("# TYPE test_load gauge\ntest_load ", load_.load(), "\n");
    if (!connection.Answer(200, metrics, "Content-Type: text/plain; version=0.0.4\r\n")) return;
  }
}

std::string RealPrometheus::WriteConfiguration() const {
  return folder_.Write(
      "prometheus.yml",
      absl::StrCat("scrape_configs:\n- job_name: test\n  scrape_interval: 250ms\n  scrape_timeout: 250ms\n"
                   "  static_configs:\n  - targets: ['",
                   absl::StripPrefix(exporter_.url(), "http://"), "']\n"));
}

std::string RealPrometheus::WriteWebConfiguration() const {
  const testing::CertifiedKey identity = authority_.IssueServer();
  return folder_.Write(
      "web.yml", absl::StrCat("tls_server_config:\n  cert_file: ", folder_.Write("server.crt", identity.certificate),
                              "\n  key_file: ", folder_.Write("server.key", identity.key), "\nbasic_auth_users:\n  ",
                              kUser, ": ", kPasswordHash, "\n"));
}

}  // namespace cpsizer::e2e
