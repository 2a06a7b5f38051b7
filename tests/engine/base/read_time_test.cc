#include "server/engine/base/read_time.h"

#include <string>

#include "google/protobuf/repeated_ptr_field.h"
#include "gtest/gtest.h"
#include "server/engine/base/read_quantity.h"

namespace cpsizer {
namespace {

class ReadTimeTest : public ::testing::Test {
 protected:
  // Returns the rule and the path of the only finding, or an empty text if there are no findings.
  std::string Found() const {
    if (findings_list_.empty()) return "";
    EXPECT_EQ(findings_list_.size(), 1);
    return findings_list_[0].rule() + " " + findings_list_[0].path();
  }

  google::protobuf::RepeatedPtrField<v1::Finding> findings_list_;
  Findings findings_{findings_list_};
  const FieldPath path_ = {"samples", 3, "timestamp"};
};

TEST_F(ReadTimeTest, ReadsATime) {
  EXPECT_TRUE(ReadInstant("1970-01-01T00:00:01Z", path_, findings_) == kSecond);
  EXPECT_TRUE(ReadInstantIfThere("1970-01-01T00:00:02Z", path_, findings_) == 2 * kSecond);
  EXPECT_TRUE(ReadRequiredInstant("1970-01-01T00:00:03Z", path_, findings_) == 3 * kSecond);
  EXPECT_EQ(Found(), "");
}

TEST_F(ReadTimeTest, NamesTheFieldOfAnInvalidTime) {
  EXPECT_TRUE(ReadInstant("noon", path_, findings_) == kZeroTime);
  EXPECT_EQ(Found(), "TIME_MALFORMED samples[3].timestamp");
}

TEST_F(ReadTimeTest, TakesThePathFromAFunction) {
  ReadInstant(
      "noon", [] { return std::string("now"); }, findings_);
  EXPECT_EQ(Found(), "TIME_MALFORMED now");
}

TEST_F(ReadTimeTest, AnAbsentTimeAddsNoFinding) {
  EXPECT_FALSE(ReadInstantIfThere("", path_, findings_).has_value());
  EXPECT_EQ(Found(), "");
}

TEST_F(ReadTimeTest, ARequiredTimeThatIsAbsentIsMissing) {
  EXPECT_TRUE(ReadRequiredInstant("", path_, findings_) == kZeroTime);
  EXPECT_EQ(Found(), "FIELD_MISSING samples[3].timestamp");
}

TEST_F(ReadTimeTest, ReadsADuration) {
  EXPECT_EQ(ReadGoDuration("-1m30s", path_, findings_), -90'000'000'000);
  EXPECT_EQ(Found(), "");
}

TEST_F(ReadTimeTest, NamesTheFieldOfAnInvalidDuration) {
  EXPECT_FALSE(ReadGoDuration("90", path_, findings_).has_value());
  EXPECT_EQ(Found(), "DURATION_MALFORMED samples[3].timestamp");
}

}  // namespace
}  // namespace cpsizer
