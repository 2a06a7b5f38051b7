#include "tests/testing/server_process.h"

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"

namespace cpsizer::testing {
namespace {

constexpr absl::string_view kHost = "127.0.0.1:";
constexpr absl::Duration kServerProcessTimeout = absl::Seconds(30);

// Returns the address in `line`; empty if `line` has no address, or only an address with port 0.
std::string AddressIn(absl::string_view line) {
  const size_t start = line.find(kHost);
  if (start == absl::string_view::npos) return "";
  size_t end = start + kHost.size();
  if (end == line.size() || line[end] < '1' || line[end] > '9') return "";
  while (end < line.size() && absl::ascii_isdigit(static_cast<unsigned char>(line[end]))) ++end;
  return std::string(line.substr(start, end - start));
}

}  // namespace

absl::StatusOr<std::unique_ptr<ServerProcess>> ServerProcess::Start(const std::vector<std::string>& command) {
  absl::StatusOr<std::unique_ptr<Subprocess>> process = Subprocess::Start(command);
  if (!process.ok()) return process.status();
  const absl::optional<std::string> line =
      (*process)->WaitForLine([](absl::string_view line) { return !AddressIn(line).empty(); }, kServerProcessTimeout);
  if (!line.has_value()) {
    return absl::InternalError(absl::StrCat(command[0], " printed no address; output: ", (*process)->standard_output(),
                                            (*process)->standard_error()));
  }
  return std::unique_ptr<ServerProcess>(new ServerProcess(*std::move(process), AddressIn(*line)));
}

}  // namespace cpsizer::testing
