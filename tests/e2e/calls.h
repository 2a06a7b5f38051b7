#ifndef CPSIZER_TESTS_E2E_CALLS_H_
#define CPSIZER_TESTS_E2E_CALLS_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>

#include "cpsizer/v1/sizing_service.grpc.pb.h"

namespace cpsizer::e2e {

// A connection to `address` that no other channel of this process shares.
std::shared_ptr<grpc::Channel> OwnConnection(const std::string& address,
                                             const std::shared_ptr<grpc::ChannelCredentials>& credentials);

// One ordinary call. DATA_LOSS where the answer is not the right one, down to the byte.
grpc::Status Recommend(const std::shared_ptr<grpc::Channel>& channel);
// The same; `context` has the deadline, and tells afterwards how it went.
grpc::Status Recommend(v1::SizingService::Stub& stub, grpc::ClientContext& context);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_CALLS_H_
