#include "client/cli/version.h"

#include <google/protobuf/stubs/common.h>
#include <grpcpp/grpcpp.h>

#include <CLI/CLI.hpp>

#include "absl/strings/str_cat.h"
#include "client/cli/exit_code.h"

namespace cpsizer::cli {
namespace {

int PrintVersion(Environment& environment) {
  Screen& out = environment.out;
  out.Line(absl::StrCat("cpsizer ", CPSIZER_VERSION, " (commit ", CPSIZER_COMMIT, ")"));
  out.Line("API cpsizer.v1");
  out.Line(absl::StrCat("gRPC ", grpc::Version(), ", protobuf ",
                        google::protobuf::internal::VersionString(GOOGLE_PROTOBUF_VERSION)));
  return kExitFine;
}

}  // namespace

Verb AddVersion(CLI::App& root) {
  CLI::App* app = root.add_subcommand("version", "Print the version");
  app->footer("version");
  return {app, PrintVersion};
}

}  // namespace cpsizer::cli
