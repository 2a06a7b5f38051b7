#include "server/version.h"

#include <google/protobuf/stubs/common.h>
#include <grpcpp/grpcpp.h>

#include "absl/base/config.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::server {

absl::string_view Version() {
  return CPSIZER_VERSION;
}

absl::string_view Commit() {
  return CPSIZER_COMMIT;
}

std::string VersionText(absl::string_view program) {
  return absl::StrCat(program, " ", Version(), "\ncommit ", Commit(), "\nAPI cpsizer.v1\ngRPC ", grpc::Version(),
                      ", protobuf ", google::protobuf::internal::VersionString(GOOGLE_PROTOBUF_VERSION), ", Abseil ",
                      ABSL_LTS_RELEASE_VERSION, ".", ABSL_LTS_RELEASE_PATCH_LEVEL, "\n");
}

}  // namespace cpsizer::server
