#include "tests/bench/scrape_figures.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/bench/machine.h"
#include "tests/testing/net/raw_http_client.h"

namespace cpsizer::bench {
namespace {

constexpr int kScrapes = 500;
constexpr char kAddressField[] = "adminAddress";

}  // namespace

absl::StatusOr<ScrapeFigures> MeasureScrapes(const MeasuredServers& servers) {
  const absl::StatusOr<std::unique_ptr<testing::ServerProcess>> server = servers.Start(Server::kOursDeployed);
  if (!server.ok()) return server.status();
  testing::Subprocess& process = (*server)->process();
  const absl::optional<std::string> line = process.WaitForLine(
      [](absl::string_view text) { return absl::StrContains(text, kAddressField); }, absl::Minutes(1));
  if (!line.has_value()) return absl::InternalError("the server did not print the address of its admin port");
  const std::string address = nlohmann::json::parse(*line)[kAddressField];
  ScrapeFigures figures;
  const absl::Duration before = CpuTimeOf(process.pid());
  for (int i = 0; i < kScrapes; ++i) {
    testing::RawHttpClient client(address);
    client.Begin("GET", "/metrics");
    const testing::RawHttpClient::Reply reply = client.Read();
    if (reply.code != 200) return absl::InternalError(absl::StrCat("/metrics returned ", reply.code));
    figures.bytes = reply.body.size();
  }
  figures.server_micros = absl::ToDoubleMicroseconds(CpuTimeOf(process.pid()) - before) / kScrapes;
  return figures;
}

}  // namespace cpsizer::bench
