#include "tests/e2e/admin_port.h"

#include <nlohmann/json.hpp>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "tests/testing/net/raw_http_client.h"

namespace cpsizer::e2e {
namespace {

constexpr absl::Duration kAdminPortTimeout = absl::Seconds(60);

}  // namespace

AdminPort::AdminPort(testing::Subprocess& program) {
  const auto line = program.WaitForLine(
      [](absl::string_view text) { return absl::StrContains(text, "\"adminAddress\""); }, kAdminPortTimeout);
  if (line.has_value()) address_ = nlohmann::json::parse(*line).value("adminAddress", "");
}

std::string AdminPort::Page(const std::string& path) const {
  testing::RawHttpClient client(address_);
  client.Begin("GET", path);
  return client.Read().body;
}

absl::optional<int64_t> AdminPort::Metric(const std::string& series) const {
  const std::string page = Page("/metrics");
  int64_t value = 0;
  for (absl::string_view line : absl::StrSplit(page, '\n')) {
    if (absl::ConsumePrefix(&line, absl::StrCat(series, " ")) && absl::SimpleAtoi(line, &value)) return value;
  }
  return absl::nullopt;
}

}  // namespace cpsizer::e2e
