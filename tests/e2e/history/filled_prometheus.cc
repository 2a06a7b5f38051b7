#include "tests/e2e/history/filled_prometheus.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::e2e {

FilledPrometheus::FilledPrometheus() : url_(absl::StrCat("http://", port_.address())) {}

absl::StatusOr<std::unique_ptr<FilledPrometheus>> FilledPrometheus::Start(absl::string_view samples) {
  std::unique_ptr<FilledPrometheus> prometheus(new FilledPrometheus);
  absl::Status status = prometheus->Fill(samples);
  if (status.ok()) status = prometheus->Run();
  if (!status.ok()) return status;
  return prometheus;
}

absl::Status FilledPrometheus::Fill(absl::string_view samples) const {
  const absl::StatusOr<testing::FinishedProcess> promtool =
      testing::RunProcess({"promtool", "tsdb", "create-blocks-from", "--quiet", "openmetrics",
                           folder_.Write("samples.txt", samples), folder_.PathOf("data")},
                          {}, absl::Minutes(3));
  if (!promtool.ok()) return promtool.status();
  return promtool->exit_code == 0 ? absl::OkStatus() : absl::InternalError(promtool->standard_error);
}

absl::Status FilledPrometheus::Run() {
  // The samples are older than the usual retention.
  absl::StatusOr<std::unique_ptr<testing::Subprocess>> process = testing::Subprocess::Start(
      {"prometheus", absl::StrCat("--config.file=", folder_.Write("prometheus.yml", "global: {}\n")),
       absl::StrCat("--storage.tsdb.path=", folder_.PathOf("data")), "--storage.tsdb.retention.time=100y",
       absl::StrCat("--web.listen-address=", port_.address())});
  if (!process.ok()) return process.status();
  process_ = *std::move(process);
  const auto is_ready = [](absl::string_view line) { return absl::StrContains(line, "ready to receive web requests"); };
  if (process_->WaitForLine(is_ready, absl::Minutes(2)).has_value()) return absl::OkStatus();
  return absl::InternalError(process_->standard_error());
}

}  // namespace cpsizer::e2e
