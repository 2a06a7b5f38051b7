#include "server/rpc/size_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cpsizer/recommend_size.h"
#include "server/rpc/memory/arena_parse.h"
#include "tests/conformance/vector.h"
#include "tests/rpc/bytes.h"
#include "tests/rpc/running_server.h"
#include "tests/rpc/size/size_answer.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::AnswerSizeRequest;
using ::cpsizer::testing::EmptyEntries;
using ::cpsizer::testing::SmallRequest;
using ::cpsizer::testing::ToBuffer;
using ::cpsizer::testing::ToSlices;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr size_t kCacheBytes = size_t{16} << 20;
constexpr size_t kTooFewBytes = 1;

std::string AnswerWithoutCache(const std::string& request) {
  ConfigurationCache cache(0);
  return AnswerSizeRequest(cache, ToBuffer(request));
}

// Expects that all answers to `request` are equal: with an empty cache, while the configuration is stored, with the
// stored configuration, with a cache that has no room, and without a cache. Returns the number of hits.
int64_t HitsOfEqualAnswers(const std::string& request) {
  const std::string expected = AnswerWithoutCache(request);
  ConfigurationCache cache(kCacheBytes), full(kTooFewBytes);
  for (int use = 1; use <= 4; ++use) {
    EXPECT_EQ(AnswerSizeRequest(cache, ToBuffer(request)), expected) << "use " << use;
    EXPECT_EQ(AnswerSizeRequest(full, ToBuffer(request)), expected) << "use " << use;
  }
  EXPECT_EQ(AnswerSizeRequest(cache, ToSlices(request, 7)), expected);
  EXPECT_EQ(full.figures().hits, 0);
  return cache.figures().hits;
}

TEST(SizeRequestTest, TheCacheDoesNotChangeTheAnswersOfTheConformanceVectors) {
  int requests = 0, with_hits = 0;
  for (const conformance::Subject& subject : conformance::Subjects()) {
    for (const conformance::Vector& vector : subject.vectors()) {
      const auto* const request = std::get_if<v1::RecommendSizeRequest>(&vector.request);
      if (request == nullptr) continue;
      SCOPED_TRACE(vector.name);
      ++requests;
      with_hits += HitsOfEqualAnswers(request->SerializeAsString()) == 3 ? 1 : 0;
    }
  }
  EXPECT_GT(requests, 100);
  // Configurations with errors are not stored.
  EXPECT_GT(with_hits, requests / 2);
}

TEST(SizeRequestTest, TheAnswersToTheConformanceVectorsAreThoseOfTheLibrary) {
  int answers = 0;
  for (const conformance::Subject& subject : conformance::Subjects()) {
    for (const conformance::Vector& vector : subject.vectors()) {
      const auto* const request = std::get_if<v1::RecommendSizeRequest>(&vector.request);
      v1::RecommendSizeResponse expected, answer;
      if (request == nullptr || !RecommendSize(*request, expected).ok()) continue;
      ++answers;
      ASSERT_TRUE(answer.ParseFromString(AnswerWithoutCache(request->SerializeAsString()))) << vector.name;
      EXPECT_EQ(answer.SerializeAsString(), expected.SerializeAsString()) << vector.name;
    }
  }
  EXPECT_GT(answers, 100);
}

TEST(SizeRequestTest, OneConfigurationHasManyAnswers) {
  ConfigurationCache cache(kCacheBytes);
  for (int gigabytes = 1; gigabytes < 100; ++gigabytes) {
    v1::RecommendSizeRequest request = SmallRequest();
    request.mutable_demand()->set_memory(absl::StrCat(gigabytes, "Gi"));
    const std::string bytes = request.SerializeAsString();
    EXPECT_EQ(AnswerSizeRequest(cache, ToBuffer(bytes)), AnswerWithoutCache(bytes)) << gigabytes;
  }
  EXPECT_EQ(cache.figures().hits, 97);
}

TEST(SizeRequestTest, ADifferenceOfOneByteIsAnotherConfiguration) {
  ConfigurationCache cache(kCacheBytes);
  v1::RecommendSizeRequest request = SmallRequest();
  for (int use = 0; use < 3; ++use) AnswerSizeRequest(cache, ToBuffer(request.SerializeAsString()));
  ASSERT_EQ(cache.figures().hits, 1);
  request.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_sizes(0)->mutable_capacity()->set_memory(
      "12Gi");
  const std::string bytes = request.SerializeAsString();
  EXPECT_EQ(AnswerSizeRequest(cache, ToBuffer(bytes)), AnswerWithoutCache(bytes));
  EXPECT_EQ(cache.figures().hits, 1);
}

