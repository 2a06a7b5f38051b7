#include "client/sidecar/replicas/version_reader.h"

#include <utility>

#include "absl/time/time.h"
#include "client/replicas/server_version.h"

namespace cpsizer::sidecar {
namespace {

constexpr absl::Duration kReadInterval = absl::Minutes(5);
constexpr absl::Duration kRetryInterval = absl::Seconds(15);
// Decisions wait for the first read.
constexpr absl::Duration kReadTimeout = absl::Seconds(5);

}  // namespace

VersionReader::VersionReader(kube::EventLoop& loop, kube::ApiClient& client, Log log)
    : loop_(loop), client_(client), log_(std::move(log)), version_(absl::UnavailableError("not read yet")) {}

VersionReader::~VersionReader() {
  *alive_ = false;
  loop_.timers().Cancel(next_);
}

void VersionReader::Start(std::function<void()> done) {
  done_ = std::move(done);
  Read();
}

void VersionReader::Read() {
  kube::HttpRequest request;
  request.path = replicas::kVersionPath;
  request.timeout = kReadTimeout;
  client_.Send(std::move(request), [this, alive = alive_](const absl::StatusOr<tree::Node>& answer) {
    if (*alive) OnResponse(answer);
  });
}

void VersionReader::OnResponse(const absl::StatusOr<tree::Node>& answer) {
  absl::StatusOr<std::string> version =
      answer.ok() ? replicas::ReadGitVersion(*answer) : absl::StatusOr<std::string>(answer.status());
  if (version.ok()) {
    const std::string before = version_.value_or("");
    if (before != *version) {
      log_(LogLevel::kInfo, "decisions follow the version of the API server",
           WithoutEmpty({{"version", replicas::VersionWords(*version)}, {"before", before}}));
    }
    warned_ = false;
  } else if (!std::exchange(warned_, true)) {
    log_(LogLevel::kWarn, "failed to read the version of the API server",
         {{"error", std::string(version.status().message())}});
  }
  if (version.ok() || !version_.ok()) version_ = std::move(version);
  const absl::Duration wait = version_.ok() ? kReadInterval : kRetryInterval;
  next_ = loop_.timers().At(loop_.now() + wait, [this] { Read(); });
  if (const std::function<void()> done = std::exchange(done_, nullptr)) done();
}

}  // namespace cpsizer::sidecar
