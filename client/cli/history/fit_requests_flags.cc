#include "client/cli/history/fit_requests_flags.h"

#include <CLI/CLI.hpp>
#include <cmath>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/flag_checks.h"
#include "client/objects/escape.h"

namespace cpsizer::cli {
namespace {

constexpr double kMaxHeadroom = 10;

std::string BadRequestValue(absl::string_view flag, absl::string_view value, absl::string_view remedy) {
  return absl::StrCat(FlagWithSource(flag, value), ": ", objects::QuotedValue(value), " is not ", remedy);
}

}  // namespace

absl::string_view GivenRequestFlag(const FitRequestsFlags& flags) {
  if (flags.quantile.has_value()) return "--quantile";
  if (flags.headroom.has_value()) return "--headroom";
  if (flags.allow_decrease) return "--allow-decrease";
  if (flags.go_mem_limit_percent.has_value()) return "--gomemlimit-percent";
  return flags.edit.empty() ? "" : "--edit";
}

void AddRequestDecision(CLI::App& app, absl::string_view needed, FitRequestsFlags& flags) {
  AddText(app, "--quantile", flags.quantile, "PART",
          absl::StrCat("With ", needed,
                       ": the quantile of the largest usage of each replica in each week that a request holds; the "
                       "default is 0.95"));
  AddText(app, "--headroom", flags.headroom, "FACTOR",
          absl::StrCat("With ", needed, ": the factor by which a request is above this usage; the default is 1.20"));
  AddSwitch(app, "--allow-decrease", flags.allow_decrease,
            absl::StrCat("With ", needed, ": also propose lower values"));
}

void AddFitRequestsFlags(CLI::App& app, FitRequestsFlags& flags) {
  AddSwitch(app, "--requests", flags.requests,
            "Propose the requests of the containers of each size (effects.resourceRequests) from their usage; the "
            "history then has the column container, or the series of all containers");
  AddRequestDecision(app, "--requests", flags);
  AddText(
      app, "--gomemlimit-percent", flags.go_mem_limit_percent, "PERCENT",
      "With --requests: kasGoMemLimit as a part of the memory request of the kube-apiserver, also for sizes that do "
      "not set it; the default is 90, for sizes that set it");
  AddText(app, "--edit", flags.edit, "PATH",
          "With --requests: a YAML file or Helm template in which the proposed values replace the present ones; all "
          "other characters stay");
}

std::string ReadFitRequestsFlags(const FitRequestsFlags& flags, FitRequestsOptions& options) {
  if (!flags.requests) {
    const absl::string_view flag = GivenRequestFlag(flags);
    return flag.empty() ? "" : absl::StrCat(flag, " is for --requests; give this flag too, or leave it out");
  }
  history::RequestOptions& request = options.request;
  request.allow_decrease = flags.allow_decrease;
  if (flags.quantile.has_value() &&
      !(absl::SimpleAtod(*flags.quantile, &request.quantile) && request.quantile > 0 && request.quantile <= 1)) {
    return BadRequestValue("--quantile", *flags.quantile, "a part above 0 and up to 1; write 0.95");
  }
  if (flags.headroom.has_value() && !(absl::SimpleAtod(*flags.headroom, &request.headroom) && request.headroom >= 1 &&
                                      request.headroom <= kMaxHeadroom)) {
    return BadRequestValue("--headroom", *flags.headroom, "a factor from 1 to 10; write 1.20");
  }
  options.wants_go_mem_limit = flags.go_mem_limit_percent.has_value();
  if (options.wants_go_mem_limit && !(absl::SimpleAtoi(*flags.go_mem_limit_percent, &options.go_mem_limit_percent) &&
                                      options.go_mem_limit_percent >= 1 && options.go_mem_limit_percent <= 100)) {
    return BadRequestValue("--gomemlimit-percent", *flags.go_mem_limit_percent,
                           "a whole number from 1 to 100; write 90");
  }
  return flags.edit == "-" ? "--edit: standard input cannot be changed; give the path of a file" : "";
}

}  // namespace cpsizer::cli
