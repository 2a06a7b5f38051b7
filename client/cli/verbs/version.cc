#include "client/cli/verbs/version.h"

#include <CLI/CLI.hpp>

#include "client/cli/base/exit_code.h"
#include "server/process/version.h"

namespace cpsizer::cli {
namespace {

int PrintVersion(Environment& environment) {
  environment.out.Raw(server::VersionText("cpsizer"));
  return kExitFine;
}

}  // namespace

Verb AddVersion(CLI::App& root) {
  CLI::App* app = root.add_subcommand("version", "Print the version");
  app->footer("version");
  return {app, PrintVersion};
}

}  // namespace cpsizer::cli
