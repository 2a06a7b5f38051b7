#include "server/rpc/size/sorted_maps.h"

#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "server/rpc/size_request.h"
#include "tests/rpc/bytes.h"
#include "tests/rpc/running_server.h"
#include "tests/rpc/size/size_answer.h"

namespace cpsizer::server {
namespace {

using google::protobuf::util::MessageDifferencer;

// A length-delimited field of a message.
std::string Field(int number, absl::string_view content) {
  return absl::StrCat(std::string(1, static_cast<char>(number << 3 | 2)),
                      std::string(1, static_cast<char>(content.size())), content);
}

std::string MapEntryOf(absl::string_view key, absl::string_view value) {
  return absl::StrCat(Field(1, key), Field(2, value));
}

// A request with one MachineSet, whose annotations are the map entries `entries`.
std::string WithAnnotations(const std::vector<std::string>& entries) {
  constexpr int kMachineSets = v1::RecommendSizeRequest::kMachineSetsFieldNumber;
  std::string metadata = Field(v1::ObjectMeta::kNameFieldNumber, "m");
  for (const std::string& entry : entries) {
    absl::StrAppend(&metadata, Field(v1::ObjectMeta::kAnnotationsFieldNumber, entry));
  }
  return Field(kMachineSets, Field(v1::MachineSet::kMetadataFieldNumber, metadata));
}

const std::string kA = MapEntryOf("a", "1"), kB = MapEntryOf("b", "2"), kC = MapEntryOf("c", "3");

TEST(SortedMapsTest, SortsTheEntriesByTheirKeys) {
  const std::string sorted = WithAnnotations({kA, kB, kC});
  EXPECT_EQ(WithSortedMaps(WithAnnotations({kC, kA, kB})), sorted);
  EXPECT_EQ(WithSortedMaps(WithAnnotations({kB, kA, kC})), sorted);
}

TEST(SortedMapsTest, LongerEntriesMoveWhole) {
  const std::string longer = MapEntryOf("aa", std::string(20, 'x'));
  EXPECT_EQ(WithSortedMaps(WithAnnotations({kC, longer, kB, kA})), WithAnnotations({kA, longer, kB, kC}));
}

TEST(SortedMapsTest, SortedMapsNeedNoCopy) {
  EXPECT_EQ(WithSortedMaps(""), absl::nullopt);
  EXPECT_EQ(WithSortedMaps(WithAnnotations({})), absl::nullopt);
  EXPECT_EQ(WithSortedMaps(WithAnnotations({kA, kB, kC})), absl::nullopt);
}

TEST(SortedMapsTest, SortsEveryMapOfEveryMachineSet) {
  const std::string first = WithAnnotations({kA, kB}), second = WithAnnotations({kB, kA});
  EXPECT_EQ(WithSortedMaps(second + first + second), first + first + first);
}

TEST(SortedMapsTest, EqualKeysKeepTheirOrderBecauseTheLastOneCounts) {
  const std::string other = MapEntryOf("a", "0");
  EXPECT_EQ(WithSortedMaps(WithAnnotations({kB, kA, other})), absl::nullopt);
  EXPECT_EQ(WithSortedMaps(WithAnnotations({kB, other, kA})), absl::nullopt);
}

TEST(SortedMapsTest, UnusualEntriesKeepTheOrderOfTheirMap) {
  for (const std::string& entry : {
           absl::StrCat(Field(2, "1"), Field(1, "a")),               // the value comes first
           Field(1, "a"),                                            // no value
           Field(2, "1"),                                            // no key
           std::string(),                                            // neither
           absl::StrCat(kA, Field(1, "z")),                          // a second key
           absl::StrCat(kA, Field(3, "x")),                          // an unknown field
           std::string("\x0a\x05"),                                  // a key that is too short
           absl::StrCat("\x0a\x81", std::string(1, '\0'), "a\x12x")  // malformed
       }) {
    EXPECT_EQ(WithSortedMaps(WithAnnotations({kC, entry, kB})), absl::nullopt) << ::testing::PrintToString(entry);
  }
}

TEST(SortedMapsTest, OnlyAdjacentEntriesAreSorted) {
  const std::string unknown = Field(15, "x");
  constexpr int kMachineSets = v1::RecommendSizeRequest::kMachineSetsFieldNumber;
  const auto request = [&](absl::string_view entries) {
    return Field(kMachineSets, Field(v1::MachineSet::kMetadataFieldNumber, entries));
  };
  const std::string a = Field(10, kA), b = Field(10, kB), c = Field(10, kC);
  EXPECT_EQ(WithSortedMaps(request(c + b + unknown + a)), request(b + c + unknown + a));
}

TEST(SortedMapsTest, EverythingAfterAMalformedFieldStays) {
  const std::string unsorted = WithAnnotations({kB, kA}), sorted = WithAnnotations({kA, kB});
  for (const std::string& malformed : {std::string(1, '\0'), std::string("\x0a\x7f"), std::string("\x22")}) {
    EXPECT_EQ(WithSortedMaps(absl::StrCat(unsorted, malformed, unsorted)), absl::StrCat(sorted, malformed, unsorted));
  }
}

TEST(SortedMapsTest, TheMessageStaysTheSame) {
  v1::RecommendSizeRequest request = testing::SmallRequest();
  for (int i = 0; i < 40; ++i) {
    v1::MachineSet& machine_set = *request.add_machine_sets();
    for (int j = 0; j < i; ++j) {
      (*machine_set.mutable_metadata()->mutable_annotations())[absl::StrCat("key", j * 7 % 40)] = absl::StrCat(i);
      (*machine_set.mutable_metadata()->mutable_labels())[absl::StrCat("label", j)] = absl::StrCat(j);
    }
  }
  const absl::optional<std::string> sorted = WithSortedMaps(request.SerializeAsString());
  ASSERT_TRUE(sorted.has_value());
  EXPECT_EQ(WithSortedMaps(*sorted), absl::nullopt);
  v1::RecommendSizeRequest parsed;
  ASSERT_TRUE(parsed.ParseFromString(*sorted));
  EXPECT_TRUE(MessageDifferencer::Equals(parsed, request));
}

TEST(SortedMapsTest, TheOrderOfAnnotationsDoesNotMatterForTheCache) {
  ConfigurationCache cache(size_t{1} << 20);
  const std::string request = testing::SmallRequest().SerializeAsString();
  for (const std::string& machines : {WithAnnotations({kA, kB, kC}), WithAnnotations({kC, kB, kA}),
                                      WithAnnotations({kB, kA, kC}), WithAnnotations({kA, kC, kB})}) {
    ConfigurationCache none(0);
    EXPECT_EQ(testing::AnswerSizeRequest(cache, testing::ToBuffer(request + machines)),
              testing::AnswerSizeRequest(none, testing::ToBuffer(request + machines)));
  }
  EXPECT_EQ(cache.figures().hits, 2);
}

}  // namespace
}  // namespace cpsizer::server
