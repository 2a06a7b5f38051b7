#include "server/process/tls/tls_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace cpsizer::server {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr absl::Time kEnd = absl::FromUnixSeconds(1'900'000'000);
constexpr absl::Time kAuthorityEnd = absl::FromUnixSeconds(1'800'000'000);

std::string MetricsOf(Side side, const absl::optional<TlsStatus>& tls) {
  std::vector<prometheus::MetricFamily> families;
  CollectTls(side, tls, families);
  return Expose(families);
}

std::string Expiry(const std::string& certificate, const std::string& value) {
  return absl::StrCat("\ncpsizer_tls_certificate_expiry_timestamp_seconds{certificate=\"", certificate, "\"} ", value,
                      "\n");
}

TEST(TlsReportTest, ReportsNothingWithoutTls) {
  EXPECT_EQ(MetricsOf(Side::kServer, absl::nullopt), "");
  EXPECT_EQ(MetricsOf(Side::kClient, absl::nullopt), "");
  EXPECT_EQ(TlsJson(Side::kClient, absl::nullopt).dump(), "null");
}

TEST(TlsReportTest, EachSideNamesItsCertificatesAndAuthorities) {
  const TlsStatus tls = {kEnd, kAuthorityEnd, 3, 4, "the key is empty"};
  for (const auto& [side, shown, authority, key] :
       {std::tuple(Side::kServer, "server", "client_ca", "clientCaExpiry"),
        std::tuple(Side::kClient, "client", "server_ca", "serverCaExpiry")}) {
    EXPECT_THAT(MetricsOf(side, tls),
                AllOf(HasSubstr(Expiry(shown, "1900000000")), HasSubstr(Expiry(authority, "1800000000")),
                      HasSubstr("\ncpsizer_tls_reloads_total{result=\"taken\"} 3\n"),
                      HasSubstr("\ncpsizer_tls_reloads_total{result=\"refused\"} 4\n")));
    EXPECT_EQ(TlsJson(side, tls),
              (nlohmann::ordered_json{
                  {"expiry", "2030-03-17T17:46:40Z"}, {key, "2027-01-15T08:00:00Z"}, {"error", "the key is empty"}}));
  }
}

TEST(TlsReportTest, AbsentFilesHaveNoExpiry) {
  const TlsStatus without_authority = {kEnd, absl::InfiniteFuture(), 0, 0, ""};
  EXPECT_THAT(MetricsOf(Side::kServer, without_authority), Not(HasSubstr("{certificate=\"client_ca\"}")));
  EXPECT_EQ(TlsJson(Side::kServer, without_authority), (nlohmann::ordered_json{{"expiry", "2030-03-17T17:46:40Z"}}));
  const TlsStatus shows_nothing = {absl::InfiniteFuture(), kAuthorityEnd, 0, 0, ""};
  EXPECT_THAT(MetricsOf(Side::kClient, shows_nothing), Not(HasSubstr("{certificate=\"client\"}")));
  EXPECT_EQ(TlsJson(Side::kClient, shows_nothing),
            (nlohmann::ordered_json{{"serverCaExpiry", "2027-01-15T08:00:00Z"}}));
}

TEST(TlsReportTest, ContainsExactlyTheMetricsOfTheTable) {
  std::vector<prometheus::MetricFamily> families;
  CollectTls(Side::kClient, TlsStatus{kEnd, kAuthorityEnd}, families);
  ASSERT_EQ(families.size(), TlsMetricTable().size());
  for (size_t i = 0; i < families.size(); ++i) {
    EXPECT_EQ(families[i].name, TlsMetricTable()[i].name);
    EXPECT_EQ(families[i].type, TlsMetricTable()[i].type);
    EXPECT_EQ(families[i].metric.at(0).label.at(0).name, TlsMetricTable()[i].labels[0]);
  }
}

}  // namespace
}  // namespace cpsizer::server
