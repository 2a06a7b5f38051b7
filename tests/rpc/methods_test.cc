#include "server/rpc/methods.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "google/protobuf/descriptor.pb.h"
#include "proto/descriptor_set.h"

namespace cpsizer::server {
namespace {

TEST(MethodsTest, TheTableHasTheMethodsOfTheServiceInTheirOrder) {
  google::protobuf::FileDescriptorSet files;
  ASSERT_TRUE(files.ParseFromString(std::string(DescriptorSet())));
  std::vector<std::string> of_proto;
  for (const auto& file : files.file()) {
    if (file.name() != "cpsizer/v1/sizing_service.proto") continue;
    for (const auto& method : file.service(0).method()) of_proto.push_back(method.name());
  }
  std::vector<std::string> of_table;
  for (size_t i = 0; i < kServiceMethodCount; ++i) of_table.emplace_back(kMethodTable[i].name);
  EXPECT_EQ(of_table, of_proto);
}

TEST(MethodsTest, OnlySmallRequestsRunOnThreadsOfGrpc) {
  for (const MethodInfo& method : kMethodTable) {
    EXPECT_LE(method.thresholds.medium, method.thresholds.large) << method.name;
    if (method.thresholds.medium == kNever) {
      EXPECT_LE(method.max_request_bytes, size_t{8} << 10) << method.name;
    } else {
      EXPECT_LE(method.thresholds.medium, size_t{64} << 10) << method.name;
      EXPECT_LE(method.thresholds.large, size_t{256} << 10) << method.name;
    }
  }
}

}  // namespace
}  // namespace cpsizer::server
