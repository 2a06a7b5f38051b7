#include "server/rpc/server.h"

#include <grpcpp/resource_quota.h>
#include <grpcpp/server_builder.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "proto/descriptor_set.h"
#include "server/engine/base/text.h"
#include "server/process/allocator.h"
#include "server/process/logging.h"
#include "server/process/memory_releaser.h"
#include "server/process/tls/tls_report.h"
#include "server/process/token_bucket.h"
#include "server/rpc/first_bytes.h"
#include "server/rpc/flood/watched_sockets.h"

namespace cpsizer::server {
namespace {

using ::grpc::experimental::ExternalConnectionAcceptor;

constexpr int kMaxReflectionStreams = 64;
// gRPC accepts requests that are larger than the maximum by at most this number of bytes. For such a request, this
// server sets the status, and not gRPC.
constexpr size_t kReceiveSlackBytes = size_t{1} << 20;
// `--memory-quota` divided by this number is a limit: if more calls are open, the number of new calls is limited. At
// most twice the limit can be open. gRPC uses about 13 KiB for each open call.
constexpr size_t kQuotaForOpenCall = size_t{256} << 10;
constexpr int kMinBatchThreads = 1;
constexpr int kMaxBatchThreads = 16;

constexpr struct {
  const char* name;
  int value;
} kChannelArguments[] = {
    // Disables decompression, because the size after decompression has no limit. For the same reason, Configure()
    // disables the compression algorithms.
    {GRPC_ARG_ENABLE_PER_MESSAGE_DECOMPRESSION, 0},
    {GRPC_ARG_MAX_METADATA_SIZE, 8 << 10},
    {GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS, 10'000},
    {GRPC_ARG_KEEPALIVE_TIME_MS, 60'000},
    {GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10'000},
    {GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1},
    // 0 means no limit. If there is a limit, gRPC never sends the third ping on an idle connection.
    {GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0},
    {GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 10'000},
    {GRPC_ARG_HTTP2_MAX_PING_STRIKES, 2},
    {GRPC_ARG_MAX_CONNECTION_AGE_GRACE_MS, 30'000},
};

const char* SizingServiceName() {
  return v1::SizingService::service_full_name();
}

std::vector<std::string> ListedServices() {
  return {SizingServiceName(), "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection",
          "grpc.reflection.v1alpha.ServerReflection"};
}

void Configure(const LimitOptions& limits, grpc::ServerBuilder& builder) {
  for (const auto& argument : kChannelArguments) builder.AddChannelArgument(argument.name, argument.value);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, limits.max_concurrent_streams);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_AGE_MS,
                             static_cast<int>(absl::ToInt64Milliseconds(limits.max_connection_age)));
  builder.SetMaxReceiveMessageSize(static_cast<int>(limits.max_message_bytes + kReceiveSlackBytes));
  builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_DEFLATE, false);
  builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_GZIP, false);
  builder.SetResourceQuota(grpc::ResourceQuota("cpsizer").Resize(limits.memory_quota));
}

void LogRefusedConnection(size_t limit) {
  static TokenBucket& rate = *new TokenBucket(1, absl::Seconds(10));  // NOLINT: outlives every thread
  Log(rate, LogLevel::kWarn,
      "connection limit reached; rejecting new connections. Raise --max-connections (and the limit of open files), or "
      "serve with more replicas",
      {{"maxConnections", absl::StrCat(limit)}});
}

}  // namespace

int DefaultBatchThreads() {
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()) / 2, kMinBatchThreads, kMaxBatchThreads);
}

absl::StatusOr<std::unique_ptr<Server>> Server::Start(const ServerSetup& setup) {
  absl::StatusOr<ListenAddress> address = ResolveListenAddress(setup.options.grpc_addr);
  if (!address.ok()) return absl::InvalidArgumentError(absl::StrCat("--grpc-addr: ", address.status().message()));
  address->unix_mode = setup.options.unix_socket_mode;
  const SecurityOptions& options = setup.options.security;
  if (!address->IsLocal() && options.tls.empty() && !options.insecure) {
    return absl::InvalidArgumentError(
        absl::StrCat(Quoted(address->text),
                     " can be reached from other machines; set --tls-cert-file, --tls-private-key-file and "
                     "--client-ca-file, or set --insecure if all machines that can reach the address are trusted, or "
                     "listen on 127.0.0.1 or unix:/path"));
  }
  absl::StatusOr<std::unique_ptr<Security>> security = Security::Load(options);
  if (!security.ok()) return security.status();
  absl::StatusOr<Listener> listener = Listener::Open(*address);
  if (!listener.ok()) return listener.status();
  std::unique_ptr<Server> server(new Server(setup, address->IsLocal(), listener->address(), *std::move(security)));
  if (!server->StartGrpc(setup.options, *std::move(listener))) return absl::InternalError("gRPC did not start");
  return server;
}

