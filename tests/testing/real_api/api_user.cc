#include "tests/testing/real_api/api_user.h"

#include <random>
#include <utility>

#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/types/optional.h"
#include "client/kube/config/config_source.h"
#include "client/kube/requests.h"
#include "client/tree/node_json.h"

namespace cpsizer::testing {
namespace {

constexpr char kName[] = "cpsizer-test";

// The loop waits at most this long for an event, because some events do not wake the loop.
constexpr absl::Duration kApiUserPollInterval = absl::Milliseconds(20);

constexpr absl::Duration kPause = absl::Milliseconds(50);

// The number of concurrent requests; each of them needs a connection.
constexpr size_t kAtOnce = 8;

double Random() {
  static std::mt19937 generator(std::random_device{}());
  return std::uniform_real_distribution<>()(generator);
}

}  // namespace

absl::StatusOr<std::unique_ptr<ApiUser>> ApiUser::Make(const std::string& kubeconfig) {
  kube::ConfigOptions options;
  options.kubeconfig = kubeconfig;
  absl::StatusOr<kube::ClusterConfig> config = kube::FindClusterConfig(options, {});
  if (!config.ok()) return config.status();
  const auto ignore = [](absl::string_view /*line*/) {};
  std::unique_ptr<ApiUser> user(new ApiUser(kube::Identity(*std::move(config), {}, ignore)));
  kube::HttpOptions http = user->identity_.Http(kName);
  if (!http.proxy.has_value()) http.proxy = "";  // the server is local: a proxy in the environment is ignored
  user->loop_ = std::make_unique<kube::EventLoop>(std::move(http), absl::Now, Random);
  if (absl::Status status = user->ReloadCertificates(); !status.ok()) return status;
  kube::Authorization authorization;
  authorization.headers = [&identity = user->identity_](absl::Time now) { return identity.Headers(now); };
  authorization.invalidate = [&identity = user->identity_](absl::Time sent) { identity.Invalidate(sent); };
  user->client_ =
      std::make_unique<kube::ApiClient>(*user->loop_, std::move(authorization), kube::RateLimit(/*per_second=*/0, 1));
  return user;
}

absl::Status ApiUser::ReloadCertificates() {
  const absl::StatusOr<kube::TlsIdentity> tls = identity_.Tls(absl::Now());
  if (!tls.ok()) return tls.status();
  loop_->http().SetIdentity(*tls);
  return absl::OkStatus();
}

absl::StatusOr<kube::Json> ApiUser::Send(kube::HttpRequest request) {
  absl::optional<absl::StatusOr<tree::Node>> answer;
  client_->Send(std::move(request), [&](absl::StatusOr<tree::Node> given) { answer = std::move(given); });
  // RunUntil() needs no timeout here, because the request itself has a timeout.
  RunUntil([&] { return answer.has_value(); }, absl::InfiniteDuration());
  if (!answer->ok()) return answer->status();
  return tree::ToJson(**answer);
}

absl::StatusOr<kube::Json> ApiUser::Get(const std::string& path) {
  kube::HttpRequest request;
  request.path = path;
  request.headers = {"Accept: application/json"};
  return Send(std::move(request));
}

absl::StatusOr<kube::Json> ApiUser::Create(const std::string& collection, const kube::Json& object) {
  return Send(kube::Create(collection, object, kName));
}

absl::StatusOr<kube::Json> ApiUser::Patch(const std::string& path, const kube::Json& patch) {
  return Send(kube::MergePatchOwn(path, patch));
}

absl::StatusOr<kube::Json> ApiUser::Delete(const std::string& path) {
  kube::HttpRequest request;
  request.method = "DELETE";
  request.path = path;
  request.headers = {"Accept: application/json"};
  return Send(std::move(request));
}

absl::Status ApiUser::SendAll(std::vector<kube::HttpRequest> requests) {
  absl::Status status;
  size_t sent = 0;
  size_t answered = 0;
  const auto advance = [&] {
    while (sent < requests.size() && sent - answered < kAtOnce) {
      client_->Send(std::move(requests[sent++]), [&](const absl::StatusOr<tree::Node>& answer) {
        status.Update(answer.status());
        ++answered;
      });
    }
    return answered == requests.size();
  };
  RunUntil(advance, absl::InfiniteDuration());
  return status;
}

absl::StatusOr<std::string> ApiUser::GetText(const std::string& path) {
  kube::HttpRequest request;
  request.path = path;
  absl::optional<absl::StatusOr<std::string>> answer;
  loop_->http().Send(std::move(request), [&](absl::StatusOr<std::string> given) { answer = std::move(given); });
  RunUntil([&] { return answer.has_value(); }, absl::InfiniteDuration());
  return *std::move(answer);
}

absl::Status ApiUser::Eventually(const std::function<absl::Status()>& attempt) {
  absl::Status status;
  RunUntil([&] {
    status = attempt();
    if (!status.ok()) RunUntil([] { return false; }, kPause);
    return status.ok();
  });
  return status;
}

bool ApiUser::RunUntil(const std::function<bool()>& done, absl::Duration timeout) {
  const absl::Time deadline = absl::Now() + timeout;
  while (!done()) {
    if (absl::Now() >= deadline) return false;
    loop_->RunOnce(kApiUserPollInterval);
  }
  return true;
}

}  // namespace cpsizer::testing
