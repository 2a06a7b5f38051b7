#ifndef CPSIZER_TESTS_E2E_HOSTILE_HOSTILE_TEST_H_
#define CPSIZER_TESTS_E2E_HOSTILE_HOSTILE_TEST_H_

#include <google/protobuf/descriptor.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tests/e2e/hostile/watched_server.h"

namespace cpsizer::e2e {

// Each test makes one attack on its own real server. After the attack, the server must have returned to its initial
// state; see WatchedServer.
class HostileTest : public ::testing::Test {
 protected:
  void TearDown() override { server_.ExpectUnchanged(trace_); }

  WatchedServer& server() { return server_; }

  // The resources that may still be in use after the attack of this test.
  Trace trace_;

 private:
  WatchedServer server_{WatchedServer::Command()};
};

inline constexpr absl::string_view kRecommendSize = "/cpsizer.v1.SizingService/RecommendSize";
inline constexpr absl::string_view kBatchRecommendSize = "/cpsizer.v1.SizingService/BatchRecommendSize";
inline constexpr absl::string_view kBatchRecommendReplicas = "/cpsizer.v1.SizingService/BatchRecommendReplicas";

// A method of the service, and a request for which it returns OK.
struct MethodUnderAttack {
  std::string path;
  std::unique_ptr<google::protobuf::Message> request;
  size_t max_request_bytes = 0;
};

// Returns all methods of the service.
std::vector<MethodUnderAttack> MethodsUnderAttack();

// Expects that the status is useful for the caller: either OK, or INVALID_ARGUMENT, FAILED_PRECONDITION or
// RESOURCE_EXHAUSTED with a message without control characters, and with details.
void ExpectDecentAnswer(const grpc::Status& status, absl::string_view what);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_HOSTILE_HOSTILE_TEST_H_
