#include "client/objects/lease/vpa_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/string_view.h"

namespace cpsizer::objects {
namespace {

using ::testing::HasSubstr;

absl::Status Set(absl::string_view flag, absl::string_view text, v1::RecommendSizeOptions& options) {
  for (const VpaSetting& setting : kVpaSettings) {
    if (setting.flag == flag) return SetVpaSetting(setting, text, options);
  }
  return absl::NotFoundError("no such setting");
}

TEST(VpaSettings, AreWrittenAndReadAsText) {
  v1::RecommendSizeOptions options;
  EXPECT_EQ(VpaSettingsText(options), "");
  ASSERT_TRUE(Set("--vpa-pod-recommendation-min-cpu-millicores", "12.5", options).ok());
  ASSERT_TRUE(Set("--vpa-round-memory-bytes", "67108864", options).ok());
  ASSERT_TRUE(Set("--vpa-max-upper-bound-ratio", "0", options).ok());
  ASSERT_TRUE(Set("--vpa-min-age", "0s", options).ok());
  const std::string text = VpaSettingsText(options);
  EXPECT_EQ(text,
            "vpa-pod-recommendation-min-cpu-millicores=12.5,vpa-round-memory-bytes=67108864,"
            "vpa-max-upper-bound-ratio=0,vpa-min-age=0");
  v1::RecommendSizeOptions read;
  ASSERT_TRUE(ReadVpaSettings(text, read).ok());
  EXPECT_EQ(read.SerializeAsString(), options.SerializeAsString());
}

TEST(VpaSettings, OfALaterVersionAreIgnored) {
  v1::RecommendSizeOptions options;
  EXPECT_TRUE(ReadVpaSettings("vpa-later=1,vpa-round-cpu-millicores=10,alone", options).ok());
  EXPECT_EQ(VpaSettingsText(options), "vpa-round-cpu-millicores=10");
}

TEST(VpaSettings, RefuseValuesThatTheServiceRefuses) {
  struct Case {
    absl::string_view flag, text, error;
  };
  v1::RecommendSizeOptions options;
  for (const Case& c : {
           Case{"--vpa-pod-recommendation-min-memory-mb", "-1", "\"-1\" is not a number from 0 to 100000000000000"},
           Case{"--vpa-pod-recommendation-min-memory-mb", "nan", "\"nan\" is not a number"},
           Case{"--vpa-pod-recommendation-min-cpu-millicores", "25m", "\"25m\" is not a number"},
           Case{"--vpa-round-cpu-millicores", "0", "\"0\" is not a whole number from 1"},
           Case{"--vpa-round-memory-bytes", "1.5", "\"1.5\" is not a whole number from 1"},
           Case{"--vpa-max-upper-bound-ratio", "1000001", "\"1000001\" is not a whole number from 0 to 1000000"},
           Case{"--vpa-min-age", "-1h", "\"-1h\" is not a duration of at least 0"},
           Case{"--vpa-min-age", "inf", "\"inf\" is not a duration of at least 0"},
       }) {
    EXPECT_THAT(std::string(Set(c.flag, c.text, options).message()), HasSubstr(std::string(c.error))) << c.flag;
  }
  EXPECT_EQ(VpaSettingsText(options), "");
  EXPECT_THAT(std::string(ReadVpaSettings("vpa-round-cpu-millicores=x", options).message()),
              HasSubstr("--vpa-round-cpu-millicores: \"x\" is not a whole number"));
}

}  // namespace
}  // namespace cpsizer::objects
