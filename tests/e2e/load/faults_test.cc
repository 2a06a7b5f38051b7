// Tests a client and the real server with a network that breaks connections, and delays, repeats and damages bytes. The
// client must get UNAVAILABLE, DEADLINE_EXCEEDED or the correct response, and the server must keep running. If the
// bytes of a response are repeated or damaged, the client may also get UNKNOWN or INTERNAL.
#include <gmock/gmock.h>
#include <grpc/support/log.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/types/optional.h"
#include "client/service/service_channel.h"
#include "tests/e2e/admin_port.h"
#include "tests/e2e/calls.h"
#include "tests/e2e/programs.h"
#include "tests/testing/net/fault_proxy.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::e2e {
namespace {

using ::cpsizer::testing::CertificateAuthority;
using ::cpsizer::testing::CertifiedKey;
using ::cpsizer::testing::Fault;
using ::cpsizer::testing::FaultProxy;
using ::cpsizer::testing::TemporaryFolder;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr absl::Duration kFaultsTimeout = absl::Seconds(60);
// With some faults the client waits for the whole timeout. This timeout is short, because many calls have such faults.
constexpr absl::Duration kShort = absl::Milliseconds(100);
// Without TLS, this number of bytes is sent in each direction before the first message.
constexpr size_t kPreamble = 60;

enum Transport { kPlaintext, kMutualTls };

class FaultsTest : public ::testing::TestWithParam<Transport> {
 protected:
  // Discards log lines of gRPC, because the client logs each broken connection.
  static void SetUpTestSuite() {
    gpr_set_log_function([](gpr_log_func_args*) {});
  }

  void SetUp() override {
    std::vector<std::string> flags = {"--drain-delay=0s", "--admin-addr=127.0.0.1:0"};
    if (GetParam() == kMutualTls) {
      const CertifiedKey identity = authority_.IssueServer();
      const CertifiedKey client = authority_.Issue({.names = "DNS:client"});
      flags.push_back("--tls-cert-file=" + folder_.Write("crt", identity.certificate));
      flags.push_back("--tls-private-key-file=" + folder_.Write("key", identity.key));
      flags.push_back("--client-ca-file=" + folder_.Write("ca", authority_.pem()));
      tls_ = {authority_.pem(), client.key, client.certificate};
      credentials_ = grpc::SslCredentials(*tls_);
    }
    auto server = StartServer(flags);
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
    proxy_.emplace(server_->address());
    direct_ = OwnConnection(server_->address(), credentials_);
  }

  // Checks that the server is still the same process, has not returned an internal error, and stops normally.
  void TearDown() override {
    const std::string metrics = AdminPort(*server_).Page("/metrics");
    EXPECT_THAT(metrics, HasSubstr("grpc_server_handled_total"));
    EXPECT_THAT(metrics, Not(ContainsRegex("grpc_code=\"(Internal|Unknown)\"[^ ]* [1-9]")));
    proxy_.reset();
    // Closes the connection before the shutdown. Between calls, this client does not read the frame with which the
    // server announces its shutdown.
    direct_.reset();
    server_->process().Signal(SIGTERM);
    EXPECT_EQ(server_->process().Wait(kFaultsTimeout), 0) << server_->process().standard_error();
  }

  // Makes a call on a new connection. Returns OK if the response is correct. If the call fails, returns its status.
  grpc::Status Call(absl::Duration timeout) { return Call(OwnConnection(proxy_->address(), credentials_), timeout); }
  static grpc::Status Call(const std::shared_ptr<grpc::Channel>& channel, absl::Duration timeout) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + absl::ToChronoMilliseconds(timeout));
    return Recommend(*v1::SizingService::NewStub(channel), context);
  }

  // Makes a call without faults and returns its bytes. The number of bytes is slightly different for each call.
  FaultProxy::Exchange CleanExchange() {
    proxy_->SetFaults({});
    EXPECT_TRUE(Call(kFaultsTimeout).ok());
    return proxy_->last_exchange();
  }

  // Makes a call with these faults and returns its code. Then makes a call without faults, which must succeed.
  grpc::StatusCode Try(const FaultProxy::Faults& faults, absl::Duration timeout) {
    proxy_->SetFaults(faults);
    const grpc::Status status = Call(timeout);
    proxy_->Release();
    last_message_ = status.error_message();
    EXPECT_TRUE(Recommend(direct_).ok());
    ++seen_[status.error_code()];
    return status.error_code();
  }

  // For each direction, makes calls with the fault at the bytes 0, `step`, 2 * `step` and so on, at most at byte
  // `most`.
  void Sweep(Fault fault, size_t step, absl::Duration timeout, const std::set<grpc::StatusCode>& also_of_answers = {},
             size_t most = std::string::npos) {
    const FaultProxy::Exchange clean = CleanExchange();
    const std::set<grpc::StatusCode> legal = {grpc::StatusCode::OK, grpc::StatusCode::UNAVAILABLE,
                                              grpc::StatusCode::DEADLINE_EXCEEDED};
    for (fault.at = 0; fault.at <= std::min(clean.to_server.size(), most); fault.at += step) {
      const grpc::StatusCode code = Try({.to_server = fault}, timeout);
      EXPECT_TRUE(legal.contains(code)) << "request, " << fault.at << ": " << code << ": " << last_message_;
    }
    for (fault.at = 0; fault.at <= std::min(clean.to_client.size(), most); fault.at += step) {
      const grpc::StatusCode code = Try({.to_client = fault}, timeout);
      EXPECT_TRUE(legal.contains(code) || also_of_answers.contains(code))
          << "answer, " << fault.at << ": " << code << ": " << last_message_;
    }
  }

  const CertificateAuthority authority_{"authority"};
  const TemporaryFolder folder_;
  absl::optional<grpc::SslCredentialsOptions> tls_;
  std::shared_ptr<grpc::ChannelCredentials> credentials_ = grpc::InsecureChannelCredentials();
  std::unique_ptr<testing::ServerProcess> server_;
  absl::optional<FaultProxy> proxy_;
  std::shared_ptr<grpc::Channel> direct_;
  std::map<grpc::StatusCode, int> seen_;
  std::string last_message_;
};

