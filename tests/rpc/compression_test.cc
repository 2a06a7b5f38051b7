// Tests that requests are never decompressed, because this version of gRPC does not limit the size after decompression.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/rpc/running_server.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::RunningServer;

class CompressionTest : public ::testing::TestWithParam<grpc_compression_algorithm> {};

TEST_P(CompressionTest, ACompressedRequestIsRefusedWithAText) {
  RunningServer server;
  grpc::ClientContext context;
  cpsizer::testing::SetTimeout(context);
  context.set_compression_algorithm(GetParam());
  v1::RecommendSizeRequest request = cpsizer::testing::SmallRequest();
  request.set_current_size(std::string(100'000, 'a'));  // large enough that a client compresses it
  v1::RecommendSizeResponse response;
  const grpc::Status status = server.stub().RecommendSize(&context, request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNIMPLEMENTED);
  EXPECT_THAT(status.error_message(), ::testing::HasSubstr("disabled"));
  EXPECT_TRUE(cpsizer::testing::Recommend(server.stub()).ok());
}

INSTANTIATE_TEST_SUITE_P(EachAlgorithm, CompressionTest, ::testing::Values(GRPC_COMPRESS_GZIP, GRPC_COMPRESS_DEFLATE));

}  // namespace
}  // namespace cpsizer::server
