#ifndef CPSIZER_TESTS_E2E_CALLS_H_
#define CPSIZER_TESTS_E2E_CALLS_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>

#include "cpsizer/v1/sizing_service.grpc.pb.h"

namespace cpsizer::e2e {

// Returns a connection to `address` that is not shared with another channel of this process.
std::shared_ptr<grpc::Channel> OwnConnection(const std::string& address,
                                             const std::shared_ptr<grpc::ChannelCredentials>& credentials);

// Makes one ordinary call. Returns DATA_LOSS if the response is not equal to the correct one, byte by byte.
grpc::Status Recommend(const std::shared_ptr<grpc::Channel>& channel);
// Same as above. The caller sets the deadline in `context`, which has the details of the call afterwards.
grpc::Status Recommend(v1::SizingService::Stub& stub, grpc::ClientContext& context);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_CALLS_H_
