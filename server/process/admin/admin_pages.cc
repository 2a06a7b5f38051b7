#include "server/process/admin/admin_pages.h"

#include <iterator>

#include "absl/strings/str_cat.h"
#include "server/process/metric_family.h"
#include "server/process/process_metrics.h"

namespace cpsizer::server {
namespace {

constexpr absl::string_view kText = "text/plain; charset=utf-8";
constexpr absl::string_view kJson = "application/json";

HttpResponse Probe(const absl::Status& status) {
  return status.ok() ? HttpResponse{200, kText, "ok\n"}
                     : HttpResponse{503, kText, absl::StrCat(status.message(), "\n")};
}

HttpResponse Metrics(const AdminPages& pages) {
  std::vector<prometheus::MetricFamily> families = pages.metrics();
  std::vector<prometheus::MetricFamily> process = CollectProcessMetrics();
  std::move(process.begin(), process.end(), std::back_inserter(families));
  return {200, kExpositionType, Expose(families)};
}

}  // namespace

HttpResponse AnswerAdminPage(const AdminPages& pages, absl::string_view path) {
  if (path == "/metrics") return Metrics(pages);
  if (path == "/livez") return Probe(pages.live());
  if (path == "/readyz") return Probe(pages.ready());
  if (path == "/version") return {200, kJson, pages.version()};
  if (path == "/statusz") return {200, kJson, pages.status()};
  return {404, kText, "page not found; the pages are /metrics, /livez, /readyz, /version and /statusz\n"};
}

}  // namespace cpsizer::server
