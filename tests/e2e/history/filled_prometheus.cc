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
  if (status.ok()) status = prometheus->Run(blocks, "");
  if (!status.ok()) return status;
  return prometheus;
}

absl::StatusOr<std::unique_ptr<FilledPrometheus>> FilledPrometheus::StartOn(const std::string& blocks,
                                                                            absl::string_view external_labels) {
  std::unique_ptr<FilledPrometheus> prometheus(new FilledPrometheus);
  const std::string config = absl::StrCat("global: {external_labels: ", external_labels, "}\n");
  if (absl::Status status = prometheus->Run(blocks, config); !status.ok()) return status;
  return prometheus;
}

absl::StatusOr<std::unique_ptr<FilledPrometheus>> FilledPrometheus::StartEmpty(absl::string_view config) {
  std::unique_ptr<FilledPrometheus> prometheus(new FilledPrometheus);
  if (absl::Status status = prometheus->Run(prometheus->folder_.PathOf("data"), config); !status.ok()) return status;
  return prometheus;
}

absl::Status FilledPrometheus::Run(const std::string& blocks, absl::string_view config) {
  // The samples are older than the usual retention. With equal durations, blocks are not compacted.
  absl::StatusOr<std::unique_ptr<testing::Subprocess>> process =
      testing::Subprocess::Start({"prometheus", absl::StrCat("--config.file=", folder_.Write("prometheus.yml", config)),
                                  absl::StrCat("--storage.tsdb.path=", blocks), "--storage.tsdb.retention.time=100y",
                                  "--storage.tsdb.min-block-duration=2h", "--storage.tsdb.max-block-duration=2h",
                                  absl::StrCat("--web.listen-address=", port_.address())});
  if (!process.ok()) return process.status();
  process_ = *std::move(process);
  const auto is_ready = [](absl::string_view line) { return absl::StrContains(line, "ready to receive web requests"); };
  if (process_->WaitForLine(is_ready, absl::Minutes(2)).has_value()) return absl::OkStatus();
  return absl::InternalError(process_->standard_error());
}

namespace {

absl::Status RunTool(const std::vector<std::string>& command) {
  const absl::StatusOr<testing::FinishedProcess> finished = testing::RunProcess(command, {}, absl::Minutes(3));
  if (!finished.ok()) return finished.status();
  return finished->exit_code == 0 ? absl::OkStatus() : absl::InternalError(finished->standard_error);
}

}  // namespace

absl::Status WriteBlocks(absl::string_view samples, const std::string& folder) {
  const testing::TemporaryFolder input;
  // promtool reads the text once for each block, so the blocks are as long as Prometheus makes them by compaction.
  return RunTool({"promtool", "tsdb", "create-blocks-from", "--quiet", "--max-block-duration=54h", "openmetrics",
                  input.Write("samples.txt", samples), folder});
}

absl::Status LinkBlocks(const std::vector<std::string>& from, const std::string& to) {
  std::vector<std::string> command = {"cp", "--archive", "--link"};
  for (const std::string& folder : from) command.push_back(absl::StrCat(folder, "/."));
  command.push_back(to);
  if (absl::Status status = RunTool({"mkdir", to}); !status.ok()) return status;
  return RunTool(command);
}

}  // namespace cpsizer::e2e
