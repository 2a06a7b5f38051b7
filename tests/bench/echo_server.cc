// A server with the same service as cpsizer-server, but without decisions: it parses the request on an arena and
// returns a copy of one fixed response. Its cost is the cost of gRPC itself.
#include <google/protobuf/arena.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/support/message_allocator.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <string>

#include "absl/synchronization/mutex.h"
#include "cpsizer/v1/sizing_service.grpc.pb.h"

namespace cpsizer::bench {
namespace {

using ::google::protobuf::Arena;
using Request = v1::RecommendSizeRequest;
using Response = v1::RecommendSizeResponse;

constexpr size_t kFirstBlockBytes = 8192;

// The request and the response of one call, on an arena with an embedded first block.
class ArenaHolder : public grpc::MessageHolder<Request, Response> {
 public:
  ArenaHolder() : arena_(Options(block_)) {
    set_request(Arena::CreateMessage<Request>(&arena_));
    set_response(Arena::CreateMessage<Response>(&arena_));
  }
  void Release() override { delete this; }

 private:
  static google::protobuf::ArenaOptions Options(char* block) {
    google::protobuf::ArenaOptions options;
    options.initial_block = block;
    options.initial_block_size = kFirstBlockBytes;
    return options;
  }

  alignas(8) char block_[kFirstBlockBytes];
  Arena arena_;
};

class ArenaAllocator : public grpc::MessageAllocator<Request, Response> {
 public:
  grpc::MessageHolder<Request, Response>* AllocateMessages() override { return new ArenaHolder; }
};

class EchoService : public v1::SizingService::CallbackService {
 public:
  explicit EchoService(Response canned) : canned_(std::move(canned)) {
    SetMessageAllocatorFor_RecommendSize(&allocator_);
  }

  grpc::ServerUnaryReactor* RecommendSize(grpc::CallbackServerContext* context, const Request* /*request*/,
                                          Response* response) override {
    *response = canned_;
    grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }

 private:
  const Response canned_;
  ArenaAllocator allocator_;
};

int Serve(const std::string& response_file) {
  Response canned;
  std::ifstream file(response_file, std::ios::binary);
  if (!canned.ParseFromIstream(&file)) {
    fprintf(stderr, "cannot read a response from %s\n", response_file.c_str());
    return 2;
  }
  EchoService service(std::move(canned));
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) return 4;
  printf("serving 127.0.0.1:%d\n", port);
  fflush(stdout);
  server->Wait();
  return 0;
}

}  // namespace
}  // namespace cpsizer::bench

int main(int argc, char** argv) {
  CLI::App app("Answers RecommendSize with one canned response, on a free port of 127.0.0.1.", "cpsizer_echo_server");
  std::string response_file;
  bool deadlock_detection = true;
  app.add_option("--response", response_file, "file with the serialized response")->required();
  app.add_option("--deadlock-detection", deadlock_detection, "false: off, as in cpsizer-server");
  CLI11_PARSE(app, argc, argv);
  if (!deadlock_detection) absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  return cpsizer::bench::Serve(response_file);
}
