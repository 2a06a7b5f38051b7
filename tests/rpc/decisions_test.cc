#include "server/rpc/decisions.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "google/protobuf/descriptor.h"

namespace cpsizer::server {
namespace {

// A response without a row in DecisionMetrics() is not counted.
TEST(DecisionsTest, EveryOutcomeOfAMethodHasAMetric) {
  std::set<const google::protobuf::Descriptor*> counted;
  for (const DecisionMetric& metric : DecisionMetrics()) {
    const google::protobuf::Descriptor* response = metric.response();
    EXPECT_TRUE(counted.insert(response).second) << metric.info.name;
    for (const absl::string_view label : metric.info.labels) {
      if (label.empty()) continue;
      const google::protobuf::EnumDescriptor& type = *response->FindFieldByName(std::string(label))->enum_type();
      for (int i = 0; i < type.value_count(); ++i) EXPECT_EQ(type.value(i)->number(), i) << type.full_name();
    }
  }
  const google::protobuf::ServiceDescriptor& service =
      *v1::RecommendSizeRequest::descriptor()->file()->pool()->FindServiceByName("cpsizer.v1.SizingService");
  std::set<const google::protobuf::Descriptor*> decided;
  for (int i = 0; i < service.method_count(); ++i) {
    const google::protobuf::Descriptor* response = service.method(i)->output_type();
    if (response->FindFieldByName("outcome") != nullptr) decided.insert(response);
  }
  EXPECT_EQ(counted, decided);
}

}  // namespace
}  // namespace cpsizer::server
