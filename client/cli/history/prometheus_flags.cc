#include "client/cli/history/prometheus_flags.h"

#include <algorithm>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/cli/history/replay_result.h"
#include "client/cli/history/service_proxy.h"
#include "client/history/prometheus/limits.h"
#include "client/kube/config/server_url.h"
#include "client/objects/escape.h"
#include "server/process/listen_address.h"

namespace cpsizer::cli {
namespace {

using history::SeriesKind;

constexpr size_t kMaxMatcherBytes = 4'096;

// Returns whether the host of a URL is this machine.
bool IsLocal(absl::string_view url) {
  absl::ConsumePrefix(&url, "http://");
  const std::string authority(url.substr(0, url.find('/')));
  return server::NamesLoopback(authority) || server::NamesLoopback(absl::StrCat(authority, ":80"));
}

// Removes one matcher, such as `namespace=~"clusters-.*"`, from the front of `text`. Returns false if there is none.
bool TakeMatcher(absl::string_view& text) {
  const auto is_label = [](unsigned char c) { return absl::ascii_isalnum(c) || c == '_'; };
  const size_t label = static_cast<size_t>(std::find_if_not(text.begin(), text.end(), is_label) - text.begin());
  if (label == 0) return false;
  text.remove_prefix(label);
  text = absl::StripLeadingAsciiWhitespace(text);
  if (!absl::ConsumePrefix(&text, "=~") && !absl::ConsumePrefix(&text, "!~") && !absl::ConsumePrefix(&text, "!=") &&
      !absl::ConsumePrefix(&text, "=")) {
    return false;
  }
  text = absl::StripLeadingAsciiWhitespace(text);
  if (!absl::ConsumePrefix(&text, "\"")) return false;
  size_t end = 0;
  while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
  if (end >= text.size()) return false;
  text.remove_prefix(end + 1);
  return true;
}

// Returns whether the text is a list of matchers, so that it cannot change other parts of a query.
bool AreMatchers(absl::string_view text) {
  do {
    text = absl::StripLeadingAsciiWhitespace(text);
    if (!TakeMatcher(text)) return false;
    text = absl::StripLeadingAsciiWhitespace(text);
  } while (absl::ConsumePrefix(&text, ","));
  return text.empty();
}

std::string UrlProblem(const std::string& text) {
  // The text may contain a password.
  if (absl::StrContains(text, "@")) return "--prometheus-url: has a user or a password; use --prometheus-token-file";
  if (text.find_first_of("?#") != std::string::npos) {
    return absl::StrCat("--prometheus-url: ", objects::QuotedValue(text), " has a query; give it without ? and #");
  }
  const absl::StatusOr<std::string> url = kube::NormalServerUrl(text);
  if (!url.ok()) return absl::StrCat("--prometheus-url: ", url.status().message());
  if (!absl::StartsWith(*url, "http:") || IsLocal(*url)) return "";
  return absl::StrCat("--prometheus-url: ", objects::QuotedValue(text),
                      " sends the history unprotected; use https, or http to this machine: "
                      "kubectl port-forward and http://127.0.0.1:9090");
}

}  // namespace

void AddPrometheus(CLI::App& app, PrometheusFlags& flags, bool with_connection) {
  AddText(app, "--prometheus-url", flags.url, "URL",
          "Prometheus or Thanos to read the history from, in place of --history: https, or http on this machine");
  AddText(app, "--prometheus-ca-file", flags.ca_file, "PATH",
          "Certificate of the authority that issued the certificate of --prometheus-url, in PEM; the default is the "
          "authorities of the system");
  AddText(app, "--prometheus-token-file", flags.token_file, "PATH", "File with the bearer token for --prometheus-url");
  AddText(app, "--prometheus-service", flags.service, "NAMESPACE/NAME:PORT",
          "Service of a Prometheus without authentication in a cluster, to read the history through the API server, "
          "such as monitoring/prometheus-k8s:9090; https:NAME for TLS");
  if (with_connection) AddConnection(app, flags.cluster, "of --prometheus-service");
  AddText(app, "--prometheus-matchers", flags.matchers, "MATCHERS",
          "Only the series that match, such as cluster=\"hub-1\",namespace=~\"clusters-.*\"");
}

std::string PrometheusProblem(const PrometheusFlags& flags) {
  if (!flags.url.empty() && !flags.service.empty()) {
    return "--prometheus-url and --prometheus-service are two sources; leave one of them out";
  }
  if (flags.url.empty() && (!flags.ca_file.empty() || !flags.token_file.empty())) {
    return absl::StrCat(flags.ca_file.empty() ? "--prometheus-token-file" : "--prometheus-ca-file",
                        " is for --prometheus-url; give this flag too");
  }
  if (flags.service.empty() && !flags.cluster.empty()) {
    return "--kubeconfig and --context are for --prometheus-service; give this flag too, or leave them out";
  }
  if (!flags.is_set()) return flags.matchers.empty() ? "" : "--prometheus-matchers is for --prometheus-url";
  if (flags.matchers.size() > kMaxMatcherBytes) {
    return absl::StrCat("--prometheus-matchers: has more than ", kMaxMatcherBytes, " bytes; select fewer series");
  }
  if (!flags.matchers.empty() && !AreMatchers(flags.matchers)) {
    return absl::StrCat("--prometheus-matchers: ", objects::QuotedValue(flags.matchers),
                        " is not a list of matchers; write it like cluster=\"hub-1\",namespace=~\"clusters-.*\"");
  }
  return flags.url.empty() ? ServicePathProblem(flags.service) : UrlProblem(flags.url);
}

std::string SetLiveTime(absl::Time now, history::ReplayOptions& options) {
  if (options.series == SeriesKind::kDetect) options.series = SeriesKind::kRecommendation;
  const absl::Duration step = options.step > absl::ZeroDuration() ? options.step : kLiveStep;
  // At multiples of the step, so that a second run reads the same samples.
  if (!options.to.has_value()) options.to = absl::UnixEpoch() + absl::Floor(now - absl::UnixEpoch(), step);
  if (!options.from.has_value()) options.from = *options.to - kLiveTime;
  if (*options.from >= *options.to) {
    return absl::StrCat("--from: ", ShowReplayTime(*options.from), " is not before ", ShowReplayTime(*options.to),
                        ", the end of the history; give an earlier time");
  }
  const int64_t points = (*options.to - *options.from + kUsageLeadTime) / step;
  if (points <= history::kMaxPointsOfHistory) return "";
  return absl::StrCat("--step: ", absl::FormatDuration(step), " gives ", points, " samples of each series, but ",
                      history::kMaxPointsOfHistory, " are the most; give a longer step, or a later --from");
}

}  // namespace cpsizer::cli
