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

// One attack a test, on a real server of its own, which must be unmoved behind it: see WatchedServer.
class HostileTest : public ::testing::Test {
 protected:
  void TearDown() override { server_.ExpectUnmoved(trace_); }

  WatchedServer& server() { return server_; }

  // What this attack may leave behind.
  Trace trace_;

 private:
  WatchedServer server_{WatchedServer::Command()};
};

inline constexpr absl::string_view kRecommendSize = "/cpsizer.v1.SizingService/RecommendSize";
inline constexpr absl::string_view kBatchRecommendSize = "/cpsizer.v1.SizingService/BatchRecommendSize";
inline constexpr absl::string_view kBatchRecommendReplicas = "/cpsizer.v1.SizingService/BatchRecommendReplicas";

// A method, and a request that it answers with OK.
struct MethodUnderAttack {
  std::string path;
  std::unique_ptr<google::protobuf::Message> request;
  size_t max_request_bytes = 0;
};

// All of them.
std::vector<MethodUnderAttack> MethodsUnderAttack();

// Whether a caller can do something with the status: OK, or a code that names the caller's mistake, with a text that
// is printable UTF-8.
void ExpectDecentAnswer(const grpc::Status& status, absl::string_view what);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_HOSTILE_HOSTILE_TEST_H_
