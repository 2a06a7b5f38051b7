#include "tests/e2e/history/servers/filled_thanos.h"

#include <csignal>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/e2e/history/servers/server_programs.h"

namespace cpsizer::e2e {
namespace {

// The metrics of a program of Thanos are on a free port, because nothing reads them.
constexpr char kAnyPort[] = "127.0.0.1:0";

}  // namespace

FilledThanos::FilledThanos() : url_(absl::StrCat("http://", port_.address())) {}

absl::StatusOr<std::unique_ptr<FilledThanos>> FilledThanos::Start(const ThanosOptions& options) {
  std::unique_ptr<FilledThanos> thanos(new FilledThanos);
  const std::string old_blocks = thanos->folder_.PathOf("old");
  const std::string new_blocks = thanos->folder_.PathOf("new");
  absl::Status status = LinkBlocks({options.old_blocks}, old_blocks);
  if (status.ok()) status = LinkBlocks({options.new_blocks}, new_blocks);
  if (status.ok()) status = thanos->StartStore(old_blocks);
  if (status.ok()) status = thanos->StartSidecar(new_blocks);
  if (status.ok()) status = thanos->StartQuerier(options.is_strict);
  if (!status.ok()) return status;
  return thanos;
}

void FilledThanos::KillStore() {
  store_->Signal(SIGKILL);
  store_->Wait(absl::Minutes(1));
}

absl::Status FilledThanos::StartStore(const std::string& blocks) {
  const std::string bucket =
      absl::StrCat("--objstore.config={type: FILESYSTEM, config: {directory: ", folder_.PathOf("bucket"), "}}");
  const auto uploaded =
      RunProgram({HistoryServerProgram("thanos"), "tools", "bucket", "upload-blocks", "--label=replica=\"a\"",
                  "--shipper.upload-compacted", absl::StrCat("--path=", blocks), bucket});
  if (!uploaded.ok()) return uploaded.status();
  auto store = StartProgram(
      {HistoryServerProgram("thanos"), "store", bucket, absl::StrCat("--data-dir=", folder_.PathOf("store")),
       absl::StrCat("--grpc-address=", store_port_.address()), absl::StrCat("--http-address=", kAnyPort)},
      "listening for serving gRPC");
  if (!store.ok()) return store.status();
  store_ = *std::move(store);
  return absl::OkStatus();
}

absl::Status FilledThanos::StartSidecar(const std::string& blocks) {
  auto prometheus = FilledPrometheus::StartOn(blocks, "{replica: a}");
  if (!prometheus.ok()) return prometheus.status();
  prometheus_ = *std::move(prometheus);
  auto sidecar = StartProgram(
      {HistoryServerProgram("thanos"), "sidecar", absl::StrCat("--tsdb.path=", blocks),
       absl::StrCat("--prometheus.url=", prometheus_->url()), absl::StrCat("--grpc-address=", sidecar_port_.address()),
       absl::StrCat("--http-address=", kAnyPort)},
      "listening for serving gRPC");
  if (!sidecar.ok()) return sidecar.status();
  sidecar_ = *std::move(sidecar);
  return absl::OkStatus();
}

absl::Status FilledThanos::StartQuerier(bool is_strict) {
  const std::string endpoint = is_strict ? "--endpoint-strict=" : "--endpoint=";
  auto querier =
      StartProgram({HistoryServerProgram("thanos"), "query", "--query.replica-label=replica",
                    absl::StrCat(endpoint, store_port_.address()), absl::StrCat(endpoint, sidecar_port_.address()),
                    absl::StrCat("--grpc-address=", kAnyPort), absl::StrCat("--http-address=", port_.address())},
                   "listening for requests and metrics");
  if (!querier.ok()) return querier.status();
  querier_ = *std::move(querier);
  if (Poll([this] { return HasStores(); }, absl::Minutes(2))) return absl::OkStatus();
  return absl::InternalError(absl::StrCat("the querier does not have both stores: ", querier_->standard_error()));
}

bool FilledThanos::HasStores() const {
  const absl::StatusOr<std::string> text = GetText(url_, "/api/v1/stores");
  if (!text.ok()) return false;
  const nlohmann::json response = nlohmann::json::parse(*text);
  size_t healthy = 0;
  for (const auto& kind : response["data"]) {
    for (const auto& store : kind) {
      // A store gateway that has not read its bucket yet has no times.
      if (store["lastError"].is_null() && store["minTime"] < store["maxTime"]) ++healthy;
    }
  }
  return healthy == 2;
}

}  // namespace cpsizer::e2e
