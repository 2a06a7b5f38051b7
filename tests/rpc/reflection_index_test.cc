#include "server/rpc/reflection_index.h"

#include <gmock/gmock.h>
#include <google/protobuf/descriptor.pb.h>
#include <grpcpp/support/status.h>
#include <gtest/gtest.h>

#include "proto/descriptor_set.h"

namespace cpsizer::server {
namespace {

using ::google::protobuf::FileDescriptorProto;
using ::google::protobuf::FileDescriptorSet;
using ::grpc::reflection::v1::ServerReflectionRequest;
using ::grpc::reflection::v1::ServerReflectionResponse;
using ::testing::ElementsAre;

ServerReflectionResponse Symbol(const ReflectionIndex& index, const std::string& symbol) {
  ServerReflectionRequest request;
  request.set_file_containing_symbol(symbol);
  return index.Answer(request);
}

std::vector<std::string> FileNames(const ServerReflectionResponse& response) {
  std::vector<std::string> names;
  for (const std::string& bytes : response.file_descriptor_response().file_descriptor_proto()) {
    FileDescriptorProto file;
    EXPECT_TRUE(file.ParseFromString(bytes));
    names.push_back(file.name());
  }
  return names;
}

TEST(ReflectionIndexTest, FindsTheFileOfEachName) {
  const ReflectionIndex index(DescriptorSet(), {});
  const struct {
    const char* symbol;
    const char* file;
  } kCases[] = {
      {"cpsizer.v1.SizingService", "cpsizer/v1/sizing_service.proto"},
      {"cpsizer.v1.SizingService.RecommendSize", "cpsizer/v1/sizing_service.proto"},
      {"cpsizer.v1.SizeCapacity", "cpsizer/v1/cluster_sizing_configuration.proto"},
      {"cpsizer.v1.SizeCapacity.memory", "cpsizer/v1/cluster_sizing_configuration.proto"},
      {"cpsizer.v1.RecommendSizeRequest.observation", "cpsizer/v1/recommend_size.proto"},
      {"cpsizer.v1.Detail", "cpsizer/v1/detail.proto"},
      {"cpsizer.v1.DETAIL_FULL", "cpsizer/v1/detail.proto"},
      {"grpc.health.v1.Health", "grpc/health/v1/health.proto"},
      {"grpc.reflection.v1.ServerReflection", "grpc/reflection/v1/reflection.proto"},
      {"grpc.reflection.v1alpha.ServerReflection", "grpc/reflection/v1alpha/reflection.proto"},
      {"google.rpc.BadRequest.FieldViolation", "google/rpc/error_details.proto"},
      {"google.protobuf.Any", "google/protobuf/any.proto"},
  };
  for (const auto& test : kCases) {
    const std::vector<std::string> names = FileNames(Symbol(index, test.symbol));
    ASSERT_FALSE(names.empty()) << test.symbol;
    EXPECT_EQ(names[0], test.file) << test.symbol;
  }
}

TEST(ReflectionIndexTest, ReturnsAFileWithEachDependencyOnce) {
  const ReflectionIndex index(DescriptorSet(), {});
  ServerReflectionRequest request;
  request.set_file_by_filename("cpsizer/v1/recommend_size.proto");
  EXPECT_THAT(
      FileNames(index.Answer(request)),
      ElementsAre("cpsizer/v1/recommend_size.proto", "cpsizer/v1/cluster_reference.proto",
                  "cpsizer/v1/cluster_sizing_configuration.proto", "cpsizer/v1/meta.proto", "cpsizer/v1/detail.proto",
                  "cpsizer/v1/finding.proto", "cpsizer/v1/machine_set.proto", "cpsizer/v1/size_row.proto",
                  "cpsizer/v1/vertical_pod_autoscaler.proto", "google/rpc/status.proto", "google/protobuf/any.proto"));
}

TEST(ReflectionIndexTest, DescriptorsHaveCommentsAndJsonNames) {
  const ReflectionIndex index(DescriptorSet(), {});
  const ServerReflectionResponse response = Symbol(index, "cpsizer.v1.SizeCapacity");
  FileDescriptorProto file;
  ASSERT_TRUE(file.ParseFromString(response.file_descriptor_response().file_descriptor_proto(0)));
  std::vector<std::string> json_names;
  for (const auto& message : file.message_type()) {
    if (message.name() != "SizeCapacity") continue;
    for (const auto& field : message.field()) json_names.push_back(field.json_name());
  }
  EXPECT_THAT(json_names, ElementsAre("memory", "cpu", "kubeAPIServerMemoryFraction", "kubeAPIServerCPUFraction"));
  int comments = 0;
  for (const auto& location : file.source_code_info().location()) comments += location.has_leading_comments() ? 1 : 0;
  EXPECT_GT(comments, 10);
}

TEST(ReflectionIndexTest, UnknownNamesAreNotFound) {
  const ReflectionIndex index(DescriptorSet(), {});
  ServerReflectionRequest requests[4];
  requests[0].set_file_by_filename("no/such.proto");
  requests[1].set_file_containing_symbol("cpsizer.v1.SizeCapacity.no_such_field");
  requests[2].mutable_file_containing_extension()->set_containing_type("google.protobuf.FieldOptions");
  requests[2].mutable_file_containing_extension()->set_extension_number(50'000);
  requests[3].set_all_extension_numbers_of_type("cpsizer.v1.NoSuchMessage");
  for (const ServerReflectionRequest& request : requests) {
    const ServerReflectionResponse response = index.Answer(request);
    EXPECT_EQ(response.error_response().error_code(), grpc::StatusCode::NOT_FOUND) << request.DebugString();
    EXPECT_FALSE(response.error_response().error_message().empty()) << request.DebugString();
    EXPECT_EQ(response.original_request().SerializeAsString(), request.SerializeAsString());
  }
}

TEST(ReflectionIndexTest, AnEmptyRequestIsAnInvalidArgument) {
  const ReflectionIndex index(DescriptorSet(), {});
  ServerReflectionRequest request;
  request.set_host("here");
  const ServerReflectionResponse response = index.Answer(request);
  EXPECT_EQ(response.error_response().error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(response.valid_host(), "here");
}

TEST(ReflectionIndexTest, ListsTheServicesItWasGiven) {
  const ReflectionIndex index(DescriptorSet(), {"a.A", "b.B"});
  ServerReflectionRequest request;
  request.set_list_services("");
  const ServerReflectionResponse response = index.Answer(request);
  ASSERT_EQ(response.list_services_response().service_size(), 2);
  EXPECT_EQ(response.list_services_response().service(0).name(), "a.A");
  EXPECT_EQ(response.list_services_response().service(1).name(), "b.B");
}

// Returns a set of files with an extension, because the files of this project have no extensions.
FileDescriptorSet SetWithExtension() {
  FileDescriptorSet set;
  FileDescriptorProto& base = *set.add_file();
  base.set_name("base.proto");
  base.set_package("p");
  base.add_message_type()->set_name("Base");
  auto& range = *base.mutable_message_type(0)->add_extension_range();
  range.set_start(100);
  range.set_end(200);
  FileDescriptorProto& more = *set.add_file();
  more.set_name("more.proto");
  more.set_package("p");
  more.add_dependency("base.proto");
  auto& extension = *more.add_extension();
  extension.set_name("extra");
  extension.set_number(150);
  extension.set_extendee(".p.Base");
  extension.set_label(google::protobuf::FieldDescriptorProto::LABEL_OPTIONAL);
  extension.set_type(google::protobuf::FieldDescriptorProto::TYPE_STRING);
  return set;
}

TEST(ReflectionIndexTest, FindsExtensions) {
  const std::string set = SetWithExtension().SerializeAsString();
  const ReflectionIndex index(set, {});
  ServerReflectionRequest request;
  request.mutable_file_containing_extension()->set_containing_type("p.Base");
  request.mutable_file_containing_extension()->set_extension_number(150);
  EXPECT_THAT(FileNames(index.Answer(request)), ElementsAre("more.proto", "base.proto"));

  request.set_all_extension_numbers_of_type("p.Base");
  const ServerReflectionResponse numbers = index.Answer(request);
  EXPECT_EQ(numbers.all_extension_numbers_response().base_type_name(), "p.Base");
  EXPECT_THAT(numbers.all_extension_numbers_response().extension_number(), ElementsAre(150));
}

TEST(ReflectionIndexTest, AMessageWithoutExtensionsHasNone) {
  const ReflectionIndex index(DescriptorSet(), {});
  ServerReflectionRequest request;
  request.set_all_extension_numbers_of_type("cpsizer.v1.Finding");
  const ServerReflectionResponse response = index.Answer(request);
  EXPECT_EQ(response.all_extension_numbers_response().base_type_name(), "cpsizer.v1.Finding");
  EXPECT_EQ(response.all_extension_numbers_response().extension_number_size(), 0);
}

}  // namespace
}  // namespace cpsizer::server
