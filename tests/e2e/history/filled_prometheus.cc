#include "tests/e2e/history/filled_prometheus.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::e2e {

FilledPrometheus::FilledPrometheus() : url_(absl::StrCat("http://", port_.address())) {}

absl::StatusOr<std::unique_ptr<FilledPrometheus>> FilledPrometheus::Start(absl::string_view samples) {
  std::unique_ptr<FilledPrometheus> prometheus(new FilledPrometheus);
  const std::string blocks = prometheus->folder_.PathOf("data");
  absl::Status status = WriteBlocks(samples, blocks);
  if (status.ok()) status = prometheus->Run(blocks, "{}");
  if (!status.ok()) return status;
  return prometheus;
}

absl::StatusOr<std::unique_ptr<FilledPrometheus>> FilledPrometheus::StartOn(const std::string& blocks,
                                                                            absl::string_view external_labels) {
  std::unique_ptr<FilledPrometheus> prometheus(new FilledPrometheus);
  if (absl::Status status = prometheus->Run(blocks, external_labels); !status.ok()) return status;
  return prometheus;
}

absl::Status FilledPrometheus::Run(const std::string& blocks, absl::string_view external_labels) {
  const std::string config =
      folder_.Write("prometheus.yml", absl::StrCat("global: {external_labels: ", external_labels, "}\n"));
  // The samples are older than the usual retention. With equal durations, blocks are not compacted.
  absl::StatusOr<std::unique_ptr<testing::Subprocess>> process = testing::Subprocess::Start(
      {"prometheus", absl::StrCat("--config.file=", config), absl::StrCat("--storage.tsdb.path=", blocks),
       "--storage.tsdb.retention.time=100y", "--storage.tsdb.min-block-duration=2h",
       "--storage.tsdb.max-block-duration=2h", absl::StrCat("--web.listen-address=", port_.address())});
  if (!process.ok()) return process.status();
  process_ = *std::move(process);
  const auto is_ready = [](absl::string_view line) { return absl::StrContains(line, "ready to receive web requests"); };
  if (process_->WaitForLine(is_ready, absl::Minutes(2)).has_value()) return absl::OkStatus();
  return absl::InternalError(process_->standard_error());
}

absl::Status WriteBlocks(absl::string_view samples, const std::string& folder) {
  const testing::TemporaryFolder input;
  const std::string path = input.Write("samples.txt", samples);
  // promtool reads the text once for each block, so the blocks are as long as Prometheus makes them by compaction.
  const absl::StatusOr<testing::FinishedProcess> promtool = testing::RunProcess(
      {"promtool", "tsdb", "create-blocks-from", "--quiet", "--max-block-duration=54h", "openmetrics", path, folder},
      {}, absl::Minutes(3));
  if (!promtool.ok()) return promtool.status();
  return promtool->exit_code == 0 ? absl::OkStatus() : absl::InternalError(promtool->standard_error);
}

}  // namespace cpsizer::e2e