// The annotation is a part of the key, and the order of annotations is not.
TEST(SizeRequestTest, AnotherAnnotationWithFractionsIsAnotherConfiguration) {
  ConfigurationCache cache(kCacheBytes);
  v1::RecommendSizeRequest request = SmallRequest();
  auto& annotations = *request.mutable_cluster_sizing_configuration()->mutable_metadata()->mutable_annotations();
  annotations["other"] = "x";
  for (const char* fraction : {"0.5", "0.65", "0.9"}) {
    annotations["cpsizer/fractions"] = absl::StrCat(R"({"kubeAPIServerMemoryFraction": ")", fraction, R"("})");
    EXPECT_EQ(HitsOfEqualAnswers(request.SerializeAsString()), 3);
    for (int use = 0; use < 3; ++use) {
      v1::RecommendSizeResponse response;
      ASSERT_TRUE(response.ParseFromString(AnswerSizeRequest(cache, ToBuffer(request.SerializeAsString()))));
      EXPECT_EQ(response.recommended_size(), absl::string_view(fraction) == "0.5" ? "large" : "small") << fraction;
    }
  }
  EXPECT_EQ(cache.figures().hits, 3);
}

TEST(SizeRequestTest, FieldsMayHaveAnyOrderAndMayBeRepeated) {
  v1::RecommendSizeRequest configuration, machines, rest = SmallRequest();
  *configuration.mutable_cluster_sizing_configuration() = rest.cluster_sizing_configuration();
  rest.clear_cluster_sizing_configuration();
  v1::MachineSet& machine_set = *machines.add_machine_sets();
  machine_set.mutable_metadata()->set_name("m");
  const std::string c = configuration.SerializeAsString(), m = machines.SerializeAsString(),
                    r = rest.SerializeAsString();
  for (const std::string& request : {absl::StrCat(c, r), absl::StrCat(r, c), absl::StrCat(c, m, r),
                                     absl::StrCat(m, r, c), absl::StrCat(r, m, r, c, m)}) {
    EXPECT_EQ(HitsOfEqualAnswers(request), 3);
  }
  // protobuf merges a repeated configuration. Here the sizes are listed twice, which is an error.
  EXPECT_EQ(HitsOfEqualAnswers(c + c + r), 0);
  EXPECT_THAT(AnswerWithoutCache(c + c + r), HasSubstr("SIZE_NAME_DUPLICATE"));
}

TEST(SizeRequestTest, WarningsOfTheConfigurationAreInEachAnswer) {
  v1::RecommendSizeRequest request = SmallRequest();
  request.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_sizes(0)->set_name("x-small");
  EXPECT_EQ(HitsOfEqualAnswers(request.SerializeAsString()), 3);
  v1::RecommendSizeResponse response;
  ASSERT_TRUE(response.ParseFromString(AnswerWithoutCache(request.SerializeAsString())));
  EXPECT_GT(response.findings_size(), 0);
}

TEST(SizeRequestTest, MalformedRequestsHaveTheSameErrorWithAStoredConfiguration) {
  const std::string request = SmallRequest().SerializeAsString();
  ConfigurationCache cache(kCacheBytes);
  for (int use = 0; use < 3; ++use) AnswerSizeRequest(cache, ToBuffer(request));
  for (const std::string& more : {std::string("\x1a\x01\xff"),  // a demand that is not a message
                                  std::string("\x2a\x01\xff"),  // a size name that is not UTF-8
                                  std::string("\x2a\x05x")}) {  // a length that is too long
    const std::string expected = AnswerWithoutCache(request + more);
    EXPECT_THAT(expected, StartsWith("error: INVALID_ARGUMENT: the "));
    EXPECT_EQ(AnswerSizeRequest(cache, ToBuffer(request + more)), expected);
  }
}

TEST(SizeRequestTest, RequestsThatAreTooExpensiveAreRefusedWithAndWithoutCache) {
  const std::string request = SmallRequest().SerializeAsString() +
                              EmptyEntries(v1::RecommendSizeRequest::kMachineSetsFieldNumber, size_t{1} << 20);
  EXPECT_EQ(HitsOfEqualAnswers(request), 0);
  EXPECT_THAT(AnswerWithoutCache(request), HasSubstr("REQUEST_TOO_EXPENSIVE"));
}

TEST(SizeRequestTest, LargeRequestsAreNotStored) {
  v1::RecommendSizeRequest request = SmallRequest();
  request.mutable_cluster()->set_name(std::string(9 << 10, 'n'));
  EXPECT_EQ(HitsOfEqualAnswers(request.SerializeAsString()), 0);
  request = SmallRequest();
  v1::MachineSet& machine_set = *request.add_machine_sets();
  machine_set.mutable_metadata()->set_name(std::string(256 << 10, 'n'));
  EXPECT_EQ(HitsOfEqualAnswers(request.SerializeAsString()), 0);
}

TEST(SizeRequestTest, AStoredConfigurationIsNotParsed) {
  ConfigurationCache cache(kCacheBytes);
  const grpc::ByteBuffer bytes = ToBuffer(SmallRequest().SerializeAsString());
  for (int use = 0; use < 2; ++use) AnswerSizeRequest(cache, bytes);
  CallArena memory;
  WorkMemory work(kCacheBytes);
  WorkMemory::Share share(work);
  auto& request = *google::protobuf::Arena::CreateMessage<v1::RecommendSizeRequest>(&memory.arena());
  ASSERT_TRUE(SizeRequest(cache).Parse(bytes, kUsualBudget, memory.arena(), request, share).ok());
  EXPECT_FALSE(request.has_cluster_sizing_configuration());
  EXPECT_EQ(request.demand().memory(), SmallRequest().demand().memory());
}

}  // namespace
}  // namespace cpsizer::server
