#include "tests/e2e/history/servers/filled_victoria_metrics.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/e2e/history/servers/server_programs.h"

namespace cpsizer::e2e {

FilledVictoriaMetrics::FilledVictoriaMetrics() : url_(absl::StrCat("http://", port_.address())) {}

absl::StatusOr<std::unique_ptr<FilledVictoriaMetrics>> FilledVictoriaMetrics::Start(
    const std::vector<std::string>& samples) {
  std::unique_ptr<FilledVictoriaMetrics> server(new FilledVictoriaMetrics);
  auto process = StartProgram(
      {HistoryServerProgram("victoria-metrics"), absl::StrCat("-storageDataPath=", server->folder_.PathOf("data")),
       absl::StrCat("-httpListenAddr=", server->port_.address()), "-retentionPeriod=100y"},
      "started server at http");
  if (!process.ok()) return process.status();
  server->process_ = *std::move(process);
  if (absl::Status status = server->Fill(samples); !status.ok()) return status;
  return server;
}

absl::Status FilledVictoriaMetrics::Fill(const std::vector<std::string>& samples) const {
  for (const std::string& text : samples) {
    const auto imported =
        RunProgram({"curl", "-sS", "--fail-with-body", "--noproxy", "*", "-T", folder_.Write("samples.txt", text), "-X",
                    "POST", absl::StrCat(url_, "/api/v1/import/prometheus")});
    if (!imported.ok()) return imported.status();
  }
  // Otherwise queries return the samples some seconds later.
  return GetText(url_, "/internal/force_flush").status();
}

}  // namespace cpsizer::e2e