Server::Server(const ServerSetup& setup, bool local, std::string address, std::unique_ptr<Security> security)
    : local_(local),
      address_(std::move(address)),
      security_(std::move(security)),
      memory_(FreeMemoryBytes, ReleaseFreeMemory),
      connections_(setup.options.limits.max_connections),
      floods_(std::make_shared<FloodGuard>(setup.options.limits.memory_quota / kQuotaForOpenCall,
                                           setup.options.limits.max_concurrent_streams)),
      sizing_({setup.options.limits, setup.batch_threads, setup.batch_function, security_->authorizer()}, metrics_),
      health_({SizingServiceName()}, connections_.limit()),
      unknown_methods_(metrics_.unknown_method()),
      reflection_index_(DescriptorSet(), ListedServices()),
      reflection_(reflection_index_, kMaxReflectionStreams, security_->authorizer()) {}

Server::~Server() {
  ShutDown(absl::ZeroDuration());
}

bool Server::StartGrpc(const ServerOptions& options, Listener listener) {
  grpc::ServerBuilder builder;
  Configure(options.limits, builder);
  builder.RegisterService(&sizing_);
  builder.RegisterService(&health_);
  builder.RegisterCallbackGenericService(&unknown_methods_);
  if (options.reflection) {
    for (const auto& service : reflection_.services()) builder.RegisterService(service.get());
  }
  std::shared_ptr<ExternalConnectionAcceptor> connections = builder.experimental().AddExternalConnectionAcceptor(
      grpc::ServerBuilder::experimental_type::ExternalConnectionType::FROM_FD, security_->MakeCredentials());
  grpc_ = builder.BuildAndStart();
  if (grpc_ == nullptr) return false;
  Acceptor::Steps steps;
  const bool tls = tls_status().has_value();
  if (tls) WatchTls(floods_);
  steps.admit = [this, tls](int connection_fd) {
    const absl::Time now = absl::Now();
    std::string peer = PeerAddress(connection_fd);
    if (!floods_->Admit(peer, now)) return false;
    // At the maximum number of connections, the new connection is closed immediately. The client then uses another
    // server and does not wait.
    const bool admitted = connections_.Add(connection_fd, now);
    if (!admitted) LogRefusedConnection(connections_.limit());
    if (admitted && !tls) WatchSocket(connection_fd, std::move(peer), floods_);
    return admitted;
  };
  // Not needed with TLS: the handshake of a client with another protocol fails, and the failure is logged.
  if (!tls) steps.inspect = LogFirstBytes;
  steps.take = [connections](int listener_fd, int connection_fd) {
    ExternalConnectionAcceptor::NewConnectionParameters parameters;
    parameters.listener_fd = listener_fd;
    parameters.fd = connection_fd;
    connections->HandleNewConnection(&parameters);
  };
  acceptor_.emplace(std::move(listener), std::move(steps), event_thread_);
  return true;
}

std::vector<prometheus::MetricFamily> Server::CollectMetrics() const {
  std::vector<prometheus::MetricFamily> families = metrics_.Collect(
      sizing_.medium_calls(), sizing_.batches(), connections_, *floods_, sizing_.configurations().figures());
  CollectTls(Side::kServer, tls_status(), families);
  return families;
}

size_t Server::authorization_rules() const {
  return security_->authorizer() == nullptr ? 0 : security_->authorizer()->rules();
}

absl::Status Server::authorization_error() const {
  return security_->authorizer() == nullptr ? absl::OkStatus() : security_->authorizer()->error();
}

void Server::Poll() {
  security_->Poll();
  memory_.Poll();
}

void Server::SetNotServing() {
  health_.SetNotServing();
}

void Server::RefuseNewCalls() {
  acceptor_.reset();
  sizing_.RefuseNewCalls();
}

void Server::ShutDown(absl::Duration grace) {
  if (grpc_ == nullptr) return;
  acceptor_.reset();
  reflection_.Close();
  health_.Close();
  sizing_.ExpectCutAt(CutCalls::Clock::now() + absl::ToChronoNanoseconds(grace));
  WatchTls(nullptr);
  grpc_->Shutdown(std::chrono::system_clock::now() + absl::ToChronoNanoseconds(grace));
  grpc_ = nullptr;
}

}  // namespace cpsizer::server
