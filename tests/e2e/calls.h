#ifndef CPSIZER_TESTS_E2E_CALLS_H_
#define CPSIZER_TESTS_E2E_CALLS_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>

namespace cpsizer::e2e {

// A connection to `address` that no other channel of this process shares.
std::shared_ptr<grpc::Channel> OwnConnection(const std::string& address,
                                             const std::shared_ptr<grpc::ChannelCredentials>& credentials);

// One ordinary call.
grpc::Status Recommend(const std::shared_ptr<grpc::Channel>& channel);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_CALLS_H_
