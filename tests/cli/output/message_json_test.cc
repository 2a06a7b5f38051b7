#include "client/cli/output/message_json.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "client/cli/output/structured.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "google/rpc/status.pb.h"
#include "gtest/gtest.h"

namespace cpsizer::cli {
namespace {

void ExpectTheSameAsATree(const google::protobuf::Message& message) {
  std::string text;
  AppendJson(message, 0, text);
  EXPECT_EQ(text, ToJson(message).dump(2, ' ', true));
}

TEST(AppendJson, WritesNumbersAsATreeDoes) {
  for (const double value : {0.0, -0.0, 1.0, -3.0, 0.1, 1.0 / 3, 0.28735632183908044, 1e-7, 123456.789,
                             999999999999999.0, 1e15, 123456789012345678.0, 1e20, -1.7e300, 5e-324,
                             std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    SCOPED_TRACE(value);
    v1::RecommendSizeResponse response;
    response.mutable_memory()->set_headroom_ratio(value);
    ExpectTheSameAsATree(response);
  }
}

TEST(AppendJson, WritesTextsEnumsAndLists) {
  v1::RecommendSizeResponse response;
  response.set_recommended_size("a\"b\\c\n\x01 \x7F größe \u2028 🙂 </script>");
  response.set_outcome(v1::SIZE_OUTCOME_RECOMMENDED);
  response.set_driver(static_cast<v1::SizeDriver>(1234));
  response.set_changed(true);
  response.set_config_generation(int64_t{1} << 60);
  response.add_findings()->set_severity(v1::SEVERITY_WARNING);
  response.add_findings();
  response.add_sizes()->mutable_memory()->set_fits(false);
  ExpectTheSameAsATree(response);
  ExpectTheSameAsATree(v1::RecommendSizeResponse());
}

TEST(AppendJson, WritesMapsAndErrorDetails) {
  v1::RecommendSizeRequest request;
  v1::ObjectMeta& metadata = *request.mutable_cluster_sizing_configuration()->mutable_metadata();
  metadata.set_name("cluster");
  (*metadata.mutable_labels())["a\nb"] = "c";
  ExpectTheSameAsATree(request);

  v1::BatchRecommendSizeResult result;
  result.mutable_error()->set_message("two\nlines");
  result.mutable_error()->add_details()->PackFrom(request);
  ExpectTheSameAsATree(result);
}

TEST(AppendJson, IndentsAllLinesExceptTheFirst) {
  v1::RecommendSizeResponse response;
  response.mutable_memory()->set_demand("1Gi");
  std::string text = "x: ";
  AppendJson(response, 4, text);
  EXPECT_EQ(text, "x: {\n      \"memory\": {\n        \"demand\": \"1Gi\"\n      }\n    }");
}

}  // namespace
}  // namespace cpsizer::cli