TEST_P(FaultsTest, AConnectionThatEndsAnywhereIsUnavailable) {
  Sweep({Fault::Kind::kCut}, GetParam() == kPlaintext ? 1 : 11, kFaultsTimeout);
  EXPECT_EQ(seen_[grpc::StatusCode::DEADLINE_EXCEEDED], 0);
  EXPECT_GT(seen_[grpc::StatusCode::UNAVAILABLE], seen_[grpc::StatusCode::OK]);
}

TEST_P(FaultsTest, LateBytesEndInTheDeadline) {
  Sweep({Fault::Kind::kHold}, GetParam() == kPlaintext ? 30 : 150, kShort);
  for (const FaultProxy::Faults& nothing :
       {FaultProxy::Faults{.to_server = {Fault::Kind::kHold}}, {.to_client = {Fault::Kind::kHold}}}) {
    EXPECT_EQ(Try(nothing, kShort), grpc::StatusCode::DEADLINE_EXCEEDED);
  }
}

TEST_P(FaultsTest, LateResponseIsNotUsedForTheNextCall) {
  const size_t size = CleanExchange().to_client.size();
  for (const size_t short_by : {size_t{1}, size / 10, size / 5}) {
    proxy_->SetFaults({.to_client = {Fault::Kind::kHold, size - short_by}});
    const auto channel = OwnConnection(proxy_->address(), credentials_);
    Call(channel, kShort);
    proxy_->SetFaults({});
    proxy_->Release();
    EXPECT_TRUE(Call(channel, kFaultsTimeout).ok());
  }
}

// Uses the service config of cpsizer clients. The proxy acts as a second replica. It forwards to the same server, and
// its connections break repeatedly in the middle of a request.
TEST_P(FaultsTest, RequestOnABrokenConnectionIsAnsweredByAnotherReplica) {
  const std::string target = absl::StrCat("ipv4:", proxy_->address(), ",", server_->address());
  // The connection is set up before these offsets.
  const size_t handshake = 2 * CleanExchange().to_server.size();
  for (size_t at = handshake; at < handshake + 1'000; at += 97) {
    proxy_->SetFaults({.to_server = {Fault::Kind::kCut, at}});
    const auto channel = MakeServiceChannel(target, tls_.has_value() ? &*tls_ : nullptr, "localhost");
    // Runs until the connection through the proxy is broken and the client has opened a new connection.
    const int enough = proxy_->connections() + 2;
    const absl::Time end = absl::Now() + kFaultsTimeout;
    while (proxy_->connections() < enough && absl::Now() < end) {
      const grpc::Status status = Call(channel, kFaultsTimeout);
      EXPECT_TRUE(status.ok()) << at << ": " << status.error_message();
    }
    EXPECT_GE(proxy_->connections(), enough);
  }
}

// With TLS, the repeated bytes are a record with an invalid authentication tag. Without TLS, a message with an
// additional byte is equal to another valid message, so only bytes before the first message are repeated. If the client
// detects the damage in TLS or HTTP/2, gRPC 1.51 returns UNKNOWN ("Stream removed") or INTERNAL without a response of
// the server.
TEST_P(FaultsTest, RepeatedBytesAreNotAResponse) {
  const bool plaintext = GetParam() == kPlaintext;
  for (const size_t length : {1, 9}) {
    Sweep({Fault::Kind::kDuplicate, 0, length}, plaintext ? 1 : 53, kShort,
          {grpc::StatusCode::UNKNOWN, grpc::StatusCode::INTERNAL}, plaintext ? kPreamble : std::string::npos);
  }
  EXPECT_GT(seen_[grpc::StatusCode::UNAVAILABLE], 0);
}

// These tests run only with TLS, because plaintext with a changed byte can be a valid message.
class DamagedFaultsTest : public FaultsTest {};

TEST_P(DamagedFaultsTest, DamagedBytesAreNotAResponse) {
  // If the client detects the damage, gRPC 1.51 may return UNKNOWN.
  Sweep({Fault::Kind::kFlip}, 13, kShort, {grpc::StatusCode::UNKNOWN});
  EXPECT_GT(seen_[grpc::StatusCode::UNAVAILABLE], 0);
}

std::string NameOf(const ::testing::TestParamInfo<Transport>& info) {
  return info.param == kPlaintext ? "Plaintext" : "MutualTls";
}

INSTANTIATE_TEST_SUITE_P(, FaultsTest, ::testing::Values(kPlaintext, kMutualTls), NameOf);
INSTANTIATE_TEST_SUITE_P(, DamagedFaultsTest, ::testing::Values(kMutualTls), NameOf);

}  // namespace
}  // namespace cpsizer::e2e
