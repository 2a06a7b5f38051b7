#ifndef CPSIZER_TESTS_BENCH_PARSED_REQUEST_H_
#define CPSIZER_TESTS_BENCH_PARSED_REQUEST_H_

#include <benchmark/benchmark.h>
#include <grpcpp/impl/grpc_library.h>

#include "server/rpc/memory/arena_parse.h"

// Functions to measure the cost of a decision, and the cost of parsing its request as the server does.
namespace cpsizer::bench {

template <typename Request>
grpc::ByteBuffer BytesOf(const Request& request) {
  // Initializes gRPC, because the functions of a buffer require an initialized gRPC library.
  static const grpc::internal::GrpcLibraryInitializer kGrpc;
  const grpc::Slice slice(request.SerializeAsString());
  return grpc::ByteBuffer(&slice, 1);
}

// Measures parsing `request`.
template <typename Request>
void MeasureParsing(const Request& request, const server::ArenaBudget& budget, benchmark::State& state) {
  const grpc::ByteBuffer bytes = BytesOf(request);
  for (auto _ : state) {
    server::CallArena memory;
    auto& parsed = *google::protobuf::Arena::CreateMessage<Request>(&memory.arena());
    const absl::Status status = server::ParseOnArena(bytes, budget, memory.arena(), parsed);
    if (!status.ok()) state.SkipWithError(status.ToString().c_str());
  }
}

// Measures `decide(request, response)` on the parsed request. `decide` must return a status.
template <typename Response, typename Request, typename Function>
void MeasureDeciding(const Request& request, const server::ArenaBudget& budget, benchmark::State& state,
                     Function decide) {
  server::CallArena memory;
  auto& parsed = *google::protobuf::Arena::CreateMessage<Request>(&memory.arena());
  if (!server::ParseOnArena(BytesOf(request), budget, memory.arena(), parsed).ok()) state.SkipWithError("not read");
  for (auto _ : state) {
    server::CallArena answer;
    auto& response = *google::protobuf::Arena::CreateMessage<Response>(&answer.arena());
    const absl::Status status = decide(parsed, response);
    if (!status.ok()) state.SkipWithError(status.ToString().c_str());
  }
}

// Parses the request and calls `decide(request, response)`, both on one arena, as the server does.
template <typename Request, typename Response, typename Function>
absl::Status ReadAndDecide(const grpc::ByteBuffer& bytes, const server::ArenaBudget& budget, const Function& decide) {
  server::CallArena memory;
  auto& request = *google::protobuf::Arena::CreateMessage<Request>(&memory.arena());
  auto& response = *google::protobuf::Arena::CreateMessage<Response>(&memory.arena());
  absl::Status status = server::ParseOnArena(bytes, budget, memory.arena(), request);
  return status.ok() ? decide(request, response) : status;
}

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_PARSED_REQUEST_H_
