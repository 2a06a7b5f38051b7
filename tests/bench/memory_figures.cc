#include "tests/bench/memory_figures.h"

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "tests/bench/load_generator.h"
#include "tests/bench/machine.h"

namespace cpsizer::bench {
namespace {

using testing::ServerProcess;

// The number of starts. The result is the median of all starts. Must be odd.
constexpr int kStarts = 5;
constexpr int kOutstanding = 64;

int64_t Resident(ServerProcess& server) {
  return ResidentMemoryOf(server.process().pid()).now;
}

// Connections that have made one call each.
class IdleConnections {
 public:
  absl::Status Open(int count, const std::string& address, const Payload& payload) {
    for (int i = 0; i < count; ++i) {
      grpc::ChannelArguments arguments;
      // Without this option all channels share one connection.
      arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
      channels_.push_back(grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments));
      if (absl::Status status = Call(payload); !status.ok()) return status;
    }
    return absl::OkStatus();
  }

 private:
  absl::Status Call(const Payload& payload) {
    grpc::CompletionQueue queue;
    grpc::ClientContext context;
    grpc::ByteBuffer response;
    grpc::Status status;
    const auto reader = grpc::GenericStub(channels_.back())
                            .PrepareUnaryCall(&context, payload.method, BufferOf(payload.request), &queue);
    reader->StartCall();
    reader->Finish(&response, &status, this);
    void* tag = nullptr;
    bool ok = false;
    queue.Next(&tag, &ok);
    if (status.ok()) return absl::OkStatus();
    return absl::InternalError(
        absl::StrCat("connection ", channels_.size(), " cannot be used: ", status.error_message()));
  }

  std::vector<std::shared_ptr<grpc::Channel>> channels_;
};

absl::StatusOr<int64_t> MeasureIdle(const MeasuredServers& servers, Server which, const Payload& payload) {
  std::vector<int64_t> seen;
  for (int i = 0; i < kStarts; ++i) {
    const absl::StatusOr<std::unique_ptr<ServerProcess>> server = servers.Start(which);
    if (!server.ok()) return server.status();
    IdleConnections first;
    if (absl::Status status = first.Open(1, (*server)->address(), payload); !status.ok()) return status;
    seen.push_back(Resident(**server));
  }
  std::sort(seen.begin(), seen.end());
  return seen[kStarts / 2];
}

// Makes `calls` calls over one connection. Then returns the resident memory of the server.
absl::StatusOr<int64_t> MakeCalls(int64_t calls, const Payload& payload, ServerProcess& server) {
  Load load;
  load.requests = {{payload.method, payload.request, payload.response.size()}};
  load.outstanding = kOutstanding;
  load.calls = calls;
  const Measurement measurement = PutLoad(server.address(), server.process().pid(), load);
  if (measurement.errors + measurement.unfinished == 0) return Resident(server);
  return absl::InternalError(absl::StrCat("of ", calls, " calls ", measurement.errors, " failed and ",
                                          measurement.unfinished, " did not end; first: ", measurement.first_error));
}

absl::Status MeasureUse(const MeasuredServers& servers, const Payload& payload, MemoryFigures& figures) {
  const absl::StatusOr<std::unique_ptr<ServerProcess>> server = servers.Start(Server::kOurs);
  if (!server.ok()) return server.status();
  const absl::StatusOr<int64_t> after_few = MakeCalls(kFewCalls, payload, **server);
  if (!after_few.ok()) return after_few.status();
  const absl::StatusOr<int64_t> after_many = MakeCalls(kManyCalls - kFewCalls, payload, **server);
  if (!after_many.ok()) return after_many.status();
  figures.after_few = *after_few;
  figures.after_many = *after_many;
  return absl::OkStatus();
}

absl::Status MeasureConnections(const MeasuredServers& servers, const Payload& payload, MemoryFigures& figures) {
  const absl::StatusOr<std::unique_ptr<ServerProcess>> server = servers.Start(Server::kOurs);
  if (!server.ok()) return server.status();
  IdleConnections connections;
  if (absl::Status status = connections.Open(1, (*server)->address(), payload); !status.ok()) return status;
  const int64_t before = Resident(**server);
  if (absl::Status status = connections.Open(kIdleConnections, (*server)->address(), payload); !status.ok()) {
    return status;
  }
  figures.for_connection = (Resident(**server) - before) / kIdleConnections;
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<MemoryFigures> MeasureMemory(const MeasuredServers& servers, const Payload& payload) {
  MemoryFigures figures;
  for (const auto& [which, idle] : {std::pair(Server::kOurs, &figures.idle), {Server::kEcho, &figures.echo_idle}}) {
    const absl::StatusOr<int64_t> seen = MeasureIdle(servers, which, payload);
    if (!seen.ok()) return seen.status();
    *idle = *seen;
  }
  absl::Status status = MeasureUse(servers, payload, figures);
  if (status.ok()) status = MeasureConnections(servers, payload, figures);
  if (!status.ok()) return status;
  return figures;
}

}  // namespace cpsizer::bench
