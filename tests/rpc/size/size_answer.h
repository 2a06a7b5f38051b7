#ifndef CPSIZER_TESTS_RPC_SIZE_SIZE_ANSWER_H_
#define CPSIZER_TESTS_RPC_SIZE_SIZE_ANSWER_H_

#include <grpcpp/support/byte_buffer.h>

#include <string>

#include "server/rpc/size/configuration_cache.h"

namespace cpsizer::testing {

// Answers a serialized RecommendSizeRequest with `cache`. Returns the serialized response, or the whole error as a text
// that begins with `error: `.
std::string AnswerSizeRequest(server::ConfigurationCache& cache, const grpc::ByteBuffer& request);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_RPC_SIZE_SIZE_ANSWER_H_
