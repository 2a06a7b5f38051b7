#ifndef CPSIZER_TESTS_E2E_CALLS_H_
#define CPSIZER_TESTS_E2E_CALLS_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>

#include "cpsizer/v1/sizing_service.grpc.pb.h"

namespace cpsizer::e2e {

// Returns a channel to `address` with its own connection. Other channels of this process do not use this connection.
std::shared_ptr<grpc::Channel> OwnConnection(const std::string& address,
                                             const std::shared_ptr<grpc::ChannelCredentials>& credentials);

// Makes one call. Returns DATA_LOSS if the bytes of the response are not equal to the bytes of the correct response.
grpc::Status Recommend(const std::shared_ptr<grpc::Channel>& channel);
// Makes the same call. The caller sets the deadline in `context`. After the call, `context` has the details of the
// call.
grpc::Status Recommend(v1::SizingService::Stub& stub, grpc::ClientContext& context);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_CALLS_H_
