// Tests the table of the requests of a release.
#include "client/effects/baseline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"

namespace cpsizer::effects {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

std::string ErrorOf(absl::string_view rows) {
  return std::string(ReadBaseline(absl::StrCat(kBaselineHeader, "\n", rows)).status().message());
}

TEST(BaselineTest, TheTableOfTheTreeHasTheComponentsThatSizesName) {
  const Requests& baseline = DefaultBaseline();
  EXPECT_THAT(baseline, SizeIs(71));
  EXPECT_EQ(CanonicalText(baseline.at({"kube-apiserver", "kube-apiserver"}).at("memory").amount), "2Gi");
  EXPECT_EQ(CanonicalText(baseline.at({"etcd", "etcd"}).at("cpu").amount), "300m");
}

TEST(BaselineTest, CommentsEmptyLinesAndEmptyAmountsAreAllowed) {
  const absl::StatusOr<Requests> read =
      ReadBaseline(absl::StrCat("# of a release\r\n\n", kBaselineHeader, "\r\nrouter,router,,40Mi\r\n"));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_THAT(read->at({"router", "router"}), SizeIs(1));
}

TEST(BaselineTest, ErrorsNameLineFieldAndValue) {
  EXPECT_THAT(std::string(ReadBaseline("etcd,etcd,1,1Gi").status().message()),
              HasSubstr("line 1: \"etcd,etcd,1,1Gi\" is not the header; write component,container,cpu,memory"));
  EXPECT_THAT(ErrorOf(""), HasSubstr("no container"));
  EXPECT_THAT(ErrorOf("etcd,etcd,1"), HasSubstr("line 2: \"etcd,etcd,1\" has 3 fields"));
  EXPECT_THAT(ErrorOf(",etcd,1,1Gi"), HasSubstr("line 2: component: the name is empty"));
  EXPECT_THAT(ErrorOf("etcd,etcd,one,1Gi"), HasSubstr("line 2: cpu: \"one\" is not a quantity"));
  EXPECT_THAT(ErrorOf("etcd,etcd,1,-1Gi"), HasSubstr("line 2: memory: \"-1Gi\" is negative"));
  EXPECT_THAT(ErrorOf("etcd,etcd,1,\netcd,etcd,2,"), HasSubstr("line 3: there is another line for \"etcd,etcd\""));
}

TEST(BaselineTest, TheNumberOfContainersIsLimited) {
  std::string rows;
  for (size_t i = 0; i < kMaxBaselineRows; ++i) absl::StrAppend(&rows, "etcd,c", i, ",1m,\n");
  EXPECT_EQ(ErrorOf(rows), "");
  EXPECT_THAT(ErrorOf(absl::StrCat(rows, "etcd,more,1m,\n")), HasSubstr("more than 1000 containers"));
}

}  // namespace
}  // namespace cpsizer::effects
