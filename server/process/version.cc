#include "server/process/version.h"

#include <google/protobuf/stubs/common.h>
#include <grpcpp/grpcpp.h>

#include <nlohmann/json.hpp>

#include "absl/base/config.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::server {
namespace {

constexpr absl::string_view kApi = "cpsizer.v1";

std::string ProtobufVersion() {
  return google::protobuf::internal::VersionString(GOOGLE_PROTOBUF_VERSION);
}

std::string AbseilVersion() {
  return absl::StrCat(ABSL_LTS_RELEASE_VERSION, ".", ABSL_LTS_RELEASE_PATCH_LEVEL);
}

}  // namespace

absl::string_view Version() {
  return CPSIZER_VERSION;
}

absl::string_view Commit() {
  return CPSIZER_COMMIT;
}

std::string VersionText(absl::string_view program) {
  return absl::StrCat(program, " ", Version(), "\ncommit ", Commit(), "\nAPI ", kApi, "\ngRPC ", grpc::Version(),
                      ", protobuf ", ProtobufVersion(), ", Abseil ", AbseilVersion(), "\n");
}

std::string VersionJson(absl::string_view program) {
  const nlohmann::ordered_json version = {
      {"program", std::string(program)}, {"version", std::string(Version())}, {"commit", std::string(Commit())},
      {"api", std::string(kApi)},        {"grpc", grpc::Version()},           {"protobuf", ProtobufVersion()},
      {"abseil", AbseilVersion()},
  };
  return version.dump(2) + "\n";
}

}  // namespace cpsizer::server
