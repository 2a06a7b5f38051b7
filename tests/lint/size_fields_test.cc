// Checks that a new field of a request or of a row of sizes cannot be forgotten in the code that handles serialized
// messages.
#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/recommend_size.h"
#include "cpsizer/size_configuration.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/size_row.pb.h"
#include "server/rpc/size/size_request_parts.h"
#include "tests/lint/source_tree.h"

namespace cpsizer::lint {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;
using ::google::protobuf::Reflection;

using Names = std::set<std::string>;

// The fields of a RecommendSizeRequest from which a configuration is compiled. They are the key of the cache of
// compiled configurations.
const Names& ConfigurationFields() {
  static const auto& names = *new Names{"cluster_sizing_configuration", "machine_sets"};
  return names;
}

// The fields that can differ between two requests with one compiled configuration.
const Names& OtherFields() {
  static const auto& names = *new Names{"vpa_status", "demand", "current_size",        "cluster",
                                        "options",    "now",    "vpa_resource_policy", "vpa_creation_timestamp",
                                        "node_count"};
  return names;
}

// Sets `field` to any value that is serialized.
void SetField(Message& message, const FieldDescriptor& field) {
  const Reflection& reflection = *message.GetReflection();
  if (field.is_repeated()) {
    ASSERT_EQ(field.cpp_type(), FieldDescriptor::CPPTYPE_MESSAGE) << "add the type of " << field.full_name();
    reflection.AddMessage(&message, &field);
    return;
  }
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_MESSAGE:
      reflection.MutableMessage(&message, &field);
      return;
    case FieldDescriptor::CPPTYPE_STRING:
      return reflection.SetString(&message, &field, "x");
    case FieldDescriptor::CPPTYPE_BOOL:
      return reflection.SetBool(&message, &field, true);
    case FieldDescriptor::CPPTYPE_INT64:
      return reflection.SetInt64(&message, &field, 1);
    case FieldDescriptor::CPPTYPE_ENUM:
      return reflection.SetEnumValue(&message, &field, 1);
    default:
      FAIL() << "add the type of " << field.full_name();
  }
}

Names SetFields(const Message& message) {
  std::vector<const FieldDescriptor*> fields;
  message.GetReflection()->ListFields(message, &fields);
  Names names;
  for (const FieldDescriptor* field : fields) names.insert(field->name());
  return names;
}

Names FieldsIn(absl::string_view bytes) {
  v1::RecommendSizeRequest request;
  EXPECT_TRUE(request.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())));
  return SetFields(request);
}

TEST(SizeFieldsTest, EachFieldOfARequestIsInOnePart) {
  Names fields = ConfigurationFields();
  for (const std::string& name : OtherFields()) EXPECT_TRUE(fields.insert(name).second) << name;
  const Descriptor& request = *v1::RecommendSizeRequest::descriptor();
  Names declared;
  for (int i = 0; i < request.field_count(); ++i) declared.insert(request.field(i)->name());
  EXPECT_EQ(declared, fields) << "add a new field to one of the lists, and a field of a configuration also to "
                                 "SplitSizeRequest() and CompileSizeConfiguration()";
}

TEST(SizeFieldsTest, ARequestIsSplitAtTheseFields) {
  const Descriptor& request = *v1::RecommendSizeRequest::descriptor();
  for (int i = 0; i < request.field_count(); ++i) {
    const FieldDescriptor& field = *request.field(i);
    SCOPED_TRACE(field.name());
    v1::RecommendSizeRequest one;
    one.mutable_cluster_sizing_configuration();
    SetField(one, field);
    const std::string bytes = one.SerializeAsString();
    const absl::optional<server::SizeRequestParts> parts = server::SplitSizeRequest(bytes);
    ASSERT_TRUE(parts.has_value());
    const bool configures = ConfigurationFields().count(field.name()) > 0;
    EXPECT_EQ(FieldsIn(parts->configuration.text()).count(field.name()), configures ? 1u : 0u);
    EXPECT_EQ(FieldsIn(parts->rest.text()).count(field.name()), configures ? 0u : 1u);
  }
}

// If a compiled configuration depended on another field, the cache would return it for requests with another value of
// this field.
TEST(SizeFieldsTest, AConfigurationIsCompiledFromTheseFields) {
  const std::regex read(R"re(\brequest\.(?:has_|mutable_)?(\w+)\()re");
  Names fields;
  for (const SourceLine& line : CodeLines("server/engine/size/compile_configuration.cc")) {
    for (std::sregex_iterator it(line.text.begin(), line.text.end(), read), end; it != end; ++it) {
      fields.insert((*it)[1]);
    }
  }
  EXPECT_EQ(fields, ConfigurationFields());
}

// Expects that each field of `message`, and of the messages in it, is set.
void ExpectComplete(const Message& message) {
  const Descriptor& type = *message.GetDescriptor();
  const Names set = SetFields(message);
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    EXPECT_EQ(set.count(field.name()), 1u) << field.full_name() << " is not written";
    if (field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE || field.is_repeated()) continue;
    ExpectComplete(message.GetReflection()->GetMessage(message, &field));
  }
  EXPECT_TRUE(message.GetReflection()->GetUnknownFields(message).empty()) << type.full_name();
}

// Returns a request with one size that is too small, so that the row of this size has all fields.
v1::RecommendSizeRequest RequestWithShortfalls() {
  v1::RecommendSizeRequest request;
  v1::ClusterSizingConfiguration& config = *request.mutable_cluster_sizing_configuration();
  config.set_api_version("scheduling.hypershift.openshift.io/v1alpha1");
  config.set_kind("ClusterSizingConfiguration");
  config.mutable_metadata()->set_name("cluster");
  v1::SizeConfiguration& size = *config.mutable_spec()->add_sizes();
  size.set_name("small");
  size.mutable_criteria()->set_from(0);
  size.mutable_capacity()->set_memory("8Gi");
  size.mutable_capacity()->set_cpu("2");
  request.mutable_demand()->set_memory("16Gi");
  request.mutable_demand()->set_cpu("4");
  request.mutable_options()->set_cpu_policy(v1::SIZE_CPU_POLICY_WHEN_CAPACITY_CONFIGURED);
  return request;
}

// Returns the only row of the response, as a caller reads it.
v1::SizeRow RowOf(const SizeConfiguration& configuration, SizeRows format) {
  v1::RecommendSizeResponse response;
  v1::RecommendSizeResponse read;
  EXPECT_TRUE(RecommendSizeWith(configuration, RequestWithShortfalls(), format, response).ok());
  EXPECT_TRUE(read.ParseFromString(response.SerializeAsString()));
  EXPECT_EQ(read.sizes_size(), 1);
  return read.sizes_size() == 1 ? read.sizes(0) : v1::SizeRow();
}

TEST(SizeFieldsTest, EachFieldOfARowIsWritten) {
  SizeConfiguration configuration = CompileSizeConfiguration(RequestWithShortfalls());
  ASSERT_TRUE(configuration.ladder.has_value());
  for (const bool prepared : {false, true}) {
    if (prepared) PrepareRows(configuration);
    for (const SizeRows format : {SizeRows::kMessages, SizeRows::kSerialized}) {
      SCOPED_TRACE(::testing::Message() << "prepared " << prepared << ", format " << static_cast<int>(format));
      ExpectComplete(RowOf(configuration, format));
    }
  }
}

}  // namespace
}  // namespace cpsizer::lint
