// Tests requests that are invalid, and small requests that are expensive to process.
#include <gmock/gmock.h>
#include <sys/types.h>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <random>
#include <set>
#include <thread>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "tests/e2e/hostile/hostile_test.h"
#include "tests/e2e/hostile/request_fields.h"
#include "tests/rpc/bytes.h"
#include "tests/rpc/running_server.h"

namespace cpsizer::e2e {
namespace {

using ::cpsizer::testing::CallWithBytes;
using ::cpsizer::testing::PaddedTo;
using ::cpsizer::testing::ReasonOf;
using ::testing::HasSubstr;

constexpr int kRandomRequests = 1'000;
constexpr size_t kExpandingBytes = size_t{4} << 20;
// Six callers each send one request of this size at the same time.
constexpr size_t kSixthBytes = size_t{60} << 20;

TEST_F(HostileTest, TruncatedRequestsAreAnswered) {
  const auto channel = server().Connect();
  for (const MethodUnderAttack& method : MethodsUnderAttack()) {
    const std::string whole = method.request->SerializeAsString();
    ASSERT_TRUE(CallWithBytes(channel, method.path, whole).ok());
    for (size_t size = 0; size < whole.size(); ++size) {
      ExpectDecentAnswer(CallWithBytes(channel, method.path, whole.substr(0, size)),
                         absl::StrCat(method.path, " cut at ", size));
    }
  }
}

TEST_F(HostileTest, RandomBytesAndRequestsWithRandomBytesAreAnswered) {
  const auto channel = server().Connect();
  std::mt19937 random(20260101);
  const auto below = [&](size_t bound) { return random() % bound; };
  for (const MethodUnderAttack& method : MethodsUnderAttack()) {
    const std::string good = method.request->SerializeAsString();
    for (int i = 0; i < kRandomRequests; ++i) {
      std::string bytes = good;
      if (i % 2 == 0) bytes.assign(below(400), '\0');
      const size_t changes = i % 2 == 0 ? bytes.size() : 1 + below(4);
      for (size_t change = 0; change < changes; ++change) {
        bytes[i % 2 == 0 ? change : below(bytes.size())] = static_cast<char>(random());
      }
      ExpectDecentAnswer(CallWithBytes(channel, method.path, bytes), absl::StrCat(method.path, ", bytes ", i));
    }
  }
}

TEST_F(HostileTest, EndlessNestingIsMalformed) {
  const auto channel = server().Connect();
  // The bytes are nested groups of a field that no message has. In `open` the groups do not end, and in `closed` they
  // end.
  const std::string open(1'000'000, '\x7b');
  const std::string closed = std::string(200, '\x7b') + std::string(200, '\x7c');
  for (const MethodUnderAttack& method : MethodsUnderAttack()) {
    for (const std::string& bytes : {open, closed}) {
      const grpc::Status status = CallWithBytes(channel, method.path, bytes);
      EXPECT_EQ(ReasonOf(status), "MALFORMED_REQUEST") << method.path << ": " << status.error_message();
    }
  }
}

TEST_F(HostileTest, DeeplyNestedMessagesAreAnswered) {
  const auto channel = server().Connect();
  std::string nested;
  // Builds the message from the inside to the outside. Each level has the number of the first field of a request.
  while (nested.size() < 20'000) {
    const auto& fields = AllFields(*v1::RecommendSizeRequest::descriptor());
    nested = HoldingInField(fields.front(), nested);
  }
  for (const MethodUnderAttack& method : MethodsUnderAttack()) {
    ExpectDecentAnswer(CallWithBytes(channel, method.path, nested), method.path);
  }
}

TEST_F(HostileTest, RequestMayHaveTheLimitOfItsMethodButNoByteMore) {
  const auto channel = server().Connect();
  for (const MethodUnderAttack& method : MethodsUnderAttack()) {
    const size_t limit = method.max_request_bytes;
    const grpc::Status at_limit = CallWithBytes(channel, method.path, PaddedTo(limit, *method.request));
    EXPECT_TRUE(at_limit.ok()) << method.path << ": " << at_limit.error_message();
    const grpc::Status past_limit = CallWithBytes(channel, method.path, PaddedTo(limit + 1, *method.request));
    EXPECT_EQ(past_limit.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED) << method.path;
    EXPECT_EQ(ReasonOf(past_limit), "REQUEST_TOO_LARGE") << method.path;
    EXPECT_THAT(past_limit.error_message(), HasSubstr(absl::StrCat(limit))) << method.path;
  }
}

// Returns the repeated fields of a request. If a field has several paths, returns only one of them.
std::vector<FieldPath> RepeatedFields(const google::protobuf::Descriptor& request) {
  std::vector<FieldPath> repeated;
  std::set<std::string> seen;
  for (const FieldPath& path : AllFields(request)) {
    const bool expands = path.field().is_repeated() && !path.field().is_packable();
    if (expands && seen.insert(path.field().full_name()).second) repeated.push_back(path);
  }
  return repeated;
}

// Returns whether the entries of this field need so little memory that the request stays below its memory limit: they
// are small, or they are parsed in parts. Such a request is refused because the field has too many entries.
bool FitIntoMemory(const FieldPath& path) {
  const std::string& field = path.field().full_name();
  return field == "cpsizer.v1.BatchRecommendSizeRequest.items" ||
         field == "cpsizer.v1.ReplicasReading.external_values" || field == "cpsizer.v1.ReplicasHistory.recommendations";
}

TEST_F(HostileTest, ExpandingEntriesAreRefusedInAnyFieldAndNeverReadPartially) {
  const auto channel = server().Connect();
  for (const MethodUnderAttack& method : MethodsUnderAttack()) {
    // This request is valid. The repeated entries follow it. Even if the server stops reading between these two parts,
    // it must not process the first part as the complete request.
    const std::string good = method.request->SerializeAsString();
    for (const FieldPath& path : RepeatedFields(*method.request->GetDescriptor())) {
      const size_t count = (kExpandingBytes - good.size() - 64) / (path.field().number() < 16 ? 2 : 3);
      const std::string bytes = absl::StrCat(good, HoldingInField(path, "", count));
      const absl::Time start = absl::Now();
      const grpc::Status status = CallWithBytes(channel, method.path, bytes);
      const absl::Duration took = absl::Now() - start;
      const bool fits = FitIntoMemory(path);
      EXPECT_EQ(status.error_code(), fits ? grpc::StatusCode::INVALID_ARGUMENT : grpc::StatusCode::RESOURCE_EXHAUSTED)
          << method.path << " " << path.Name();
      EXPECT_EQ(ReasonOf(status), fits ? "LIMIT_EXCEEDED" : "REQUEST_TOO_EXPENSIVE")
          << method.path << " " << path.Name();
      EXPECT_LT(took, testing::kTimeout);
      std::cout << count << " empty entries of " << method.path << " " << path.Name() << ": refused after "
                << absl::FormatDuration(absl::Trunc(took, absl::Microseconds(100))) << std::endl;
    }
  }
}

// Returns the peak memory of the process, in bytes.
size_t PeakBytes(pid_t process) {
  std::ifstream status(absl::StrCat("/proc/", process, "/status"));
  for (std::string line; std::getline(status, line);) {
    size_t kibibytes = 0;
    if (sscanf(line.c_str(), "VmHWM: %zu kB", &kibibytes) == 1) return kibibytes << 10;
  }
  ADD_FAILURE() << "no VmHWM of " << process;
  return 0;
}

// Returns the peak memory of the server while six callers concurrently send this BatchRecommendSize request. All of
// them must be refused, for this reason or because six requests are too many.
size_t PeakUnderSix(WatchedServer& server, const std::string& bytes, absl::string_view reason) {
  std::vector<std::thread> callers;
  std::atomic<int> refused_for_reason = 0;
  for (int i = 0; i < 6; ++i) {
    callers.emplace_back([&] {
      const grpc::Status status = CallWithBytes(server.Connect(), std::string(kBatchRecommendSize), bytes);
      if (ReasonOf(status) == reason) {
        ++refused_for_reason;
      } else {
        EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED) << status.error_message();
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_GE(refused_for_reason, 1) << reason;
  const size_t peak = PeakBytes(server.process().process().pid());
  std::cout << (peak >> 20) << " MiB at the peak" << std::endl;
  return peak;
}

TEST_F(HostileTest, SixLargestRequestsOfUnknownFieldsUseLittleMoreThanTheirBytes) {
  std::string bytes;
  while (bytes.size() < kSixthBytes) bytes += "\xf8\x07\x01";
  EXPECT_LE(PeakUnderSix(server(), bytes, "REQUEST_TOO_EXPENSIVE"), size_t{500} << 20);
}

TEST_F(HostileTest, SixLargestRequestsOfEmptyItemsUseLittleMoreThanTheirBytes) {
  const std::string items = testing::EmptyEntries(v1::BatchRecommendSizeRequest::kItemsFieldNumber, kSixthBytes / 2);
  EXPECT_LE(PeakUnderSix(server(), items, "LIMIT_EXCEEDED"), size_t{500} << 20);
}

}  // namespace
}  // namespace cpsizer::e2e
