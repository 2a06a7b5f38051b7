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

TEST(MethodsTest, AnInlineRequestIsNeverLongerThanAUnaryOne) {
  for (const MethodInfo& method : kMethodTable) {
    if (method.worker_bytes == kAlwaysInline) {
      EXPECT_LE(method.max_request_bytes, kMaxUnaryRequestBytes) << method.name;
    } else {
      EXPECT_LE(method.worker_bytes, kMaxUnaryRequestBytes) << method.name;
    }
  }
}

}  // namespace
}  // namespace cpsizer::server
