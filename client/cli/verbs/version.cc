#include "server/process/version.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "client/cli/base/exit_code.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/verbs.h"

namespace cpsizer::cli {
namespace {

enum class VersionFormat { kText, kJson };

constexpr Choice<VersionFormat> kVersionFormats[] = {{"text", VersionFormat::kText}, {"json", VersionFormat::kJson}};

int PrintVersion(VersionFormat format, Environment& environment) {
  const bool is_json = format == VersionFormat::kJson;
  environment.out.Raw(is_json ? server::VersionJson("cpsizer") : server::VersionText("cpsizer"));
  return kExitFine;
}

}  // namespace

Verb AddVersion(CLI::App& root) {
  CLI::App* app = root.add_subcommand("version", "Print the version");
  auto format = std::make_shared<VersionFormat>(VersionFormat::kText);
  AddChoice(*app, "-o,--output", kVersionFormats, *format, "How to print the version; the default is text");
  // CPSIZER_OUTPUT has no effect on this verb, because this variable is for verbs that print a table.
  app->get_option("--output")->envname("");
  app->footer(
      "version\n"
      "version -o json");
  return {app, [format](Environment& environment) { return PrintVersion(*format, environment); }};
}

}  // namespace cpsizer::cli
