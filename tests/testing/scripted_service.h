#ifndef CPSIZER_TESTS_TESTING_SCRIPTED_SERVICE_H_
#define CPSIZER_TESTS_TESTING_SCRIPTED_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include <functional>
#include <memory>
#include <string>

#include "cpsizer/v1/sizing_service.grpc.pb.h"

namespace cpsizer::testing {

// A sizing service on a port of 127.0.0.1. It runs the script of a test for each call of RecommendSize, and has no
// other method. Its health status is SERVING until the test changes it.
class ScriptedService {
 public:
  // The script may be called on many threads concurrently.
  using Script = std::function<grpc::Status(grpc::ServerContext& context)>;

  explicit ScriptedService(Script script);

  std::string address() const;
  void SetServing(bool serving);

 private:
  class Service : public v1::SizingService::Service {
   public:
    explicit Service(Script script) : script_(std::move(script)) {}
    grpc::Status RecommendSize(grpc::ServerContext* context, const v1::RecommendSizeRequest*,
                               v1::RecommendSizeResponse*) override {
      return script_(*context);
    }

   private:
    const Script script_;
  };

  Service service_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

// Blocks until the caller has cancelled the call. Returns CANCELLED.
grpc::Status WaitUntilCancelled(grpc::ServerContext& context);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_SCRIPTED_SERVICE_H_
